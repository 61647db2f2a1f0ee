// Bit arithmetic shared by formats, engines and tests.
#pragma once

#include <graphblas_gpu/base/types.hpp>
#include <semirings/types.hpp>

#include <bit>
#include <cstdint>

namespace graphblas_gpu::base {

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

/// Transposes 64 words in place: bit i of word j and bit j of word i are exchanged. It swaps quarters of smaller and smaller
/// blocks (Warren, "Hacker's Delight", section 7-3).
constexpr void transpose_block(word* block) {
    word low = 0x00000000ffffffffU;
    for (int width = 32; width != 0; width /= 2, low ^= low << width) {
        for (int j = 0; j < word_bits; j = ((j | width) + 1) & ~width) {
            const word swapped = ((block[j] >> width) ^ block[j | width]) & low;
            block[j] ^= swapped << width;
            block[j | width] ^= swapped;
        }
    }
}

/// Spreads 8 bits to 8 bytes: byte i is bit i of `bits`, 0 or 1.
constexpr std::uint64_t spread_to_bytes(std::uint8_t bits) {
    constexpr std::uint64_t every_byte = 0x0101010101010101U;
    // `bits` is copied to every byte; one bit of each copy is kept and shifted to the lowest bit of its byte.
    const std::uint64_t one_of_each = (bits * every_byte) & 0x8040201008040201U;
    return (one_of_each + 0x7f7f7f7f7f7f7f7fU) >> 7 & every_byte;
}

}  // namespace graphblas_gpu::base
