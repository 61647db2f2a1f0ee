// The structure of a product in bitmap tiles.
#pragma once

#include <graphblas_gpu/cuda/bitmap_tile/tiles.hpp>

namespace graphblas_gpu::cuda {

/// A mask in tiles.
struct tile_mask {
    bool present = false;
    bool complement = false;
    tiles_ref tiles;

    GB_HD bool admits_only() const { return present && !complement; }
    GB_HD bool forbids() const { return present && complement; }
};

/// The tiles of A B under a mask that have an entry, and their bitmaps; no values. Each pair of tiles (of slices, if A and B
/// have them) is looked at a few times. Under a mask that admits only its entries, only tiles of the mask are made.
/// `products_of_longest`: the products of entries in the longest row of C, 0 if not known. Throws out_of_memory. Waits.
tiles tile_structure(const engine_ptr& e, const tiles_ref& a, const tiles_ref& b, const tile_mask& mask,
                     std::int64_t products_of_longest = 0);

/// The structure of the tiles that C may have: an ordinary product, whose entries are tiles (product/tiles.cpp).
csr possible_tiles(const engine_ptr& e, const csr_ref& a, const csr_ref& b);

/// The second part of tile_structure: those tiles of c that have an entry under the mask; `bitmaps` are without the mask. The
/// mask's tiles are in the rows of c. `whole`: c's owner if all tiles are known to stay, whose arrays are taken; else null.
/// Waits.
tiles tiles_with_entries(const engine_ptr& e, const csr_ref& c, array<tile_bits>&& bitmaps, const tile_mask& mask, index nrows,
                         index ncols, csr* whole = nullptr);

}  // namespace graphblas_gpu::cuda
