// The code that both searches share, for lengths that are not negative and for any lengths: the step, and the results that
// follow from the distances.
//
// Idea: a step is one product under min, which reports the entries that it changed. Parents are found after the distances: the
// tight edges, which lie on shortest paths, are a graph of their own, and a breadth-first search in it finds a tree, even if
// edges have length 0.
#pragma once

#include <algorithms/bfs.hpp>
#include <algorithms/shortest_path/lengths.hpp>
#include <graphblas_gpu/assign.hpp>
#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/descriptor.hpp>
#include <graphblas_gpu/mask.hpp>
#include <graphblas_gpu/matrix.hpp>
#include <graphblas_gpu/mxv.hpp>
#include <graphblas_gpu/planner/method.hpp>
#include <graphblas_gpu/select.hpp>
#include <graphblas_gpu/vector.hpp>
#include <graphblas_gpu/vxm_update.hpp>
#include <semirings/index_operators.hpp>
#include <semirings/monoids.hpp>
#include <semirings/operators.hpp>
#include <semirings/semirings.hpp>

#include <algorithm>
#include <concepts>
#include <cstdint>

namespace graphblas_gpu::shortest_path {

/// The distances at the start of a search, with an entry for every vertex: 0 for the source, too_far for all others.
template <length T>
vector<T> distances_before(index n, index source) {
    auto best = vector<T>::full(n, too_far<T>);
    best.set_element(source, T{0});
    return best;
}

template <length T>
vector<T> only_source(index n, index source) {
    vector<T> frontier(n);
    frontier.set_element(source, T{0});
    return frontier;
}

/// Relaxes the edges of the vertices of the frontier. Afterwards the frontier has the vertices whose distance got shorter.
template <length T>
void relax(const context& ctx, const matrix<T>& a, vector<T>& best, vector<T>& frontier, const weights<T>& known,
           const descriptor& desc) {
    if constexpr (std::integral<T>) {
        // A sum that does not fit saturates at the bound, and this is found in the end: either the vertex keeps the bound as
        // its distance, and is refused, or it gets a shorter path later, and all vertices after it are relaxed again.
        // Floating-point sums saturate at infinity by themselves.
        if (known.too_long) {
            return vxm_update(ctx, best, frontier, no_mask, monoid<min, T>{}, min_saturating_plus<T>, frontier, a, desc);
        }
    }
    vxm_update(ctx, best, frontier, no_mask, monoid<min, T>{}, min_plus<T>, frontier, a, desc);
}

/// levels_of: the levels of the vertices that the tight edges lead to from a vertex; parents_of: the search tree.
/// @{
inline vector<std::int32_t> levels_of(const context& ctx, const matrix<void>& tight, index source) {
    return bfs(ctx, tight, source, {.parents = false, .method = method::dense}).levels;
}
inline vector<std::int64_t> parents_of(const context& ctx, const matrix<void>& tight, index source) {
    return bfs(ctx, tight, source, {.method = method::dense}).parents;
}
/// @}

/// The distances of the vertices that are reached.
template <length T>
vector<T> without_unreached(const context& ctx, const vector<T>& best) {
    return select(ctx, value_ne(too_far<T>), best);
}

/// The reverse of without_unreached: an entry for every vertex.
template <length T>
vector<T> with_unreached(const context& ctx, const vector<T>& distances) {
    vector<T> best(distances.size());
    assign(ctx, best, no_mask, no_accum, too_far<T>);
    assign(ctx, best, structure(distances), no_accum, distances);
    return best;
}

/// Throws invalid_value, which names the first such vertex, if a path leads to vertices whose distance is at a bound of T.
/// `distances` has only the vertices that are not too far.
template <length T>
void require_distances_that_fit(const context& ctx, const matrix<T>& a, index source, const vector<T>& distances) {
    const index n = a.nrows();
    index first = n;
    const vector<T> near = select(ctx, value_eq(too_near<T>), distances);
    if (near.nvals() > 0) first = near.indices().front();
    vector<void> beyond(n);
    vxm(ctx, beyond, !structure(distances), no_accum, any_pair<bool>, distances, a, {.replace = true});
    if (beyond.nvals() > 0) {
        matrix<void> edges(n, n);
        assign(ctx, edges, no_mask, no_accum, a);
        vector<std::int32_t> far(n);
        select(ctx, far, !structure(distances), no_accum, value_ge(0), bfs(ctx, edges, source, {.parents = false}).levels);
        first = std::min<index>(first, far.indices().front());
    }
    if (first < n) refuse_distance<T>(first, source);
}

}  // namespace graphblas_gpu::shortest_path
