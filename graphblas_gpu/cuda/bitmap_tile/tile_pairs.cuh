// A warp finds the pairs of tiles of A and B that multiply into one tile of C.
//
// Idea: a list of all pairs of tiles is long (R-MAT 16 squared: 1.2 G) and would have to be sorted by tile of C. Instead, each
// lane takes one tile of A's row and searches C's column in the row of B that this tile names. That is a few steps in rows that
// are in the L2 cache, and takes no memory. The pairs come in the order of k, so that sums are the same in every run. Pairs
// whose bitmaps have no product are dropped here.
// Source: culling by bits is tSparse's (Zachariadis et al.).
#pragma once

#include <graphblas_gpu/cuda/bitmap_tile/tiles.hpp>
#include <graphblas_gpu/cuda/device/simt.cuh>

namespace graphblas_gpu::cuda {

/// Up to 32 pairs, one a lane.
struct tile_pairs {
    unsigned lanes = 0;  ///< the lanes that have a pair; the same in all lanes
    row_offset a = 0;    ///< the tile of A, in a lane that has a pair
    row_offset b = 0;    ///< the tile of B
};

/// The index of `column` among columns[begin .. end), or `end`.
__device__ inline row_offset tile_at(const column_index* columns, row_offset begin, row_offset end, column_index column) {
    row_offset low = begin, high = end;
    while (low < high) {
        const row_offset middle = (low + high) / 2;
        if (columns[middle] < column) low = middle + 1;
        else high = middle;
    }
    return low < end && columns[low] == column ? low : end;
}

/// The pairs that tiles first .. first + 31 of A (those before `last`, the end of their row) make for column `column` of C. All
/// lanes call.
__device__ inline tile_pairs find_tile_pairs(const tiles_ref& a, const tiles_ref& b, row_offset first, row_offset last,
                                             column_index column) {
    tile_pairs out;
    out.a = first + simt::lane_id();
    bool found = false;
    if (out.a < last) {
        const column_index k = a.tiles.columns[out.a];
        const row_offset end = b.tiles.offsets[k + 1];
        out.b = tile_at(b.tiles.columns, b.tiles.offsets[k], end, column);
        found = out.b < end && formats::tiles_have_products(a.bitmaps[out.a], b.bitmaps[out.b]);
    }
    out.lanes = __ballot_sync(simt::full_warp, found);
    return out;
}

}  // namespace graphblas_gpu::cuda
