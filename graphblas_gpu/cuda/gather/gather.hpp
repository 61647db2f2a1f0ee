// The list of the products of every entry of a known C, which a plan keeps so that new values take one pass.
//
// Idea: the entries of C are cut into pieces with about the same number of products, and a block sums each piece in shared
// memory. The products of a piece are listed in the order of A, so that neighbouring threads read neighbouring entries of B. A
// run is a sequence of products of one entry of A with consecutive entries of B. A product is stored in 16 bits: its slot in
// shared memory, in which the products of an entry of C are consecutive and in ascending k. A run is stored as the indices of
// its entries of A and B.
// Source: the row blocks of CSR-stream (Greathouse, Daga); reuse of a symbolic phase is kkSpGEMM's (Deveci, Trott,
// Rajamanickam).
#pragma once

#include <optional>

#include <graphblas_gpu/cuda/device/csr.hpp>
#include <graphblas_gpu/cuda/gather/policy.hpp>

namespace graphblas_gpu::cuda {

namespace gathering {

inline constexpr unsigned products_a_thread = policy::held_products / policy::threads;
inline constexpr unsigned stride = policy::at_once * policy::threads;
inline constexpr unsigned chunks_a_piece = policy::held_products / policy::chunk;

/// The bit of a product's 16 bits that tells that a run begins with it. The other bits are the product's slot.
inline constexpr std::uint16_t begins_run = 0x8000;
GB_HD constexpr unsigned slot_in(std::uint32_t listed) { return listed & (begins_run - 1u); }

static_assert(policy::held_products < begins_run, "slots are stored in 15 bits");
static_assert(policy::held_products - policy::piece_products >= policy::threads, "a long entry has a product for every thread");
static_assert(policy::held_products % policy::threads == 0 && policy::threads % policy::chunk == 0,
              "a warp's products are a chunk");

GB_HD constexpr row_offset piece_of(row_offset product) { return product / policy::piece_products; }
constexpr row_offset pieces_of(row_offset products) { return (products + policy::piece_products - 1) / policy::piece_products; }

/// A piece of C. If its last entry is long, each product of that entry is a run of its own, after the runs of the other
/// entries.
struct alignas(16) piece {
    row_offset first_product = 0;
    row_offset first_entry = 0;
    row_offset first_run = 0;
    std::uint32_t entries = 0;
    std::uint32_t held = 0;     ///< products, without those of a long entry
    std::uint32_t runs = 0;     ///< runs, without those of a long entry
    std::uint32_t of_long = 0;  ///< products of a long entry

    GB_HD std::uint32_t short_entries() const { return entries - (of_long > 0); }
};

/// A run: products of one entry of A. The t-th product of the piece uses entry `right` + t of B, modulo 2^32. In a run of a
/// long entry, `right` itself is the entry of B.
struct alignas(8) run {
    std::uint32_t left;
    std::uint32_t right;
};

/// The lists as kernels see them.
struct view {
    const std::uint16_t* products = nullptr;     ///< slot and begins_run of each product; 0 for products of long entries
    const std::uint16_t* runs_before = nullptr;  ///< for each chunk of each piece: the number of runs before it
    /// for each entry of C: its first product, counted from the first of the piece
    const std::uint16_t* starts = nullptr;
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

/// Lists the products of C, whose entries are among those of A times B and all have a product. `flops`: the multiplications of
/// A and B. Returns nothing if operands or rows are too long for numbers of 32 bits. O(flops log row). Waits. Throws
/// out_of_memory.
std::optional<gather_lists> listed_products(const engine_ptr& e, const csr_ref& a, const csr_ref& b, const csr_ref& c,
                                            std::int64_t flops);

/// values[c] = the value of entry c of the product that is listed: gather/gathered.cuh. Does not wait.
template <class K>
void gather_values(const engine_ptr& e, const K& k, const csr_ref& a, const csr_ref& b, const gather_lists& lists,
                   typename K::value* values);

}  // namespace graphblas_gpu::cuda
