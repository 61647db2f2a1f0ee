// The operands of a product as its kernels read them, and the columns that a complemented mask forbids.
#pragma once

#include <graphblas_gpu/cuda/primitives/find_entry.cuh>
#include <graphblas_gpu/cuda/shared/types.hpp>

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

/// The entries that a mask forbids; its offsets are null if it forbids none.
inline csr_ref forbidden_of(const mask_ref& mask) { return mask.forbids() ? mask.rows.structure() : csr_ref{}; }

}  // namespace graphblas_gpu::cuda::paper
