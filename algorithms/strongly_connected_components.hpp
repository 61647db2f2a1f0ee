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

#include <algorithms/selections.hpp>
#include <algorithms/triangle_count.hpp>

#include <cstdint>
#include <type_traits>
#include <utility>

namespace graphblas_gpu {

/// The result; every vertex has an entry in `labels`.
struct strongly_connected_components_result {
    vector<std::int64_t> labels;  ///< the smallest vertex of the component of the vertex
    std::int64_t components = 0;  ///< the number of components
};

namespace strong {

/// The vertices of `alive` that remain after all vertices that no edge among the remaining vertices enters, or leaves, have
/// been removed.
inline vector<std::int64_t> trimmed(const context& ctx, const matrix<void>& graph, vector<std::int64_t> alive) {
    for (index before = -1; before != alive.nvals() && alive.nvals() > 0;) {
        before = alive.nvals();
        vector<void> left(alive.size());
        mxv(ctx, left, structure(alive), no_accum, any_pair<bool>, graph, alive);
        alive = algorithm::restricted(ctx, alive, structure(left));
        vector<void> entered(alive.size());
        vxm(ctx, entered, structure(alive), no_accum, any_pair<bool>, alive, graph);
        alive = algorithm::restricted(ctx, alive, structure(entered));
    }
    return alive;
}

/// The vertices that `from` reaches along edges, or against them if `backwards`.
inline vector<void> reached(const context& ctx, const matrix<void>& graph, vector<void> from, bool backwards) {
    const vector<void> start = from;
    propagate(ctx, from, start, fill_blanks, any_pair<bool>, graph, {.transpose = backwards});
    return from;
}

/// The vertex of `alive` with the largest product of the numbers of edges that leave and enter it, the smallest such vertex if
/// there are several. Both numbers count the edges of the whole graph.
inline index pivot_of(const context& ctx, const matrix<void>& graph, const vector<std::int64_t>& alive) {
    const auto product = algorithm::restricted(
        ctx, ewise_mult(ctx, times{}, reduce_rows(ctx, plus{}, graph), reduce_columns(ctx, plus{}, graph)), structure(alive));
    const std::int64_t most = reduce(ctx, max{}, product);
    const auto those = select(ctx, value_eq(most), product);
    return reduce(ctx, min{}, algorithm::restricted(ctx, alive, structure(those)));
}

/// The components of a graph without self loops.
inline strongly_connected_components_result components_of(const context& ctx, matrix<void> graph) {
    const index n = graph.nrows();
    const vector<std::int64_t> numbers = algorithm::vertex_numbers(n);
    strongly_connected_components_result result{numbers};

    // The vertices whose component is not known yet; the value of a vertex is its number.
    vector<std::int64_t> alive = trimmed(ctx, graph, numbers);
    if (alive.nvals() > 0) {
        vector<void> pivot(n);
        pivot.set_element(pivot_of(ctx, graph, alive));
        const auto component =
            ewise_mult(ctx, land{}, reached(ctx, graph, pivot, false), reached(ctx, graph, pivot, true));
        const std::int64_t smallest = reduce(ctx, min{}, algorithm::restricted(ctx, numbers, structure(component)));
        assign(ctx, result.labels, structure(component), no_accum, smallest);
        alive = trimmed(ctx, graph, algorithm::restricted(ctx, alive, !structure(component)));
    }
    while (alive.nvals() > 0) {
        vector<std::int64_t> colours = alive;
        propagate(ctx, colours, alive, improve, min_first<std::int64_t>, graph);
        // The colours also spread through vertices whose component is known; these vertices are removed from the graph here.
        colours = algorithm::restricted(ctx, colours, structure(alive));
        graph = algorithm::edges_whose_ends(ctx, eq{}, graph, colours);
        const vector<void> smallest = algorithm::positions_where(ctx, eq{}, colours, alive);
        const vector<void> known = reached(ctx, graph, smallest, true);
        assign(ctx, result.labels, no_mask, second{}, algorithm::restricted(ctx, colours, structure(known)));
        alive = trimmed(ctx, graph, algorithm::restricted(ctx, alive, !structure(known)));
    }
    result.components = algorithm::positions_where(ctx, eq{}, result.labels, numbers).nvals();
    return result;
}

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
    if constexpr (!std::is_void_v<T>) {
        return strongly_connected_components(ctx, triangles::structure_of(ctx, a));
    } else {
        return strong::components_of(ctx, select(ctx, offdiag{}, a));
    }
}

/// @cond
// The library has compiled this (algorithms/instances).
extern template strongly_connected_components_result strongly_connected_components(const context&, const matrix<void>&);
/// @endcond

}  // namespace graphblas_gpu
