// Products over structs of 16 bytes: method merge, which puts the terms of an entry beside each other, beside method hash,
// which looks them up in B, and what `automatic` takes.
//
// Needs: a CUDA device, NVRTC and nvJitLink. g++ compiles this.
// Idea: the product of each graph with itself over complex numbers. Printed are what the choice depends on (terms:
// multiplications an entry of C; searches: entries of A's row times entries of C's row, added up and divided by the
// multiplications) and medians of calls in turns. Results are compared to the bit.
//
//     grb_bench_structs [REPETITIONS [GRAPH...]]
#include <graphblas_gpu/device_source.hpp>
#include <graphblas_gpu/io/read_matrix.hpp>
#include <graphblas_gpu/mxm.hpp>
#include <graphblas_gpu/own_semiring.hpp>

#include <fmt/format.h>
#include <generated.hpp>
#include <harness.hpp>

#include <cstdlib>
#include <string>
#include <vector>

namespace gb = graphblas_gpu;

namespace {

GB_DEVICE_SOURCE(
    complex_number, struct complex_number {
        double re = 0, im = 0;
        friend constexpr bool operator==(const complex_number&, const complex_number&) = default;
    };)
GB_DEVICE_SOURCE_USING(
    complex_sum, complex_number, struct complex_sum {
        using value_type = complex_number;
        constexpr complex_number operator()(const complex_number& x, const complex_number& y) const {
            return {x.re + y.re, x.im + y.im};
        }
        static constexpr complex_number identity() { return {0, 0}; }
    };)
GB_DEVICE_SOURCE_USING(
    complex_products, complex_sum, struct complex_products {
        static constexpr complex_sum add{};
        static constexpr complex_number multiply(const complex_number& x, const complex_number& y) {
            return {x.re * y.re - x.im * y.im, x.re * y.im + x.im * y.re};
        }
    };)

void measure(const gb::context& ctx, const std::string& name, int repetitions) {
    const auto generator = bench::generator_of(name);
    if (!generator) throw gb::invalid_value("no graph '" + name + "'; there are " + bench::generated_names);
    gb::host::team team(1);
    const auto structure = gb::from_coordinates<void>(generator->make(1));
    const auto a = bench::with_values<complex_number>(team, structure, [](gb::index i, gb::index j) {
        return complex_number{static_cast<double>((i + 3 * j) % 7), 1};
    });
    const auto product_by = [&](gb::method how) { return gb::mxm(ctx, complex_products{}, a, a, {.method = how}); };
    const gb::matrix<complex_number> wanted = product_by(gb::method::hash);
    const bool is_same = wanted == product_by(gb::method::merge);
    const gb::matrix<complex_number> automatic = product_by(gb::method::automatic);
    const std::string took = gb::to_string(ctx.last_report().method);
    double multiplications = 0, searches = 0;
    const auto offsets = a.row_offsets();
    const auto offsets_of_c = wanted.row_offsets();
    const auto columns = a.columns();
    for (std::size_t i = 0; i + 1 < offsets.size(); ++i) {
        searches +=
            static_cast<double>(offsets[i + 1] - offsets[i]) * static_cast<double>(offsets_of_c[i + 1] - offsets_of_c[i]);
        for (auto p = static_cast<std::size_t>(offsets[i]); p < static_cast<std::size_t>(offsets[i + 1]); ++p) {
            multiplications += static_cast<double>(offsets[columns[p] + 1] - offsets[columns[p]]);
        }
    }
    std::vector<bench::timing> times;
    for (const gb::method how : {gb::method::hash, gb::method::merge, gb::method::automatic})
        times.push_back({gb::to_string(how), {}});
    for (int k = 0; k < repetitions; ++k) {
        for (bench::timing& t : times)
            t.milliseconds.push_back(bench::timed_on(ctx, [&] { product_by(gb::method_from_string(t.name)); }));
    }
    fmt::print(
        "{:20} {:8.1f} M multiplications, terms {:5.2f}, searches {:7.1f} | hash {:8.3f} ms, merge {:8.3f}, hash / merge "
        "{:5.2f}; automatic {:8.3f} ({}){}\n",
        name, multiplications * 1e-6, multiplications / static_cast<double>(wanted.nvals()), searches / multiplications,
        times[0].median(), times[1].median(), times[0].median() / times[1].median(), times[2].median(), took,
        is_same && wanted == automatic ? "" : " DIFFERENT");
}

}  // namespace

int main(int argc, char** argv) {
    const int repetitions = argc > 1 ? std::atoi(argv[1]) : 5;
    std::vector<std::string> graphs(argv + std::min(argc, 2), argv + argc);
    if (graphs.empty()) {
        graphs = {"rmat-12-8",         "rmat-14-8",        "rmat-12-32",      "uniform-200000-4", "uniform-200000-8",
                  "uniform-100000-16", "uniform-50000-32", "uniform-2000-64", "uniform-4000-128", "powerlaw-100000-8",
                  "grid2d-500",        "stencil9-400",     "stencil27-40",    "band-30000-4",     "band-30000-16",
                  "band-10000-64",     "blocks-2000-8-8",  "blocks-500-16-4"};
    }
    try {
        const gb::context ctx = gb::context::cuda();
        fmt::print("medians of {}\n", repetitions);
        for (const std::string& name : graphs) measure(ctx, name, repetitions);
    } catch (const gb::error& failed) {
        fmt::print(stderr, "grb_bench_structs: {}\n", failed.what());
        return 1;
    }
    return 0;
}
