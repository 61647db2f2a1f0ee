// Whether a mask lets an output be written, asked for one position at a time.
//
// Idea: the rows of a mask are ascending, so an entry is found by binary search in its row. A kernel that asks about many
// columns of one row lays the row out in shared memory instead (column_table.cuh).
#pragma once

#include <graphblas_gpu/cuda/device/simt.cuh>
#include <graphblas_gpu/cuda/device/csr.hpp>
#include <graphblas_gpu/cuda/primitives/for_each.cuh>

namespace graphblas_gpu::cuda {

/// Whether the structure has an entry at (row, column). O(log of the row).
GB_HD inline bool holds(const csr_ref& structure, index row, column_index column) {
    const row_offset end = structure.offsets[row + 1];
    const row_offset at = lower_bound(structure.columns, structure.offsets[row], end, column);
    return at < end && structure.columns[at] == column;
}

/// Whether an output at (row, column) may be written: row counts from the first of the mask, not of a panel.
GB_HD inline bool mask_admits(const mask_ref& mask, index row, column_index column) {
    return !mask.present || holds(mask.rows, row, column) != mask.complement;
}

}  // namespace graphblas_gpu::cuda
