// The rows of a matrix that have entries, as the list of a vector, for kernels that compute a value for each row.
//
// Idea: a block has a tile of neighbouring rows, and needs the number of rows with entries before it. If there are few rows, it counts
// them itself, and the host, which has room for all rows, learns their number when the list is made. Otherwise they are counted before.
#pragma once

#include <graphblas_gpu/cuda/device/csr.hpp>
#include <graphblas_gpu/cuda/primitives/warp_sums.cuh>

namespace graphblas_gpu::cuda::masked {

/// The threads of a block, which have a row each.
inline constexpr unsigned tile_of_rows = 256;

/// The list, whose values the kernel writes itself.
struct row_places {
    const row_offset* starts = nullptr;  ///< the rows with entries before each tile; null: blocks count them
    row_offset* offsets = nullptr;
    column_index* columns = nullptr;
    std::int64_t* answer = nullptr;      ///< receives the number of rows with entries

    /// The place of the thread's row, which is its row of the tile; it is in the list if it has entries. All threads of the block call.
    /// `scratch` is in shared memory and has an element for each warp.
    __device__ row_offset of_row(const csr_ref& rows, index tile, bool has_entries, unsigned* scratch) const {
        const index first = tile * tile_of_rows;
        unsigned counted = 0, in_tile = 0;
        if (starts == nullptr) {
            unsigned own = 0;
#pragma unroll 8
            for (index r = threadIdx.x; r < first; r += tile_of_rows) own += rows.offsets[r] < rows.offsets[r + 1];
            (void)sum_up_to_thread(own, scratch, counted);
        }
        const row_offset start = starts == nullptr ? counted : starts[tile];
        const row_offset at = start + count_below_thread(has_entries, scratch, in_tile);
        if (has_entries) columns[at] = static_cast<column_index>(first + threadIdx.x);
        if (first + tile_of_rows >= rows.nrows && threadIdx.x == 0) {
            offsets[0] = 0;
            *answer = offsets[1] = start + in_tile;
        }
        return at;
    }
};

/// A list that a kernel is about to write, and where.
struct rows_listed {
    csr list;
    array<row_offset> starts;
    row_places places;
};

/// Room for the rows that have entries, of which there is at least one. Waits where there are many rows.
rows_listed list_of_rows(const engine_ptr& e, const csr_ref& rows, type_code type);

/// The list, once the kernel that writes it is queued. Waits where there are few rows.
csr finished(const engine_ptr& e, rows_listed&& listed);

}  // namespace graphblas_gpu::cuda::masked
