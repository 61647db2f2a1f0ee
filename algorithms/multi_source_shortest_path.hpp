// Shortest paths from any number of sources, along edges of any weight.
//
// Needs: a square matrix of int32, int64, float or double; entry (i, j) is the length of the edge from i to j.
// Idea: near vertices first where no edge is negative (shortest_path/delta_stepping.hpp), rounds elsewhere
// (shortest_path/bellman_ford.hpp); parents afterwards, among the edges that lie on shortest paths
// (shortest_path/relaxation.hpp). Several sources are one search after the other. Source: in those files.
#pragma once

#include <algorithms/shortest_path/bellman_ford.hpp>
#include <algorithms/shortest_path/delta_stepping.hpp>

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace graphblas_gpu {

/// Of multi_source_shortest_path.
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

/// From one source. Parents are those of the paths of the fewest edges among the shortest; of several such, the smallest.
///
/// Throws dimension_mismatch if A is not square; invalid_index if there is no such vertex; invalid_value for a weight
/// that is NaN or infinite, for a cycle of negative length that the source reaches (naming a vertex on it), and for a
/// distance that does not fit T; an integer distance of exactly the largest value of T counts as one that does not.
/// Sums never wrap. Floating point: a distance is the sum of its weights from the source on, the smallest of all paths. A
/// cycle of length 0 whose sum is negative after rounding is reported as negative.
///
/// Without negative weights about O(nvals(A) + n) where lengths are evenly spread, a few microseconds a step beside it; the
/// parents are one more pass over the entries. With negative weights, or a method that is named, there are rounds, at most
/// n - 1: as many as the edges of the longest of the shortest paths; each costs what its frontier costs. With negative weights
/// cycles are looked for after rounds 1, 2, 4, .., by a pass over the entries and a breadth-first search.
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

/// From several sources, the rows of the result; a source may be repeated. Errors as above. One search after the other, each
/// on all threads.
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
// The library has these already (algorithms/instances).
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
