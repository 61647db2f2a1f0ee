// grb_bench_spamm: approximate products of matrices whose entries decay, on a device, beside cuBLAS's dense products.
//
// Idea: for each size, precision and valid ratio: the time of the norms of A and B and the product for a tau that is known, as
// cuSpAMM is timed, then the time with the search for tau, and the relative error on some rows against sums in fp64 on the
// host. Every time is wall clock from the call to the end of the work on the device, the median of some repetitions.
#include <graphblas_gpu/block_matrix.hpp>
#include <graphblas_gpu/cuda/spamm/library.hpp>
#include <graphblas_gpu/spamm.hpp>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <string>
#include <thread>
#include <vector>

namespace {

namespace gb = graphblas_gpu;
using gb::index;

/// A matrix that depends on the distance to the diagonal: its values at distances 1 - n .. n - 1.
std::vector<double> values_by_distance(const std::string& matrix, index n) {
    std::vector<double> out;
    for (index d = 1 - n; d < n; ++d) {
        const double distance = static_cast<double>(std::abs(d));
        // exp: exponential decay; alg: the synthetic matrix of cuSpAMM's paper.
        out.push_back(matrix == "exp" ? std::exp(-32 * distance / static_cast<double>(n))
                                      : 0.1 / (std::pow(distance, 0.1) + 1));
    }
    return out;
}

template <class T>
gb::block_matrix<T> toeplitz(index n, const std::vector<double>& by_distance) {
    using dense = typename gb::block_matrix<T>::dense_type;
    const std::vector<dense> row(by_distance.begin(), by_distance.end());
    gb::buffer<dense> values(static_cast<std::size_t>(n * n));
    for (index i = 0; i < n; ++i) std::copy_n(row.data() + (n - 1 - i), n, values.data() + i * n);
    return gb::block_matrix<T>::from_dense(n, n, std::span<const dense>(values.data(), values.size()));
}

/// The relative error of C on some rows, against the square of the matrix as it is stored.
template <class T, class Sum>
double relative_error(const gb::block_matrix<Sum>& c, const std::vector<double>& by_distance) {
    const index n = c.nrows();
    std::vector<double> stored(by_distance.size());
    for (std::size_t d = 0; d < stored.size(); ++d) {
        if constexpr (sizeof(T) == 2)
            stored[d] = static_cast<double>(static_cast<float>(T(static_cast<float>(by_distance[d]))));
        else
            stored[d] = static_cast<double>(static_cast<T>(by_distance[d]));
    }
    constexpr index rows = 32;
    const auto host = c.storage().host();
    std::vector<double> errors(rows), norms(rows);
    const auto check = [&](index r) {
        const index i = r * (n - 1) / (rows - 1);
        std::vector<double> want(static_cast<std::size_t>(n), 0.0), have(want);
        for (index k = 0; k < n; ++k) {
            const double x = stored[static_cast<std::size_t>(k - i + n - 1)];
            const double* const from = stored.data() + (n - 1 - k);
            for (index j = 0; j < n; ++j) want[static_cast<std::size_t>(j)] += x * from[j];
        }
        const auto block_row = static_cast<std::size_t>(i / gb::formats::block_side);
        for (auto p = host->offsets[block_row]; p < host->offsets[block_row + 1]; ++p) {
            const Sum* const values = host->template block<Sum>(p) + i % gb::formats::block_side * gb::formats::block_side;
            const index first = index{host->columns[static_cast<std::size_t>(p)]} * gb::formats::block_side;
            for (index j = first; j < std::min(n, first + gb::formats::block_side); ++j) {
                have[static_cast<std::size_t>(j)] = static_cast<double>(values[j - first]);
            }
        }
        for (std::size_t j = 0; j < want.size(); ++j) {
            errors[static_cast<std::size_t>(r)] += (want[j] - have[j]) * (want[j] - have[j]);
            norms[static_cast<std::size_t>(r)] += want[j] * want[j];
        }
    };
    std::vector<std::thread> threads;
    for (index r = 0; r < rows; ++r) threads.emplace_back(check, r);
    for (std::thread& t : threads) t.join();
    double error = 0, norm = 0;
    for (index r = 0; r < rows; ++r) error += errors[static_cast<std::size_t>(r)], norm += norms[static_cast<std::size_t>(r)];
    return std::sqrt(error / norm);
}

struct settings {
    std::vector<index> sizes{16384};
    std::vector<double> ratios{0.05, 0.1, 0.2};
    std::vector<std::string> precisions{"fp32", "tf32", "fp16", "fp64"};
    std::string matrix = "exp";
    std::string variant = "spamm";
    int tile = 0;
    int repeat = 5;
    bool no_errors = false;
};

/// The median of some calls, in milliseconds. The device has nothing to do at the beginning and at the end of each.
template <class Call>
double time_of(const gb::context& ctx, int repeat, const Call& call) {
    std::vector<double> times;
    for (int n = 0; n <= repeat; ++n) {
        ctx.cuda_engine()->synchronise();
        const auto start = std::chrono::steady_clock::now();
        call();
        ctx.cuda_engine()->synchronise();
        if (n > 0) times.push_back(std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count());
    }
    std::sort(times.begin(), times.end());
    return times[times.size() / 2];
}

/// cuBLAS on arrays that are dense already; not a number if it is not there.
double dense_time(const gb::context& ctx, gb::spamm_precision precision, index n, int repeat) {
    const auto& e = ctx.cuda_engine();
    const gb::cuda::engine::use here(*e, "bench");
    if (!gb::cuda::has_library(e)) return std::nan("");
    const std::size_t factor = precision == gb::spamm_precision::fp64                                             ? 8
                               : precision == gb::spamm_precision::fp16 || precision == gb::spamm_precision::bf16 ? 2
                                                                                                                  : 4;
    const auto values = static_cast<std::size_t>(n * n);
    const gb::cuda::memory a(e, values * factor), b(e, values * factor), c(e, values * (factor == 8 ? 8 : 4));
    e->set_bytes(a.data(), 1, a.bytes());
    e->set_bytes(b.data(), 1, b.bytes());
    return time_of(ctx, repeat, [&] { gb::cuda::library_product(e, precision, n, n, n, a.data(), b.data(), c.data()); });
}

template <class T>
void run(const gb::context& ctx, const settings& options, const std::string& name, index n) {
    const gb::spamm_precision precision = gb::spamm_precision_from_string(name);
    const std::vector<double> by_distance = values_by_distance(options.matrix, n);
    const gb::block_matrix<T> a = toeplitz<T>(n, by_distance);
    const gb::block_matrix<T> b = a;
    const auto& e = ctx.cuda_engine();
    const double dense = dense_time(ctx, precision, n, std::min(options.repeat, 3));
    gb::spamm_options how{
        .precision = precision, .tile = options.tile, .variant = gb::spamm_variant_from_string(options.variant)};
    for (const double ratio : options.ratios) {
        how.tau = std::nullopt;
        how.valid_ratio = ratio;
        const auto first = gb::spamm(ctx, a, b, how);
        const double searching = time_of(ctx, options.repeat, [&] { (void)gb::spamm(ctx, a, b, how); });
        how.valid_ratio = std::nullopt;
        how.tau = first.report.tau;
        const double known = time_of(ctx, options.repeat, [&] { (void)gb::spamm(ctx, a, b, how); });
        // The container keeps its norms. That they are the same when they are computed again changes nothing that a user could
        // see.
        auto& blocks = const_cast<gb::cuda::blocks&>(*a.storage().device(e));
        const double norms = 2 * time_of(ctx, options.repeat, [&] {
                                 const gb::cuda::engine::use here(*e, "bench");
                                 gb::cuda::compute_norms(e, blocks);
                             });
        const double error = options.no_errors ? std::nan("") : relative_error<T>(first.product, by_distance);
        fmt::print(
            "{:5} {} {:4} {:7} tile {:3} {:5.2f} % | {:8.3f} | {:7.3f} + norms {:6.3f}, with search {:8.3f} | x dense {:5.2f} "
            "| {:6.1f} TFLOP/s | {:.3e} | "
            "bound {:.2e}\n",
            n, options.matrix, name, first.report.method, first.report.tile, 100 * first.report.valid_ratio, dense, known,
            norms, searching, dense / (known + norms), static_cast<double>(first.report.flops) / known / 1e9, error,
            first.report.error_bound);
        std::fflush(stdout);
    }
}

}  // namespace

