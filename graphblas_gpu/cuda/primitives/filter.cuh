// Whether a mask lets an output be written, asked for one position at a time.
//
// Idea: the rows of a mask are ascending, so an entry is found by binary search in its row. A kernel that asks about many
// columns of one row lays the row out in shared memory instead (column_table.cuh).
#pragma once

#include <graphblas_gpu/cuda/device/simt.cuh>
#include <graphblas_gpu/cuda/primitives/find_entry.cuh>

namespace graphblas_gpu::cuda {

/// Whether an output at (row, column) may be written: row counts from the first of the mask, not of a panel.
GB_HD inline bool mask_admits(const mask_ref& mask, index row, column_index column) {
    return !mask.present || holds(mask.rows, row, column) != mask.complement;
}

}  // namespace graphblas_gpu::cuda
