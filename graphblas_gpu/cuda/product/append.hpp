// Putting rows that were made in panels together, and taking panels out.
#pragma once

#include <graphblas_gpu/cuda/device/csr.hpp>

namespace graphblas_gpu::cuda {

/// Copies `piece` to rows first_row .. of c, whose arrays are there, entries from place `at` on; c.offsets is written up to the
/// row behind the last one. O(its nvals + rows). Does not wait.
void append_rows(const engine_ptr& e, const csr& piece, index first_row, row_offset at, csr& c);

/// to[r] = from[r] - from[0] for r in 0 .. count: the offsets of some rows by themselves. Does not wait.
void shift_offsets(const engine_ptr& e, const row_offset* from, index count, row_offset* to);

}  // namespace graphblas_gpu::cuda