int main(int argc, char** argv) {
    settings options;
    CLI::App app("approximate products of matrices whose entries decay");
    app.add_option("--sizes", options.sizes, "rows and columns")->delimiter(',');
    app.add_option("--ratios", options.ratios, "valid ratios, 0 .. 1")->delimiter(',');
    app.add_option("--precisions", options.precisions, "fp64, fp32, tf32, bf16, fp16")->delimiter(',');
    app.add_option("--matrix", options.matrix, "exp: exp(-32 |i - j| / n); alg: 0.1 / (|i - j|^0.1 + 1)")
        ->check(CLI::IsMember({"exp", "alg"}));
    app.add_option("--variant", options.variant, "automatic, spamm, dense, cuspamm");
    app.add_option("--tile", options.tile, "side of the tiles of C");
    app.add_option("--repeat", options.repeat, "calls that are timed");
    app.add_flag("--no-errors", options.no_errors, "do not compare with sums in fp64");
    CLI11_PARSE(app, argc, argv);
    try {
        const gb::context ctx = gb::context::cuda();
        fmt::print("    n matrix | dense by cuBLAS, ms | ours, ms | error relative to fp64\n");
        for (const gb::index n : options.sizes) {
            for (const std::string& name : options.precisions) {
                if (name == "fp64")
                    run<double>(ctx, options, name, n);
                else if (name == "fp16")
                    run<gb::float16>(ctx, options, name, n);
                else if (name == "bf16")
                    run<gb::bfloat16>(ctx, options, name, n);
                else
                    run<float>(ctx, options, name, n);
                ctx.release_memory();
            }
        }
    } catch (const gb::error& e) {
        fmt::print(stderr, "grb_bench_spamm: {}\n", e.what());
        return 1;
    }
    return 0;
}
