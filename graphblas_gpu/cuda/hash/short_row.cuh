// A row of a product with few multiplications, as keys in the registers of a part of a warp or of a warp.
//
// Idea: there is no hash table. The rows of B that the row of A names are listed in shared memory, and a bit marks the first
// product of each, so a product finds its row of B by counting bits. The key of a product is its column; if values are wanted,
// the number of the product is appended in the low bits. After sorting, equal columns lie side by side, in ascending k.
#pragma once

#include <graphblas_gpu/cuda/hash/binning.hpp>
#include <graphblas_gpu/cuda/hash/table.cuh>
#include <graphblas_gpu/cuda/primitives/sorting_networks.cuh>
#include <graphblas_gpu/cuda/shared/types.hpp>

#include <type_traits>

namespace graphblas_gpu::cuda::hashing {

inline constexpr unsigned keys_a_lane = hash_policy::keys_a_lane;
/// Larger than every key.
inline constexpr std::uint32_t no_key = ~std::uint32_t{0};

/// x, plus x of the lane `step` below if that is in the same group of `width` neighbouring lanes. All lanes of the warp call.
__device__ __forceinline__ unsigned add_from_below(unsigned x, unsigned step, unsigned width) {
#ifdef GRAPHBLAS_GPU_REHEARSAL
    const unsigned below = __shfl_up_sync(simt::full_warp, x, step, static_cast<int>(width));
    return simt::lane_id() % width >= step ? x + below : x;
#else
    // The shuffle itself says whether there is such a lane.
    asm volatile(
        "{\n"
        ".reg .pred is_there;\n"
        ".reg .u32 below;\n"
        "shfl.sync.up.b32 below|is_there, %0, %1, %2, 0xffffffff;\n"
        "@is_there add.u32 %0, %0, below;\n"
        "}"
        : "+r"(x)
        : "r"(step), "r"((simt::warp_size - width) << 8));
    return x;
#endif
}

/// The lanes that share one row: 2^shift neighbouring lanes, 4 to 32. The rows of a warp have room for 256 products together.
struct short_team {
    unsigned shift;
    __device__ unsigned lanes() const { return 1u << shift; }
    __device__ unsigned lane() const { return threadIdx.x & (lanes() - 1); }
    __device__ unsigned first_lane() const { return simt::lane_id() & ~(lanes() - 1); }
    __device__ unsigned in_block() const { return threadIdx.x >> shift; }
    __device__ unsigned all() const { return (simt::full_warp >> (simt::warp_size - lanes())) << first_lane(); }
    __device__ unsigned below() const { return all() & ((1u << simt::lane_id()) - 1); }
    __device__ unsigned capacity() const { return keys_a_lane << shift; }
    /// The sum of x over the calling lane and the lanes of the team below it.
    __device__ unsigned sum_up_to(unsigned x) const {
        for (unsigned step = 1; step < lanes(); step *= 2) x = add_from_below(x, step, lanes());
        return x;
    }
    /// The sum of x over the team, in all its lanes.
    __device__ unsigned sum(unsigned x) const {
        for (unsigned step = 1; step < lanes(); step *= 2) x += __shfl_xor_sync(simt::full_warp, x, step);
        return x;
    }
    __device__ unsigned of_last(unsigned x) const { return __shfl_sync(simt::full_warp, x, lanes() - 1, lanes()); }
    __device__ std::uint32_t key(column_index column, unsigned product) const { return column << (shift + 3) | product; }
    __device__ column_index column(std::uint32_t key) const { return key >> (shift + 3); }
    __device__ unsigned product(std::uint32_t key) const { return key & (capacity() - 1); }
    __device__ bool differ(std::uint32_t x, std::uint32_t y) const { return (x ^ y) >= capacity(); }
    /// The index of product n of this row in the warp's space: a product is in the column of its lane.
    __device__ unsigned slot_of_product(unsigned n) const {
        return (n >> shift) * simt::warp_size + first_lane() + (n & (lanes() - 1));
    }
    /// The index of the row's list of rows of B in the warp's space. There is a gap after every eight slots of a lane, so that
    /// different rows of a warp read different banks.
    __device__ unsigned list() const { return first_lane() * (keys_a_lane + 1); }
    /// The index of the entry of this rank in the warp's space. Entries follow each other with a gap after every eight, so that
    /// there are no bank conflicts, neither when a lane writes eight neighbours nor when neighbouring lanes read one each.
    __device__ unsigned in_order(unsigned rank) const {
        const unsigned at = first_lane() * keys_a_lane + rank;
        return at + at / keys_a_lane;
    }
};
static_assert(keys_a_lane == 8, "the product's number has three bits more than the lane");

/// The slots in the space of a warp.
inline constexpr unsigned short_slots = keys_a_lane * simt::warp_size + simt::warp_size;

/// The rows of B of a warp that are not empty, in shared memory.
struct short_space {
    /// a word for each step of the warp: bit l is set if the product of lane l is the first of a row of B
    unsigned* firsts;
    std::uint32_t* inner;   ///< the index k of the row of B; the same as `starts` if that is not listed
    std::uint32_t* starts;  ///< the first entry of the row in B, minus the number of products before it; may wrap

