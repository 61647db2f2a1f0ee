// Looking up one entry of a matrix.
#pragma once

#include <graphblas_gpu/cuda/device/csr.hpp>
#include <graphblas_gpu/cuda/device/for_each.cuh>

namespace graphblas_gpu::cuda {

/// The index of entry (i, j), or -1. O(log row size).
GB_HD inline row_offset find_entry(const csr_ref& a, index i, column_index j) {
    const row_offset end = a.offsets[i + 1];
    const row_offset p = lower_bound(a.columns, a.offsets[i], end, j);
    return p < end && a.columns[p] == j ? p : -1;
}

/// Whether there is an entry (i, j).
GB_HD inline bool holds(const csr_ref& a, index i, column_index j) { return find_entry(a, i, j) >= 0; }

}  // namespace graphblas_gpu::cuda
