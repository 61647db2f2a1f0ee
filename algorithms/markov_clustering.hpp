// Clusters of a graph by the flow of random walks (MCL).
//
// Needs: a square matrix of numbers that are not negative; A(i, j) is the similarity of i and j.
// Idea: row i of M has the probabilities of the positions of a walk that began at i. M*M continues the walks (expansion).
// Raising every probability to a power and scaling the rows again makes likely positions more likely (inflation), and small
// probabilities are dropped (pruning). In the end each walk stays at one or a few vertices, and the walks that stay at the same
// vertices are a cluster.
// Source: van Dongen, "Graph clustering by flow simulation" (PhD thesis, Utrecht 2000); as sparse products: Azad, Pavlopoulos,
// Ouzounis, Kyrpides, Buluc, "HipMCL: a high-performance parallel implementation of the Markov clustering algorithm for
// large-scale networks", Nucleic Acids Research 46 (2018).
#pragma once

#include <algorithms/common.hpp>
#include <graphblas_gpu/apply.hpp>
#include <graphblas_gpu/base/value_range.hpp>
#include <graphblas_gpu/base/within_memory.hpp>
#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/graph.hpp>
#include <graphblas_gpu/mask.hpp>
#include <graphblas_gpu/matrix.hpp>
#include <graphblas_gpu/planner/method.hpp>
#include <graphblas_gpu/vector.hpp>
#include <semirings/operators.hpp>

#include <cstdint>
#include <type_traits>

namespace graphblas_gpu {

/// The options of markov_clustering.
struct markov_clustering_options {
    std::int32_t inflation = 2;  ///< the power of the inflation, 2 to 64; larger powers give smaller clusters
    double prune_below = 1e-4;   ///< smaller probabilities are dropped, but never the largest probability of a row
    double tolerance = 1e-6;     ///< rounds end when the chaos is below this
    std::int32_t most_iterations = 100;
    enum method method = method::automatic;  ///< of the products M*M
};

/// The result; every vertex has an entry in `labels`.
struct markov_clustering_result {
    vector<std::int64_t> labels;  ///< the smallest vertex of the cluster of the vertex
    std::int64_t clusters = 0;
    std::int32_t iterations = 0;
    /// The largest probability of a row minus the sum of the squares of the row, for the row where this is largest; it goes to
    /// 0.
    double chaos = 0;
    std::int64_t multiplications = 0;  ///< in all products M*M
};

namespace markov {

/// The clusters of similarities that are finite and not negative.
markov_clustering_result by_iterations(const context& ctx, const matrix<double>& similarity,
                                       const markov_clustering_options& options);

}  // namespace markov

/// The clusters of the undirected graph with similarity A(i, j) between i and j. If A(i, j) and A(j, i) differ, the larger one
/// is used; for a matrix<void> each similarity is 1. Similarities below 2.2e-308 (numbers that are not normal) count as 0.
/// Values on the diagonal are ignored: every vertex gets a loop with the weight of its heaviest edge. A vertex without edges is
/// a cluster by itself; the graph without vertices has no cluster. If a walk may end at vertices of two clusters, they become
/// one cluster.
///
/// The number of threads does not change the result. Engines add the terms of a sum in different orders, so that their
/// probabilities differ by rounding. Clusters can differ only if a probability is within this rounding of the pruning limit, or
/// if several positions are exactly equally likely.
///
/// Throws dimension_mismatch if A is not square; invalid_value for a negative value, one that is not finite, and options out of
/// range; unsupported for a method that the engine lacks. An iteration costs the product M*M, which
/// is made and pruned by blocks of rows of at most 2^23 entries, or of one row; pruning bounds the entries of a row of M by
/// 1 / prune_below.
template <class T>
markov_clustering_result markov_clustering(const context& ctx, const matrix<T>& a,
                                           const markov_clustering_options& options = {}) {
    const running_call whole(ctx);
    algorithm::require_square("markov_clustering", a);
    if (options.inflation < 2 || options.inflation > 64 || options.most_iterations < 0 || !(options.prune_below >= 0) ||
        !(options.tolerance >= 0)) {
        throw invalid_value("markov_clustering: inflation is 2 to 64, and no other option is negative");
    }
    if constexpr (!std::is_same_v<T, double>) {
        matrix<double> similarity(a.nrows(), a.ncols());
        apply(ctx, similarity, no_mask, no_accum, identity{}, a);
        return markov_clustering(ctx, similarity, options);
    } else {
        const value_range<double> range = range_of_values(ctx, a);
        if (a.nvals() > 0 && (!range.is_finite || range.smallest < 0)) {
            throw invalid_value("markov_clustering: a similarity is negative or not finite");
        }
        return base::library_call("markov_clustering", [&] { return markov::by_iterations(ctx, a, options); });
    }
}

/// @cond
// The library has compiled these (algorithms/instances).
extern template markov_clustering_result markov_clustering(const context&, const matrix<void>&,
                                                           const markov_clustering_options&);
extern template markov_clustering_result markov_clustering(const context&, const matrix<double>&,
                                                           const markov_clustering_options&);
/// @endcond

}  // namespace graphblas_gpu