    static constexpr unsigned bytes_before_list = 4 * keys_a_lane;
    static constexpr unsigned bytes = bytes_before_list + 8 * short_slots;
    __device__ explicit short_space(unsigned char* at, bool has_inner = true)
        : firsts(reinterpret_cast<unsigned*>(at)),
          inner(firsts + keys_a_lane),
          starts(has_inner ? inner + short_slots : inner) {}
};
static_assert(short_space::bytes_before_list % 16 == 0 && 4 * short_slots % 16 == 0);

/// list_rows() with `at_once` neighbouring entries of A for each lane.
template <unsigned at_once, class Note>
__device__ __forceinline__ unsigned list_rows_by(const short_team& t, const short_space& s, const product_rows& in,
                                                 row_offset begin, row_offset end, const Note& note) {
    constexpr unsigned one_row = 1u << 16;
    unsigned seen = 0;  // the products in the low half, the rows of B that are listed in the high half; both are at most 256
    for (row_offset first = begin + at_once * t.lane(); __any_sync(simt::full_warp, first < end);
         first += at_once * t.lanes()) {
        row_of_b row[at_once]{};
        if (in.b_rows != nullptr) {
#pragma unroll
            for (unsigned u = 0; u < at_once; ++u) {
                if (first + u < end) row[u] = in.b_rows[first + u];
            }
        } else {
            column_index k[at_once]{};
#pragma unroll
            for (unsigned u = 0; u < at_once; ++u) {
                if (first + u < end) k[u] = in.a.columns[first + u];
            }
#pragma unroll
            for (unsigned u = 0; u < at_once; ++u) {
                if (first + u >= end) continue;
                row[u].start = static_cast<std::uint32_t>(in.b.offsets[k[u]]);
                row[u].length = static_cast<std::uint32_t>(in.b.offsets[k[u] + 1]) - row[u].start;
            }
        }
        unsigned mine = 0;
#pragma unroll
        for (unsigned u = 0; u < at_once; ++u) {
            if (row[u].length > 0) mine += row[u].length + one_row;
        }
        const unsigned up_to = seen + t.sum_up_to(mine);
        unsigned before = up_to - mine;
        seen = t.of_last(up_to);
#pragma unroll
        for (unsigned u = 0; u < at_once; ++u) {
            if (row[u].length == 0) continue;
            const unsigned product = before % one_row, at = t.list() + before / one_row + 1;
            s.starts[at] = row[u].start - product;
            note(at, first + u);
            atomicOr(s.firsts + (product >> t.shift), 1u << (t.first_lane() + (product & (t.lanes() - 1))));
            before += row[u].length + one_row;
        }
    }
    return seen % one_row;
}

/// Lists the rows of B from slot 1 of the list on, and returns the number of products, for which the team has room. Calls
/// note(slot, p) for entry p of A and the slot of its row of B. All lanes of the warp call.
template <class Note>
__device__ __forceinline__ unsigned list_rows(const short_team& t, const short_space& s, const product_rows& in,
                                              row_offset begin, row_offset end, const Note& note) {
    if (simt::lane_id() < keys_a_lane) s.firsts[simt::lane_id()] = 0;
    __syncwarp(simt::full_warp);
    // Rows of A in the smallest class often have more entries than the team has lanes (4), so each lane takes two.
    const unsigned products =
        t.shift == 2 ? list_rows_by<2>(t, s, in, begin, end, note) : list_rows_by<1>(t, s, in, begin, end, note);
    __syncwarp(simt::full_warp);
    return products;
}

/// Finds the products of `steps` steps from step `first` on: their rows of B in the list, and their entries of B. `rows` is the
/// place in the list of the last row before, at first t.list(). Results for lanes after the last product have no meaning.
template <unsigned first, unsigned steps>
__device__ __forceinline__ void find_products(const short_team& t, const short_space& s, unsigned& rows,
                                              unsigned (&listed)[steps], std::uint32_t (&entry)[steps]) {
    static_assert(first % 2 == 0 && steps % 2 == 0);
    const unsigned up_to_here = t.below() | 1u << simt::lane_id();
#pragma unroll
    for (unsigned u = 0; u < steps; u += 2) {
        const uint2 two = reinterpret_cast<const uint2*>(s.firsts)[(first + u) / 2];
        listed[u] = rows + __popc(two.x & up_to_here);
        listed[u + 1] = t.of_last(listed[u]) + __popc(two.y & up_to_here);
        rows = t.of_last(listed[u + 1]);
    }
#pragma unroll
    for (unsigned u = 0; u < steps; ++u) entry[u] = s.starts[listed[u]] + ((first + u) << t.shift) + t.lane();
}

/// load(q) returns an Item for entry q of B. keep(n, at, listed, item) gets the number n of the product, its index `at` in the
/// warp's space, and the slot `listed` of its row of B, and returns the key.
template <class Item, class Load, class Keep>
__device__ __forceinline__ void make_keys(const short_team& t, const short_space& s, unsigned products, const Load& load,
                                          const Keep& keep, std::uint32_t (&key)[keys_a_lane]) {
    constexpr unsigned at_once = 4;  // steps whose loads are in flight together
    const unsigned most = __reduce_max_sync(simt::full_warp, products);
    unsigned rows = t.list();
#pragma unroll
    for (unsigned step = 0; step < keys_a_lane; ++step) key[step] = no_key;
    const auto make = [&]<unsigned first>(std::integral_constant<unsigned, first>) {
        unsigned listed[at_once];
        std::uint32_t entry[at_once];
        Item items[at_once];
        find_products<first>(t, s, rows, listed, entry);
#pragma unroll
        for (unsigned u = 0; u < at_once; ++u) {
            if (((first + u) << t.shift) + t.lane() < products) items[u] = load(entry[u]);
        }
#pragma unroll
        for (unsigned u = 0; u < at_once; ++u) {
            const unsigned n = ((first + u) << t.shift) + t.lane(), at = (first + u) * simt::warp_size + simt::lane_id();
            if (n < products) key[first + u] = keep(n, at, listed[u], items[u]);
        }
    };
    make(std::integral_constant<unsigned, 0>{});
    if (at_once << t.shift < most) make(std::integral_constant<unsigned, at_once>{});
}

/// Replaces the keys of columns in row i of the mask by no_key; column_of(key) returns the column. `columns` is the warp's
/// space; each lane uses only its own slots.
template <class Column>
__device__ __forceinline__ void drop_forbidden(const short_team& t, const csr_ref& mask, index i, unsigned products,
                                               column_index* columns, std::uint32_t (&key)[keys_a_lane],
                                               const Column& column_of) {
    column_index* mine = columns + simt::lane_id();
#pragma unroll
    for (unsigned step = 0; step < keys_a_lane; ++step) mine[step * simt::warp_size] = column_of(key[step]);
    for (unsigned step = 0; (step << t.shift) + t.lane() < products; ++step) {
        if (holds(mask, i, mine[step * simt::warp_size])) mine[step * simt::warp_size] = no_column;
    }
#pragma unroll
    for (unsigned step = 0; step < keys_a_lane; ++step) {
        if (mine[step * simt::warp_size] == no_column) key[step] = no_key;
    }
}

/// The number of different keys of the team other than no_key; the keys are sorted.
__device__ __forceinline__ unsigned different_keys(const short_team& t, const std::uint32_t (&key)[keys_a_lane]) {
    std::uint32_t before = __shfl_up_sync(simt::full_warp, key[keys_a_lane - 1], 1, t.lanes());
    if (t.lane() == 0) before = ~key[0];
    unsigned mine = 0;
#pragma unroll
    for (unsigned r = 0; r < keys_a_lane; ++r) mine += key[r] != (r == 0 ? before : key[r - 1]);
    return t.of_last(t.sum_up_to(mine)) - (t.of_last(key[keys_a_lane - 1]) == no_key);
}

/// Bit r is set if key r of this lane is the first of its column; the keys are sorted.
__device__ __forceinline__ unsigned heads_of(const short_team& t, const std::uint32_t (&key)[keys_a_lane]) {
    std::uint32_t before = __shfl_up_sync(simt::full_warp, key[keys_a_lane - 1], 1, t.lanes());
    if (t.lane() == 0) before = ~key[0];
    unsigned heads = 0;
#pragma unroll
    for (unsigned r = 0; r < keys_a_lane; ++r) {
        if (key[r] != no_key && t.differ(key[r], r == 0 ? before : key[r - 1])) heads |= 1u << r;
    }
    return heads;
}

}  // namespace graphblas_gpu::cuda::hashing
