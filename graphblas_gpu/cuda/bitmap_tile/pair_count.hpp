// The number of pairs of tiles of two matrices in rows, without making the tiles.
#pragma once

#include <graphblas_gpu/cuda/device/csr.hpp>

namespace graphblas_gpu::cuda::bitmap_tile {

/// The sum, over the tiles of A, of the number of tiles in the row of B that the tile names. O((nvals(A) + nvals(B)) log row).
/// Memory: a number for each row of B's tiles. Waits.
std::int64_t count_tile_pairs(const engine_ptr& e, const csr_ref& a, const csr_ref& b);

}  // namespace graphblas_gpu::cuda::bitmap_tile
