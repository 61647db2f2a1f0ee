// Blocks of 64 x 64 bits.
#pragma once

#include <cstdint>

#include <graphblas_gpu/formats/bits.hpp>

namespace graphblas_gpu::formats {

/// Transposes 64 words in place: bit i of word j and bit j of word i change places. Swaps quarters of ever smaller blocks
/// (Warren, "Hacker's Delight", section 7-3).
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

/// Bit i of `bits` as byte i, 0 or 1.
constexpr std::uint64_t spread_to_bytes(std::uint8_t bits) {
    constexpr std::uint64_t every_byte = 0x0101010101010101U;
    // One bit of each copy, which then moves to the bottom of its byte.
    const std::uint64_t one_of_each = (bits * every_byte) & 0x8040201008040201U;
    return (one_of_each + 0x7f7f7f7f7f7f7f7fU) >> 7 & every_byte;
}

}  // namespace graphblas_gpu::formats
