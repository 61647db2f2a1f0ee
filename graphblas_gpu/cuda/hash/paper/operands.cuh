// The operands of a product as its kernels read them, and the columns that a complemented mask forbids.
#pragma once

#include <graphblas_gpu/cuda/primitives/for_each.cuh>
#include <graphblas_gpu/cuda/product/types.hpp>
#include <graphblas_gpu/formats/bits.hpp>

namespace graphblas_gpu::cuda::paper {

/// Rows of A from first_row on. An entry names a row of B, whose keys are columns or column sets.
struct operand_rows {
    const row_offset* a_offsets = nullptr;
    const column_index* a_columns = nullptr;
    const row_offset* b_offsets = nullptr;
    const column_index* b_keys = nullptr;
    index first_row = 0;

    __device__ row_offset begin(index r) const { return a_offsets[first_row + r]; }
    __device__ row_offset end(index r) const { return a_offsets[first_row + r + 1]; }
    __device__ row_offset b_begin(row_offset p) const { return b_offsets[a_columns[p]]; }
    __device__ row_offset b_end(row_offset p) const { return b_offsets[a_columns[p] + index{1}]; }
    __device__ column_index key(row_offset q) const { return b_keys[q]; }
};

inline operand_rows operands_of(const product_rows& p) {
    return {p.a.offsets, p.a.columns, p.b.offsets, p.b.columns, p.first_row};
}

/// The columns that a mask forbids in each row; none if offsets is null.
struct forbidden_columns {
    const row_offset* offsets = nullptr;
    const column_index* columns = nullptr;

    __device__ bool any() const { return offsets != nullptr; }
    __device__ bool has(index i, column_index j) const {
        const row_offset end = offsets[i + 1];
        const row_offset p = lower_bound(columns, offsets[i], end, j);
        return p < end && columns[p] == j;
    }
    /// The forbidden columns of a column set.
    __device__ formats::word in_set(index i, column_index set) const {
        const row_offset end = offsets[i + 1];
        formats::word bits = 0;
        for (row_offset p = lower_bound(columns, offsets[i], end, set << 6);
             p < end && formats::word_of(columns[p]) == set; ++p) {
            bits |= formats::bit_of(columns[p]);
        }
        return bits;
    }
};

inline forbidden_columns forbidden_of(const mask_ref& mask) {
    if (!mask.forbids()) return {};
    return {mask.rows.offsets, mask.rows.columns};
}

}  // namespace graphblas_gpu::cuda::paper
