// The rows of a matrix that touch many words of 64 columns, stored as one bit a column in addition to their usual form.
//
// Idea: a row with entries in at least an eighth of all words is cheaper to OR as plain words than as pairs of a word number
// and a word. The words are stored in panels: panel p holds words 64 p .. 64 p + 63 of every wide row, so that one panel stays
// in a cache while many rows of a product take their unions from it. Memory: a bit a column for each wide row.
#pragma once

#include <graphblas_gpu/base/bits.hpp>
#include <graphblas_gpu/formats/csr.hpp>

namespace graphblas_gpu::host {

struct wide_rows {
    static constexpr index panel_words = 64;
    static constexpr std::uint32_t narrow = ~std::uint32_t{0};

    index count = 0;
    index panels = 0;
    buffer<std::uint32_t> number;  ///< for each row of the matrix: its number among the wide rows, or `narrow`
    buffer<base::word> words;      ///< [panel][wide row][panel_words]

    bool is_wide(index row) const { return number[static_cast<std::size_t>(row)] != narrow; }
    const base::word* panel(index p) const { return words.data() + p * count * panel_words; }
};

/// Whether a row that touches `sets` of `all` words is stored as bits.
constexpr bool is_wide_enough(row_offset sets, index all) { return sets * 8 >= all && sets >= 16; }

/// Whether wide rows with `size` words in total are worth making: at least half of all unions read a wide row, and there are so
/// many of these that clearing and filling the words is a small part of the work. The words never take more than half a
/// gigabyte.
constexpr bool wide_rows_are_profitable(std::int64_t unions_through_wide, std::int64_t unions, std::int64_t size) {
    return unions_through_wide * 2 >= unions && unions_through_wide >= 2 * size && size <= (std::int64_t{1} << 26);
}

}  // namespace graphblas_gpu::host
