// The rules by which products in bitmap tiles are computed on the device: which kernels take a row, and how much at a time.
#pragma once

#include <graphblas_gpu/formats/bitmap_tile/tile.hpp>

namespace graphblas_gpu::cuda::bitmap_tile {

/// The products of an average pair of tiles, as if entries were spread evenly: an entry of A is multiplied by an eighth of the
/// entries of the tile of B.
constexpr double products_a_pair(row_offset a_nvals, row_offset a_tiles, row_offset b_nvals, row_offset b_tiles) {
    if (a_tiles == 0 || b_tiles == 0) return 0;
    const double a_tile = static_cast<double>(a_nvals) / static_cast<double>(a_tiles);
    const double b_tile = static_cast<double>(b_nvals) / static_cast<double>(b_tiles);
    return a_tile * b_tile / formats::tile_side;
}

/// Pairs of tiles with at least this many products are multiplied as whole tiles. A warp spends some hundred instructions on a
/// pair of whole tiles, however full it is. With slices, a lane multiplies an entry of A by a row of a tile of B, and spends
/// some thirty instructions a product, some of them waiting for its turn.
inline constexpr double full_pair = 64;

/// Whether slices (columns and rows of tiles) are faster than whole tiles.
constexpr bool takes_slices(double products_a_pair, row_offset a_tiles) {
    return products_a_pair < full_pair && a_tiles < row_offset{1} << 32;
}

/// A warp takes up to 32 entries of a row of A at a time, and numbers the pairs that they make with entries of B in 32 bits, in
/// steps of 32 (for_pairs in segment.cuh). So these may be at most max_pairs_at_once pairs. Entries of A and B are tiles here,
/// or slices of tiles. The 32 entries of A name different rows of B, and each makes at most 8 pairs with an entry of such a
/// row. This bounds the number of pairs twice: by 8 times the entries of B, and by 32 * 8 times the entries of B's longest row.
/// The first bound suffices if B has at most 2^29 - 4 entries. A device of 8 GiB can hold more: a tile takes 16 bytes (its
/// column 4, its bitmap 8, its start 4), and a slice 9. The second suffices if B has fewer than 2^24 columns of tiles. If
/// neither does, check_rows_of_b (convert.hpp) measures the rows of B, and throws unsupported if one has more than
/// longest_row_of_b entries. product::take_tiles calls it before any kernel runs. If B's slices pass, the bound holds for B's
/// tiles too: a row of tiles has at most as many tiles as its eight rows have slices, and a tile makes one pair with an entry
/// of A where a slice makes up to 8.
/// @{
inline constexpr row_offset max_pairs_at_once = (row_offset{1} << 32) - 32;
inline constexpr row_offset pairs_of_an_entry = formats::tile_side;
inline constexpr row_offset entries_at_once = 32;
inline constexpr row_offset longest_row_of_b = max_pairs_at_once / (pairs_of_an_entry * entries_at_once);
/// Whether the bounds hold for every B with this number of tiles or slices and this number of columns of tiles.
constexpr bool pairs_fit(row_offset nvals_of_b, index columns) {
    return nvals_of_b <= max_pairs_at_once / pairs_of_an_entry || columns <= longest_row_of_b;
}
/// @}

/// A row of C can be a bitmap in shared memory if the bitmap has at most this many words, so that a multiprocessor has room for
/// five blocks. A word stands for 32 columns of tiles, and has a second word for a prefix sum.
inline constexpr std::int64_t max_words_a_row = 4096;
/// Whether all rows of C are built as bitmaps: they must be short enough, and have twice as many pairs as words on average.
/// Fewer pairs suffice if the longest row has very many products. With the other kernels, one block would work on this row long
/// after all other blocks have ended; clearing words costs half a millisecond at most.
constexpr bool builds_rows_as_bitmaps(index rows, std::int64_t words_a_row, double pairs, std::int64_t products_of_longest) {
    constexpr std::int64_t long_row_products = 32768;
    constexpr double words_a_pair = 16;
    if (words_a_row > max_words_a_row) return false;
    const double words = static_cast<double>(rows) * static_cast<double>(words_a_row);
    return 2 * words <= pairs || (products_of_longest >= long_row_products && words <= words_a_pair * pairs);
}

/// A warp can sort the pairs of a row of C if there are at most this many.
inline constexpr std::int64_t max_sorted_pairs = 1024;
/// Whether a row of C is built as a bitmap instead: it has more than 1024 pairs, or more than 256 where clearing its bitmap
/// costs less than sorting.
constexpr bool is_row_as_bits(std::int64_t words_a_row, std::int64_t pairs) {
    constexpr std::int64_t some = 256;
    return pairs > max_sorted_pairs || (pairs > some && 2 * words_a_row <= pairs);
}
/// Whether these two suffice for all rows of C: each is sorted, or short enough for a bitmap. With more than 640 pairs a row on
/// average, many pairs fall on the same tile of C, and it is faster to find the tiles first (measured on stencils, one H200). A
/// sort key of 32 bits has the column and the number of the pair.
constexpr bool sorts_pairs(index rows, index columns, std::int64_t words_a_row, std::int64_t pairs,
                           std::int64_t pairs_of_longest) {
    constexpr std::int64_t most_on_average = 640, keys = std::int64_t{1} << 32;
    if (pairs > most_on_average * rows || columns * max_sorted_pairs >= keys) return false;
    return words_a_row <= max_words_a_row || pairs_of_longest <= max_sorted_pairs;
}

/// The tiles of C in a segment, which a warp computes at a time: at most `most`, and so few that every multiprocessor has work
/// for 32 warps. Few large segments are better, because each walks along A's row once more.
constexpr unsigned tiles_a_segment(row_offset c_tiles, int multiprocessors, unsigned most) {
    constexpr unsigned least = 64, warps = 32;
    const row_offset fair = c_tiles / (row_offset{multiprocessors} * warps);
    if (fair >= most) return most;
    return fair <= least ? least : static_cast<unsigned>(fair);
}

/// A row of A with at least this many slices is long: a block walks along it for as many tiles of C as have room in shared
/// memory. A warp, which has room for few tiles of C, would spend nearly all of its time walking.
inline constexpr row_offset long_row = 128;
/// The blocks for long rows that have room on a multiprocessor.
inline constexpr int blocks_a_multiprocessor = 4;
/// The tiles of C in a piece, which a block computes at a time: at most `most`, and so few that every block has four pieces.
constexpr unsigned tiles_a_piece(row_offset c_tiles, int multiprocessors, unsigned most) {
    constexpr unsigned least = 64, pieces = 4;
    const row_offset fair = c_tiles / (row_offset{multiprocessors} * blocks_a_multiprocessor * pieces);
    if (fair >= most) return most;
    return fair <= least ? least : static_cast<unsigned>(fair);
}

}  // namespace graphblas_gpu::cuda::bitmap_tile
