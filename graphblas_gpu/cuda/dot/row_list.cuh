// The rows of a matrix that have entries, as the list of a vector, for kernels that compute a value for each row.
//
// Idea: a block has a tile of neighbouring rows, and needs the number of rows with entries before it. If there are few rows, it
// counts them itself, and the host, which has room for all rows, learns their number when the list is made. Otherwise another
// kernel counts them first.
#pragma once

#include <graphblas_gpu/cuda/device/csr.hpp>
#include <graphblas_gpu/cuda/primitives/warp_sums.cuh>

namespace graphblas_gpu::cuda::masked {

/// Where the entries of the list are written. The kernel writes the values itself.
struct row_list_writer {
    const row_offset* starts = nullptr;  ///< the rows with entries before each tile; null: blocks count them
    unsigned rows_a_tile = 0;
    row_offset* offsets = nullptr;
    column_index* columns = nullptr;
    std::int64_t* answer = nullptr;      ///< receives the number of rows with entries

    /// The position in the list of the first row of a tile that has entries. All threads of the block call. `scratch` is in
    /// shared memory and has an element for each warp.
    __device__ row_offset start_of(const csr_ref& rows, index tile, unsigned* scratch) const {
        if (starts != nullptr) return starts[tile];
        unsigned own = 0, all = 0;
#pragma unroll 8
        for (index r = threadIdx.x; r < tile * rows_a_tile; r += policy::row_threads)
            own += rows.offsets[r] < rows.offsets[r + 1];
        (void)sum_up_to_thread(own, scratch, all);
        return all;
    }
    /// The end of the list, which the block of the last tile knows.
    __device__ void end_at(row_offset nvals) const {
        offsets[0] = 0;
        *answer = offsets[1] = nvals;
    }
};

/// A list that a kernel is about to write, and where.
struct rows_listed {
    csr list;
    array<row_offset> starts;
    row_list_writer writer;
    index tiles = 0;
};

/// Room for the rows that have entries. `least`: the rows of a tile where there are few rows. Waits where there are many.
rows_listed list_of_rows(const engine_ptr& e, const csr_ref& rows, type_code type, unsigned least);

/// The list, once the kernel that writes it is queued. Waits where there are few rows.
csr finish_rows(const engine_ptr& e, rows_listed&& listed);

}  // namespace graphblas_gpu::cuda::masked
