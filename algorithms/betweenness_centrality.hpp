// Betweenness centrality: how many shortest paths lead over each vertex.
//
// Needs: a square matrix whose entry (i, j) is an edge from i to j, of length 1 whatever its value, or of the length that the
// value gives.
// Idea: a search from each source finds the levels of all vertices. Forward through the levels the shortest paths to every
// vertex are counted; backward every vertex gets its share of the paths to later vertices, which is its dependency (graph.hpp).
// The centrality is the sum of the dependencies over all sources. With lengths the search is Dijkstra's. Source: Brandes, "A
// faster algorithm for betweenness centrality", J. Math. Sociology 25 (2001); from some sources: Brandes, Pich, "Centrality
// estimation in large networks", Int. J. Bifurcation and Chaos 17 (2007).
#pragma once

#include <algorithms/bfs.hpp>
#include <algorithms/common.hpp>
#include <graphblas_gpu/assign.hpp>
#include <graphblas_gpu/base/within_memory.hpp>
#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/graph.hpp>
#include <graphblas_gpu/index_list.hpp>
#include <graphblas_gpu/integer_list.hpp>
#include <graphblas_gpu/matrix.hpp>
#include <graphblas_gpu/progress.hpp>
#include <graphblas_gpu/vector.hpp>

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

namespace graphblas_gpu {

/// The options of betweenness_centrality.
struct betweenness_options {
    bool weighted = false;                  ///< values are the lengths of the edges, which must be positive and finite
    bool normalized = false;                ///< divided by the number of pairs (s, t) that a path over the vertex could join
    progress_counters* progress = nullptr;  ///< if given, counts sources
};

namespace betweenness {

/// Divides the number of each vertex by the number of sources other than it, times n - 2.
void normalize(const context& ctx, vector<double>& centrality, std::span<const index> sources);

}  // namespace betweenness

/// For every vertex v, the sum of the share of the shortest paths from s to t that lead over v, over all sources s and all
/// vertices t that differ from v. With all vertices as sources this is the betweenness centrality; with k sources chosen at
/// random it is an estimate, if multiplied by n / k.
///
/// Edges have a direction. The matrix of an undirected graph has both directions, and each pair of vertices counts twice, once
/// in each direction: halve the result for the usual definition. Self loops change nothing, and isolated vertices have 0. The
/// result has an entry for every vertex. A source that is given twice counts twice.
///
/// Normalised, the number of v is divided by (the number of sources other than v) (n - 2): it is then a share, between 0 and 1,
/// of directed and undirected graphs alike and for any sources. With all vertices as sources this is division by (n - 1)
/// (n - 2), as in NetworkX; where no pair could be joined over v, the result is 0.
///
/// Unweighted, every edge has length 1 and values are ignored. Weighted, the values (int32, int64, float or double) are the
/// lengths; accumulate_weighted_dependencies (graph.hpp) says how they are added up and when two paths are equally short.
///
/// On the host the result is the same to the bit for any number of threads. Results of the engines differ by rounding, at
/// most about 2^-53 times the terms that are added up for a vertex. Numbers of paths are floating-point: above 2^53 they are
/// rounded. They do not overflow: unweighted, if there are more than 2^1000 shortest paths from a source to a vertex, the search
/// from this source counts again with exponents of 32 bits, which takes up to four times as long; weighted, it always has them.
///
/// Throws dimension_mismatch if A is not square; invalid_index for a source outside A; weighted, what
/// accumulate_weighted_dependencies throws, and invalid_value for other types of values. Each source costs O(nvals(A) + n),
/// weighted O((nvals(A) + n) log n). Unweighted, A is first tested for symmetry, once for a matrix; if it is not symmetric, its
/// transpose is cached with it.
template <class T>
vector<double> betweenness_centrality(const context& ctx, const matrix<T>& a, const integer_list<index>& source_list,
                                      const betweenness_options& options = {}) {
    return base::library_call("betweenness_centrality", [&] {
        const running_call whole(ctx);
        const std::span<const index> sources = source_list;
        algorithm::require_square("betweenness_centrality", a);
        for (const index source : sources) algorithm::require_vertex("betweenness_centrality", source, a.nrows());
        vector<double> centrality(a.nrows());
        assign(ctx, centrality, no_mask, no_accum, 0.0);
        if (options.progress != nullptr) options.progress->total = sources.size();
        if (options.weighted) {
            if constexpr (detail::one_of<T, std::int32_t, std::int64_t, float, double>)
                accumulate_weighted_dependencies(ctx, centrality, a, source_list, options.progress);
            else throw invalid_value("betweenness_centrality: lengths are values of type int32, int64, float or double");
        } else {
            for (const index source : sources) {
                accumulate_dependencies(ctx, centrality, a, bfs(ctx, a, source, {.parents = false}).levels);
                if (options.progress != nullptr) ++options.progress->done;
            }
        }
        if (options.normalized) betweenness::normalize(ctx, centrality, sources);
        return centrality;
    });
}

/// The same with all vertices as sources: betweenness_centrality(ctx, a, gb::all).
template <class T>
vector<double> betweenness_centrality(const context& ctx, const matrix<T>& a, all_t, const betweenness_options& options = {}) {
    return base::library_call("betweenness_centrality", [&] {
        const running_call whole(ctx);
        std::vector<index> sources(static_cast<std::size_t>(a.nrows()));
        std::iota(sources.begin(), sources.end(), index{0});
        return betweenness_centrality(ctx, a, integer_list<index>(sources), options);
    });
}

/// @cond
// The library has compiled these (algorithms/instances).
extern template vector<double> betweenness_centrality(const context&, const matrix<void>&, const integer_list<index>&,
                                                      const betweenness_options&);
/// @endcond

}  // namespace graphblas_gpu
