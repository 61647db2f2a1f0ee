// Listing the products of a known C: sorting them, and finding their runs.
#pragma once

#include <graphblas_gpu/cuda/gather/gather.hpp>

namespace graphblas_gpu::cuda {

namespace gathering {

/// While lists are made, a product is stored in one word: its entry of A, counted from the first that its piece reads, and the
/// rank of its entry of B within the row of B.
/// @{
GB_HD constexpr std::uint32_t word_of(row_offset left, row_offset rank, int rank_bits) {
    return static_cast<std::uint32_t>(left << rank_bits | rank);
}
GB_HD constexpr std::uint32_t left_of(std::uint32_t word, int rank_bits) { return word >> rank_bits; }
GB_HD constexpr std::uint32_t rank_of(std::uint32_t word, int rank_bits) {
    return word & ((std::uint32_t{1} << rank_bits) - 1);
}
/// @}

/// The number of bits of the numbers below `count`.
constexpr int bits_for(row_offset count) {
    int bits = 0;
    while (bits < 63 && row_offset{1} << bits < count) ++bits;
    return bits;
}

/// A sort key has an entry of A and the number of a product within its piece; the latter needs this many bits.
inline constexpr int product_bits = bits_for(policy::held_products);

/// Whether words and keys fit into 32 bits if a piece reads `max_left` entries of A and a row of B has `max_rank` entries,
/// and whether indices of entries of A and B fit into 32 bits.
constexpr bool fits_words(row_offset max_left, row_offset max_rank, row_offset a_nvals, row_offset b_nvals) {
    constexpr int all = 32;
    return bits_for(max_rank) < all && bits_for(max_left) + bits_for(max_rank) <= all &&
           bits_for(max_left) + product_bits <= all && bits_for(a_nvals) <= all && bits_for(b_nvals) <= all;
}

/// An array of `size` numbers with as many zeros behind it as a block may read beyond its end.
inline array<std::uint16_t> list_with_tail(const engine_ptr& e, std::size_t size) {
    constexpr std::size_t tail = stride + 1;
    array<std::uint16_t> list(e, size + tail);
    e->set_bytes(list.data() + size, 0, tail * sizeof(std::uint16_t));
    return list;
}

/// The products of the pieces: those of each entry of C are consecutive, in any order.
struct grouped_products {
    csr_ref a, b, c;
    row_offset products = 0;
    const row_offset* first_left = nullptr;  ///< for each piece: the first entry of A that it reads
    std::uint32_t* words = nullptr;          ///< overwritten by put_in_order()
    int left_bits = 0;
    int rank_bits = 0;
};

/// Completes lists in which `starts` is set and `pieces` is set except for runs. Waits. Throws out_of_memory.
void put_in_order(const engine_ptr& e, const grouped_products& groups, gather_lists& lists);

}  // namespace gathering

}  // namespace graphblas_gpu::cuda
