// How many pairs of tiles two matrices in rows have, before they are in tiles.
#pragma once

#include <graphblas_gpu/cuda/device/csr.hpp>

namespace graphblas_gpu::cuda::bitmap_tile {

/// Tiles of A and of B in the row that each names. O((nvals(A) + nvals(B)) log row); takes a number a row of B's tiles. Waits.
std::int64_t count_tile_pairs(const engine_ptr& e, const csr_ref& a, const csr_ref& b);

}  // namespace graphblas_gpu::cuda::bitmap_tile
