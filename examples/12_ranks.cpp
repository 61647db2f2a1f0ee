// Lesson 12: a graph that is distributed over ranks.
//
// Every rank makes a part of the same R-MAT graph and then the same calls; a result is gathered in one of them. The ranks are
// threads of this process here. In a program of MPI they are processes, each with a context of its own device: main() makes a
// gb::mpi::session (graphblas_gpu/distributed/mpi.hpp) and takes its world() in place of on_threads().
#include <graphblas_gpu/distributed/files.hpp>
#include <graphblas_gpu/distributed/graph.hpp>
#include <graphblas_gpu/distributed/threads.hpp>
#include <graphblas_gpu/io/generate.hpp>

#include <cstdint>
#include <cstdio>

namespace gb = graphblas_gpu;

int main() {
    const gb::context host = gb::context::host();
    const auto whole = gb::from_coordinates<void>(host, gb::rmat(10, 8));
    const auto square_of_one = gb::mxm(host, gb::plus_pair<std::int64_t>, whole, whole);

    bool is_right = false;
    gb::dist::on_threads(4, [&](const auto& world) {
        const gb::dist::context ctx(gb::context::host({.threads = 1}), world, {.layout = gb::dist::layout::shuffled});
        const auto a = gb::dist::rmat(ctx, 10, 8);
        const std::int64_t triangles = gb::dist::triangle_count(ctx, a);
        const auto square = gb::dist::gather(ctx, gb::dist::mxm(ctx, gb::plus_pair<std::int64_t>, a, a));
        if (ctx.rank() != 0) return;  // rank 0 has the square
        std::printf("%d x %d ranks, %lld triangles, %lld entries of A*A\n", ctx.grid_rows(), ctx.grid_columns(),
                    static_cast<long long>(triangles), static_cast<long long>(square.nvals()));
        is_right = square == square_of_one;
    });
    return is_right ? 0 : 1;
}
