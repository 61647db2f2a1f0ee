// Systems of linear equations with a symmetric positive definite matrix, solved by conjugate gradients with algebraic
// multigrid.
//
// Needs: a square symmetric matrix whose large off-diagonal entries are negative, such as a Laplacian.
// Idea: the unknowns of a level are put into aggregates, each a vertex of a maximal independent set of the pairs at distance
// two and what lies around it. The tentative prolongation T is constant on each aggregate; one step of damped Jacobi smooths
// it: P = (I - omega D^-1 A) T. The next level has the Galerkin product P' A P, two sparse products of matrices. A V-cycle
// over the levels is the preconditioner of conjugate gradients.
// Source: Vanek, Mandel, Brezina, "Algebraic multigrid by smoothed aggregation for second and fourth order elliptic
// problems", Computing 56 (1996); aggregates by independent sets at distance two: Bell, Dalton, Olson, "Exposing fine-grained
// parallelism in algebraic multigrid methods", SIAM J. Sci. Comput. 34 (2012).
#pragma once

#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/matrix.hpp>
#include <graphblas_gpu/planner/method.hpp>
#include <graphblas_gpu/vector.hpp>

#include <cstdint>
#include <vector>

namespace graphblas_gpu {

/// Of smoothed_aggregation.
struct smoothed_aggregation_options {
    index coarsest = 100;    ///< levels are added until one has at most so many unknowns
    int most_levels = 20;
    std::uint64_t seed = 0;  ///< of the independent sets
    enum method method = method::automatic;  ///< of the products of matrices
};

/// A level of a hierarchy. The coarsest one has no prolongation and no restriction: they are 0x0.
struct multigrid_level {
    matrix<double> a{0, 0};
    matrix<double> prolongation{0, 0};  ///< P, from the unknowns of the next level to those of this one
    matrix<double> restriction{0, 0};   ///< the transpose of P
    vector<double> step{0};             ///< omega D^-1: omega is 4/3 over a bound of the largest eigenvalue of D^-1 A
};

/// The levels, the matrix itself first.
using multigrid_hierarchy = std::vector<multigrid_level>;

/// The hierarchy of a symmetric positive definite matrix. Every entry off the diagonal joins its unknowns, however small it
/// is. The hierarchy ends with at most options.coarsest unknowns, with options.most_levels levels, or where aggregates no
/// longer make a level smaller. Throws dimension_mismatch if A is not square; invalid_value for an entry on the diagonal that
/// is missing or not above 0, a value that is NaN or infinite, and options out of range. Cost: a product of structure and
/// four of values a level.
multigrid_hierarchy smoothed_aggregation(const context& ctx, const matrix<double>& a,
                                         const smoothed_aggregation_options& options = {});

/// Of solve_by_multigrid.
struct multigrid_options {
    double tolerance = 1e-8;    ///< of |b - A x| / |b|
    int most_iterations = 100;
};

/// What solve_by_multigrid has found. A caller who has to know whether it converged compares the residual with the tolerance.
struct multigrid_result {
    vector<double> x{0};
    int iterations = 0;
    double residual = 0;  ///< |b - A x| / |b| by the recurrence of the method; 0 where b is 0
};

/// Solves A x = b by conjugate gradients, preconditioned by a V-cycle with one step of damped Jacobi before and after the next
/// level; the coarsest level is solved by conjugate gradients alone. b may be sparse, x is full. Throws dimension_mismatch if b
/// does not fit; invalid_value for an entry of b that is NaN or infinite, options out of range and an empty hierarchy. An
/// iteration costs five products of a matrix with a vector a level.
multigrid_result solve_by_multigrid(const context& ctx, const multigrid_hierarchy& hierarchy, const vector<double>& b,
                                    const multigrid_options& options = {});

}  // namespace graphblas_gpu
