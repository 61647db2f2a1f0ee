// Lesson 10: linear equations by algebraic multigrid.
//
// A discretised Poisson equation has few entries in a row and many rows. Multigrid replaces it by smaller and smaller systems,
// each the Galerkin product R A P of the one before: two sparse products of matrices. The hierarchy is made once for a matrix,
// and then serves any number of right-hand sides.
#include <algorithms/multigrid.hpp>
#include <graphblas_gpu/ewise.hpp>
#include <graphblas_gpu/io/generate.hpp>
#include <graphblas_gpu/io/read_matrix.hpp>
#include <graphblas_gpu/mxv.hpp>
#include <graphblas_gpu/reduce.hpp>
#include <semirings/semirings.hpp>

#include <cmath>
#include <cstdio>

namespace gb = graphblas_gpu;

int main() {
    const gb::context ctx = gb::context::automatic();
    const auto a = gb::from_coordinates<double>(gb::stencil5(150));

    const gb::multigrid_hierarchy hierarchy = gb::smoothed_aggregation(ctx, a);
    for (const gb::multigrid_level& level : hierarchy) {
        std::printf("%8lld unknowns, %8lld entries\n", static_cast<long long>(level.a.nrows()),
                    static_cast<long long>(level.a.nvals()));
    }

    const auto b = gb::vector<double>::full(a.nrows(), 1.0);
    const gb::multigrid_result solved = gb::solve_by_multigrid(ctx, hierarchy, b);
    std::printf("%d iterations, residual %.1e\n", solved.iterations, solved.residual);

    // The answer is checked without the solver: |b - A x| is a small part of |b|.
    gb::vector<double> r = b;
    gb::mxv(ctx, r, gb::no_mask, gb::minus{}, gb::plus_times<double>, a, solved.x);
    const double squares = gb::reduce(ctx, gb::plus{}, gb::ewise_mult(ctx, gb::times{}, r, r));
    return std::sqrt(squares / static_cast<double>(a.nrows())) < 1e-7 ? 0 : 1;
}
