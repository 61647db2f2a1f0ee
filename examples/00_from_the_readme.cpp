// The program of the README, to the letter.
#include <graphblas_gpu/graphblas_gpu.hpp>
#include <graphblas_gpu/io/read_matrix.hpp>
#include <cstdio>
namespace gb = graphblas_gpu;

int main(int, char** argv) {
    const gb::context ctx = gb::context::automatic();
    const auto a = gb::read_matrix<void>(ctx, argv[1], {.symmetric = true, .drop_self_loops = true});
    const auto u = gb::select(ctx, gb::triu{1}, a);
    const auto triangles = gb::mxm_reduce(ctx, gb::plus{}, gb::structure(u), gb::plus_pair<long>, u, u);
    std::printf("%ld triangles by method %s\n", triangles, gb::to_string(ctx.last_report().method));
}
