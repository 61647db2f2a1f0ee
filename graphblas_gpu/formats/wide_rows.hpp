// The longest rows of a matrix as one bit a column, beside whatever form the others have.
//
// Idea: a row with entries in an eighth of all words of 64 columns is cheaper to unite as plain words than as pairs of word
// number and word. The words lie panel by panel, 64 words of every wide row together, so that a panel of all of them stays
// in a cache while many rows of a product take their unions from it.
#pragma once

#include <graphblas_gpu/formats/bits.hpp>
#include <graphblas_gpu/formats/csr.hpp>

namespace graphblas_gpu::formats {

struct wide_rows {
    static constexpr index panel_words = 64;
    static constexpr std::uint32_t narrow = ~std::uint32_t{0};

    index count = 0;
    index panels = 0;
    buffer<std::uint32_t> number;  ///< of each row of the matrix: which wide row it is, or narrow
    buffer<word> words;            ///< [panel][wide row][panel_words]

    bool is_wide(index row) const { return number[static_cast<std::size_t>(row)] != narrow; }
    const word* panel(index p) const { return words.data() + p * count * panel_words; }
};

/// Whether a row that touches `sets` words of `all` is kept wide.
constexpr bool is_wide_enough(row_offset sets, index all) { return sets * 8 >= all && sets >= 16; }

/// Whether wide rows that take `size` words are worth making: where most unions run through them, and often enough that
/// clearing and filling the words is a small part. Never more than half a gigabyte.
constexpr bool wide_rows_pay(std::int64_t unions_through_wide, std::int64_t unions, std::int64_t size) {
    return unions_through_wide * 2 >= unions && unions_through_wide >= 2 * size && size <= (std::int64_t{1} << 26);
}

}  // namespace graphblas_gpu::formats
