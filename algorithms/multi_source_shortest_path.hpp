// Shortest paths from any number of sources, along edges of any weight.
//
// Needs: a square matrix of int32, int64, float or double; entry (i, j) is the length of the edge from i to j.
// Idea: Bellman-Ford on a frontier. F holds the vertices whose distance got shorter in the last round; F min.+ A
// lengthens their paths by one edge, and what is shorter than before is the next frontier, until it is empty. Several
// sources are the rows of F. Where parents are wanted, or a cycle has to be found, the values are pairs (distance,
// parent) and the semiring is one of our own. Source: Kepner, Gilbert (eds.), "Graph Algorithms in the Language of
// Linear Algebra" (SIAM 2011), chapter 5; Cormen, Leiserson, Rivest, Stein, "Introduction to Algorithms", section 24.1
// and lemma 24.16; the search for cycles among the parents: Cherkassky, Goldberg, "Negative-cycle detection
// algorithms", Math. Programming 85 (1999).
#pragma once

#include <algorithms/common.hpp>

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace graphblas_gpu {

struct shortest_path_options {
    bool parents = true;
    enum method method = method::automatic;  ///< of the products; one source: hash and dense push, dot pulls
};

/// Entries only for the vertices that are reached.
template <class T>
struct shortest_path_result {
    vector<T> distances;           ///< 0 for the source
    vector<std::int64_t> parents;  ///< the vertex before it on a shortest path; the source is its own
};

/// Row s belongs to the source of that number.
template <class T>
struct multi_source_shortest_path_result {
    matrix<T> distances;
    matrix<std::int64_t> parents;
};

namespace shortest_path {

template <class T>
concept length =
    std::same_as<T, std::int32_t> || std::same_as<T, std::int64_t> || std::same_as<T, float> || std::same_as<T, double>;

/// Farther than any path that can be told from one that does not fit: the largest integer, or infinity.
template <length T>
inline constexpr T too_far = std::floating_point<T> ? std::numeric_limits<T>::infinity()
                                                    : std::numeric_limits<T>::max();
template <length T>
inline constexpr T too_near = std::floating_point<T> ? -std::numeric_limits<T>::infinity()
                                                     : std::numeric_limits<T>::lowest();

/// x + weight. A sum that does not fit stays at the bound, and a path over it is found out in the end: either the
/// vertex at the bound stays there and is refused, or it gets a shorter path, and all behind it are relaxed anew.
template <length T>
constexpr T lengthened(T x, T weight) {
    if constexpr (std::floating_point<T>) {
        return x + weight;
    } else {
        if (weight > 0 && x > too_far<T> - weight) return too_far<T>;
        if (weight < 0 && x < too_near<T> - weight) return too_near<T>;
        return x + weight;
    }
}

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

template <length T>
constexpr T distance(T x) {
    return x;
}
template <length T>
constexpr T distance(const path<T>& x) {
    return x.distance;
}

template <class Value>
Value starting_at(index source) {
    if constexpr (length<Value>)
        return Value{0};
    else
        return Value{0, source};
}

/// The shortest paths known so far from one source, a place for each vertex, so that an entry is looked up and written
/// in O(1) and a round costs what its frontier costs.
template <class Value>
vector<Value> only_source(index n, index source) {
    vector<Value> best(n);
    best.lay_out();
    best.set_element(source, starting_at<Value>(source));
    return best;
}

/// Only a strictly shorter path counts. That makes the parents a tree even where edges, or whole cycles, have length 0.
/// Let d be the distances after a round and p the parents, and suppose that p has just closed a cycle. For each vertex
/// v, d(v) was set from a distance of p(v) that has not grown since, so d(v) >= d(p(v)) + w(p(v), v). Some vertex u of
/// the cycle improved in this round; the vertex behind it got its distance from an older, strictly larger distance of
/// u, because a round reads the distances of the one before. So one of the inequalities is strict, and their sum around
/// the cycle says that its weight is negative. (Lemma 24.16 of the book, with all edges of a round relaxed at once.)
template <class Value>
bool is_shorter(const vector<Value>& best, index j, const Value& x) {
    const std::optional<Value> known = best.get_element(j);
    return !known || distance(x) < distance(*known);
}

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

/// The weights of a matrix in short.
template <length T>
struct weight_range {
    T smallest = std::numeric_limits<T>::max();
    T largest = std::numeric_limits<T>::lowest();
    bool finite = true;

    constexpr weight_range() = default;
    constexpr weight_range(T w) : smallest(w), largest(w), finite(w - w == T{0}) {}
};

template <length T>
struct join_ranges {
    using value_type = weight_range<T>;
    constexpr weight_range<T> operator()(const weight_range<T>& x, const weight_range<T>& y) const {
        weight_range<T> both;
        both.smallest = std::min(x.smallest, y.smallest);
        both.largest = std::max(x.largest, y.largest);
        both.finite = x.finite && y.finite;
        return both;
    }
    static constexpr weight_range<T> identity() { return {}; }
};

/// What can go wrong with these weights, so that nothing is watched for that cannot.
struct dangers {
    bool negative_cycle = false;
    bool too_long = false;  ///< a path of n - 1 edges of the largest weight would not fit
};

template <length T>
dangers checked_weights(const context& ctx, const matrix<T>& a) {
    algorithm::require_square("multi_source_shortest_path", a);
    if (a.nvals() == 0) return {};
    const weight_range<T> range = reduce(ctx, join_ranges<T>{}, a);
    if (!range.finite) {
        const auto values = a.values();
        const auto bad =
            std::find_if(values.begin(), values.end(), [](T w) { return !(w - w == T{0}); }) - values.begin();
        const auto row =
            std::upper_bound(a.row_offsets().begin(), a.row_offsets().end(), bad) - a.row_offsets().begin() - 1;
        throw invalid_value("multi_source_shortest_path: the weight at (" + std::to_string(row) + ", " +
                            std::to_string(a.columns()[static_cast<std::size_t>(bad)]) + ") is " +
                            std::to_string(values[static_cast<std::size_t>(bad)]) + "; weights must be finite");
    }
    const auto longest = std::max(static_cast<long double>(range.largest), -static_cast<long double>(range.smallest));
    return {range.smallest < T{0}, longest * static_cast<long double>(a.nrows() - 1) >=
                                       static_cast<long double>(std::numeric_limits<T>::max())};
}

template <length T>
void require_no_cycle(const vector<path<T>>& best, index source) {
    const std::optional<index> v = vertex_on_cycle(best, source);
    if (!v) return;
    throw invalid_value("multi_source_shortest_path: a cycle of negative length through vertex " + std::to_string(*v) +
                        " can be reached from source " + std::to_string(source) + ": there is no shortest path");
}

template <length T>
void require_distances_that_fit(const vector<path<T>>& best, index source) {
    const auto paths = best.values();
    for (std::size_t n = 0; n < paths.size(); ++n) {
        if (paths[n].distance != too_far<T> && paths[n].distance != too_near<T>) continue;
        throw invalid_value("multi_source_shortest_path: the distance from source " + std::to_string(source) +
                            " to vertex " + std::to_string(best.indices()[n]) + " does not fit " + type_name<T>());
    }
}

/// When to look for a cycle among the parents. A vertex that still improves in round n has n ancestors that improved
/// one round after the other; there are only n vertices, so the parents have closed a cycle by then. Looking after
/// rounds 1, 2, 4, 8, ... as well finds most cycles long before, in O(n log n) altogether.
constexpr bool look_for_cycle(index round, index n) { return round == n || (round & (round - 1)) == 0; }

template <class Value>
void record(vector<Value>& best, std::span<const column_index> vertices, std::span<const Value> paths) {
    for (std::size_t n = 0; n < vertices.size(); ++n) best.set_element(vertices[n], paths[n]);
}

template <class Value, length T, class S>
vector<Value> from_one(const context& ctx, const S& semiring, const matrix<T>& a, index source, const dangers& watch,
                       const descriptor& desc) {
    vector<Value> best = only_source<Value>(a.nrows(), source);
    vector<Value> frontier(a.nrows());
    frontier.set_element(source, starting_at<Value>(source));
    for (index round = 1;; ++round) {
        frontier = vxm(ctx, semiring, frontier, a, desc);
        frontier = select(
            ctx, [&](const Value& x, index j) { return is_shorter(best, j, x); }, frontier);
        if (frontier.nvals() == 0) return best;
        record(best, frontier.indices(), frontier.values());
        if constexpr (!length<Value>) {
            if (watch.negative_cycle && look_for_cycle(round, a.nrows())) require_no_cycle(best, source);
        }
    }
}

/// The distances stay one vector a source: a matrix would be merged anew in every round.
template <class Value, length T, class S>
std::vector<vector<Value>> from_many(const context& ctx, const S& semiring, const matrix<T>& a,
                                     std::span<const index> sources, const dangers& watch, const descriptor& desc) {
    std::vector<vector<Value>> best;
    std::vector<index> rows;
    std::vector<Value> starts;
    for (const index source : sources) {
        rows.push_back(static_cast<index>(best.size()));
        best.push_back(only_source<Value>(a.nrows(), source));
        starts.push_back(starting_at<Value>(source));
    }
    auto frontier = matrix<Value>::from_edges(static_cast<index>(sources.size()), a.nrows(), rows, sources, starts);
    for (index round = 1;; ++round) {
        frontier = mxm(ctx, semiring, frontier, a, desc);
        frontier = select(
            ctx, [&](const Value& x, index s, index j) { return is_shorter(best[static_cast<std::size_t>(s)], j, x); },
            frontier);
        if (frontier.nvals() == 0) return best;
        const matrix<Value>& found = frontier;
        for (std::size_t s = 0; s < best.size(); ++s) {
            const auto first = static_cast<std::size_t>(found.row_offsets()[s]);
            const auto count = static_cast<std::size_t>(found.row_offsets()[s + 1]) - first;
            if (count == 0) continue;
            record(best[s], found.columns().subspan(first, count), found.values().subspan(first, count));
            if constexpr (!length<Value>) {
                if (watch.negative_cycle && look_for_cycle(round, a.nrows())) require_no_cycle(best[s], sources[s]);
            }
        }
    }
}

/// What the rounds did not see: rounding can make a cycle of length 0 come out negative once and never again.
template <length T>
void check_result(const vector<path<T>>& best, index source, const dangers& watch) {
    if (watch.negative_cycle) require_no_cycle(best, source);
    if (watch.too_long) require_distances_that_fit(best, source);
}

}  // namespace shortest_path

/// From one source, by products of a vector and the matrix, which push or pull, whichever is cheaper.
///
/// Throws dimension_mismatch if A is not square; invalid_index if there is no such vertex; invalid_value for a weight
/// that is NaN or infinite, for a cycle of negative length that the source reaches (naming a vertex on it), and for a
/// distance that does not fit T; an integer distance of exactly the largest value of T counts as one that does not.
/// Sums never wrap. Floating point: a distance is the sum of its weights from the source on. A cycle of length 0 whose
/// sum is negative after rounding is reported as negative.
///
/// A round costs what its frontier costs, and there are at most n - 1: as many as the edges of the longest of the
/// shortest paths.
template <class T>
shortest_path_result<T> multi_source_shortest_path(const context& ctx, const matrix<T>& a, index source,
                                                   const shortest_path_options& options = {}) {
    static_assert(shortest_path::length<T>,
                  "multi_source_shortest_path: weights are int32, int64, float or double; cast others with apply, and "
                  "for edges without weights use bfs");
    namespace sp = shortest_path;
    const sp::dangers watch = sp::checked_weights(ctx, a);
    algorithm::require_vertex("multi_source_shortest_path", source, a.nrows());
    if (options.method == method::automatic || options.method == method::dot) (void)a.is_symmetric();
    const descriptor desc{.method = options.method};

    shortest_path_result<T> result{vector<T>(a.nrows()), vector<std::int64_t>(a.nrows())};
    if (!options.parents && !watch.negative_cycle && !watch.too_long) {
        result.distances = sp::from_one<T>(ctx, min_plus<T>, a, source, watch, desc);
        return result;
    }
    const auto best = sp::from_one<sp::path<T>>(ctx, sp::extend<T>{}, a, source, watch, desc);
    sp::check_result(best, source, watch);
    result.distances = apply(
        ctx, [](const sp::path<T>& x) { return x.distance; }, best);
    if (options.parents)
        result.parents = apply(
            ctx, [](const sp::path<T>& x) { return x.parent; }, best);
    return result;
}

/// From several sources, the rows of the result; a source may be repeated. Errors as above. All rows advance by one
/// edge a round, on all threads. Works in (distance, parent) for each source and vertex beside the result.
template <class T>
multi_source_shortest_path_result<T> multi_source_shortest_path(const context& ctx, const matrix<T>& a,
                                                                std::span<const index> sources,
                                                                const shortest_path_options& options = {}) {
    static_assert(shortest_path::length<T>,
                  "multi_source_shortest_path: weights are int32, int64, float or double; cast others with apply, and "
                  "for edges without weights use bfs");
    namespace sp = shortest_path;
    const sp::dangers watch = sp::checked_weights(ctx, a);
    for (const index source : sources) algorithm::require_vertex("multi_source_shortest_path", source, a.nrows());
    const descriptor desc{.method = options.method};
    const auto rows = static_cast<index>(sources.size());

    multi_source_shortest_path_result<T> result{matrix<T>(rows, a.nrows()), matrix<std::int64_t>(rows, a.nrows())};
    if (!options.parents && !watch.negative_cycle && !watch.too_long) {
        result.distances =
            algorithm::stacked(a.ncols(), sp::from_many<T>(ctx, min_plus<T>, a, sources, watch, desc), std::identity{});
        return result;
    }
    const auto best = sp::from_many<sp::path<T>>(ctx, sp::extend<T>{}, a, sources, watch, desc);
    for (std::size_t s = 0; s < best.size(); ++s) sp::check_result(best[s], sources[s], watch);
    result.distances = algorithm::stacked(a.ncols(), best, [](const sp::path<T>& x) { return x.distance; });
    if (options.parents)
        result.parents = algorithm::stacked(a.ncols(), best, [](const sp::path<T>& x) { return x.parent; });
    return result;
}

}  // namespace graphblas_gpu
