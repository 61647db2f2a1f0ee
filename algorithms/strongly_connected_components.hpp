// The strongly connected components of a directed graph: two vertices are in the same component if each can be reached from the
// other.
//
// Needs: a square matrix whose entry (i, j), whatever its value, is an edge from i to j.
// Idea: a vertex that no edge enters, or that no edge leaves, is a component by itself. Removing such vertices again and again
// removes most vertices of most graphs (trimming). The component of the vertex with the most neighbours is the set of vertices
// that it reaches both forwards and backwards; in most graphs this is the one large component. The remaining vertices are
// coloured: each vertex takes the smallest vertex that reaches it. A vertex whose colour is its own number is the smallest of
// its component, and the component is the set that it reaches backwards along edges of its colour. Edges between two colours
// belong to no component, and the vertices that remain are trimmed and coloured again.
// Source: Fleischer, Hendrickson, Pinar, "On identifying strongly connected components in parallel" (IPDPS 2000 workshops);
// Orzan, "On distributed verification and verified distribution" (2004), for the colours; Slota, Rajamanickam, Madduri, "BFS
// and coloring-based parallel algorithms for strongly connected components and related problems" (IPDPS 2014), for their order.
#pragma once

#include <algorithms/common.hpp>
#include <algorithms/structure.hpp>
#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/matrix.hpp>
#include <graphblas_gpu/select.hpp>
#include <graphblas_gpu/vector.hpp>
#include <semirings/index_operators.hpp>

#include <cstdint>

namespace graphblas_gpu {

/// The result; every vertex has an entry in `labels`.
struct strongly_connected_components_result {
    vector<std::int64_t> labels;  ///< the smallest vertex of the component of the vertex
    std::int64_t components = 0;  ///< the number of components
};

namespace strong {

/// The components of a graph without self loops.
strongly_connected_components_result components_of(const context& ctx, matrix<void> graph);

}  // namespace strong

/// The strong components of A. Values and self loops are ignored; a vertex on no cycle is a component by itself; the graph
/// without vertices has no component. For an undirected graph these are the connected components, which connected_components
/// finds faster. The result is the same for every engine and number of threads.
///
/// Throws dimension_mismatch if A is not square. A round of trimming, searching or colouring costs at most O(nvals(A) + n).
/// Most graphs need some tens of rounds; a graph with long paths that are on no cycle needs as many rounds as the longest path
/// has vertices.
template <class T>
strongly_connected_components_result strongly_connected_components(const context& ctx, const matrix<T>& a) {
    algorithm::require_square("strongly_connected_components", a);
    return strong::components_of(ctx, select(ctx, offdiag{}, algorithm::without_values(ctx, a)));
}

}  // namespace graphblas_gpu
