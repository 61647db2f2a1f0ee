// Runs of neighbouring tiles of C, and the pairs of tiles that multiply into them, gone through by a warp.
//
// Idea: as stretch.cuh has it, for a few tiles at a time, whose sums stay in shared memory until the last pair has come. Pairs
// come in the order of k, 32 at a time; those of one tile of C are multiplied together.
#pragma once

#include <graphblas_gpu/cuda/bitmap_tile/stretch.cuh>
#include <graphblas_gpu/cuda/simt.cuh>

namespace graphblas_gpu::cuda::tensor {

inline constexpr unsigned run_length = 8;
inline constexpr unsigned warps_in_block = 4;

inline unsigned blocks_for_runs(row_offset tiles) {
    constexpr row_offset in_block = warps_in_block * run_length;
    return static_cast<unsigned>((tiles + in_block - 1) / in_block);
}

/// take(row, first, count) for the parts of the calling warp's run that lie in one row of C's tiles each. All lanes call.
template <class Take>
__device__ void for_parts_of_run(const csr_ref& c, const Take& take) {
    row_offset first = (static_cast<row_offset>(blockIdx.x) * warps_in_block + simt::warp_id()) * run_length;
    const row_offset behind = first + run_length < c.nvals ? first + run_length : c.nvals;
    while (first < behind) {
        const index row = bitmap_tile::row_found_by_warp(c.offsets, c.nrows, first);
        const row_offset end = c.offsets[row + 1] < behind ? c.offsets[row + 1] : behind;
        take(row, first, static_cast<unsigned>(end - first));
        first = end;
    }
}

/// Where a tile of C lies.
struct output_tile {
    tile_bits bits = 0;
    row_offset first = 0;  ///< its first value
};

/// What lane `from` has.
__device__ inline output_tile broadcast(const output_tile& tile, unsigned from) {
    return {static_cast<tile_bits>(__shfl_sync(simt::full_warp, static_cast<unsigned long long>(tile.bits), from)),
            static_cast<row_offset>(__shfl_sync(simt::full_warp, static_cast<long long>(tile.first), from))};
}

/// A pair of tiles whose bitmaps meet, and the tile of the part that it multiplies into.
struct tile_pair {
    bool present = false;
    unsigned slot = 0;
    tile_bits a_bits = 0;
    tile_bits b_bits = 0;
    row_offset a_first = 0;  ///< the first value of A's tile, of B's
    row_offset b_first = 0;
};

/// Of two tiles; the row of A's has `a_base` values before it. Not present if they do not meet or C has no tile for them. All
/// is loaded at once: waiting for one load to know whether another is needed takes longer.
__device__ inline tile_pair pair_of(const tiles_ref& a, const tiles_ref& b, const bitmap_tile::stretch& part,
                                    row_offset a_base, const bitmap_tile::pair_source& of) {
    tile_pair out;
    out.a_bits = a.bitmaps[of.p];
    out.b_bits = b.bitmaps[of.q];
    out.a_first = a_base + a.starts[of.p];
    out.b_first = b.bases[of.k] + b.starts[of.q];
    out.slot = part.tile_in(b.tiles.columns[of.q]);
    out.present = out.slot < part.count && formats::tiles_meet(out.a_bits, out.b_bits);
    return out;
}

/// Goes through the pairs of a part of a run. `body` has gather(pair), called by all lanes, those with a pair to keep it under
/// their number; add(slot, lanes), which adds those kept to the sums of tile `slot` of the part; and finish(slot, tile), called
/// for each once all are in. `columns` are run_length in shared memory. All lanes call.
template <class Body>
__device__ void add_up_part(const tiles_ref& a, const tiles_ref& b, const tiles_ref& c, index row, row_offset first,
                            unsigned count, column_index* columns, Body& body) {
    const unsigned lane = simt::lane_id();
    output_tile tile;
    if (lane < count) {
        columns[lane] = c.tiles.columns[first + lane];
        tile = {c.bitmaps[first + lane], c.bases[row] + c.starts[first + lane]};
    }
    __syncwarp(simt::full_warp);
    const bitmap_tile::stretch part{count, columns};
    const row_offset a_base = a.bases[row];
    bitmap_tile::for_pairs(a.tiles, b.tiles, row, part, 0, 1, bitmap_tile::whole_entries{},
                           [&](bool active, const bitmap_tile::pair_source& of) {
                               tile_pair pair;
                               if (active) pair = pair_of(a, b, part, a_base, of);
                               if (__any_sync(simt::full_warp, pair.present) == 0) return;
                               body.gather(pair);
                               __syncwarp(simt::full_warp);
                               for (unsigned slot = 0; slot < count; ++slot) {
                                   const unsigned lanes = __ballot_sync(simt::full_warp, pair.present && pair.slot == slot);
                                   if (lanes != 0) body.add(slot, lanes);
                               }
                               __syncwarp(simt::full_warp);
                           });
    for (unsigned slot = 0; slot < count; ++slot) body.finish(slot, broadcast(tile, slot));
    __syncwarp(simt::full_warp);
}

}  // namespace graphblas_gpu::cuda::tensor
