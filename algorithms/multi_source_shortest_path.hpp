// Shortest paths from any number of sources, along edges of any weight.
//
// Needs: a square matrix of int32, int64, float or double; entry (i, j) is the length of the edge from i to j.
// Idea: if no edge is negative, near vertices are processed first (shortest_path/delta_stepping.hpp), otherwise all changed
// vertices in rounds (shortest_path/bellman_ford.hpp). Parents are found afterwards, among the edges that lie on shortest paths
// (shortest_path/relaxation.hpp). Searches from several sources run one after the other.
// Source: named in those files.
#pragma once

#include <algorithms/shortest_path/bellman_ford.hpp>
#include <algorithms/shortest_path/delta_stepping.hpp>

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace graphblas_gpu {

/// The options of multi_source_shortest_path.
struct shortest_path_options {
    bool parents = true;
    enum method method = method::automatic;  ///< of the products; one source: hash and dense push, dot pulls
};

/// The result for one source. Only vertices that are reached have entries.
template <class T>
struct shortest_path_result {
    vector<T> distances;           ///< 0 for the source
    vector<std::int64_t> parents;  ///< the previous vertex on a shortest path; the source is its own parent
};

/// The results for several sources: row s is the result for source number s.
template <class T>
struct multi_source_shortest_path_result {
    matrix<T> distances;
    matrix<std::int64_t> parents;
};

namespace shortest_path {

template <length T>
shortest_path_result<T> from_one(const context& ctx, const matrix<T>& a, index source, const weights<T>& known,
                                 const shortest_path_options& options) {
    const descriptor desc{.method = options.method};
    shortest_path_result<T> result{known.negative ? bellman_ford(ctx, a, source, known, desc)
                                                  : delta_stepping(ctx, a, source, known, options.method),
                                   vector<std::int64_t>(a.nrows())};
    if (known.too_long) require_distances_that_fit(ctx, a, source, result.distances);
    if (options.parents) result.parents = parents_of(ctx, tight_edges(ctx, a, with_unreached(ctx, result.distances)), source);
    return result;
}

}  // namespace shortest_path

/// A search from one source. Among the shortest paths to a vertex, its parent is on one with the fewest edges; if there are
/// several such parents, it is the smallest.
///
/// Throws dimension_mismatch if A is not square; invalid_index if there is no such vertex; invalid_value for a weight that is
/// NaN or infinite, for a cycle of negative length that can be reached from the source (the message names a vertex on it), and
/// for a distance that does not fit T; an integer distance of exactly the largest value of T does not fit either. Sums never
/// wrap. Floating point: the length of a path is the sum of its weights, added from the source on, and a distance is the
/// smallest of these lengths. A cycle of length 0 whose sum is negative after rounding is reported as negative.
///
/// Without negative weights about O(nvals(A) + n) if lengths are evenly distributed, and some microseconds for each step; the
/// parents need one more pass over the entries. With negative weights, or if a method is named, there are rounds, at most n -
/// 1: as many as the largest number of edges of any of the shortest paths; each round costs the edges of its frontier. With
/// negative weights a cycle is searched for after rounds 1, 2, 4, .., by a pass over the entries and a breadth-first search.
template <class T>
shortest_path_result<T> multi_source_shortest_path(const context& ctx, const matrix<T>& a, index source,
                                                   const shortest_path_options& options = {}) {
    static_assert(shortest_path::length<T>,
                  "multi_source_shortest_path: weights are int32, int64, float or double; cast others with apply, and "
                  "for edges without weights use bfs");
    const auto known = shortest_path::checked_weights(ctx, a);
    algorithm::require_vertex("multi_source_shortest_path", source, a.nrows());
    return shortest_path::from_one(ctx, a, source, known, options);
}

/// Searches from several sources; row s of the result is the result for source number s; a source may be repeated. Errors as
/// above. The searches run one after the other, each on all threads.
template <class T>
multi_source_shortest_path_result<T> multi_source_shortest_path(const context& ctx, const matrix<T>& a,
                                                                const integer_list<index>& source_list,
                                                                const shortest_path_options& options = {}) {
    const std::span<const index> sources = source_list;
    static_assert(shortest_path::length<T>,
                  "multi_source_shortest_path: weights are int32, int64, float or double; cast others with apply, and "
                  "for edges without weights use bfs");
    namespace sp = shortest_path;
    const auto known = sp::checked_weights(ctx, a);
    for (const index source : sources) algorithm::require_vertex("multi_source_shortest_path", source, a.nrows());

    std::vector<vector<T>> distances;
    std::vector<vector<std::int64_t>> parents;
    for (const index source : sources) {
        auto row = sp::from_one(ctx, a, source, known, options);
        distances.push_back(std::move(row.distances));
        parents.push_back(std::move(row.parents));
    }
    return {stack_rows(ctx, a.ncols(), distances),
            options.parents ? stack_rows(ctx, a.ncols(), parents)
                            : matrix<std::int64_t>(static_cast<index>(sources.size()), a.nrows())};
}

/// @cond
// The library has compiled these (algorithms/instances).
#define GB_DECLARE(T)                                                                                                      \
    extern template shortest_path_result<T> multi_source_shortest_path(const context&, const matrix<T>&, index,             \
                                                                       const shortest_path_options&);                       \
    extern template multi_source_shortest_path_result<T> multi_source_shortest_path(                                        \
        const context&, const matrix<T>&, const integer_list<index>&, const shortest_path_options&);
GB_DECLARE(std::int32_t)
GB_DECLARE(std::int64_t)
GB_DECLARE(float)
GB_DECLARE(double)
#undef GB_DECLARE
/// @endcond

}  // namespace graphblas_gpu
