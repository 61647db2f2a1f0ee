// Edge betweenness centrality: how many shortest paths lead over each edge.
//
// Needs: a square matrix whose entry (i, j), whatever its value, is an edge from i to j.
// Idea: as for vertices (betweenness_centrality.hpp), with searches from 64 sources as the rows of matrices. Forward through
// the levels, the numbers of shortest paths are those of the last level times A. Backward, vertex v of a level passes (1 +
// dependency of v) / (paths to v) on to each path that leads to it, so that an edge (u, v) gets the paths to u times what v
// passes on: the sums over all searches are one masked product of the rows of the two levels.
// Source: Brandes, "On variants of shortest-path betweenness centrality and their generic computation", Social Networks 30
// (2008), section 3.5; Girvan, Newman, "Community structure in social and biological networks", PNAS 99 (2002); levels as
// products: Buluc, Gilbert, "The Combinatorial BLAS", IJHPCA 25 (2011).
#pragma once

#include <algorithms/common.hpp>
#include <algorithms/structure.hpp>
#include <graphblas_gpu/base/within_memory.hpp>
#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/index_list.hpp>
#include <graphblas_gpu/matrix.hpp>
#include <graphblas_gpu/progress.hpp>

namespace graphblas_gpu {

/// The options of edge_betweenness_centrality.
struct edge_betweenness_options {
    bool normalized = false;                ///< divided by n (n - 1), the number of ordered pairs of vertices
    progress_counters* progress = nullptr;  ///< if given, counts sources
};

namespace edge_betweenness {

/// The same for a square matrix without values.
matrix<double> of_structure(const context& ctx, const matrix<void>& a, const index_list& sources,
                            const edge_betweenness_options& options);

}  // namespace edge_betweenness

/// A matrix with the structure of A whose entry (i, j) is the sum, over all sources s and all vertices t, of the share of the
/// shortest paths from s to t that lead along the edge from i to j. With all vertices as sources this is the edge betweenness;
/// with k sources chosen at random it is an estimate, if multiplied by n / k. A source that is given twice counts twice.
///
/// Edges have a direction and length 1; values are ignored. In the matrix of an undirected graph, the betweenness of an edge is
/// the sum of both of its entries, and each pair of vertices counts twice: halve it for the usual definition. A self loop has
/// 0.
///
/// On the host the result is the same to the bit for any number of threads; on a device it differs from it by rounding, at most
/// about 2^-53 times the number of terms. Throws dimension_mismatch if A is not square; index_out_of_bounds for a source
/// outside A; invalid_value if there are more shortest paths between two vertices than a double can count. 64 sources at a time
/// cost O(64 (nvals(A) + n)), and for each level a masked product with the mask A.
template <class T>
matrix<double> edge_betweenness_centrality(const context& ctx, const matrix<T>& a, const index_list& sources = all,
                                           const edge_betweenness_options& options = {}) {
    return base::library_call("edge_betweenness_centrality", [&] {
        const running_call whole(ctx);
        algorithm::require_square("edge_betweenness_centrality", a);
        return edge_betweenness::of_structure(ctx, algorithm::without_values(ctx, a), sources, options);
    });
}

}  // namespace graphblas_gpu
