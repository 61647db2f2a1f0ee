// Sorting the rows that the paper's hash method leaves in the order of its tables.
#pragma once

#include <graphblas_gpu/cuda/shared/types.hpp>

namespace graphblas_gpu::cuda::paper {

/// Rows in the order of their tables. Sums are words of 4 or 8 bytes; null for structure only.
struct unsorted_rows {
    index rows = 0;
    const row_offset* offsets = nullptr;  ///< rows + 1
    row_offset nvals = 0;
    row_offset most_nvals = 0;  ///< of the longest row
    const column_index* columns = nullptr;
    const void* sums = nullptr;
};

/// Copies the rows to `columns`, ascending in each row, and the low `value_bytes` bytes of their sums to `values`. Rows of at
/// most 512 entries or eight times the average need no memory (except 4 bytes for each value of 1 or 2 bytes). If there are
/// longer rows, about as much memory is needed as all rows have.
void sort_rows(const engine_ptr& e, const unsorted_rows& from, column_index* columns, void* values, std::size_t value_bytes);

}  // namespace graphblas_gpu::cuda::paper
