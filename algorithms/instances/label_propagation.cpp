// Label propagation on a structure: a product counts the labels of all neighbours.
#include <algorithms/label_propagation.hpp>
#include <algorithms/selections.hpp>
#include <graphblas_gpu/apply.hpp>
#include <graphblas_gpu/assign.hpp>
#include <graphblas_gpu/diag.hpp>
#include <graphblas_gpu/ewise.hpp>
#include <graphblas_gpu/mask.hpp>
#include <graphblas_gpu/mxm.hpp>
#include <graphblas_gpu/reduce.hpp>
#include <semirings/index_operators.hpp>
#include <semirings/operators.hpp>
#include <semirings/semirings.hpp>

#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

namespace graphblas_gpu {

namespace {

/// The matrix with an entry (v, labels[v]) for each v.
matrix<void> label_matrix(const context& ctx, const std::vector<std::int64_t>& labels) {
    const auto n = static_cast<index>(labels.size());
    std::vector<index> vertices(labels.size());
    std::iota(vertices.begin(), vertices.end(), index{0});
    return matrix<void>::from_edges(ctx, n, n, vertices, labels);
}

/// The column of the largest entry of each row of C, the first such column if there are several; an empty row gives no entry.
vector<std::int64_t> column_of_largest(const context& ctx, const matrix<std::int64_t>& c) {
    const auto largest = matrix_diag(ctx, reduce_rows(ctx, max{}, c));
    const auto is_largest = ewise_mult(ctx, eq{}, c, mxm(ctx, min_first<std::int64_t>, largest, c));
    matrix<std::int64_t> columns(c.nrows(), c.ncols());
    apply(ctx, columns, values(is_largest), no_accum, colindex{}, c);
    return reduce_rows(ctx, min{}, columns);
}

}  // namespace

label_propagation_result communities::by_rounds(const context& ctx, const matrix<void>& a,
                                                const label_propagation_options& options) {
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

}  // namespace graphblas_gpu
