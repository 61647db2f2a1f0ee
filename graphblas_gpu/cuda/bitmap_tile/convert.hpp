// Compressed sparse rows to bitmap tiles on the device, and back.
#pragma once

#include <graphblas_gpu/cuda/bitmap_tile/tiles.hpp>

namespace graphblas_gpu::cuda {

/// A matrix in rows as tiles. Values keep their type. O(nvals (8 + log row)), however entries are distributed. Waits once.
/// Throws out_of_memory; unsupported if eight rows have 2^32 entries or more.
tiles tiled(const engine_ptr& e, const csr_ref& rows);

/// Throws unsupported if a row of tiles has 2^32 values or more. Waits only if nvals is at least 2^32.
void check_rows_of_tiles(const engine_ptr& e, const tiles_ref& t);

/// Throws unsupported if a row of B, whose entries are tiles or row slices, is so long that a warp cannot number its pairs in
/// 32 bits (bitmap_tile::pairs_fit; rules.hpp derives the bound). Waits only if such a row is possible: B must have more than
/// 2^29 - 4 entries, and at least 2^24 columns of tiles.
void check_rows_of_b(const engine_ptr& e, const csr_ref& b);

/// A matrix in tiles as rows, with values if the tiles have values. O(nvals + tiles). Does not wait.
csr untiled(const engine_ptr& e, const tiles_ref& t);

/// Only the values of untiled(), for a matrix whose structure is known already. Does not wait.
memory untiled_values(const engine_ptr& e, const tiles_ref& t);

}  // namespace graphblas_gpu::cuda
