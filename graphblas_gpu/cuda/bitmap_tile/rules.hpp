// How products in bitmap tiles are computed on the device.
#pragma once

#include <graphblas_gpu/formats/bitmap_tile/tile.hpp>

namespace graphblas_gpu::cuda::bitmap_tile {

/// Products that an average pair of tiles has, if their entries were spread evenly: an entry of A meets an eighth of B's.
constexpr double products_a_pair(row_offset a_nvals, row_offset a_tiles, row_offset b_nvals, row_offset b_tiles) {
    if (a_tiles == 0 || b_tiles == 0) return 0;
    const double a_tile = static_cast<double>(a_nvals) / static_cast<double>(a_tiles);
    const double b_tile = static_cast<double>(b_nvals) / static_cast<double>(b_tiles);
    return a_tile * b_tile / formats::tile_side;
}

/// A warp that takes a pair spends some hundred instructions on it, however full it is; lanes that take an entry of A and a row
/// of a tile of B each some thirty a product, and take turns.
inline constexpr double full_pair = 64;

/// Whether columns and rows of tiles serve better than whole tiles.
constexpr bool takes_slices(double products_a_pair, row_offset a_tiles) {
    return products_a_pair < full_pair && a_tiles < row_offset{1} << 32;
}

/// Tiles of C that a warp takes at a time: up to `most`, since each stretch goes through A's row once more, and so few that every
/// multiprocessor has some 32 warps' worth.
constexpr unsigned tiles_a_stretch(row_offset c_tiles, int multiprocessors, unsigned most) {
    constexpr unsigned least = 64, warps = 32;
    const row_offset fair = c_tiles / (row_offset{multiprocessors} * warps);
    if (fair >= most) return most;
    return fair <= least ? least : static_cast<unsigned>(fair);
}

}  // namespace graphblas_gpu::cuda::bitmap_tile
