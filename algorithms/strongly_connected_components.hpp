// The strongly connected components of a directed graph: two vertices are in the same component if each can be reached from the
// other.
//
// Needs: a square matrix whose entry (i, j), whatever its value, is an edge from i to j.
// Idea: host threads run one depth-first search. Of the vertices that it has left without a component yet, which are on a stack
// in the order in which they were found, each knows the lowest place of a vertex on the stack that it reaches. A vertex that
// reaches none below its own place is the first of its component, and the component is the part of the stack from this place
// on. A device makes rounds that look at all vertices. A vertex that no edge enters, or that no edge leaves, is a component by
// itself. Removing such vertices removes most vertices of most graphs (trimming). The component of the vertex with the most
// neighbours is the set of vertices that it reaches both forwards and backwards; in most graphs this is the one large
// component. The remaining vertices are coloured: each vertex takes the smallest vertex that reaches it. A vertex whose colour
// is its own number is the smallest of its component, and the component is the set that it reaches backwards along edges of its
// colour. Edges between two colours belong to no component, and the vertices that remain are trimmed and coloured again. Graphs
// with long paths need too many rounds. Therefore their number is bounded, and the depth-first search takes over what remains.
// Source: Tarjan, "Depth-first search and linear graph algorithms", SIAM J. Computing 1 (1972), with the memory of Pearce, "A
// space-efficient algorithm for finding strongly connected components", Inf. Processing Letters 116 (2016); Fleischer,
// Hendrickson, Pinar, "On identifying strongly connected components in parallel" (IPDPS 2000 workshops); Orzan, "On distributed
// verification and verified distribution" (2004), for the colours; Slota, Rajamanickam, Madduri, "BFS and coloring-based
// parallel algorithms for strongly connected components and related problems" (IPDPS 2014), for their order.
#pragma once

#include <algorithms/common.hpp>
#include <algorithms/structure.hpp>
#include <graphblas_gpu/base/within_memory.hpp>
#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/matrix.hpp>
#include <graphblas_gpu/vector.hpp>

#include <cstdint>

namespace graphblas_gpu {

/// The result; every vertex has an entry in `labels`.
struct strongly_connected_components_result {
    vector<std::int64_t> labels;  ///< the smallest vertex of the component of the vertex
    std::int64_t components = 0;  ///< the number of components
    /// The vertices whose component the depth-first search has found: all on the host; on a device those that were left after
    /// the last round.
    std::int64_t searched_in_depth = 0;
};

namespace strong {

/// The components of a structure on the engine of the context.
/// @{
strongly_connected_components_result by_depth_first_search(const running_call& call, const structure_view& graph);
strongly_connected_components_result by_rounds(const context& ctx, const matrix<void>& graph);
/// @}

}  // namespace strong

/// The strong components of A. Values and self loops are ignored; a vertex on no cycle is a component by itself; the graph
/// without vertices has no component. For an undirected graph these are the connected components, which connected_components
/// finds faster. The result is the same for every engine and number of threads, but for searched_in_depth.
///
/// Throws dimension_mismatch if A is not square. On the host O(nvals(A) + n) on one thread, in which a vertex takes 24 bytes at
/// most besides its label. On a device a round costs at most O(nvals(A) + n). Their number is bounded; the edges between the
/// vertices that are left are copied to the host, and one thread finishes in O(n) and the time of these edges.
template <class T>
strongly_connected_components_result strongly_connected_components(const context& ctx, const matrix<T>& a) {
    return base::library_call("strongly_connected_components", [&] {
        const running_call whole(ctx);
        algorithm::require_square("strongly_connected_components", a);
        if (!ctx.is_cuda()) return strong::by_depth_first_search(whole, a.rows());
        return strong::by_rounds(ctx, algorithm::without_values(ctx, a));
    });
}

}  // namespace graphblas_gpu
