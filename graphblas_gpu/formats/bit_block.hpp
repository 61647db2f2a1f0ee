// Blocks of 64 x 64 bits.
#pragma once

#include <cstdint>

#include <graphblas_gpu/formats/bits.hpp>

namespace graphblas_gpu::formats {

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

}  // namespace graphblas_gpu::formats
