// Semirings that carry their source beside the same semirings of the library: the first product, and the products after it.
//
// Needs: a CUDA device, NVRTC and nvJitLink. g++ compiles this.
// Idea: each line is one operation on one graph. `first` are the first calls of a process: with a semiring of the library, with
// one of its own, which compiles kernels, or reads them from the cache, and is the first to launch some of the library's
// kernels too, and with another one of its own, for which only its own kernels are new. `later` are medians. Run it twice: in
// the second process kernels come from the cache. GRAPHBLAS_GPU_CACHE_DIR=off compiles in every process.
//
// Then semirings of the catalogue that are not compiled directly: the median with kernels that look operators up, the first
// call with specialised ones, which waits for them, and the median with them; the same times for one that is compiled directly.
//
// GRAPHBLAS_GPU_SPECIALISE=now waits for the specialised kernels in the first call, and never has all calls made by kernels
// that call the operators. With PART only lines whose name contains it are run, so that this is the first product of the
// process.
//
//     grb_bench_sourced [SCALE [EDGES A VERTEX [REPETITIONS [PART]]]]
#include <graphblas_gpu/device_source.hpp>
#include <graphblas_gpu/io/generate.hpp>
#include <graphblas_gpu/io/read_matrix.hpp>
#include <graphblas_gpu/jit_semiring.hpp>
#include <graphblas_gpu/mxm.hpp>
#include <graphblas_gpu/mxv.hpp>
#include <graphblas_gpu/own_semiring.hpp>

#include <fmt/format.h>
#include <harness.hpp>

#include <cstdint>
#include <cstdlib>
#include <functional>
#include <string>

namespace gb = graphblas_gpu;

namespace {

GB_DEVICE_SOURCE(
    own_plus_times, struct own_plus_times {
        static constexpr gb::monoid<gb::plus, float> add{};
        static constexpr float multiply(float x, float y) { return x * y; }
    };)

GB_DEVICE_SOURCE(
    own_min_plus, struct own_min_plus {
        static constexpr gb::monoid<gb::min, float> add{};
        static constexpr float multiply(float x, float y) { return x + y; }
    };)

std::string part;

void compare(const gb::context& ctx, const std::string& name, int repetitions, const std::function<void()>& library,
             const std::function<void()>& own, const std::function<void()>& another) {
    if (name.find(part) == std::string::npos) return;
    const double first_library = bench::timed_on(ctx, library);
    const double first_own = bench::timed_on(ctx, own);
    const std::string reason = ctx.last_report().reason;
    const double first_other = bench::timed_on(ctx, another);
    // In turns, so that both meet the same clocks.
    double of_library = 0, of_own = 0;
    constexpr int rounds = 3;
    for (int k = 0; k < rounds; ++k) {
        of_library += bench::median_on(ctx, repetitions, library) / rounds;
        of_own += bench::median_on(ctx, repetitions, own) / rounds;
    }
    const auto at = reason.find("kernels of");
    fmt::print(
        "{:28} first: library {:8.1f} ms, own {:8.1f} ms, another own {:8.1f} ms; later: library {:8.3f} ms, own {:8.3f} ms, "
        "ratio {:.3f} | {}\n",
        name, first_library, first_own, first_other, of_library, of_own, of_own / of_library,
        at == std::string::npos ? "" : reason.substr(at));
}

/// f(operation, call(semiring)) of every operation that is measured, on a graph.
template <class T, class F>
void with_operations(int scale, int edges, const F& f) {
    const auto a = gb::from_coordinates<T>(gb::rmat(scale, edges));
    const gb::vector<T> u = [&] {
        gb::vector<T> out(a.ncols());
        for (gb::index i = 0; i < out.size(); ++i) out.set_element(i, static_cast<T>(1 + i % 5));
        return out;
    }();
    for (const gb::method how : {gb::method::hash, gb::method::dense, gb::method::bitmap_tile, gb::method::merge}) {
        f(" mxm " + std::string(gb::to_string(how)),
          [&, how](const gb::context& ctx, const auto& semiring) { gb::mxm(ctx, semiring, a, a, {.method = how}); });
    }
    f(" mxm masked", [&](const gb::context& ctx, const auto& semiring) {
        gb::matrix<T> c(a.nrows(), a.ncols());
        gb::mxm(ctx, c, gb::structure(a), gb::no_accum, semiring, a, a);
    });
    f(" mxv", [&](const gb::context& ctx, const auto& semiring) { gb::mxv(ctx, semiring, a, u); });
}

template <class T, class Semiring>
void compare_looked_up(const gb::context& ctx, const std::string& of, const Semiring& semiring, int scale, int edges,
                       int repetitions) {
    with_operations<T>(scale, edges, [&](const std::string& operation, const auto& call) {
        const std::string name = of + operation;
        if (name.find(part) == std::string::npos) return;
        const auto run = [&] { call(ctx, semiring); };
        const auto when = [](const char* said) { ::setenv("GRAPHBLAS_GPU_SPECIALISE", said, 1); };
        double looked_up = 0, specialised = 0;
        when("now");
        const double first = bench::timed_on(ctx, run);
        constexpr int rounds = 3;
        for (int k = 0; k < rounds; ++k) {
            when("never");
            looked_up += bench::median_on(ctx, repetitions, run) / rounds;
            when("now");
            specialised += bench::median_on(ctx, repetitions, run) / rounds;
        }
        fmt::print("{:28} looked up {:8.3f} ms; specialised: first {:8.1f} ms, later {:8.3f} ms, ratio {:.3f}\n", name,
                   looked_up, first, specialised, specialised / looked_up);
    });
}

template <class T, class Library, class Own>
void compare_all(const gb::context& ctx, const std::string& name, const Library& library, const Own& own,
                 const gb::jit_semiring<T>& another, int scale, int edges, int repetitions) {
    with_operations<T>(scale, edges, [&](const std::string& operation, const auto& call) {
        compare(
            ctx, name + operation, repetitions, [&] { call(ctx, library); }, [&] { call(ctx, own); },
            [&] { call(ctx, another); });
    });
}

}  // namespace

