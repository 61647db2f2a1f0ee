// The rules by which products in bitmap tiles are computed on the device: which kernels take a row, and how much at a time.
#pragma once

#include <graphblas_gpu/cuda/bitmap_tile/policy.hpp>
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

/// Whether slices (columns and rows of tiles) are faster than whole tiles.
constexpr bool takes_slices(double products_a_pair, row_offset a_tiles) {
    return products_a_pair < policy::full_pair && a_tiles < row_offset{1} << 32;
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

/// Whether all rows of C are built as bitmaps: they must be short enough, and have twice as many pairs as words on average.
/// Fewer pairs suffice if the longest row has very many products. With the other kernels, one block would work on this row long
/// after all other blocks have ended; clearing words costs half a millisecond at most.
constexpr bool builds_rows_as_bitmaps(index rows, std::int64_t words_a_row, double pairs, std::int64_t products_of_longest) {
    if (words_a_row > policy::max_words_a_row) return false;
    const double words = static_cast<double>(rows) * static_cast<double>(words_a_row);
    return 2 * words <= pairs || (products_of_longest >= policy::long_row_products && words <= policy::words_a_pair * pairs);
}

/// Whether a row of C is built as a bitmap instead of sorted: it has too many pairs, or many where clearing its bitmap costs
/// less than sorting.
constexpr bool is_row_as_bits(std::int64_t words_a_row, std::int64_t pairs) {
    return pairs > policy::max_sorted_pairs || (pairs > policy::some_pairs && 2 * words_a_row <= pairs);
}
/// Whether these two suffice for all rows of C: each is sorted, or short enough for a bitmap. A sort key of 32 bits has the
/// column and the number of the pair.
constexpr bool sorts_pairs(index rows, index columns, std::int64_t words_a_row, std::int64_t pairs,
                           std::int64_t pairs_of_longest) {
    constexpr std::int64_t keys = std::int64_t{1} << 32;
    if (pairs > policy::max_average_pairs * rows || columns * policy::max_sorted_pairs >= keys) return false;
    return words_a_row <= policy::max_words_a_row || pairs_of_longest <= policy::max_sorted_pairs;
}

/// The tiles of C in a segment, which a warp computes at a time: at most `most`, and so few that every multiprocessor has work
/// for 32 warps. Few large segments are better, because each walks along A's row once more.
constexpr unsigned tiles_a_segment(row_offset c_tiles, int multiprocessors, unsigned most) {
    constexpr unsigned least = policy::min_segment_tiles;
    const row_offset fair = c_tiles / (row_offset{multiprocessors} * policy::segment_warps_a_multiprocessor);
    if (fair >= most) return most;
    return fair <= least ? least : static_cast<unsigned>(fair);
}

/// The tiles of C in a piece, which a block computes at a time: at most `most`, and so few that every block has four pieces.
constexpr unsigned tiles_a_piece(row_offset c_tiles, int multiprocessors, unsigned most) {
    constexpr unsigned least = policy::min_piece_tiles;
    const row_offset fair = c_tiles / (row_offset{multiprocessors} * policy::blocks_a_multiprocessor * policy::pieces_a_block);
    if (fair >= most) return most;
    return fair <= least ? least : static_cast<unsigned>(fair);
}

}  // namespace graphblas_gpu::cuda::bitmap_tile
