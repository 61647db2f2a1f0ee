// The multiplications of a row, by number.
#pragma once

#include <graphblas_gpu/cuda/device/simt.cuh>

#include <graphblas_gpu/cuda/device/for_each.cuh>
#include <graphblas_gpu/cuda/merge/merge.hpp>
#include <graphblas_gpu/cuda/primitives/filter.cuh>

namespace graphblas_gpu::cuda::merging {

/// A row of the panel: its entries of A, counted from the first of the panel, and its multiplications.
struct row_products {
    index row;  ///< of A and C
    row_offset left_begin, left_end;
    row_offset begin, end;
};

GB_HD inline row_products products_of(const expansion& x, index r) {
    const index i = x.in.first_row + r;
    const row_offset left_begin = x.in.a.offsets[i] - x.first_left, left_end = x.in.a.offsets[i + 1] - x.first_left;
    return {i, left_begin, left_end, x.before[left_begin], x.before[left_end]};
}

struct product_item {
    column_index column;
    word factors;
};

/// Multiplication t of the row, begin <= t < end. O(log row of A).
__device__ inline product_item product_at(const expansion& x, const row_products& row, row_offset t) {
    const row_offset left = row.left_begin + row_of_entry(x.before + row.left_begin, row.left_end - row.left_begin, t);
    const index k = x.in.a.columns[x.first_left + left];
    const row_offset right = x.in.b.offsets[k] + (t - x.before[left]);
    const column_index column = x.in.b.columns[right];
    if (x.in.mask.present && !mask_admits(x.in.mask, row.row, column)) return {no_column, masked_out};
    return {column, word_of(left, right)};
}

}  // namespace graphblas_gpu::cuda::merging
