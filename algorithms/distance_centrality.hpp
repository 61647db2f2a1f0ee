// Closeness and harmonic centrality, eccentricity, and the average length of shortest paths: sums over the distances from
// every vertex.
//
// Needs: a square matrix whose entry (i, j) is an edge from i to j, of length 1 whatever its value, or of the length that the
// value gives.
// Idea: searches from 64 vertices at a time give the rows of a matrix (bfs.hpp, multi_source_shortest_path.hpp), of which only
// the sums, the number of entries and the largest entry of each row are kept.
// Source: Wasserman, Faust, "Social network analysis: methods and applications" (1994), section 5.2; Boldi, Vigna, "Axioms for
// centrality", Internet Mathematics 10 (2014); definitions as in NetworkX; searches at once: Then et al., "The more the
// merrier: efficient multi-source graph traversal" (VLDB 2014).
#pragma once

#include <algorithms/common.hpp>
#include <algorithms/structure.hpp>
#include <graphblas_gpu/base/within_memory.hpp>
#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/index_list.hpp>
#include <graphblas_gpu/matrix.hpp>
#include <graphblas_gpu/progress.hpp>
#include <graphblas_gpu/vector.hpp>

#include <cstdint>
#include <vector>

namespace graphblas_gpu {

/// The options of closeness_centrality, harmonic_centrality, eccentricity and average_shortest_path_length.
struct distance_options {
    bool weighted = false;                  ///< values are the lengths of the edges, which must be finite and not negative
    progress_counters* progress = nullptr;  ///< if given, counts searches
};

namespace distances {

/// What a search from each of some vertices has found.
struct sums {
    std::vector<double> reached;     ///< the number of vertices that it has reached, its own among them
    std::vector<double> total;       ///< the sum of their distances
    std::vector<double> reciprocal;  ///< the sum of the reciprocals of the distances above 0
    std::vector<double> largest;     ///< the largest distance
};

/// Searches along the edges of A, or against them if `backwards`. Lengths are values in double, or 1 for a structure.
template <class T>
sums from_each(const context& ctx, const char* operation, const matrix<T>& a, const index_list& vertices, bool backwards,
               progress_counters* progress);

/// The same for any A.
template <class T>
sums searched(const context& ctx, const char* operation, const matrix<T>& a, const index_list& vertices, bool backwards,
              const distance_options& options) {
    const running_call whole(ctx);
    algorithm::require_square(operation, a);
    if (options.weighted)
        return from_each(ctx, operation, algorithm::weights_of(ctx, operation, a), vertices, backwards, options.progress);
    return from_each(ctx, operation, algorithm::without_values(ctx, a), vertices, backwards, options.progress);
}

/// @{
vector<double> closeness(const sums& found, index n, bool wasserman_faust);
vector<double> eccentricity(const sums& found, index n);
double average(const sums& found, index n);
/// @}

}  // namespace distances

/// For each of the vertices v, (r - 1) / (the sum of the distances from the r vertices that reach v, itself among them, to v),
/// times (r - 1) / (n - 1) with wasserman_faust, which makes numbers in graphs of several components comparable. It is 0 if no
/// other vertex reaches v, or all that do have distance 0. Element k of the result belongs to vertices[k]; with gb::all it is
/// the number of vertex k. Distances *to* v count; use the transpose for those from v.
///
/// Distances of whole numbers are added up exactly below 2^53, and the result is rounded at each of its divisions and its
/// product, so that it is the same for every engine and number of threads. Weighted, a sum of real distances is rounded too; on
/// the host it is the same for any number of threads.
///
/// Throws dimension_mismatch if A is not square; index_out_of_bounds for a vertex outside A; weighted, invalid_value for a
/// matrix without numbers, for lengths that are negative or not finite, and for distances beyond the range of double. 64
/// searches at a time: unweighted each 64 cost O(nvals(A) + n) a level at most, and O(64 n); weighted, what 64 searches of
/// multi_source_shortest_path cost.
template <class T>
vector<double> closeness_centrality(const context& ctx, const matrix<T>& a, const index_list& vertices = all,
                                    bool wasserman_faust = true, const distance_options& options = {}) {
    return base::library_call("closeness_centrality", [&] {
        return distances::closeness(distances::searched(ctx, "closeness_centrality", a, vertices, true, options), a.nrows(),
                                    wasserman_faust);
    });
}

/// For each of the vertices v, the sum of 1 / (the distance from u to v) over all vertices u that reach v at a distance above
/// 0. Element k of the result belongs to vertices[k]. The sum is rounded; on the host it is the same for any number of threads.
/// Everything else is as in closeness_centrality.
template <class T>
vector<double> harmonic_centrality(const context& ctx, const matrix<T>& a, const index_list& vertices = all,
                                   const distance_options& options = {}) {
    return base::library_call("harmonic_centrality", [&] {
        return vector<double>::from_dense(
            distances::searched(ctx, "harmonic_centrality", a, vertices, true, options).reciprocal);
    });
}

/// For each of the vertices, the largest distance from it to any vertex; infinity if it does not reach all. Element k of the
/// result belongs to vertices[k]. Of all vertices, the largest eccentricity is the diameter, and the smallest is the radius;
/// the vertices where they occur are the periphery and the center: select(ctx, value_eq{radius}, result). Distances are exact,
/// unless they are sums of real lengths. Everything else is as in closeness_centrality.
template <class T>
vector<double> eccentricity(const context& ctx, const matrix<T>& a, const index_list& vertices = all,
                            const distance_options& options = {}) {
    return base::library_call("eccentricity", [&] {
        return distances::eccentricity(distances::searched(ctx, "eccentricity", a, vertices, false, options), a.nrows());
    });
}

/// The average of the distances from u to v over all ordered pairs of different vertices; infinity if some vertex does not
/// reach another one, and 0 for fewer than two vertices. Everything else is as in closeness_centrality.
template <class T>
double average_shortest_path_length(const context& ctx, const matrix<T>& a, const distance_options& options = {}) {
    return base::library_call("average_shortest_path_length", [&] {
        return distances::average(distances::searched(ctx, "average_shortest_path_length", a, all, false, options), a.nrows());
    });
}

}  // namespace graphblas_gpu
