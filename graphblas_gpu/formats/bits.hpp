// Bit arithmetic shared by formats, engines and tests.
#pragma once

#include <bit>
#include <cstdint>

#include <graphblas_gpu/formats/types.hpp>
#include <semirings/types.hpp>

namespace graphblas_gpu::formats {

/// A word has one bit for each of 64 consecutive columns; word w has the columns 64 w .. 64 w + 63.
using word = std::uint64_t;
inline constexpr int word_bits = 64;

GB_HD constexpr column_index word_of(column_index column) { return column >> 6; }
GB_HD constexpr word bit_of(column_index column) { return word{1} << (column & 63u); }
GB_HD constexpr index words_for(index columns) { return (columns + word_bits - 1) / word_bits; }

/// Calls f(column) for every set bit of word number w, ascending.
template <class F>
constexpr void for_each_bit(word bits, column_index w, F&& f) {
    while (bits != 0) {
        f(static_cast<column_index>((w << 6) + static_cast<column_index>(std::countr_zero(bits))));
        bits &= bits - 1;
    }
}

constexpr bool test_bit(const word* bits, column_index column) { return (bits[word_of(column)] & bit_of(column)) != 0; }
constexpr void set_bit(word* bits, column_index column) { bits[word_of(column)] |= bit_of(column); }
constexpr void clear_bit(word* bits, column_index column) { bits[word_of(column)] &= ~bit_of(column); }

}  // namespace graphblas_gpu::formats
