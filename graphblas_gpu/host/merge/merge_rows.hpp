// Rows of a product by merging rows of B (method `merge`).
//
// Idea: the multiplications come merged, in the order of columns and then of k (merged_products.hpp); those of a column are
// neighbours, and are added in this order. Cost of a row: its multiplications times the logarithm of the row of A.
// Source: bhSPARSE (Liu, Vinter).
#pragma once

#include <graphblas_gpu/host/merge/merged_products.hpp>
#include <graphblas_gpu/host/product/rows_of_product.hpp>

namespace graphblas_gpu::host {

template <class S>
class merge_rows {
    using value = semiring_value_t<S>;

  public:
    using workspace_type = merge_workspace;
    static constexpr bool can_fold = false;

    merge_rows(const operands<S>& in, merge_workspace& own) : in_(in), own_(own) {}

    /// Writes row i, sorted; returns its size.
    index compute(index i, column_index* columns, value* values) {
        const row_offset first = in_.a.begin(i);
        index size = 0;
        index last = -1;  // the column of the entry that terms are added to
        own_.begin(i);
        for (auto part = own_.next(); !part.empty(); part = own_.next()) {
            for (const merged_product& m : part) {
                const row_offset p = first + m.left;
                const value product = in_.multiply(in_.left(p), m.right, i, in_.a.columns[p], m.column);
                if (m.column == last) {
                    values[size - 1] = in_.semiring.add(values[size - 1], product);
                } else {
                    last = m.column;
                    columns[size] = m.column;
                    values[size++] = product;
                }
            }
        }
        return size;
    }

  private:
    const operands<S>& in_;
    merge_workspace& own_;
};

/// A mask is applied while rows are merged, so that both loops are the same.
template <class S>
const row_method kernels<S>::merge = {
    .rows = loops_over<S, merge_rows>(),
    .masked = loops_over<S, merge_rows>(),
};

}  // namespace graphblas_gpu::host
