// Shortest paths along edges of any length, from one source: rounds until no distance gets shorter.
//
// Idea: Bellman-Ford on a frontier. The frontier F has the vertices whose distance got shorter in the last round; F times A
// extends their paths by one edge, and the vertices whose distance gets shorter are the next frontier, until it is empty. The
// tight edges show a cycle of negative length. Let p(v) be the vertex from which the distance d(v) was shortened last, by an
// edge of length w(v). The distance of p(v) can only have become shorter since then, so d(v) >= d(p(v)) + w(v): the edge is
// tight. If the tight edges do not lead from the source to some vertex that is reached, going back from it, from v to p(v),
// ends in a cycle. Among the vertices of this cycle, let u be one whose distance was shortened last. The distance of the next
// vertex on the cycle was computed from an older, longer distance of u, so that for this vertex the inequality is strict. The
// sum of the inequalities around the cycle shows that its length is negative.
// Source: Kepner, Gilbert (eds.), "Graph Algorithms in the Language of Linear Algebra" (SIAM 2011), chapter 5; Cormen,
// Leiserson, Rivest, Stein, "Introduction to Algorithms", section 24.1 and lemma 24.16; when to look for cycles:
// Cherkassky, Goldberg, "Negative-cycle detection algorithms", Math. Programming 85 (1999).
#pragma once

#include <algorithms/shortest_path/relaxation.hpp>
#include <graphblas_gpu/extract.hpp>
#include <graphblas_gpu/graph.hpp>
#include <graphblas_gpu/reduce.hpp>
#include <graphblas_gpu/transpose.hpp>

#include <vector>

namespace graphblas_gpu::shortest_path {

/// Whether to search for a cycle after this round. A vertex whose distance still gets shorter in round n has n ancestors whose
/// distances got shorter in successive rounds; there are only n vertices, so there is a cycle, and from then on every round
/// searches for it. Searching after rounds 1, 2, 4, 8, .. too finds most cycles much earlier. As long as no cycle is found, a
/// shortest path of at most n - 1 tight edges leads to every vertex, so that no distance is shorter than n edges of the least
/// length (weights::too_long).
constexpr bool look_for_cycle(index round, index n) { return round >= n || (round & (round - 1)) == 0; }

/// A vertex on a cycle of negative length from which tight edges lead to v. In each step v moves to the farthest vertex that
/// leads to v and that v does not lead to. If there is no such vertex, v leads to all vertices that lead to it, and the cycle
/// of its parents is among them.
inline index find_cycle(const context& ctx, const matrix<void>& tight, index v) {
    const matrix<void> reversed = transpose(ctx, tight);
    for (;;) {
        const auto ancestors = levels_of(ctx, reversed, v), descendants = levels_of(ctx, tight, v);
        vector<std::int32_t> only_ancestors(ancestors.size());
        select(ctx, only_ancestors, !structure(descendants), no_accum, value_ge(0), ancestors);
        if (only_ancestors.nvals() == 0) return v;
        v = select(ctx, value_eq(reduce(ctx, max{}, only_ancestors)), only_ancestors).indices().front();
    }
}

/// Throws invalid_value, which names a vertex, if there is a vertex that is reached but that the tight edges do not lead to.
template <length T>
void require_no_cycle(const context& ctx, const matrix<T>& a, index source, const vector<T>& best) {
    const matrix<void> tight = tight_edges(ctx, a, best);
    const std::vector<index> at_source{source};
    if (reduce(ctx, min{}, extract(ctx, best, at_source)) < T{0}) refuse_cycle(find_cycle(ctx, tight, source), source);
    const auto led_to = levels_of(ctx, tight, source);
    vector<T> not_led_to(best.size());
    select(ctx, not_led_to, !structure(led_to), no_accum, value_ne(too_far<T>), best);
    if (not_led_to.nvals() > 0) refuse_cycle(find_cycle(ctx, tight, not_led_to.indices().front()), source);
}

/// The distances from one source to the vertices that are reached by paths that are not too long. Throws invalid_value for a
/// cycle of negative length.
template <length T>
vector<T> bellman_ford(const context& ctx, const matrix<T>& a, index source, const weights<T>& known, const descriptor& desc) {
    const index n = a.nrows();
    vector<T> best = distances_before<T>(n, source);
    vector<T> frontier = only_source<T>(n, source);
    for (index round = 1;; ++round) {
        relax(ctx, a, best, frontier, known, desc);
        if (frontier.nvals() == 0) break;
        if (look_for_cycle(round, n)) require_no_cycle(ctx, a, source, best);
    }
    // Rounding can make the length of a cycle of length 0 negative once and never again; then the rounds end by themselves.
    require_no_cycle(ctx, a, source, best);
    return without_unreached(ctx, best);
}

}  // namespace graphblas_gpu::shortest_path
