// Communities of a graph by the Louvain method, and the modularity of communities.
//
// Needs: a square matrix whose entry (i, j) joins i and j; its value is ignored, or the weight of the edge.
// Idea: vertex after vertex moves to the community among its neighbours where modularity gains most, until a pass gains
// nothing. Then each community becomes one vertex, S'AS, where S has an entry (v, community of v), and everything begins again.
// Vertices are taken in ascending order and ties are decided by number, so that nothing is random. Source: Blondel, Guillaume,
// Lambiotte, Lefebvre, "Fast unfolding of communities in large networks", J. Statistical Mechanics P10008 (2008); Newman,
// Girvan, "Finding and evaluating community structure in networks", Physical Review E 69 (2004); the resolution: Reichardt,
// Bornholdt, "Statistical mechanics of community detection", Physical Review E 74 (2006).
#pragma once

#include <algorithms/common.hpp>
#include <algorithms/structure.hpp>
#include <graphblas_gpu/base/within_memory.hpp>
#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/matrix.hpp>
#include <graphblas_gpu/vector.hpp>

#include <cstdint>

namespace graphblas_gpu {

/// The options of louvain and modularity.
struct louvain_options {
    bool weighted = false;    ///< values are the weights of edges; otherwise each has weight 1
    double resolution = 1;    ///< above 1 communities are smaller, below 1 larger
    double tolerance = 1e-7;  ///< passes over the vertices end when one gains no more modularity than this
};

/// The result; every vertex has an entry in `labels`.
struct louvain_result {
    vector<std::int64_t> labels;   ///< the smallest vertex of the community of the vertex
    std::int64_t communities = 0;  ///< the number of different labels
    double modularity = 0;         ///< of these communities; 0 for a graph without edges
    std::int32_t levels = 0;       ///< how often communities became vertices
};

namespace communities {

/// The same for weights of the edges in both directions.
/// @{
louvain_result by_louvain(const context& ctx, const matrix<double>& a, const louvain_options& options);
double modularity(const context& ctx, const matrix<double>& a, const vector<std::int64_t>& labels, double resolution);
/// @}

/// The weights of the edges of A as an undirected graph: A if it is symmetric, otherwise A + A'. Edges of A without weights
/// have weight 1. A self loop has its weight at both of its ends. Throws invalid_value for weights that are negative or not
/// finite.
matrix<double> undirected_weights(const context& ctx, const char* operation, matrix<double> weights);

template <class T>
matrix<double> weights_for(const context& ctx, const char* operation, const matrix<T>& a, const louvain_options& options) {
    algorithm::require_square(operation, a);
    if (options.weighted) return undirected_weights(ctx, operation, algorithm::weights_of(ctx, operation, a));
    matrix<double> ones(a.nrows(), a.ncols());
    apply(ctx, ones, no_mask, no_accum, one{}, algorithm::without_values(ctx, a));
    return undirected_weights(ctx, operation, std::move(ones));
}

}  // namespace communities

/// Communities of the undirected graph of A by the Louvain method. A is taken as it is if it is symmetric in its values;
/// otherwise the graph is that of A + A', in which an edge that is there in both directions has the sum of both weights. A
/// self loop counts at both of its ends, as in NetworkX.
///
/// In a pass the vertices move in ascending order, each to the community where modularity gains most: it stays where it is
/// unless another one gains more, and of several that gain the same the one with the smallest number is taken, where
/// communities are numbered by the vertex of this level that they began with. Passes end when one gains no more than the
/// tolerance. Nothing is random: the result is the same in every run and for any number of threads. On a device sums of weights
/// that are not whole numbers may be rounded in another way, and the result may differ.
///
/// Throws dimension_mismatch if A is not square; weighted, invalid_value for a matrix without numbers and for weights that are
/// negative or not finite. O(nvals(A) + n) for each pass, on one thread of the host, and two products for each level.
template <class T>
louvain_result louvain(const context& ctx, const matrix<T>& a, const louvain_options& options = {}) {
    return base::library_call("louvain", [&] {
        const running_call whole(ctx);
        return communities::by_louvain(ctx, communities::weights_for(ctx, "louvain", a, options), options);
    });
}

/// The modularity of communities of the graph that louvain takes: the share of the weight of the edges within communities, less
/// the share that is expected if ends of edges are joined at random, times the resolution. Vertices with the same label, from 0
/// to n - 1, are a community; every vertex has a label. 0 for a graph without edges. The options are those of louvain without
/// the tolerance.
///
/// Throws what louvain throws; dimension_mismatch if there is not one label for each vertex; invalid_value for another label.
/// Cost: two products with a matrix of n entries.
template <class T>
double modularity(const context& ctx, const matrix<T>& a, const vector<std::int64_t>& labels,
                  const louvain_options& options = {}) {
    return base::library_call("modularity", [&] {
        const running_call whole(ctx);
        return communities::modularity(ctx, communities::weights_for(ctx, "modularity", a, options), labels,
                                       options.resolution);
    });
}

}  // namespace graphblas_gpu
