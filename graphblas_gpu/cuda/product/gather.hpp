// Where the products of every entry of a known C come from: what a plan keeps, so that new values take one pass.
//
// Idea: products are listed entry after entry, in ascending k, and cut into pieces of about as many products, each of which a
// block adds up in shared memory. A product is one word of 32 bits: its entry of A, counted from the first that the piece
// reads, and the rank of its entry of B in its row. The entries of A of a piece, with where their rows of B begin, lie in
// shared memory too, so that of a product only the word and the value of B come from far.
// Source: the row blocks of CSR-stream (Greathouse, Daga); reuse of a symbolic phase is kkSpGEMM's (Deveci, Trott,
// Rajamanickam).
#pragma once

#include <optional>

#include <graphblas_gpu/cuda/csr.hpp>

namespace graphblas_gpu::cuda {

namespace gathering {

inline constexpr unsigned threads = 256;
inline constexpr unsigned blocks_at_once = 8;
/// An entry belongs to the piece that its first product falls into; pieces begin at multiples of this many products.
inline constexpr row_offset piece_products = 2048;
/// Products that a block holds in shared memory. In a piece of more the last entry is a long one, which all threads add up.
inline constexpr row_offset held_products = piece_products + 512;
/// Entries of A that it holds; those of a piece of more are read where they are.
inline constexpr row_offset held_left = 512;

static_assert(held_products - piece_products >= threads, "a long entry has a product for every thread");
static_assert(piece_products <= 1 << 16, "where entries start is kept in 16 bits");

GB_HD constexpr row_offset piece_of(row_offset product) { return product / piece_products; }
constexpr row_offset pieces_of(row_offset products) { return (products + piece_products - 1) / piece_products; }

GB_HD constexpr std::uint32_t word_of(row_offset left, row_offset rank, int rank_bits) {
    return static_cast<std::uint32_t>(left << rank_bits | rank);
}
GB_HD constexpr std::uint32_t left_of(std::uint32_t word, int rank_bits) { return word >> rank_bits; }
GB_HD constexpr std::uint32_t rank_of(std::uint32_t word, int rank_bits) {
    return word & ((std::uint32_t{1} << rank_bits) - 1);
}

/// Bits of the numbers below `count`.
constexpr int bits_for(row_offset count) {
    int bits = 0;
    while (bits < 63 && row_offset{1} << bits < count) ++bits;
    return bits;
}
/// Words can tell so many entries of A from each other, and so many of a row of B, and 32 bits where rows of B begin.
constexpr bool fits_words(row_offset most_left, row_offset most_rank, row_offset b_nvals) {
    return bits_for(most_rank) < 32 && bits_for(most_left) + bits_for(most_rank) <= 32 && bits_for(b_nvals + 1) <= 32;
}

/// A piece; it ends where the next one begins.
struct piece {
    row_offset first_product = 0;
    row_offset first_entry = 0;  ///< of C
    row_offset first_left = 0;   ///< entry of A
    row_offset left_count = 0;   ///< from there on, those of all rows that it has entries of
};

/// The lists as kernels see them.
struct view {
    const std::uint32_t* words = nullptr;
    const std::uint16_t* starts = nullptr;     ///< of each entry of C, among the products of its piece
    const std::uint32_t* rows_of_b = nullptr;  ///< where the row of B begins that an entry of A meets
    const piece* pieces = nullptr;             ///< count + 1
    row_offset count = 0;
    int rank_bits = 0;
};

}  // namespace gathering

struct gather_lists {
    array<std::uint32_t> words;
    array<std::uint16_t> starts;
    array<std::uint32_t> rows_of_b;
    array<gathering::piece> pieces;
    int rank_bits = 0;

    bool empty() const { return pieces.empty(); }
    gathering::view view() const {
        const auto count = static_cast<row_offset>(pieces.size()) - 1;
        return {words.data(), starts.data(), rows_of_b.data(), pieces.data(), count, rank_bits};
    }
};

/// The lists of C, whose entries are among those of A times B; all have a product. `flops`: multiplications of A and B. Nothing
/// if words of 32 bits cannot hold them. O(flops log row). Waits. Throws out_of_memory.
std::optional<gather_lists> listed_products(const engine_ptr& e, const csr_ref& a, const csr_ref& b, const csr_ref& c,
                                            std::int64_t flops);

}  // namespace graphblas_gpu::cuda
