// Listing the products of a known C: their order, and the runs that they make.
#pragma once

#include <graphblas_gpu/cuda/product/gather.hpp>

namespace graphblas_gpu::cuda {

namespace gathering {

/// While lists are made, a product is a word: its entry of A, counted from the first that its piece reads, and the rank of its
/// entry of B in the row.
/// @{
GB_HD constexpr std::uint32_t word_of(row_offset left, row_offset rank, int rank_bits) {
    return static_cast<std::uint32_t>(left << rank_bits | rank);
}
GB_HD constexpr std::uint32_t left_of(std::uint32_t word, int rank_bits) { return word >> rank_bits; }
GB_HD constexpr std::uint32_t rank_of(std::uint32_t word, int rank_bits) {
    return word & ((std::uint32_t{1} << rank_bits) - 1);
}
/// @}

/// Bits of the numbers below `count`.
constexpr int bits_for(row_offset count) {
    int bits = 0;
    while (bits < 63 && row_offset{1} << bits < count) ++bits;
    return bits;
}

/// An entry of A and a product of its piece, for which this many bits are left.
inline constexpr int product_bits = bits_for(held_products);

/// Words can tell so many entries of A from each other, and so many of a row of B, and 32 bits where entries are.
constexpr bool fits_words(row_offset most_left, row_offset most_rank, row_offset a_nvals, row_offset b_nvals) {
    constexpr int all = 32;
    return bits_for(most_rank) < all && bits_for(most_left) + bits_for(most_rank) <= all &&
           bits_for(most_left) + product_bits <= all && bits_for(a_nvals) <= all && bits_for(b_nvals) <= all;
}

/// A list of `size` numbers that goes on behind its end, for a block to read there.
inline array<std::uint16_t> list_with_tail(const engine_ptr& e, std::size_t size) {
    constexpr std::size_t tail = stride + 1;
    array<std::uint16_t> list(e, size + tail);
    e->set_bytes(list.data() + size, 0, tail * sizeof(std::uint16_t));
    return list;
}

/// The products of pieces, those of each entry of C together, in any order.
struct placed_products {
    csr_ref a, b, c;
    row_offset products = 0;
    const row_offset* first_left = nullptr;  ///< entry of A, of each piece
    std::uint32_t* words = nullptr;          ///< used up
    int left_bits = 0;
    int rank_bits = 0;
};

/// Completes lists that have pieces without runs, and starts. Waits. Throws out_of_memory.
void put_in_order(const engine_ptr& e, const placed_products& of, gather_lists& lists);

}  // namespace gathering

}  // namespace graphblas_gpu::cuda
