// Compressed structure: the columns of a row packed into pairs of a word number (column set index) and a word of 64 columns
// (column set).
//
// Idea: 64 neighbouring columns become one word, so that the union of rows has fewer items, and the union of two of them is one
// bitwise or. The symbolic phase and dot products of pairs use it, which read no values. Cost: O(nvals) to pack; 12 bytes for
// each pair.
// Source: Deveci, Trott, Rajamanickam, "Multi-threaded sparse matrix-matrix multiplication for many-core and GPU architectures"
// (kkSpGEMM), section 3.2; there with 32 columns a set.
#pragma once

#include <graphblas_gpu/base/bits.hpp>
#include <graphblas_gpu/formats/csr.hpp>

namespace graphblas_gpu::formats {

struct compressed_view {
    index nrows = 0;
    index ncols = 0;  ///< the number of columns, not of column sets
    const row_offset* offsets = nullptr;
    const column_index* sets = nullptr;  ///< the column set indices, ascending in a row
    const base::word* bits = nullptr;    ///< the column sets, none of them 0
};

struct compressed {
    index nrows = 0;
    index ncols = 0;
    buffer<row_offset> offsets;
    buffer<column_index> sets;
    buffer<base::word> bits;

    compressed_view view() const { return {nrows, ncols, offsets.data(), sets.data(), bits.data()}; }
};

/// The number of column sets that the row columns[0 .. size) touches. O(size).
constexpr row_offset count_sets(const column_index* columns, row_offset size) {
    row_offset sets = 0;
    for (row_offset p = 0; p < size; ++p) sets += p == 0 || base::word_of(columns[p]) != base::word_of(columns[p - 1]);
    return sets;
}

/// Packs the row columns[0 .. size) into sets and bits; returns the number of pairs. O(size).
constexpr row_offset pack_row(const column_index* columns, row_offset size, column_index* sets, base::word* bits) {
    row_offset count = 0;
    for (row_offset p = 0; p < size; ++p) {
        if (p == 0 || base::word_of(columns[p]) != sets[count - 1]) {
            sets[count] = base::word_of(columns[p]);
            bits[count] = 0;
            ++count;
        }
        bits[count - 1] |= base::bit_of(columns[p]);
    }
    return count;
}

/// The paper's rule: compression is worth its memory if it leaves less than 85 % of the multiplications.
constexpr bool compression_is_profitable(std::int64_t multiplications, std::int64_t compressed_multiplications) {
    return static_cast<double>(compressed_multiplications) < 0.85 * static_cast<double>(multiplications);
}

}  // namespace graphblas_gpu::formats
