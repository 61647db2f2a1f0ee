// The strongly connected components of a directed graph: two vertices are in one if each can be reached from the other.
//
// Needs: a square matrix whose entry (i, j), whatever its value, is an edge from i to j.
// Idea: a vertex that no edge enters or none leaves is a component by itself, and so are then, one after the other, most vertices of most
// graphs (trimming). The component of the vertex with the most neighbours is what it reaches forwards and backwards, in most graphs
// the one large component. The rest is coloured: each vertex takes the smallest vertex that reaches it. A vertex that has its own
// number is the smallest of its component, which is what reaches it backwards along edges of its colour. Edges between two colours belong
// to no component, and the rest of the rest is trimmed and coloured again.
// Source: Fleischer, Hendrickson, Pinar, "On identifying strongly connected components in parallel" (IPDPS 2000 workshops); Orzan, "On
// distributed verification and verified distribution" (2004), for the colours; Slota, Rajamanickam, Madduri, "BFS and coloring-based
// parallel algorithms for strongly connected components and related problems" (IPDPS 2014), for their order.
#pragma once

#include <algorithms/selections.hpp>
#include <algorithms/triangle_count.hpp>

#include <cstdint>
#include <type_traits>
#include <utility>

namespace graphblas_gpu {

/// Every vertex has an entry.
struct strongly_connected_components_result {
    vector<std::int64_t> labels;   ///< the smallest vertex of the component that the vertex is in
    std::int64_t components = 0;   ///< how many there are
};

namespace strong {

/// The vertices of `alive` that edges among `alive` both enter and leave, when all others have been taken away one after the other.
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

/// The vertices that `from` reaches along edges, or against them.
inline vector<void> reached(const context& ctx, const matrix<void>& graph, vector<void> from, bool backwards) {
    const vector<void> start = from;
    propagate(ctx, from, start, fill_blanks, any_pair<bool>, graph, {.transpose = backwards});
    return from;
}

/// The vertex of `alive` with the largest product of the numbers of edges that leave and enter it, the smallest of several. Both
/// numbers are those of the whole graph.
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

    // Of each vertex whose component is not known yet, its number.
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
        // Colours went on through vertices whose component is known; here these fall out of the graph.
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

/// The strong components of A. Values and self loops mean nothing; a vertex on no cycle is a component by itself; the graph without
/// vertices has none. In an undirected graph these are the connected components, which connected_components finds sooner. The answer
/// is the same on every engine and for any number of threads.
///
/// Throws dimension_mismatch if A is not square. A round of trimming, reaching or colouring costs O(nvals(A) + n) at most. Most graphs
/// need some tens of rounds; those with long paths that are on no cycle need as many as the longest path has vertices.
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
// The library has this already (algorithms/instances).
extern template strongly_connected_components_result strongly_connected_components(const context&, const matrix<void>&);
/// @endcond

}  // namespace graphblas_gpu
