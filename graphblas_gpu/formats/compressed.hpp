// Compressed structure: the columns of a row packed into (column set index, column set) pairs.
//
// Idea: 64 neighbouring columns become one word, so a union of rows is a union of fewer, wider items (bitwise or). Used by
// the symbolic phase, which reads no values.
// Source: Deveci, Trott, Rajamanickam, "Multi-threaded sparse matrix-matrix multiplication for many-core and GPU
// architectures" (kkSpGEMM), section 3.2; there with 32 columns a set.
#pragma once

#include <graphblas_gpu/formats/bits.hpp>
#include <graphblas_gpu/formats/csr.hpp>

namespace graphblas_gpu::formats {

struct compressed_view {
    index nrows = 0;
    index ncols = 0;  ///< of the matrix, in columns, not sets
    const row_offset* offsets = nullptr;
    const column_index* sets = nullptr;  ///< column set index, ascending in a row
    const word* bits = nullptr;          ///< column set, never 0
};

struct compressed {
    index nrows = 0;
    index ncols = 0;
    buffer<row_offset> offsets;
    buffer<column_index> sets;
    buffer<word> bits;

    compressed_view view() const { return {nrows, ncols, offsets.data(), sets.data(), bits.data()}; }
};

/// How many column sets the row columns[0 .. size) touches. O(size).
constexpr row_offset count_sets(const column_index* columns, row_offset size) {
    row_offset sets = 0;
    for (row_offset p = 0; p < size; ++p) sets += p == 0 || word_of(columns[p]) != word_of(columns[p - 1]);
    return sets;
}

/// Packs the row columns[0 .. size) into sets and bits; returns the number of pairs. O(size).
constexpr row_offset pack_row(const column_index* columns, row_offset size, column_index* sets, word* bits) {
    row_offset count = 0;
    for (row_offset p = 0; p < size; ++p) {
        if (p == 0 || word_of(columns[p]) != sets[count - 1]) {
            sets[count] = word_of(columns[p]);
            bits[count] = 0;
            ++count;
        }
        bits[count - 1] |= bit_of(columns[p]);
    }
    return count;
}

/// The paper's rule: compression is worth its memory if it leaves less than 85 % of the multiplications.
constexpr bool compression_pays(std::int64_t multiplications, std::int64_t compressed_multiplications) {
    return static_cast<double>(compressed_multiplications) < 0.85 * static_cast<double>(multiplications);
}

}  // namespace graphblas_gpu::formats
