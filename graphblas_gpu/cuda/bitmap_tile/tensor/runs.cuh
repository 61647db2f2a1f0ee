// A run is up to eight consecutive tiles of C in one row of tiles. A warp walks along the pairs of tiles that multiply into it.
//
// Idea: as in segment.cuh, but for so few tiles that their sums stay in shared memory until the last pair. The pairs come in
// the order of k, 32 at a time. A warp takes run after run from left to right, and goes on in each row of B where the last run
// ended.
#pragma once

#include <graphblas_gpu/cuda/bitmap_tile/segment.cuh>
#include <graphblas_gpu/cuda/device/simt.cuh>

#include <algorithm>

namespace graphblas_gpu::cuda::tensor {

inline constexpr unsigned run_length = bitmap_tile_policy::run_length;
inline constexpr unsigned warps_in_block = bitmap_tile_policy::tensor_warps;

/// The tiles of C that a warp computes, run after run: so few that there are several times as many warps as run at the same
/// time.
inline unsigned tiles_a_warp(row_offset tiles, int multiprocessors) {
    const row_offset runs = tiles / (row_offset{multiprocessors} * bitmap_tile_policy::warps_a_multiprocessor * run_length);
    return run_length * static_cast<unsigned>(std::clamp(runs, bitmap_tile_policy::min_runs, bitmap_tile_policy::max_runs));
}
inline unsigned blocks_for(row_offset tiles, unsigned of_warp) {
    const row_offset in_block = row_offset{warps_in_block} * of_warp;
    return static_cast<unsigned>((tiles + in_block - 1) / in_block);
}

/// Cuts the calling warp's `of_warp` tiles of C at the ends of rows, and calls take(row, first, end) for each part. All lanes
/// call.
template <class Take>
__device__ void for_parts_of_warp(const csr_ref& c, unsigned of_warp, const Take& take) {
    row_offset first = (static_cast<row_offset>(blockIdx.x) * warps_in_block + simt::warp_id()) * of_warp;
    const row_offset behind = first + of_warp < c.nvals ? first + of_warp : c.nvals;
    while (first < behind) {
        const index row = bitmap_tile::row_found_by_warp(c, first);
        const row_offset end = c.offsets[row + 1] < behind ? c.offsets[row + 1] : behind;
        take(row, first, end);
        first = end;
    }
}

/// A tile of C that is written.
struct __align__(16) output_tile {
    tile_bits bits;
    row_offset first;  ///< its first value
};

/// A pair of tiles, and the tile of the run that it multiplies into.
struct tile_pair {
    unsigned ks = 0;    ///< a bit for each outer product that is not empty; 0 if the run has no tile for the pair
    unsigned slot = 0;  ///< the tile of the run
    tile_bits a_bits = 0;
    tile_bits b_bits = 0;
    std::uint32_t a_first = 0;  ///< the first value of A's tile, counted from the first value of its row of tiles
    row_offset b_first = 0;     ///< the first value of B's tile, counted from the first value of B
};

/// The tiles of a run, in a warp's shared memory.
struct run_tiles {
    static constexpr column_index none = ~column_index{0};
    output_tile tiles[run_length];
    column_index columns[run_length];  ///< the columns of the tiles; `none` beyond the last tile

    /// The slot of column x, or `run_length`. Comparing with all columns takes less time than a search.
    __device__ unsigned slot_of(column_index x) const {
        unsigned below = 0;
        bool found = false;
#pragma unroll
        for (unsigned slot = 0; slot < run_length; ++slot) {
            below += columns[slot] < x;
            found |= columns[slot] == x;
        }
        return found ? below : run_length;
    }
};

/// The progress of the calling lane in the row of B that its entry of A names. The runs of a row of C are taken from left to
/// right, so no search is needed if the row of A has at most 32 entries, one for each lane.
struct row_cursor {
    bool goes_on = false;
    row_offset at = 0;
};

/// Narrows a row of B to the entries in columns lowest .. highest.
struct column_range {
    column_index lowest;
    column_index highest;
    row_cursor* cursor;

