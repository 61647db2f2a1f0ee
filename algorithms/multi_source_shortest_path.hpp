// Shortest paths from any number of sources, along edges of any weight.
//
// Needs: a square matrix of int32, int64, float or double; entry (i, j) is the length of the edge from i to j.
// Idea: if no edge is negative, near vertices are processed first (shortest_path/delta_stepping.hpp), otherwise all changed
// vertices in rounds (shortest_path/bellman_ford.hpp). Parents are found afterwards, among the edges that lie on shortest paths
// (shortest_path/relaxation.hpp). Distances from several sources are the rows of one matrix.
// Source: named in those files.
#pragma once

#include <algorithms/shortest_path/bellman_ford.hpp>
#include <algorithms/shortest_path/delta_stepping.hpp>
#include <graphblas_gpu/base/within_memory.hpp>
#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/descriptor.hpp>
#include <graphblas_gpu/graph.hpp>
#include <graphblas_gpu/integer_list.hpp>
#include <graphblas_gpu/matrix.hpp>
#include <graphblas_gpu/planner/method.hpp>
#include <graphblas_gpu/vector.hpp>

#include <cstdint>
#include <span>
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

/// Checks the distances from one source, and finds the parents that follow from them, which are empty if nobody asks for them.
template <length T>
vector<std::int64_t> checked_parents(const context& ctx, const matrix<T>& a, index source, const weights<T>& known,
                                     const vector<T>& distances, const shortest_path_options& options) {
    if (known.too_long) require_distances_that_fit(ctx, a, source, distances);
    if (!options.parents) return vector<std::int64_t>(a.nrows());
    return parents_of(ctx, tight_edges(ctx, a, with_unreached(ctx, distances)), source);
}

template <length T>
shortest_path_result<T> from_one(const context& ctx, const matrix<T>& a, index source, const weights<T>& known,
                                 const shortest_path_options& options) {
    shortest_path_result<T> result;
    result.distances = known.negative ? bellman_ford(ctx, a, source, known, {.method = options.method})
                                      : delta_stepping(ctx, a, source, known, options.method);
    result.parents = checked_parents(ctx, a, source, known, result.distances, options);
    return result;
}

/// The distances from each source as a row. Bellman-Ford looks for negative cycles between the rounds of a search, so that
/// these searches run one after the other.
template <length T>
matrix<T> distances_from_each(const context& ctx, const matrix<T>& a, std::span<const index> sources, const weights<T>& known,
                              const shortest_path_options& options) {
    if (!known.negative) return delta_stepping(ctx, a, sources, known, options.method);
    std::vector<vector<T>> rows;
    for (const index source : sources) rows.push_back(bellman_ford(ctx, a, source, known, {.method = options.method}));
    return stack_rows(ctx, a.ncols(), rows);
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
    return base::library_call("multi_source_shortest_path", [&] {
        const running_call whole(ctx);
        static_assert(shortest_path::length<T>,
                      "multi_source_shortest_path: weights are int32, int64, float or double; cast others with apply, and "
                      "for edges without weights use bfs");
        const auto known = shortest_path::checked_weights(ctx, a);
        algorithm::require_vertex("multi_source_shortest_path", source, a.nrows());
        return shortest_path::from_one(ctx, a, source, known, options);
    });
}

/// Searches from several sources; row s of the result is the result for source number s; a source may be repeated. Errors as
/// above. On a CUDA device, if no weight is negative and no method is named, up to 64 searches run as one, which reads an
/// edge once for all searches that have got to it; otherwise the searches run one after the other, each on all threads.
/// Parents are found for one source after the other.
template <class T>
multi_source_shortest_path_result<T> multi_source_shortest_path(const context& ctx, const matrix<T>& a,
                                                                const integer_list<index>& source_list,
                                                                const shortest_path_options& options = {}) {
    return base::library_call("multi_source_shortest_path", [&] {
        const running_call whole(ctx);
        const std::span<const index> sources = source_list;
        static_assert(shortest_path::length<T>,
                      "multi_source_shortest_path: weights are int32, int64, float or double; cast others with apply, and "
                      "for edges without weights use bfs");
        namespace sp = shortest_path;
        const auto known = sp::checked_weights(ctx, a);
        for (const index source : sources) algorithm::require_vertex("multi_source_shortest_path", source, a.nrows());

        multi_source_shortest_path_result<T> result{sp::distances_from_each(ctx, a, sources, known, options),
                                                    matrix<std::int64_t>(static_cast<index>(sources.size()), a.nrows())};
        if (!options.parents && !known.too_long) return result;
        std::vector<vector<std::int64_t>> parents;
        for (const index source : sources) {
            const vector<T> row = extract_row(ctx, result.distances, static_cast<index>(parents.size()), all);
            parents.push_back(sp::checked_parents(ctx, a, source, known, row, options));
        }
        result.parents = stack_rows(ctx, a.ncols(), parents);
        return result;
    });
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
