// Sorting the rows that a hash method leaves in the order of its tables.
#pragma once

#include <graphblas_gpu/cuda/product/types.hpp>

namespace graphblas_gpu::cuda::paper {

/// Rows in the order of tables. Places are words of 4 or 8 bytes, or null for structure alone.
struct unsorted_rows {
    index rows = 0;
    const row_offset* offsets = nullptr;  ///< rows + 1
    row_offset nvals = 0;
    row_offset most_nvals = 0;  ///< of one row
    const column_index* columns = nullptr;
    const void* places = nullptr;
};

/// Copies rows to `columns`, ascending in each row, and the low `value_bytes` bytes of their places to `values`. Rows
/// of up to eight times the average and 512 entries need no memory (but values of 1 or 2 bytes 4 bytes each); if there
/// are longer ones, about as much as all rows have.
void sort_rows(const engine_ptr& e, const unsorted_rows& from, column_index* columns, void* values,
               std::size_t value_bytes);

}  // namespace graphblas_gpu::cuda::paper
