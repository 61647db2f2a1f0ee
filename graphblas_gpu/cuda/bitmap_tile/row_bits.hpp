// The tiles that C may have and their bitmaps, row of tiles by row of tiles.
#pragma once

#include <graphblas_gpu/cuda/bitmap_tile/tiles.hpp>

namespace graphblas_gpu::cuda::bitmap_tile {

struct whole_tiles;
struct outer_products;

struct united_rows {
    csr places;
    array<tile_bits> bitmaps;  ///< may be 0
};

/// Whether rows of C are narrow enough, and full enough if rows of B are alike, to be laid out as bits.
bool unites_rows(const csr_ref& a, const csr_ref& b, std::int64_t products_of_longest);

/// All pairs of entries of a and b, each a tile or a slice of one. O(pairs + rows of C, as bits), twice. Throws out_of_memory.
/// Waits.
/// @{
united_rows unite_rows(const engine_ptr& e, const csr_ref& a, const csr_ref& b, const whole_tiles& product);
united_rows unite_rows(const engine_ptr& e, const csr_ref& a, const csr_ref& b, const outer_products& product);
/// @}

}  // namespace graphblas_gpu::cuda::bitmap_tile