    __device__ void cut(const csr_ref& b, row_offset& from, row_offset& behind) const {
        constexpr unsigned at_once = run_length;  // loads in flight; without a mask a run has no more columns than this
        if (cursor->goes_on) from = cursor->at;
        if (from < behind) {
            const column_index* const row = b.columns + from;
            const auto length = static_cast<unsigned>(behind - from);
            // No wrap: columns of tiles are below 2^29, since those of a matrix are below 2^32 (base::check_side).
            const unsigned begin = row[0] < lowest ? bitmap_tile::first_above_by_fours(row, 1, length, lowest - 1) : 0;
            unsigned end = begin;
#pragma unroll
            for (unsigned n = 0; n < at_once; ++n) {
                end += row[begin + n < length ? begin + n : length - 1] <= highest;
            }
            if (end > length) end = length;  // the last entry was counted more than once
            if (end == begin + at_once && end < length) end = bitmap_tile::first_above_by_fours(row, end, length, highest);
            behind = from + end;
            from += begin;
        }
        cursor->at = behind;
    }
};

/// Up to run_length tiles in a row of C.
struct run {
    index row;
    unsigned count;
    const run_tiles& c;
    column_range range;

    /// All lanes call.
    __device__ run(const tiles_ref& c, index row_of_tiles, row_offset first, unsigned tiles, row_cursor& cursor,
                   run_tiles& space)
        : row(row_of_tiles), count(tiles), c(space) {
        const unsigned lane = simt::lane_id();
        column_index own = run_tiles::none;
        if (lane < count) {
            own = c.tiles.columns[first + lane];
            space.tiles[lane] = {c.bitmaps[first + lane], c.bases[row] + c.starts[first + lane]};
        }
        if (lane < run_length) space.columns[lane] = own;
        range = {__shfl_sync(simt::full_warp, own, 0), __shfl_sync(simt::full_warp, own, static_cast<int>(count) - 1),
                 &cursor};
        __syncwarp(simt::full_warp);
    }
};

/// Calls take(run, first) for the runs of tiles first .. end - 1, which are in one row of C. All lanes call.
template <class Take>
__device__ void for_runs(const tiles_ref& a, const tiles_ref& c, index row, row_offset first, row_offset end,
                         run_tiles& space, const Take& take) {
    const bool is_short = a.tiles.offsets[row + 1] - a.tiles.offsets[row] <= simt::warp_size;
    row_cursor cursor;
    for (; first < end; first += run_length) {
        const auto count = static_cast<unsigned>(end - first < run_length ? end - first : run_length);
        take(run(c, row, first, count, cursor, space), first);
        cursor.goes_on = is_short;
    }
}

/// The pair of two tiles. All loads are in flight together: waiting for one to know whether another is needed would take
/// longer.
__device__ inline tile_pair pair_of(const tiles_ref& a, const tiles_ref& b, const run& of_c,
                                    const bitmap_tile::pair_source& source) {
    tile_pair out;
    out.a_bits = a.bitmaps[source.p];
    out.b_bits = b.bitmaps[source.q];
    out.a_first = a.starts[source.p];
    out.b_first = b.bases[source.k] + b.starts[source.q];
    out.slot = of_c.c.slot_of(b.tiles.columns[source.q]);
    if (out.slot < run_length) out.ks = formats::tile_columns_present(out.a_bits) & formats::tile_rows_present(out.b_bits);
    return out;
}

/// Calls take(lanes, pair) for the pairs of a run, in the order of k, up to 32 at a time. `lanes`: the lanes that have a pair
/// with products. All lanes call, and all lanes call `take`.
template <class Take>
__device__ void for_pairs_of_run(const tiles_ref& a, const tiles_ref& b, const run& of_c, const Take& take) {
    bitmap_tile::for_pairs(a.tiles, b.tiles, of_c.row, of_c.range, 0, 1, bitmap_tile::whole_entries{},
                           [&](bool active, const bitmap_tile::pair_source& source) {
                               tile_pair pair;
                               if (active) pair = pair_of(a, b, of_c, source);
                               const unsigned lanes = __ballot_sync(simt::full_warp, pair.ks != 0);
                               if (lanes != 0) take(lanes, pair);
                           });
}

}  // namespace graphblas_gpu::cuda::tensor
