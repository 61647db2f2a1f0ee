// What the kernels of the dense method share: sums, and the segments of rows of B that are in a range of columns.
//
// Idea: a sum that has received no product holds a value that no sum can have. So the thread that adds the first product knows
// that it is the first, and only this thread sets the bit of the column. Integers as wide as the word have no such value: each
// of their products looks at the bit.
#pragma once

#include <graphblas_gpu/cuda/dense/plan.hpp>
#include <graphblas_gpu/cuda/device/for_each.cuh>
#include <graphblas_gpu/cuda/primitives/warp_sums.cuh>
#include <graphblas_gpu/cuda/shared/column_lists.cuh>
#include <graphblas_gpu/cuda/shared/in_order.cuh>
#include <graphblas_gpu/cuda/shared/kernel_semiring.cuh>

namespace graphblas_gpu::cuda::dense {

/// Takes the place of a semiring if only the structure of the product is wanted.
struct structure_only {
    using left = bool;
    using right = bool;
    using value = bool;
    using accumulator = unsigned;
    static constexpr bool reads_left = false;
    static constexpr bool reads_right = false;
    static constexpr bool is_sum = false;
};

template <class K>
inline constexpr bool has_values = !std::is_same_v<K, structure_only>;

/// What a pass over the rows computes: their sizes; columns and values; or values alone, because the columns are known.
enum class pass { count, write, refill };

/// Whether the word ~0 can mean "no product yet": either it is a NaN that product_bits() never returns, or the word is wider
/// than the value.
template <class K>
inline constexpr bool has_void = std::is_floating_point_v<typename K::value> ||
                                 sizeof(typename K::value) < sizeof(typename K::accumulator);

template <class K>
inline constexpr typename K::accumulator void_word = ~typename K::accumulator{0};

/// A product as a word that differs from void_word.
template <class K>
__device__ typename K::accumulator product_bits(const K& k, const typename K::value& x) {
    const typename K::accumulator bits = k.write(x);
    if constexpr (std::is_floating_point_v<typename K::value>)
        return bits == void_word<K> ? bits ^ 1u : bits;
    else
        return bits;
}

/// The initial word of a sum that has no products, by the pass.
template <class K, pass mode>
GB_HD typename K::accumulator initial_word(const K& k) {
    if constexpr (mode == pass::write && has_void<K>)
        return void_word<K>;
    else
        return k.empty();
}

/// The word `seen` after x has been added. Only one thread adds to this word.
template <class K, pass mode>
__device__ typename K::accumulator word_after(const K& k, typename K::accumulator seen, const typename K::value& x) {
    if constexpr (mode == pass::write && has_void<K>) {
        const typename K::accumulator bits = product_bits(k, x);
        return seen == void_word<K> ? bits : sum_in_order(k, seen, k.read(bits));
    } else {
        return sum_in_order(k, seen, x);
    }
}

__device__ inline void set_bit(unsigned* bits, unsigned at) {
    const unsigned bit = 1u << (at & 31u);
    if ((*const_cast<volatile unsigned*>(&bits[at >> 5]) & bit) == 0) atomicOr(&bits[at >> 5], bit);
}

/// Sums of floating-point numbers begin with -0, which is neutral. So only a word that holds -0 may have received no product.
template <class K>
inline constexpr bool sums_floats = K::is_sum && std::is_floating_point_v<typename K::value>;
template <class K, pass mode>
inline constexpr bool begins_with_minus_zero = mode == pass::write && sums_floats<K>;

/// The initial word of a sum in a block's panel.
template <class K, pass mode>
__device__ typename K::accumulator empty_in_panel(const K& k) {
    if constexpr (begins_with_minus_zero<K, mode>) return k.empty();
    else return initial_word<K, mode>(k);
}

/// Adds x to sum `at` of a block's panel. For several products at once and sums of floating-point numbers, add_floats() is
/// faster.
template <class K, pass mode>
__device__ void add_shared(const K& k, typename K::accumulator* sums, unsigned* bits, unsigned at, const typename K::value& x) {
    if constexpr (begins_with_minus_zero<K, mode>) {
        const auto before = atomicAdd(reinterpret_cast<typename K::value*>(&sums[at]), x);
        if (k.write(before) == empty_in_panel<K, mode>(k)) atomicOr(&bits[at >> 5], 1u << (at & 31u));
    } else if constexpr (mode == pass::write && has_void<K>) {
        using accumulator = typename K::accumulator;
        accumulator seen = *const_cast<volatile accumulator*>(&sums[at]);
        for (;;) {
            const accumulator wanted = word_after<K, mode>(k, seen, x);
            if (wanted == seen) return;
            const accumulator before = atomicCAS(&sums[at], seen, wanted);
            if (before == seen) break;
            seen = before;
        }
        if (seen == void_word<K>) atomicOr(&bits[at >> 5], 1u << (at & 31u));
    } else {
        k.add(&sums[at], x);
        if constexpr (mode == pass::write) set_bit(bits, at);
    }
}

/// The same if no other thread adds to this sum at the same time.
template <class K, pass mode>
__device__ void add_alone(const K& k, typename K::accumulator* sums, unsigned* bits, unsigned at, const typename K::value& x) {
    if constexpr (begins_with_minus_zero<K, mode>) {
        sums[at] = sum_in_order(k, sums[at], x);
        if (k.write(x) == empty_in_panel<K, mode>(k)) atomicOr(&bits[at >> 5], 1u << (at & 31u));
    } else {
        const typename K::accumulator seen = sums[at];
        sums[at] = word_after<K, mode>(k, seen, x);
        if constexpr (mode == pass::write && has_void<K>) {
            if (seen == void_word<K>) atomicOr(&bits[at >> 5], 1u << (at & 31u));
        } else if constexpr (mode == pass::write) {
            set_bit(bits, at);
        }
    }
}

/// Where the kernels write their results.
struct row_output {
    product_output out;
    row_offset* sizes = nullptr;        ///< for pass::count
    hashing::column_list_writer lists;  ///< pass::count: receives the columns of rows in windows
    /// for pass::count: the limits of the numeric phase, which tell for which rows the bits are cached in out.bits; of panel 0:
    /// for the structure, the rows with most multiplications
    limits numeric;
};

__device__ inline bool forbids(const work& w) { return w.in.mask.present; }

__device__ inline index row_at(const work& w, index position) { return w.rows == nullptr ? position : index{w.rows[position]}; }

/// Some consecutive entries of row k of B, and the value of A that they are multiplied by.
template <class K>
struct segment {
    row_offset begin = 0;
    unsigned size = 0;
    column_index k = 0;
    typename K::left x{};
};

/// Narrows begin .. end, the entries of row k of B, to those in columns from .. to - 1.
__device__ inline void clip(const work& w, index k, index from, index to, row_offset& begin, row_offset& end) {
    const csr_ref& b = w.in.b;
    const auto first_from = [&](row_offset low, row_offset high, index column) {
        return column >= b.ncols ? high : lower_bound(b.columns, low, high, static_cast<column_index>(column));
    };
    if (w.cross.counts == nullptr) {
        begin = first_from(begin, end, from);
        end = first_from(begin, end, to);
        return;
    }
    const std::uint32_t* const counts = w.cross.counts + k * w.cross.cells + (from >> w.cross.shift);
    const bool whole_cells = ((from | to) & ((index{1} << w.cross.shift) - 1)) == 0;
    const index last = w.cross.cells - 1 - (from >> w.cross.shift);  // the end of the row
    const index cells = whole_cells ? (to - from) >> w.cross.shift : 1;
    const row_offset low = begin + counts[0], high = begin + counts[cells < last ? cells : last];
    begin = whole_cells ? low : first_from(low, high, from);
    end = whole_cells ? high : first_from(begin, high, to);
}

/// Whether a product may depend on the positions of its factors.
template <class K>
inline constexpr bool uses_positions = has_values<K>;
template <class S>
inline constexpr bool uses_positions<direct<S>> = is_positional<S>;

/// The segment of another lane. The loops over short rows of B spend most of their time on these shuffles, so only what is
/// needed is shuffled.
template <class K>
__device__ segment<K> shuffled_segment(const work& w, const segment<K>& mine, int lane) {
    segment<K> s;
    s.begin = __shfl_sync(simt::full_warp, static_cast<unsigned>(mine.begin), lane);
    if (w.in.b.nvals > max_side)
        s.begin |= index{__shfl_sync(simt::full_warp, static_cast<unsigned>(mine.begin >> 32), lane)} << 32;
    s.size = __shfl_sync(simt::full_warp, mine.size, lane);
    if constexpr (uses_positions<K>) s.k = __shfl_sync(simt::full_warp, mine.k, lane);
    if constexpr (K::reads_left) {
        using left = typename K::left;
        s.x = from_accumulator<left>(__shfl_sync(simt::full_warp, to_accumulator<left>(mine.x), lane));
    }
    return s;
}

/// Returns where part `it` of a shared row starts to write its `size` columns. The first part starts at `start`; each other
/// part starts where the part before it ends, and waits for that part, whose item was taken earlier. One thread calls.
__device__ inline row_offset start_of_part(const work& w, index at, const item& it, row_offset start, unsigned size) {
    if (it.part > 0) {
        const volatile unsigned long long* const before = w.ends + at - 1;
        unsigned long long end = 0;
        while ((end = *before) == 0) __nanosleep(100);
        start = static_cast<row_offset>(end - 1);
    }
    atomicExch(w.ends + at, static_cast<unsigned long long>(start + size) + 1);
    return start;
}

__device__ inline unsigned bits_below(unsigned lane) { return (1u << lane) - 1u; }

}  // namespace graphblas_gpu::cuda::dense
