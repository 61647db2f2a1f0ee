// Shortest paths along edges of any length, from one source, by rounds over distances alone: as a CUDA device has them.
//
// Idea: Bellman-Ford on a frontier, with plain numbers for values. Parents are looked for among the tight edges, along which
// the distance of the start and the length make no more than the distance of the end: the edge that shortened a path last
// stays tight, for its start can only get nearer. A vertex that is reached, but to which tight edges do not lead from the
// source, goes back, parent by parent, to a cycle, and its length is negative (see unless_shorter).
// Source: as of bellman_ford.hpp.
#pragma once

#include <algorithms/shortest_path/bellman_ford.hpp>
#include <algorithms/shortest_path/delta_stepping.hpp>

#include <algorithm>

namespace graphblas_gpu::shortest_path {

/// A vertex on a cycle of negative length, looked for backwards from v, whose parents lead to one: where whatever leads to a
/// vertex can be reached from it, its parents go in a circle.
template <length T>
index find_cycle(const context& ctx, const matrix<T>& tight, index v) {
    constexpr bfs_options levels{.parents = false, .method = method::dense};
    const matrix<T> back = transpose(ctx, tight);
    for (;;) {
        const auto before = bfs(ctx, back, v, levels).levels, behind = bfs(ctx, tight, v, levels).levels;
        vector<std::int32_t> others(before.size());
        select(ctx, others, !structure(behind), no_accum, value_ge(0), before);
        if (others.nvals() == 0) return v;
        v = select(ctx, value_eq(reduce(ctx, max{}, others)), others).indices().front();
    }
}

/// Throws invalid_value, naming a vertex, where the tight edges do not lead from the source to all vertices that are reached.
template <length T>
void require_ways_back(const context& ctx, const matrix<T>& a, index source, const vector<T>& best) {
    const matrix<T> tight = device::tight_edges(ctx, a, best);
    const std::vector<index> only_source{source};
    if (reduce(ctx, min{}, extract(ctx, best, only_source)) < T{0}) refuse_cycle(find_cycle(ctx, tight, source), source);
    const auto led_to = bfs(ctx, tight, source, {.parents = false, .method = method::dense}).levels;
    vector<T> others(best.size());
    select(ctx, others, !structure(led_to), no_accum, value_ne(too_far<T>), best);
    if (others.nvals() > 0) refuse_cycle(find_cycle(ctx, tight, others.indices().front()), source);
}

/// The distances from one source, an entry for every vertex: too_far where it is not reached, or only by paths that are too
/// long. Throws invalid_value for a cycle of negative length.
template <length T>
vector<T> by_distances(const context& ctx, const matrix<T>& a, index source, const weights<T>& known, const descriptor& desc) {
    const index n = a.nrows();
    auto best = vector<T>::full(n, too_far<T>);
    best.set_element(source, T{0});
    vector<T> frontier(n);
    frontier.set_element(source, T{0});
    for (index round = 1;; ++round) {
        relax(ctx, a, best, frontier, known, desc);
        if (frontier.nvals() == 0) break;
        // After round n there is a cycle. It shows itself as soon as no edge from elsewhere is tight by chance.
        if (round > n || look_for_cycle(round, n)) require_ways_back(ctx, a, source, best);
    }
    require_ways_back(ctx, a, source, best);
    return best;
}

/// Throws invalid_value, naming the first of them, if vertices are reached, but not at a distance that fits; `distances` has
/// none of those that are too far.
template <length T>
void require_distances_that_fit(const context& ctx, const matrix<T>& a, index source, const vector<T>& distances) {
    const index n = a.nrows();
    index first = n;
    const vector<T> near = select(ctx, value_eq(too_near<T>), distances);
    if (near.nvals() > 0) first = near.indices().front();
    if (some_distance_does_not_fit(ctx, a, distances)) {
        vector<std::int32_t> far(n);
        select(ctx, far, !structure(distances), no_accum, value_ge(0), bfs(ctx, a, source, {.parents = false}).levels);
        first = std::min<index>(first, far.indices().front());
    }
    if (first < n) refuse_distance<T>(first, source);
}

}  // namespace graphblas_gpu::shortest_path
