// Compressed sparse rows to bitmap tiles on the device, and back.
#pragma once

#include <graphblas_gpu/cuda/bitmap_tile/tiles.hpp>

namespace graphblas_gpu::cuda {

/// Rows in tiles, values in their own type. O(nvals (8 + log row)), however entries are spread. Waits once. Throws
/// out_of_memory; unsupported where eight rows have 2^32 entries or more.
tiles tiled(const engine_ptr& e, const csr_ref& rows);

/// Throws unsupported where a row of tiles has 2^32 values or more. Waits if there can be one.
void check_rows_of_tiles(const engine_ptr& e, const tiles_ref& t);

/// Throws unsupported where a row of B, in tiles or in rows of tiles, is too long for warps to number its pairs in 32 bits
/// (bitmap_tile::pairs_fit). Waits if there can be one, for which B must have more than 2^29 of them and more than 2^27
/// columns.
void check_rows_of_b(const engine_ptr& e, const csr_ref& b);

/// Tiles in rows, values where they have any. O(nvals + tiles). Does not wait.
csr untiled(const engine_ptr& e, const tiles_ref& t);

/// The values of untiled() alone, for a matrix whose structure is at hand. Does not wait.
memory untiled_values(const engine_ptr& e, const tiles_ref& t);

}  // namespace graphblas_gpu::cuda
