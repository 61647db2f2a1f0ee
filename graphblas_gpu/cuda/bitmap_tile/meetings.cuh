// Which tiles of A and B multiply into one tile of C, found by a warp where they are needed.
//
// Idea: lists of all pairs of tiles are long (R-MAT 16 squared: 1.2 G) and would have to be sorted by tile of C. Instead each
// lane takes one tile of A's row and looks for C's column in the row of B that this tile names: a few steps in rows that lie in
// L2, no memory, and pairs come in the order of k, so that sums are the same in every run. Pairs whose bitmaps have no product
// are dropped here.
// Source: culling by bits is tSparse's (Zachariadis et al.).
#pragma once

#include <graphblas_gpu/cuda/bitmap_tile/tiles.hpp>
#include <graphblas_gpu/cuda/device/simt.cuh>

namespace graphblas_gpu::cuda {

/// Up to 32 pairs, one a lane.
struct tile_meetings {
    unsigned lanes = 0;  ///< that hold one; the same in all lanes
    row_offset a = 0;    ///< of a lane that holds one: the tile of A, of B
    row_offset b = 0;
};

/// Where `column` stands among columns[begin .. end), or `end`.
__device__ inline row_offset tile_at(const column_index* columns, row_offset begin, row_offset end, column_index column) {
    row_offset low = begin, high = end;
    while (low < high) {
        const row_offset middle = (low + high) / 2;
        if (columns[middle] < column) low = middle + 1;
        else high = middle;
    }
    return low < end && columns[low] == column ? low : end;
}

/// Those among the tiles first .. first + 31 of A's row of tiles that ends before `last`, for column `column` of C. To be called by
/// whole warps.
__device__ inline tile_meetings meetings(const tiles_ref& a, const tiles_ref& b, row_offset first, row_offset last,
                                         column_index column) {
    tile_meetings out;
    out.a = first + simt::lane_id();
    bool found = false;
    if (out.a < last) {
        const column_index k = a.tiles.columns[out.a];
        const row_offset end = b.tiles.offsets[k + 1];
        out.b = tile_at(b.tiles.columns, b.tiles.offsets[k], end, column);
        found = out.b < end && formats::tiles_meet(a.bitmaps[out.a], b.bitmaps[out.b]);
    }
    out.lanes = __ballot_sync(simt::full_warp, found);
    return out;
}

}  // namespace graphblas_gpu::cuda
