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

/// A warp takes up to 32 entries of a row of A at a time and adds up the pairs behind them in 32 bits, as it does their
/// numbers, which go on in steps of 32 (stretch.cuh). These entries name different rows of B, and a tile, or a row of one,
/// makes up to 8 pairs with an entry: there are no more pairs than 8 times what B has, nor than 32 * 8 times what its longest
/// row has. The first keeps them in bounds for fewer than 2^29 tiles, or rows of tiles, but a tile takes 16 bytes (its column
/// 4, its bitmap 8, its start 4) and a row of one 9, so that a device of 8 GiB can hold more; the second does for fewer than
/// 2^27 columns. Where neither does, rows are measured, and B is refused if one has more than longest_row_of_b (check_rows_of_b
/// in convert.hpp).
/// @{
inline constexpr row_offset most_pairs_at_once = (row_offset{1} << 32) - 32;
inline constexpr row_offset pairs_of_an_entry = formats::tile_side;
inline constexpr row_offset entries_at_once = 32;
inline constexpr row_offset longest_row_of_b = most_pairs_at_once / (pairs_of_an_entry * entries_at_once);
/// For a B of so many tiles, or rows of tiles, in so many columns of tiles.
constexpr bool pairs_fit(row_offset of_b, index columns) {
    return of_b <= most_pairs_at_once / pairs_of_an_entry || columns <= longest_row_of_b;
}
/// @}

/// Rows of C are laid out in shared memory as bits, a word for 32 columns of tiles and another for a sum, if they have no more
/// than this, so that a multiprocessor has five blocks;
inline constexpr std::int64_t most_words_a_row = 4096;
/// and if they have twice as many pairs as words. Fewer do where a row has so many products that it would keep a block of the
/// other way busy long after all others: there half a millisecond of words is the lesser evil.
constexpr bool unites_rows(index rows, std::int64_t words_a_row, double pairs, std::int64_t products_of_longest) {
    constexpr std::int64_t long_row_products = 32768;
    constexpr double words_a_pair = 16;
    if (words_a_row > most_words_a_row) return false;
    const double words = static_cast<double>(rows) * static_cast<double>(words_a_row);
    return 2 * words <= pairs || (products_of_longest >= long_row_products && words <= words_a_pair * pairs);
}

/// Rows of C that come from up to so many pairs are sorted by a warp,
inline constexpr std::int64_t most_sorted_pairs = 1024;
/// others, and those of some pairs whose bits are less work, are laid out as bits.
constexpr bool is_row_as_bits(std::int64_t words_a_row, std::int64_t pairs) {
    constexpr std::int64_t some = 256;
    return pairs > most_sorted_pairs || (pairs > some && 2 * words_a_row <= pairs);
}
/// Whether that serves all rows. Where they have more pairs on average, many of these meet in a tile (measured on stencils, one
/// H200), and tiles are found first; a key has the column and the number of the pair.
constexpr bool sorts_pairs(index rows, index columns, std::int64_t words_a_row, std::int64_t pairs,
                           std::int64_t pairs_of_longest) {
    constexpr std::int64_t most_on_average = 640, keys = std::int64_t{1} << 32;
    if (pairs > most_on_average * rows || columns * most_sorted_pairs >= keys) return false;
    return words_a_row <= most_words_a_row || pairs_of_longest <= most_sorted_pairs;
}

/// Tiles of C that a warp takes at a time: up to `most`, since each stretch goes through A's row once more, and so few that
/// every multiprocessor has some 32 warps' worth.
constexpr unsigned tiles_a_stretch(row_offset c_tiles, int multiprocessors, unsigned most) {
    constexpr unsigned least = 64, warps = 32;
    const row_offset fair = c_tiles / (row_offset{multiprocessors} * warps);
    if (fair >= most) return most;
    return fair <= least ? least : static_cast<unsigned>(fair);
}

/// Rows of A's tiles with so many columns, or more, are gone through by a block, for as many tiles of C as have room in shared
/// memory: a warp that walks for a few tiles of C would do little else.
inline constexpr row_offset long_row = 128;
/// Blocks that have room on a multiprocessor, for its long rows.
inline constexpr int blocks_a_multiprocessor = 4;
/// Tiles of C that a block takes at a time: up to `most`, and so few that every block has some four pieces.
constexpr unsigned tiles_a_piece(row_offset c_tiles, int multiprocessors, unsigned most) {
    constexpr unsigned least = 64, pieces = 4;
    const row_offset fair = c_tiles / (row_offset{multiprocessors} * blocks_a_multiprocessor * pieces);
    if (fair >= most) return most;
    return fair <= least ? least : static_cast<unsigned>(fair);
}

}  // namespace graphblas_gpu::cuda::bitmap_tile
