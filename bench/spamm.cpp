// grb_bench_spamm: approximate products of matrices whose entries decay, on a device, beside cuBLAS's dense products.
//
// Idea: for each size, precision and valid ratio: the time of the norms of A and B, if the call needs them, and the product for
// a tau that is known, as cuSpAMM is timed, then the time with the search for tau, and the relative error on some rows against
// sums in fp64 on the host. Every time is wall clock from the call to the end of the work on the device, the median of some
// repetitions.
#include "command_line.hpp"
#include "harness.hpp"
#include <graphblas_gpu/block_matrix.hpp>
#include <graphblas_gpu/spamm.hpp>
#include <graphblas_gpu/spamm/cuda/library.hpp>

#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <thread>
#include <vector>

namespace {

namespace gb = graphblas_gpu;
using gb::index;

/// A matrix as numbers in double: all of them, or one for each distance j - i from the diagonal.
struct source {
    index nrows, ncols;
    bool by_distance;
    std::vector<double> numbers;

    /// row(i)[j] is the value (i, j).
    const double* row(index i) const { return numbers.data() + (by_distance ? nrows - 1 - i : i * ncols); }
};

source make_source(const std::string& matrix, index nrows, index ncols, unsigned seed) {
    source out{nrows, ncols, matrix != "random", {}};
    if (!out.by_distance) {
        // Values of -1 .. 1 in blocks of very different sizes, as activations of neural networks have them.
        std::mt19937 random(seed);
        std::uniform_real_distribution<double> value(-1, 1);
        std::normal_distribution<double> log_of_block(0, 1.5);
        const index columns = gb::formats::blocks_for(ncols);
        std::vector<double> scales(static_cast<std::size_t>(gb::formats::blocks_for(nrows) * columns));
        for (double& scale : scales) scale = std::exp(log_of_block(random));
        for (index i = 0; i < nrows; ++i) {
            for (index j = 0; j < ncols; ++j) {
                const index block = i / gb::formats::block_side * columns + j / gb::formats::block_side;
                out.numbers.push_back(value(random) * scales[static_cast<std::size_t>(block)]);
            }
        }
        return out;
    }
    const auto size = static_cast<double>(std::max(nrows, ncols));
    for (index d = 1 - nrows; d < ncols; ++d) {
        const double distance = static_cast<double>(std::abs(d));
        // exp: exponential decay; alg: the synthetic matrix of cuSpAMM's paper.
        out.numbers.push_back(matrix == "exp" ? std::exp(-32 * distance / size) : 0.1 / (std::pow(distance, 0.1) + 1));
    }
    return out;
}

/// The blocks of a matrix; its numbers become what is stored.
template <class T>
gb::block_matrix<T> blocks_of(source& from) {
    using dense = typename gb::block_matrix<T>::dense_type;
    gb::buffer<dense> values(static_cast<std::size_t>(from.nrows * from.ncols));
    for (index i = 0; i < from.nrows; ++i) {
        const double* const row = from.row(i);
        for (index j = 0; j < from.ncols; ++j)
            values[static_cast<std::size_t>(i * from.ncols + j)] = static_cast<dense>(row[j]);
    }
    for (double& x : from.numbers) {
        if constexpr (sizeof(T) == 2)
            x = static_cast<double>(static_cast<float>(T(static_cast<float>(x))));
        else
            x = static_cast<double>(static_cast<T>(x));
    }
    return gb::block_matrix<T>::from_dense(from.nrows, from.ncols, std::span<const dense>(values.data(), values.size()));
}

/// The relative error of C on some rows.
template <class Sum>
double relative_error(const gb::block_matrix<Sum>& c, const source& a, const source& b) {
    constexpr index rows = 32;
    const index n = c.ncols();
    const auto host = c.storage().host();
    std::vector<double> errors(rows), norms(rows);
    const auto check = [&](index r) {
        const index i = r * (c.nrows() - 1) / (rows - 1);
        std::vector<double> want(static_cast<std::size_t>(n), 0.0), have(want);
        for (index k = 0; k < a.ncols; ++k) {
            const double x = a.row(i)[k];
            const double* const from = b.row(k);
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
    std::vector<index> shape;  ///< m, k, n in place of sizes
    std::vector<double> ratios{0.05, 0.1, 0.2};
    std::vector<std::string> precisions{"fp32", "tf32", "fp16", "fp64"};
    std::string matrix = "exp";
    std::string variant = "spamm";
    int tile = 0;
    int repeat = 5;
    bool no_errors = false;
};

struct shape {
    index m, k, n;
};

/// cuBLAS on arrays that are dense already and hold the values of the matrices, because the time depends on them: a device that
/// takes more power runs more slowly. Not a number if cuBLAS is not there.
template <class T>
double dense_time(const gb::context& ctx, gb::spamm_precision precision, const gb::block_matrix<T>& left,
                  const gb::block_matrix<T>& right, int repeat) {
    const auto& e = ctx.cuda_engine();
    const gb::cuda::engine::use here(*e, "bench");
    if (!gb::cuda::has_library(e)) return std::nan("");
    const auto a = left.storage().dense(e), b = right.storage().dense(e);
    const index m = a->rows(), k = a->columns(), n = b->columns();
    const gb::cuda::memory c(e, static_cast<std::size_t>(m * n) * (sizeof(T) == 8 ? 8 : 4));
    return bench::median_on(ctx, repeat, [&] {
        gb::cuda::library_product(e, precision, m, n, k, 1, a->values.data(), b->values.data(), 0, c.data());
    });
}

template <class T>
void run(const gb::context& ctx, const settings& options, const std::string& name, const shape& s) {
    const gb::spamm_precision precision = gb::spamm_precision_from_string(name);
    source of_a = make_source(options.matrix, s.m, s.k, 1), of_b = make_source(options.matrix, s.k, s.n, 2);
    const gb::block_matrix<T> a = blocks_of<T>(of_a);
    const bool is_square = of_a.by_distance && s.m == s.k && s.k == s.n;
    const gb::block_matrix<T> b = is_square ? a : blocks_of<T>(of_b);
    if (is_square) of_b = of_a;
    const auto& e = ctx.cuda_engine();
    gb::spamm_options how{
        .precision = precision, .tile = options.tile, .variant = gb::spamm_variant_from_string(options.variant)};
    for (const double ratio : options.ratios) {
        how.tau = std::nullopt;
        how.valid_ratio = ratio;
        const auto first = gb::spamm(ctx, a, b, how);
        const double searching = bench::median_on(ctx, options.repeat, [&] { (void)gb::spamm(ctx, a, b, how); });
        how.valid_ratio = std::nullopt;
        how.tau = first.report.tau;
        const gb::spamm_report report = gb::spamm(ctx, a, b, how).report;
        const double known = bench::median_on(ctx, options.repeat, [&] { (void)gb::spamm(ctx, a, b, how); });
        // After the others: a device that has computed dense products for a while runs more slowly.
        const double dense = dense_time(ctx, precision, a, b, options.repeat);
        // The container keeps its norms. That they are the same when they are computed again changes nothing that a user could
        // see.
        auto& blocks_of_a = const_cast<gb::cuda::blocks&>(*a.storage().device(e));
        auto& blocks_of_b = const_cast<gb::cuda::blocks&>(*b.storage().device(e));
        const double norms = !report.were_counted ? 0 : bench::median_on(ctx, options.repeat, [&] {
            const gb::cuda::engine::use here(*e, "bench");
            gb::cuda::compute_norms(e, blocks_of_a);
            gb::cuda::compute_norms(e, blocks_of_b);
        });
        const double error = options.no_errors ? std::nan("") : relative_error(first.product, of_a, of_b);
        fmt::print(
            "{}x{}x{} {} {:4} {:7} tile {:3} {:5.2f} % | {:8.3f} | {:7.3f} + norms {:6.3f}, with search {:8.3f} | x dense "
            "{:5.2f} "
            "| {:6.1f} TFLOP/s | {:.3e} | "
            "bound {:.2e}\n",
            s.m, s.k, s.n, options.matrix, name, report.method, report.tile, 100 * report.valid_ratio, dense, known, norms,
            searching, dense / (known + norms), static_cast<double>(report.flops) / known / 1e9, error, report.error_bound);
        std::fflush(stdout);
    }
}

}  // namespace

int main(int argc, char** argv) {
    settings options;
    CLI::App app("approximate products of matrices whose entries decay", "grb_bench_spamm");
    app.add_option("--sizes", options.sizes, "rows and columns")->delimiter(',');
    app.add_option("--shape", options.shape, "m,k,n: A is m x k, B k x n, in place of --sizes")->delimiter(',')->expected(3);
    app.add_option("--ratios", options.ratios, "valid ratios, 0 .. 1")->delimiter(',');
    app.add_option("--precisions", options.precisions, "fp64, fp32, tf32, bf16, fp16")->delimiter(',');
    app.add_option("--matrix", options.matrix,
                   "exp: exp(-32 |i - j| / n); alg: 0.1 / (|i - j|^0.1 + 1); random: blocks of very different sizes")
        ->check(CLI::IsMember({"exp", "alg", "random"}));
    app.add_option("--variant", options.variant, "automatic, spamm, dense, cuspamm");
    app.add_option("--tile", options.tile, "side of the tiles of C");
    app.add_option("--repeat", options.repeat, "calls that are timed");
    app.add_flag("--no-errors", options.no_errors, "do not compare with sums in fp64");
    return bench::run_program(app, argc, argv, [&] {
        const gb::context ctx = gb::context::cuda();
        fmt::print("m x k x n matrix | dense by cuBLAS, ms | ours, ms | error relative to fp64\n");
        std::vector<shape> shapes;
        for (const gb::index n : options.sizes) shapes.push_back({n, n, n});
        if (!options.shape.empty()) shapes = {{options.shape[0], options.shape[1], options.shape[2]}};
        for (const shape& s : shapes) {
            for (const std::string& name : options.precisions) {
                if (name == "fp64")
                    run<double>(ctx, options, name, s);
                else if (name == "fp16")
                    run<gb::float16>(ctx, options, name, s);
                else if (name == "bf16")
                    run<gb::bfloat16>(ctx, options, name, s);
                else
                    run<float>(ctx, options, name, s);
                ctx.release_memory();
            }
        }
        return 0;
    });
}
