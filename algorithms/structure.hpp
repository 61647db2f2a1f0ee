// The structure of a graph: the matrix of its edges without their values, and the one of its undirected edges.
#pragma once

#include <algorithms/common.hpp>
#include <graphblas_gpu/apply.hpp>
#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/ewise.hpp>
#include <graphblas_gpu/mask.hpp>
#include <graphblas_gpu/matrix.hpp>
#include <graphblas_gpu/select.hpp>
#include <semirings/index_operators.hpp>
#include <semirings/operators.hpp>

#include <string>

namespace graphblas_gpu {

namespace algorithm {

/// The structure of A alone. O(nvals).
template <class T>
matrix<void> structure_of(const context& ctx, const matrix<T>& a) {
    matrix<void> s(a.nrows(), a.ncols());
    apply(ctx, s, no_mask, no_accum, identity{}, a);
    return s;
}

/// The same for algorithms that never look at values: a matrix that has none is not copied.
/// @{
template <class T>
matrix<void> without_values(const context& ctx, const matrix<T>& a) {
    return structure_of(ctx, a);
}
inline const matrix<void>& without_values(const context&, const matrix<void>& a) { return a; }
/// @}

/// The values of A, in double, for algorithms that take them for weights. Throws invalid_value for a matrix without numbers;
/// the message begins with `operation`. O(nvals).
template <class T>
matrix<double> weights_of(const context& ctx, const char* operation, const matrix<T>& a) {
    if constexpr (scalar<T>) {
        matrix<double> weights(a.nrows(), a.ncols());
        apply(ctx, weights, no_mask, no_accum, identity{}, a);
        return weights;
    } else {
        throw invalid_value(std::string(operation) + ": weights need a matrix with numbers, and this one has none");
    }
}

}  // namespace algorithm

/// The structure of the undirected graph with an edge wherever A has an entry: A | A', without the diagonal. Throws
/// dimension_mismatch if A is not square. O(nvals(A) + n).
template <class T>
matrix<void> undirected_structure(const context& ctx, const matrix<T>& a) {
    const running_call whole(ctx);
    algorithm::require_square("undirected_structure", a);
    const matrix<void>& edges = algorithm::without_values(ctx, a);
    if (edges.is_symmetric(ctx)) return select(ctx, offdiag{}, edges);
    matrix<void> both_ways(a.nrows(), a.ncols());
    ewise_add(ctx, both_ways, no_mask, no_accum, lor{}, edges, edges, {.transpose_b = true});
    return select(ctx, offdiag{}, both_ways);
}

/// @cond
// The library has compiled this (algorithms/instances).
extern template matrix<void> undirected_structure(const context&, const matrix<void>&);
/// @endcond

}  // namespace graphblas_gpu
