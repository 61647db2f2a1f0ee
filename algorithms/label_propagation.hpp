// Communities of a graph by label propagation.
//
// Needs: a square matrix whose entry (i, j), whatever its value, makes i and j neighbours.
// Idea: every vertex begins with a label of its own. In each round all vertices change their labels at the same time, each to
// the label that most of its neighbours have. If L has an entry (v, label of v) for each vertex, the product A*L counts how
// often each label occurs among the neighbours of each vertex.
// Source: Raghavan, Albert, Kumara, "Near linear time algorithm to detect community structures in large-scale networks",
// Physical Review E 76 (2007); Iosup et al., "LDBC Graphalytics: a benchmark for large-scale graph analysis on parallel and
// distributed platforms" (VLDB 2016), for the smallest of the most frequent labels.
#pragma once

#include <algorithms/common.hpp>
#include <algorithms/structure.hpp>
#include <graphblas_gpu/base/within_memory.hpp>
#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/matrix.hpp>
#include <graphblas_gpu/vector.hpp>

#include <cstdint>

namespace graphblas_gpu {

/// The options of label_propagation.
struct label_propagation_options {
    std::int32_t most_rounds = 100;
    /// A vertex counts as its own neighbour; otherwise two halves of a graph may exchange their labels without end.
    bool counts_itself = true;
    /// The caller guarantees that A is symmetric and without self loops, as undirected_structure makes it.
    bool trusted = false;
};

/// The result; every vertex has an entry in `labels`.
struct label_propagation_result {
    /// A vertex that stands for the community of the vertex, and that may itself have left this community.
    vector<std::int64_t> labels;
    std::int64_t communities = 0;  ///< the number of different labels
    std::int32_t rounds = 0;       ///< the number of rounds in which a label changed
    bool settled = false;          ///< whether another round would change nothing
};

namespace communities {

/// Label propagation on a symmetric structure without self loops.
label_propagation_result by_rounds(const context& ctx, const matrix<void>& a, const label_propagation_options& options);

}  // namespace communities

/// The communities of the undirected graph with an edge wherever A has an entry. In each round every vertex takes the label
/// that occurs most often among its neighbours and itself in the previous round, the smallest such label if there are several;
/// a vertex without neighbours keeps its label. Nothing is random: the result is the same for every engine and number of
/// threads. Rounds end when no label changes. This need not happen: for some graphs the labels repeat in a cycle until
/// most_rounds. With counts_itself = false and most_rounds = k, this is the CDLP of LDBC Graphalytics with k iterations on an
/// undirected graph.
///
/// Throws dimension_mismatch if A is not square, invalid_value if most_rounds is negative. A round costs the product,
/// O(nvals(A)).
template <class T>
label_propagation_result label_propagation(const context& ctx, const matrix<T>& a,
                                           const label_propagation_options& options = {}) {
    return base::library_call("label_propagation", [&] {
        const running_call whole(ctx);
        algorithm::require_square("label_propagation", a);
        if (options.most_rounds < 0) throw invalid_value("label_propagation: most_rounds is negative");
        if (!options.trusted) return communities::by_rounds(ctx, undirected_structure(ctx, a), options);
        return communities::by_rounds(ctx, algorithm::without_values(ctx, a), options);
    });
}

}  // namespace graphblas_gpu
