// Shortest paths along edges of any length, from one source: rounds over pairs of distance and parent.
//
// Idea: Bellman-Ford on a frontier. F holds the vertices whose distance got shorter in the last round; F times A lengthens
// their paths by one edge, and what is shorter than before is the next frontier, until it is empty. The values are pairs
// (distance, parent) and the semiring is one of our own, because a cycle of negative length shows itself among the parents.
// Source: Kepner, Gilbert (eds.), "Graph Algorithms in the Language of Linear Algebra" (SIAM 2011), chapter 5; Cormen,
// Leiserson, Rivest, Stein, "Introduction to Algorithms", section 24.1 and lemma 24.16; the search for cycles among the
// parents: Cherkassky, Goldberg, "Negative-cycle detection algorithms", Math. Programming 85 (1999).
#pragma once

#include <algorithms/shortest_path/lengths.hpp>

#include <optional>
#include <vector>

namespace graphblas_gpu::shortest_path {

template <length T>
struct path {
    T distance;
    std::int64_t parent;
    friend constexpr bool operator==(const path&, const path&) = default;
};

/// The shorter path; of equally short ones the one with the smaller parent.
template <length T>
struct nearer {
    using value_type = path<T>;
    constexpr path<T> operator()(const path<T>& x, const path<T>& y) const {
        return y.distance < x.distance || (y.distance == x.distance && y.parent < x.parent) ? y : x;
    }
    static constexpr path<T> identity() { return {too_far<T>, std::numeric_limits<std::int64_t>::max()}; }
};

/// A path to k becomes one to j by the edge (k, j).
template <length T>
struct extend {
    using left_type = path<T>;
    using right_type = T;
    static constexpr nearer<T> add{};
    static constexpr path<T> multiply(const path<T>& x, T weight, index, index k, index) {
        return {lengthened(x.distance, weight), k};
    }
};

/// Accumulates paths: only a strictly shorter one counts. That makes the parents a tree even where edges, or whole cycles,
/// have length 0. Let d be the distances after a round and p the parents, and suppose that p has just closed a cycle. For
/// each vertex v, d(v) was set from a distance of p(v) that has not grown since, so d(v) >= d(p(v)) + w(p(v), v). Some
/// vertex u of the cycle improved in this round; the vertex behind it got its distance from an older, strictly larger
/// distance of u, because a round reads the distances of the one before. So one of the inequalities is strict, and their sum
/// around the cycle says that its weight is negative. (Lemma 24.16 of the book, with all edges of a round relaxed at once.)
struct unless_shorter {
    template <length T>
    constexpr path<T> operator()(const path<T>& known, const path<T>& x) const {
        return x.distance < known.distance ? x : known;
    }
};

/// A vertex on a cycle of the parents, or nothing if they form a tree. The source is its own parent by right only as
/// long as nothing leads back to it at a negative length. O(vertices).
template <length T>
std::optional<index> vertex_on_cycle(const vector<path<T>>& best, index source) {
    const auto reached = best.indices();
    const auto paths = best.values();
    constexpr index unseen = -1;
    std::vector<index> parent(static_cast<std::size_t>(best.size()));
    std::vector<index> first_walk(static_cast<std::size_t>(best.size()), unseen);
    for (std::size_t n = 0; n < reached.size(); ++n) {
        parent[reached[n]] = paths[n].parent;
        if (reached[n] == source && !(paths[n].distance < T{0})) first_walk[reached[n]] = source;
    }
    for (const index start : reached) {
        if (first_walk[static_cast<std::size_t>(start)] != unseen) continue;
        index v = start;
        while (first_walk[static_cast<std::size_t>(v)] == unseen) {
            first_walk[static_cast<std::size_t>(v)] = start;
            v = parent[static_cast<std::size_t>(v)];
        }
        if (first_walk[static_cast<std::size_t>(v)] == start) return v;
    }
    return std::nullopt;
}

template <length T>
void require_no_cycle(const vector<path<T>>& best, index source) {
    if (const std::optional<index> v = vertex_on_cycle(best, source)) refuse_cycle(*v, source);
}

template <length T>
void require_distances_that_fit(const vector<path<T>>& best, index source) {
    const auto paths = best.values();
    for (std::size_t n = 0; n < paths.size(); ++n) {
        if (paths[n].distance == too_far<T> || paths[n].distance == too_near<T>) refuse_distance<T>(best.indices()[n], source);
    }
}

/// The paths from one source. Products of a named method do what it says.
template <length T>
vector<path<T>> bellman_ford(const context& ctx, const matrix<T>& a, index source, const weights<T>& known,
                             const descriptor& desc) {
    vector<path<T>> best(a.nrows());
    // A place for each vertex from the start, so that a round costs what its frontier costs.
    best.lay_out();
    best.set_element(source, {T{0}, source});
    vector<path<T>> frontier(a.nrows());
    frontier.set_element(source, {T{0}, source});
    for (index round = 1;; ++round) {
        vxm_update(ctx, best, frontier, no_mask, unless_shorter{}, extend<T>{}, frontier, a, desc);
        if (frontier.nvals() == 0) break;
        if (known.negative && look_for_cycle(round, a.nrows())) require_no_cycle(best, source);
    }
    // What the rounds did not see: rounding can make a cycle of length 0 come out negative once and never again.
    if (known.negative) require_no_cycle(best, source);
    if (known.too_long) require_distances_that_fit(best, source);
    return best;
}

}  // namespace graphblas_gpu::shortest_path
