// Where the products of every entry of a known C come from: what a plan keeps, so that new values take one pass.
//
// Idea: the entries of C are cut into pieces of about as many products, each of which a block adds up in shared memory. The
// products of a piece are listed in the order of A, so that those of neighbouring threads read neighbours of B: a run is of one
// entry of A and of entries of B one after the other. A product is 16 bits, its place among those of its piece, where the
// products of an entry of C are together, in ascending k; a run is where its entries of A and B are.
// Source: the row blocks of CSR-stream (Greathouse, Daga); reuse of a symbolic phase is kkSpGEMM's (Deveci, Trott,
// Rajamanickam).
#pragma once

#include <optional>

#include <graphblas_gpu/cuda/device/csr.hpp>

namespace graphblas_gpu::cuda {

namespace gathering {

inline constexpr unsigned threads = 256;
inline constexpr unsigned blocks_at_once = 8;
/// An entry belongs to the piece that its first product falls into; pieces begin at multiples of this many products. They are
/// fewer than two strides, so that most pieces whose last entry goes on behind them take no third.
inline constexpr row_offset piece_products = 1984;
/// Products that a block holds in shared memory. In a piece of more the last entry is a long one, which all threads add up.
inline constexpr row_offset held_products = 2560;
inline constexpr unsigned products_a_thread = held_products / threads;
/// Products, and entries, that a thread has under way at once; lists go on behind their ends for as many as a block has.
inline constexpr unsigned at_once = 4;
inline constexpr unsigned stride = at_once * threads;
/// Products that a warp takes at once; for each such chunk of a piece there is a count of the runs that began before it.
inline constexpr unsigned chunk = 32;
inline constexpr unsigned chunks_a_piece = held_products / chunk;

/// Runs that it holds with their values of A; those of a piece of more are read where they are.
inline constexpr row_offset held_runs = 512;

/// In the 16 bits of a product: a run begins with it. The others are its place.
inline constexpr std::uint16_t begins_run = 0x8000;
GB_HD constexpr unsigned place_in(std::uint32_t listed) { return listed & (begins_run - 1u); }

static_assert(held_products < begins_run, "places are kept in 15 bits");
static_assert(held_products - piece_products >= threads, "a long entry has a product for every thread");
static_assert(held_products % threads == 0 && threads % chunk == 0, "a warp's products are a chunk");

GB_HD constexpr row_offset piece_of(row_offset product) { return product / piece_products; }
constexpr row_offset pieces_of(row_offset products) { return (products + piece_products - 1) / piece_products; }

/// A piece of C. The products of a long entry, its last, are runs of their own behind those of the others.
struct alignas(16) piece {
    row_offset first_product = 0;
    row_offset first_entry = 0;
    row_offset first_run = 0;
    std::uint32_t entries = 0;
    std::uint32_t held = 0;     ///< products without those of a long entry
    std::uint32_t runs = 0;     ///< the same
    std::uint32_t of_long = 0;  ///< products of a long entry

    GB_HD std::uint32_t short_entries() const { return entries - (of_long > 0); }
};

/// Products of one entry of A. The entry of B of the t-th product of the piece is at `right` + t, modulo 2^32; in a run of a
/// long entry, it is at `right`.
struct alignas(8) run {
    std::uint32_t left;
    std::uint32_t right;
};

/// The lists as kernels see them.
struct view {
    const std::uint16_t* products = nullptr;     ///< place and begins_run, of each product but those of long entries
    const std::uint16_t* runs_before = nullptr;  ///< chunks_a_piece of each piece
    const std::uint16_t* starts = nullptr;       ///< of each entry of C, among the products of its piece
    const run* runs = nullptr;
    const piece* pieces = nullptr;
    row_offset count = 0;
};

}  // namespace gathering

struct gather_lists {
    array<std::uint16_t> products;
    array<std::uint16_t> runs_before;
    array<std::uint16_t> starts;
    array<gathering::run> runs;
    array<gathering::piece> pieces;

    gathering::view view() const {
        const auto count = static_cast<row_offset>(pieces.size());
        return {products.data(), runs_before.data(), starts.data(), runs.data(), pieces.data(), count};
    }
};

/// The lists of C, whose entries are among those of A times B; all have a product. `flops`: multiplications of A and B. Nothing
/// if operands or rows are too long for numbers of 32 bits. O(flops log row). Waits. Throws out_of_memory.
std::optional<gather_lists> listed_products(const engine_ptr& e, const csr_ref& a, const csr_ref& b, const csr_ref& c,
                                            std::int64_t flops);

}  // namespace graphblas_gpu::cuda
