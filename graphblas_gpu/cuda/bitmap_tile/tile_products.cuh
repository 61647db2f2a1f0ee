// The structure of the product of a pair of tiles or slices, and adding it to bitmaps in shared memory.
#pragma once

#include <graphblas_gpu/cuda/bitmap_tile/tiles.hpp>
#include <graphblas_gpu/cuda/device/simt.cuh>

namespace graphblas_gpu::cuda::bitmap_tile {

/// Products of pairs of whole tiles.
struct whole_tiles {
    const tile_bits* a;
    const tile_bits* b;
    __device__ tile_bits operator()(row_offset p, row_offset q) const {
        const tile_bits x = a[p], y = b[q];
        return formats::tiles_have_products(x, y) ? formats::tile_product(x, y) : 0;
    }
};
/// Outer products of a column of A's tile and a row of B's.
struct outer_products {
    const std::uint8_t* a;
    const std::uint8_t* b;
    __device__ tile_bits operator()(row_offset p, row_offset q) const { return tile_column_of(a[p]) * b[q]; }
};

/// Adds bits to the bitmap of a tile. The two halves of bitmaps are in separate arrays, because bits are set in words of 32.
__device__ inline void or_bits(unsigned* low, unsigned* high, unsigned tile, tile_bits bits) {
    const auto lower = static_cast<unsigned>(bits), upper = static_cast<unsigned>(bits >> 32);
    if (lower != 0) atomicOr(low + tile, lower);
    if (upper != 0) atomicOr(high + tile, upper);
}

}  // namespace graphblas_gpu::cuda::bitmap_tile
