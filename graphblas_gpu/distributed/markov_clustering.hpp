// Clusters of a distributed graph by the flow of random walks (MCL).
//
// Needs: a square matrix of finite numbers that are not negative; A(i, j) is the similarity of i and j.
// Idea: that of algorithms/markov_clustering.hpp. Column j has the probabilities of the walk from vertex j, so that the square
// can be made, inflated and pruned by parts of consecutive columns, and is never stored whole.
// Source: as named there. By parts of columns: Azad, Pavlopoulos, Ouzounis, Kyrpides, Buluc, "HipMCL", Nucleic Acids Research
// 46 (2018).
#pragma once

#include <graphblas_gpu/distributed/vector.hpp>

#include <cstdint>

namespace graphblas_gpu::dist {

/// The options of markov_clustering, as those of one process.
struct markov_clustering_options {
    std::int32_t inflation = 2;  ///< the power of the inflation, 2 to 64
    double prune_below = 1e-4;   ///< smaller probabilities are dropped, but never the largest one of a walk
    double tolerance = 1e-6;     ///< rounds end when the chaos is below this
    std::int32_t most_iterations = 100;
    std::int64_t bytes = std::int64_t{1} << 28;  ///< of a rank's block of a part of the square; natural layout only
};

/// The result, equal in all ranks but for the parts of the labels.
struct markov_clustering_result {
    vector<std::int64_t> labels;  ///< the smallest vertex of the cluster of the vertex
    std::int64_t clusters = 0;
    std::int32_t iterations = 0;
    double chaos = 0;
};

/// The clusters of the undirected graph with similarity A(i, j), as markov_clustering (algorithms/markov_clustering.hpp) finds
/// them: clusters can differ only if a probability is within rounding of the pruning limit. Called by all ranks. Throws
/// dimension_mismatch if A is not square; invalid_value for similarities and options that are forbidden there, and for `bytes`
/// that are not positive. A round costs the product of the walks with themselves.
markov_clustering_result markov_clustering(const context& ctx, const matrix<double>& a,
                                           const markov_clustering_options& options = {});

}  // namespace graphblas_gpu::dist
