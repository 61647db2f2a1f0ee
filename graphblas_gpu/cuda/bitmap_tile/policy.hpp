// The constants that tune method `bitmap_tile` on a device: conversion, the tiles of C, and their values.
//
// Idea: as hash/policy.hpp. The rules that apply them are in rules.hpp.
#pragma once

#include <cstdint>

#include <graphblas_gpu/base/types.hpp>

namespace graphblas_gpu::cuda {

struct bitmap_tile_policy {
    /// Pairs of tiles with at least this many products are multiplied as whole tiles. A warp spends some hundred instructions
    /// on a pair of whole tiles, however full it is. With slices, a lane multiplies an entry of A by a row of a tile of B, and
    /// spends some thirty instructions a product, some of them waiting for its turn.
    static constexpr double full_pair = 64;

    // Which tiles C has: rows as bitmaps in shared memory.
    /// A row of C can be a bitmap if that has at most this many words, so that a multiprocessor has room for five blocks. A
    /// word stands for 32 columns of tiles, and has a second word for a prefix sum.
    static constexpr std::int64_t max_words_a_row = 4096;
    /// With a row of so many products, this many words a pair are cleared; else one word for two pairs. With the other kernels,
    /// one block would work on this row long after all other blocks have ended.
    static constexpr std::int64_t long_row_products = 32768;
    static constexpr double words_a_pair = 16;
    static constexpr unsigned large_block_warps = 32;    ///< of a block that takes a row with many pairs
    static constexpr row_offset long_row_of_b = 256;     ///< entries; in a large block, several warps share a longer row of B
    static constexpr unsigned warps_a_long_row = 8;      ///< that share it
    static constexpr unsigned loads_of_long_rows = 4;    ///< of a lane in flight
    static constexpr row_offset min_entries_a_warp = 4;  ///< of A, of a row that warps share
    static constexpr unsigned shared_tiles = 1024;       ///< of a row whose bitmaps are OR-ed in shared memory

    // Which tiles C has: rows whose pairs a warp sorts.
    static constexpr std::int64_t max_sorted_pairs = 1024;
    static constexpr std::int64_t some_pairs = 256;  ///< a row with more may be a bitmap, if clearing costs less than sorting
    /// With more pairs a row on average, many pairs fall on the same tile of C, and it is faster to find the tiles first
    /// (measured on stencils, one H200).
    static constexpr std::int64_t max_average_pairs = 640;
    static constexpr unsigned sorting_warps = 4;

    // Which tiles C has: the other kernels.
    static constexpr unsigned structure_warps = 8;  ///< of a block
    static constexpr unsigned part_tiles = 128;     ///< of C, that a warp counts

    // Values of whole tiles.
    static constexpr unsigned tile_warps = 4;    ///< of a block
    static constexpr unsigned tiles_a_warp = 4;  ///< of C, one after the other

    // Values of segments, which a warp computes at a time.
    static constexpr unsigned segment_warps = 4;
    static constexpr unsigned min_segment_tiles = 64, segment_tiles = 128;  ///< of C; the most, and the most bytes of sums
    static constexpr unsigned segment_bytes = 4096;
    static constexpr unsigned segment_warps_a_multiprocessor = 32;  ///< for which there should be work

    // Values of pieces of long rows, which a block computes window by window.
    /// A row of A with at least this many slices is long: a warp, which has room for few tiles of C, would spend nearly all of
    /// its time walking along it.
    static constexpr row_offset long_row = 128;
    static constexpr unsigned block_warps = 8;
    static constexpr int blocks_a_multiprocessor = 4;
    static constexpr unsigned min_piece_tiles = 64, pieces_a_block = 4;
    static constexpr unsigned window_tiles = 2048;   ///< of C, at most
    static constexpr unsigned window_bytes = 20480;  ///< of sums
    /// Products are computed when there are at least this many sources. Just before, each thread may have added one more.
    static constexpr unsigned enough_sources = 192;
    /// Slots for tickets in shared memory. Rows of tiles may share a slot; then their products take turns without need.
    static constexpr unsigned ticket_slots = 2048;
    static constexpr unsigned turns_a_thread = 4;  ///< until the slots are cleared again
    /// Rows of B of many entries have a mark, a bit for each of the parts of the columns.
    static constexpr row_offset marked_row = 32;
    static constexpr index mark_parts = 64;

    // Values by tensor cores. They are used if an average pair of tiles has at least this many products. With tensor cores, the
    // time depends on the number of tiles, even if they have few entries; without them, it depends on the number of products.
    static constexpr double products_for_sums = 8, products_for_counts = 1;
    static constexpr unsigned run_length = 8;  ///< tiles of C whose sums a warp has at a time
    static constexpr unsigned tensor_warps = 4;
    static constexpr row_offset warps_a_multiprocessor = 96, min_runs = 2, max_runs = 8;  ///< runs of a warp
    static constexpr unsigned max_in_list = 5;  ///< outer products of a pair in the list, if there is one
    /// Blocks on a multiprocessor, with a list and without: shared memory and registers do not suffice for more.
    static constexpr unsigned blocks_with_list = 5, blocks_without_list = 6;

    // Tiles written as rows (untile.cu).
    static constexpr unsigned log_untile_warps = 3;  ///< of the warps of a block
    /// Tiles with fewer values than this on average are sorted by rows, 32 at a time. If rows have fewer than 32 tiles on
    /// average, the limit is half_filled.
    static constexpr row_offset well_filled = 24, half_filled = 8;
    static constexpr unsigned sorted_entries = 512;  ///< that are sorted at a time, at most
    /// Several warps share a row if rows have at least this many tiles on average, and there are fewer rows than few_rows.
    static constexpr row_offset shared_row = 48, few_rows = 16384;
    /// All warps of a block share a row that has more tiles than this for each of its warps.
    static constexpr row_offset max_tiles_a_warp = 1024;
    /// Blocks share a row with more tiles than very_long: each writes a window of it.
    static constexpr row_offset very_long = 4096, untile_window = 2048;
};

namespace bitmap_tile {
using policy = bitmap_tile_policy;
}

}  // namespace graphblas_gpu::cuda
