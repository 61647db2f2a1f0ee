// The k-truss of an undirected graph: the largest part in which every edge lies in k - 2 triangles or more.
//
// Needs: a square matrix. The graph is A | A' without the diagonal; values are ignored.
// Idea: the triangles of every edge are counted, edges in too few triangles are dropped, and the triangles of the remaining
// edges are counted again, until no edge is dropped. Where few edges are dropped, only their triangles are counted, and
// subtracted. Let U have the edges that point to the endpoint of larger degree. Then a triangle i -> j -> k, i -> k is
// counted once at each of its edges: by C<U> = U*U at (i, k), by C<U> = U*U' at (i, j), by C<U> = U'*U at (j, k). A device
// finds each triangle once, and counts it at its three edges. Source: Cohen, "Trusses: cohesive subgraphs for social network
// analysis" (National Security Agency, 2008); by products: Low, Spampinato, McMillan, Pelletier, "Linear algebraic formulation
// of edge-centric k-truss algorithms with adjacency matrices" (HPEC 2018); Davis, "Graph algorithms via SuiteSparse:GraphBLAS:
// triangle counting and k-truss" (HPEC 2018).
#pragma once

#include <algorithms/common.hpp>
#include <algorithms/structure.hpp>
#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/ewise.hpp>
#include <graphblas_gpu/graph.hpp>
#include <graphblas_gpu/matrix.hpp>
#include <graphblas_gpu/planner/method.hpp>
#include <graphblas_gpu/reduce.hpp>
#include <semirings/operators.hpp>

#include <cstdint>
#include <string>
#include <utility>

namespace graphblas_gpu {

/// The options of k_truss and largest_truss.
struct k_truss_options {
    enum method method = method::automatic;  ///< of the products
};

/// The edges of a truss.
struct k_truss_result {
    matrix<std::int64_t> edges{};  ///< symmetric; the value is the number of triangles of the truss that contain the edge
    std::int64_t k = 0;
    std::int64_t rounds = 0;  ///< how many times triangles were counted
};

namespace trusses {

/// The number of triangles that contain each edge. `larger` has the edges, each pointing to its larger endpoint in some order
/// of the vertices.
matrix<std::int64_t> triangles_of_edges(const context& ctx, const matrix<void>& larger, method how);

/// The k-truss of the edges of `count`, whose values are the numbers of triangles of these edges that contain each edge.
matrix<std::int64_t> truss_within(const context& ctx, matrix<std::int64_t> count, std::int64_t k, k_truss_result& result,
                                  method how);

/// The number of triangles that contain each edge of the graph.
template <class T>
matrix<std::int64_t> count_all(const context& ctx, const matrix<T>& a, k_truss_result& result, method how) {
    ++result.rounds;
    // Edges of the diagonal point to no larger vertex, and any order of the vertices is as good.
    const matrix<void>& edges = algorithm::without_values(ctx, a);
    if (edges.is_symmetric(ctx)) return triangles_of_edges(ctx, triu_by_degree(ctx, edges), how);
    return triangles_of_edges(ctx, triu_by_degree(ctx, undirected_structure(ctx, edges)), how);
}

inline void store(const context& ctx, k_truss_result& result, const matrix<std::int64_t>& count) {
    result.edges = ewise_add(ctx, plus{}, count, count, {.transpose_b = true});
}

}  // namespace trusses

/// The k-truss for k >= 2. The 2-truss is the graph itself; if there is no k-truss, the result has no entries.
///
/// The graph is undirected: an edge in one direction counts as an edge in both directions, and self loops are ignored. Values
/// are ignored. The result is exact, the same for every engine and number of threads.
///
/// Throws dimension_mismatch if A is not square; invalid_value for k below 2; unsupported for a method that the engine lacks. A
/// round costs at most three triangle counts of the edges that are left.
template <class T>
k_truss_result k_truss(const context& ctx, const matrix<T>& a, std::int64_t k, const k_truss_options& options = {}) {
    const running_call whole(ctx);
    algorithm::require_square("k_truss", a);
    if (k < 2) throw invalid_value("k_truss: k is " + std::to_string(k) + "; it must be at least 2");
    k_truss_result result{.k = k};
    auto count = trusses::count_all(ctx, a, result, options.method);
    trusses::store(ctx, result, trusses::truss_within(ctx, std::move(count), k, result, options.method));
    return result;
}

/// The k-truss for the largest k for which there is one. k is 2 if the edges form no triangle, and 0, with no entries, if there
/// is no edge. Each step goes to the smallest k for which an edge is dropped, so that only trusses that differ are computed.
/// Everything else is as in k_truss.
template <class T>
k_truss_result largest_truss(const context& ctx, const matrix<T>& a, const k_truss_options& options = {}) {
    const running_call whole(ctx);
    algorithm::require_square("largest_truss", a);
    k_truss_result result{.edges = matrix<std::int64_t>(a.nrows(), a.nrows())};
    auto count = trusses::count_all(ctx, a, result, options.method);
    while (count.nvals() > 0) {
        result.k = reduce(ctx, min{}, count) + 2;
        trusses::store(ctx, result, count);
        count = trusses::truss_within(ctx, std::move(count), result.k + 1, result, options.method);
    }
    return result;
}

/// @cond
// The library has compiled these (algorithms/instances).
extern template k_truss_result k_truss(const context&, const matrix<void>&, std::int64_t, const k_truss_options&);
extern template k_truss_result largest_truss(const context&, const matrix<void>&, const k_truss_options&);
/// @endcond

}  // namespace graphblas_gpu
