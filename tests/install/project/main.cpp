// A program outside the project: a search, products over a semiring of the library and two of its own, of which one carries its
// source, and a file. Fails if an answer is wrong, or if a product did not run where it should.
#include <algorithms/bfs.hpp>
#include <graphblas_gpu/device_source.hpp>
#include <graphblas_gpu/graphblas_gpu.hpp>
#include <graphblas_gpu/io/read_matrix.hpp>
#include <graphblas_gpu/io/write_matrix.hpp>
#include <graphblas_gpu/own_semiring.hpp>
#include <semirings/laws.hpp>

#include <cstdio>
#include <string>
#include <vector>

namespace gb = graphblas_gpu;

namespace {

struct widest_path {
    static constexpr gb::monoid<gb::max, float> add{};
    static constexpr float multiply(float x, float y) { return x < y ? x : y; }
};

// The example of docs/device-source.md.
GB_DEVICE_SOURCE(sourced_widest_path,
    struct sourced_widest_path {
        static constexpr gb::monoid<gb::max, float> add{};
        static constexpr float multiply(float x, float y) { return x < y ? x : y; }
    };)

bool check(bool right, const char* what) {
    std::printf("%-20s %s\n", what, right ? "right" : "WRONG");
    return right;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 2) return 2;
    const gb::context ctx = gb::context::automatic();
    // 0 -> 1 -> 2 -> 3 and 0 -> 2.
    const std::vector<gb::index> from{0, 1, 2, 0}, to{1, 2, 3, 2};
    const auto a = gb::matrix<float>::from_edges(4, 4, from, to, std::vector<float>{4, 3, 2, 1});

    const gb::bfs_result found = gb::bfs(ctx, a, 0);
    bool right = check(found.levels.get_element(3) == 2 && found.parents.get_element(3) == 2, "bfs");

    const auto paths = gb::mxm(ctx, gb::plus_pair<std::int64_t>, a, a);
    right &= check(paths.nvals() == 3 && paths.get_element(0, 3) == 1, "mxm, plus_pair");

    // This program is compiled without nvcc: a semiring without its source runs on the host, whatever engine the context has.
    const auto widths = gb::mxm(ctx, widest_path{}, a, a);
    right &= check(ctx.last_report().engine == "host", "engine");
    right &= check(widths.nvals() == 3 && widths.get_element(0, 2) == 3.0F, "mxm, own semiring");

    // With its source it runs on the context's engine; a GPU needs NVRTC for that.
    right &= check(gb::mxm(ctx, sourced_widest_path{}, a, a) == widths, "mxm, with its source");
    const gb::report report = ctx.last_report();
    const bool lacks_nvrtc = report.reason.find("install NVRTC and nvJitLink") != std::string::npos;
    right &= check(report.engine == (lacks_nvrtc ? "host" : ctx.engine_name()), "engine");
    std::printf("on engine %s: %s\n", report.engine.c_str(), report.reason.c_str());

    gb::write_matrix_market(argv[1], widths);  // compressed: zlib is there
    right &= check(gb::read_matrix<float>(ctx, argv[1]) == widths, "file");
    return right ? 0 : 1;
}