int main(int argc, char** argv) {
    const auto number = [&](int k, int otherwise) { return argc > k ? std::atoi(argv[k]) : otherwise; };
    const int scale = number(1, 14), edges = number(2, 8), repetitions = number(3, 15);
    if (argc > 4) part = argv[4];
    try {
        const gb::context ctx = gb::context::cuda();
        fmt::print("rmat of scale {} with {} edges a vertex, medians of {}\n", scale, edges, repetitions);
        const gb::jit_semiring<float> other_sums({.add = "x + y", .identity = "0", .multiply = "x * y + 1"});
        const gb::jit_semiring<float> other_paths({.add = "min(x, y)", .identity = "INFINITY", .multiply = "x + y + 1"});
        compare_all<float>(ctx, "plus_times float", gb::plus_times<float>, own_plus_times{}, other_sums, scale, edges,
                           repetitions);
        compare_all<float>(ctx, "min_plus float", gb::min_plus<float>, own_min_plus{}, other_paths, scale, edges, repetitions);
        compare_looked_up<float>(ctx, "max_plus float", gb::max_plus<float>, scale, edges, repetitions);
        compare_looked_up<double>(ctx, "plus_pair double", gb::plus_pair<double>, scale, edges, repetitions);
        compare_looked_up<std::int32_t>(ctx, "plus_times int32", gb::plus_times<std::int32_t>, scale, edges, repetitions);
        compare_looked_up<std::int64_t>(ctx, "min_plus int64", gb::min_plus<std::int64_t>, scale, edges, repetitions);
    } catch (const gb::error& failed) {
        fmt::print(stderr, "grb_bench_sourced: {}\n", failed.what());
        return 1;
    }
    return 0;
}
