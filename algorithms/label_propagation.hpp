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

#include <algorithms/selections.hpp>
#include <algorithms/triangle_count.hpp>

#include <cstdint>
#include <numeric>
#include <type_traits>
#include <utility>
#include <vector>

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

/// The matrix with an entry (v, labels[v]) for each v.
inline matrix<void> label_matrix(const context& ctx, const std::vector<std::int64_t>& labels) {
    const auto n = static_cast<index>(labels.size());
    std::vector<index> vertices(labels.size());
    std::iota(vertices.begin(), vertices.end(), index{0});
    return matrix<void>::from_edges(ctx, n, n, vertices, labels);
}

/// The column of the largest entry of each row of C, the first such column if there are several; an empty row gives no entry.
inline vector<std::int64_t> column_of_largest(const context& ctx, const matrix<std::int64_t>& c) {
    const auto largest = matrix_diag(ctx, reduce_rows(ctx, max{}, c));
    const auto is_largest = ewise_mult(ctx, eq{}, c, mxm(ctx, min_first<std::int64_t>, largest, c));
    matrix<std::int64_t> columns(c.nrows(), c.ncols());
    apply(ctx, columns, values(is_largest), no_accum, colindex{}, c);
    return reduce_rows(ctx, min{}, columns);
}

/// Label propagation on a symmetric structure without self loops.
inline label_propagation_result by_rounds(const context& ctx, const matrix<void>& a, const label_propagation_options& options) {
    const index n = a.nrows();
    matrix<void> neighbours = a;
    std::vector<std::int64_t> labels = algorithm::vertex_numbers(n).to_entries().values;
    if (options.counts_itself) ewise_add(ctx, neighbours, no_mask, no_accum, lor{}, a, label_matrix(ctx, labels));

    label_propagation_result result{vector<std::int64_t>::from_dense(labels)};
    while (!result.settled && result.rounds < options.most_rounds) {
        const auto counts = mxm(ctx, plus_pair<std::int64_t>, neighbours, label_matrix(ctx, labels));
        vector<std::int64_t> next = result.labels;
        assign(ctx, next, no_mask, second{}, column_of_largest(ctx, counts));  // a vertex without neighbours keeps its label
        result.settled = next == result.labels;
        if (result.settled) break;
        result.labels = std::move(next);
        labels = result.labels.to_entries().values;
        ++result.rounds;
    }
    result.communities = reduce_columns(ctx, plus{}, label_matrix(ctx, labels)).nvals();
    return result;
}

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
label_propagation_result label_propagation(const context& ctx, const matrix<T>& a, const label_propagation_options& options = {}) {
    algorithm::require_square("label_propagation", a);
    if (options.most_rounds < 0) throw invalid_value("label_propagation: most_rounds is negative");
    if (!options.trusted) {
        label_propagation_options trusting = options;
        trusting.trusted = true;
        return label_propagation(ctx, undirected_structure(ctx, a), trusting);
    }
    if constexpr (!std::is_void_v<T>) return label_propagation(ctx, triangles::structure_of(ctx, a), options);
    else return communities::by_rounds(ctx, a, options);
}

/// @cond
// The library has compiled this (algorithms/instances).
extern template label_propagation_result label_propagation(const context&, const matrix<void>&, const label_propagation_options&);
/// @endcond

}  // namespace graphblas_gpu
