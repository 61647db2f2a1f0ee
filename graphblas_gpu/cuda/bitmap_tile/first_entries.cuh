// Testing whether an entry of a matrix in rows is the first entry of its tile.
#pragma once

#include <graphblas_gpu/cuda/device/csr.hpp>
#include <graphblas_gpu/cuda/primitives/for_each.cuh>
#include <graphblas_gpu/formats/bitmap_tile/tile.hpp>

namespace graphblas_gpu::cuda::bitmap_tile {

/// Whether entry p of row i is the first of its tile.
__device__ inline bool begins_tile(const csr_ref& a, index i, row_offset p) {
    constexpr unsigned side = formats::tile_side;
    const column_index column = a.columns[p] / side;
    if (p > a.offsets[i] && a.columns[p - 1] / side == column) return false;
    for (index above = i - i % side; above < i; ++above) {
        const row_offset end = a.offsets[above + 1];
        const row_offset at = lower_bound(a.columns, a.offsets[above], end, column * side);
        if (at < end && a.columns[at] / side == column) return false;
    }
    return true;
}

}  // namespace graphblas_gpu::cuda::bitmap_tile
