// Bitmaps in memory, and the ranks of their bits.
//
// Idea: bit j % 32 of word j / 32 stands for column j. The rank of a column is the number of bits before its own, and is the
// index of the column in the row that the bitmap stands for. It is found from the bits before the column's word, which are
// counted once for all words, and the bits of the word itself. A block counts the words of a bitmap in shared memory four at a
// time.
// Source: bits with ranks: Jacobson, "Space-efficient static trees and graphs" (FOCS 1989).
#pragma once

#include <graphblas_gpu/cuda/primitives/warp_sums.cuh>

namespace graphblas_gpu::cuda {

__device__ __forceinline__ bool has_bit(const unsigned* bits, unsigned at) { return (bits[at / 32] >> (at % 32) & 1u) != 0; }

__device__ __forceinline__ void set_bit(unsigned* bits, unsigned at) { atomicOr(bits + at / 32, 1u << (at % 32)); }

/// The same, with a look at the word before the atomic operation, which is faster if most bits are set already.
__device__ __forceinline__ void set_bit_if_clear(unsigned* bits, unsigned at) {
    const unsigned bit = 1u << (at % 32);
    if ((*static_cast<volatile unsigned*>(bits + at / 32) & bit) == 0) atomicOr(bits + at / 32, bit);
}

__device__ __forceinline__ void clear_bit(unsigned* bits, unsigned at) { atomicAnd(bits + at / 32, ~(1u << (at % 32))); }

/// The number of bits of `word`, the word of column `at`, that are below the column's own bit.
__device__ __forceinline__ unsigned rank_in_word(unsigned word, unsigned at) {
    return static_cast<unsigned>(__popc(word & ((1u << (at % 32)) - 1)));
}

__device__ __forceinline__ unsigned count_bits(const uint4& q) {
    return static_cast<unsigned>(__popc(q.x) + __popc(q.y) + __popc(q.z) + __popc(q.w));
}

/// The words of a bitmap that a warp counts or reads. The number of all words is a multiple of 4.
struct word_range {
    unsigned begin, end;
};

/// An equal share of the words for each warp of the block; it begins at a multiple of `granule`. The shares of the last warps
/// may be empty.
template <unsigned granule = simt::warp_size>
__device__ __forceinline__ word_range words_of_warp(unsigned words) {
    const unsigned warps = blockDim.x / simt::warp_size;
    const unsigned share = ((words + warps - 1) / warps + granule - 1) / granule * granule;
    const unsigned begin = simt::warp_id() * share;
    return {begin, begin + share < words ? begin + share : words};
}

/// Counts the bits in the words of all warps. `scratch` is that of sum_over_warps(). All
/// threads of the block call.
__device__ __forceinline__ warp_totals count_bits(const unsigned* bits, const word_range& mine, unsigned* scratch) {
    const auto* const quads = reinterpret_cast<const uint4*>(bits);
    unsigned n = 0;
    for (unsigned c = mine.begin / 4 + simt::lane_id(); c < mine.end / 4; c += simt::warp_size) {
        n += count_bits(quads[c]);
    }
    return sum_over_warps(__reduce_add_sync(simt::full_warp, n), scratch);
}

/// Calls use(c, quad, rank) for the calling warp's words 4 c .. 4 c + 3; `rank` is the number of bits before them, if `before`
/// is the number of bits before the first word of the warp. All lanes call.
template <class Use>
__device__ __forceinline__ void for_quads_with_ranks(const unsigned* bits, const word_range& mine, unsigned before,
                                                     const Use& use) {
    const auto* const quads = reinterpret_cast<const uint4*>(bits);
    for (unsigned first = mine.begin / 4; first < mine.end / 4; first += simt::warp_size) {
        const unsigned c = first + simt::lane_id();
        const bool is_mine = c < mine.end / 4;
        const uint4 quad = is_mine ? quads[c] : uint4{0, 0, 0, 0};
        const unsigned up_to = sum_up_to_lane(count_bits(quad));
        if (is_mine) use(c, quad, before + up_to - count_bits(quad));
        before += __shfl_sync(simt::full_warp, up_to, simt::warp_size - 1);
    }
}

}  // namespace graphblas_gpu::cuda
