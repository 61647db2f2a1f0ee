// Appending rows that were computed in panels to C, and offsets of some rows of a matrix.
#pragma once

#include <graphblas_gpu/cuda/device/csr.hpp>

namespace graphblas_gpu::cuda {

/// Copies `piece` to rows first_row .. of c, whose arrays are allocated. Its entries are written from index `at` on, and
/// c.offsets up to the end of its last row. O(nvals and rows of the piece). Does not wait.
void append_rows(const engine_ptr& e, const csr& piece, index first_row, row_offset at, csr& c);

/// to[r] = from[r] - from[0] for r = 0 .. count: the offsets of some rows as a matrix of their own. Does not wait.
void shift_offsets(const engine_ptr& e, const row_offset* from, index count, row_offset* to);

}  // namespace graphblas_gpu::cuda
