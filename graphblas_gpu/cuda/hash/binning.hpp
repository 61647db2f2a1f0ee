// Which accumulator a row of a product gets.
//
// Idea: a row is put into a class by a bound of its size. A row with few multiplications is sorted in registers. Longer rows
// get a hash table of a warp, a hash table of a block, or a window of bits if the columns of the row lie close together. A long
// row that fills its range of columns sparsely is a wide row. A row that fits none of these, or has many multiplications for
// each column of its range, is left to the dense method. Tables are filled to two thirds at most, small tables to a half at
// most.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include <graphblas_gpu/base/types.hpp>
#include <graphblas_gpu/cuda/hash/policy.hpp>

#ifndef GB_HD
#include <semirings/types.hpp>
#endif

namespace graphblas_gpu::cuda::binning {

/// Classes are numbered in this order: empty, sorted rows, tables, windows, by_dense, wide rows.
inline constexpr int max_classes = 32;
inline constexpr int empty = 0;
inline constexpr int first_sorted = 1;
inline constexpr int first_table = first_sorted + policy::sorted_classes;

/// Rows that are sorted: 2^sorted_lanes_log2 lanes share a row, and each lane has keys_a_lane products.
GB_HD constexpr unsigned sorted_lanes_log2(int n) { return static_cast<unsigned>(n) + 2; }
GB_HD constexpr index sorted_products(int n) { return index{policy::keys_a_lane} << sorted_lanes_log2(n); }
/// The first sorted class that has room for the products. It is sorted_classes (no such class) if no class has room, if a key
/// (a column and the number of a product) does not fit into 32 bits, or if the offset of an entry of B does not.
GB_HD constexpr int sorted_class(index flops, index ncols, row_offset entries_of_b) {
    int n = 0;
    while (n < policy::sorted_classes && sorted_products(n) < flops) ++n;
    constexpr std::int64_t words = std::int64_t{1} << 32;
    if (n < policy::sorted_classes && (ncols >= words / sorted_products(n) || entries_of_b >= words))
        n = policy::sorted_classes;
    return n;
}

/// Rows of the first sorted class are sorted by one lane each if there are so many rows that this fills the device.
GB_HD constexpr bool sorts_by_lanes(int n, index rows, int multiprocessors) {
    return n == 0 && rows >= policy::rows_for_lanes * multiprocessors;
}

/// Whether a row is left to the dense method because it has many multiplications for each column of its range.
GB_HD constexpr bool is_dense(index flops, index range) {
    return flops > policy::max_of_a_warp_part && flops >= policy::dense_multiplications * range;
}

/// Whether a row is left to the dense method because it has many entries in a wide range.
GB_HD constexpr bool suits_ranks(index size, index range, index ncols) {
    return size >= policy::ranked_from_entries && range > policy::ranked_beyond_columns && ncols <= policy::max_ranked_columns;
}

/// Whether the rows of B that a row of A names are long on average. In the dense method a warp takes one of them at a time,
/// once for each panel of columns, and lanes have nothing to do if they are short. So a row in a wide range is not left to it
/// if they are.
GB_HD constexpr bool names_long_rows(index flops, index rows_of_b) { return flops >= policy::long_rows_of_b * rows_of_b; }
GB_HD constexpr bool may_be_by_dense(index range, bool long_rows) {
    return long_rows || range <= policy::ranked_beyond_columns;
}

/// Shared memory for sorting a list of up to `entries` columns: its slots (rounded up to full rounds of a warp), its buckets,
/// and the bytes of columns, bucket counts and the sorted order together.
GB_HD constexpr unsigned list_slots(unsigned entries) { return (entries + 31) / 32 * 32; }
GB_HD constexpr unsigned list_buckets(unsigned entries) { return std::bit_floor(entries) / (entries > 4096 ? 4 : 1); }
GB_HD constexpr std::size_t list_order_bytes(unsigned entries) {
    const std::size_t words = list_slots(entries) + std::size_t{1} + list_buckets(entries);
    return (words * 4 + std::size_t{std::bit_ceil(entries)} * 2 + 15) / 16 * 16;
}

/// The words of a window over `range` columns. 32 neighbouring columns have their bits in 32 different words, so that lanes
/// with neighbouring columns do not update the same word.
GB_HD constexpr index window_words(index range) { return (range + 1023) / 1024 * 32; }

/// The bytes of a numeric table with this many slots, for sums of `sum_bytes`: sums, columns, the sorted order, and buckets.
GB_HD constexpr unsigned table_buckets(unsigned slots) {
    return slots < 512 ? std::bit_floor(slots) : std::bit_floor(slots) / 2;
}
GB_HD constexpr std::size_t numeric_table_bytes(unsigned slots, unsigned sum_bytes) {
    return std::size_t{slots} * (sum_bytes + 4 + 2) + std::size_t{table_buckets(slots)} * 4 + 16;
}

/// The rules of the symbolic phase. The size of a row is at most min(flops, range).
struct symbolic_rule {
    index ncols = 0;
    row_offset entries_of_b = 0;
    std::size_t shared_bytes = ~std::size_t{0};  ///< the most shared memory that a block may have
    static constexpr bool numeric = false;
    static constexpr int windows_from = first_table + policy::symbolic_tables;
    /// the last window; a row takes as many panels of it as its range needs
    static constexpr int wide = windows_from + policy::symbolic_windows - 1;
    static constexpr int by_dense = windows_from + policy::symbolic_windows;

    /// Whether the class of a row depends on the range of its columns.
    GB_HD constexpr bool needs_range(index flops, index) const {
        return flops > policy::max_of_a_warp_part && window_words(ncols) > policy::narrow_words;
    }
    /// Whether the class of some row with at most `max_flops` multiplications depends on the range of its columns.
    GB_HD constexpr bool may_need_range(index max_flops) const { return needs_range(max_flops, 0); }
    /// `long_rows`: names_long_rows().
    GB_HD constexpr int class_of(index flops, index, index, index range, bool long_rows = true) const {
        if (flops == 0) return empty;
        const int sorted = sorted_class(flops, ncols, entries_of_b);
        if (sorted < policy::sorted_classes) return first_sorted + sorted;
        const bool may_be_dense = may_be_by_dense(range, long_rows);
        if (may_be_dense && (is_dense(flops, range) || suits_ranks(flops / 2, range, ncols))) return by_dense;
        const index bound = flops < range ? flops : range;
        int t = 0;
        while (t < policy::symbolic_tables && policy::symbolic_table(t).entries < bound) ++t;
        if (t < policy::symbolic_tables && policy::symbolic_table(t).slots * sizeof(column_index) > shared_bytes)
            t = policy::symbolic_tables;
        if (flops <= policy::max_of_a_warp_part) return first_table + t;
        const index words = window_words(range);
        int w = flops > policy::max_of_a_warp ? 2 : 0;
        while (w < policy::symbolic_windows && policy::symbolic_window(w).words < words) ++w;
        if (w < policy::symbolic_windows && (t == policy::symbolic_tables || words <= policy::symbolic_table(t).slots))
            return windows_from + w;
        return t < policy::symbolic_tables ? first_table + t : may_be_dense ? by_dense : wide;
    }
};
static_assert(symbolic_rule::by_dense < max_classes);

/// Whether a window of the numeric phase is direct: it has a sum for each column of the range. A window that is not direct
/// (ranked) has sums for the columns of the row only. The index of a sum is the number of bits before its column, so the bits
/// must be known before values are added.
GB_HD constexpr bool is_direct(index range, index size, unsigned sum_bytes) {
    return range <= policy::max_direct_columns * size && range * static_cast<index>(sum_bytes) <= policy::max_direct_bytes;
}
GB_HD constexpr index window_bytes(index range, index size, unsigned sum_bytes) {
    const index words = (range + 31) / 32;
    const index sums = is_direct(range, size, sum_bytes) ? words * 32 : size;
    return (words * 8 + sums * static_cast<index>(sum_bytes) + 31) / 16 * 16;
}

/// How the bits of a wide row are stored in shared memory: words of 32 columns, and a prefix count for every 2^shift words.
struct wide_panel {
    unsigned words;  ///< a multiple of 4
    unsigned shift;
    GB_HD constexpr std::size_t bytes() const;
};
GB_HD constexpr std::size_t wide_panel::bytes() const {
    return policy::wide_queue_bytes + std::size_t{words} * 4 + std::size_t{words >> shift} * 4;
}

/// The panel of rows in `ncols` columns. It is chosen so that two blocks fit on a multiprocessor if possible, and then so that
/// a count stands for as few words as possible. A block can have `shared_bytes`. A multiprocessor has 1024 bytes more, and
/// reserves 1024 bytes for every block.
GB_HD constexpr wide_panel wide_panel_for(index ncols, std::size_t shared_bytes) {
    constexpr unsigned max_shift = 2;
    const index words = (ncols + 127) / 128 * 4;
    for (unsigned blocks = 2; blocks > 0; --blocks) {
        const std::size_t bytes = (shared_bytes + 1024) / blocks - 1024;
        for (unsigned shift = 0; shift <= max_shift; ++shift) {
            if (static_cast<index>(policy::wide_queue_bytes) + words * 4 + (words >> shift) * 4 > static_cast<index>(bytes))
                continue;
            return {static_cast<unsigned>(words), shift};
        }
    }
    const std::size_t groups = (shared_bytes - policy::wide_queue_bytes) / (4 * ((1u << max_shift) + 1));
    return {static_cast<unsigned>(groups << max_shift), max_shift};
}
/// The rules of the numeric phase, which has a bound of each row's size that includes the columns that a mask removes.
struct numeric_rule {
    index ncols = 0;
    unsigned sum_bytes = 4;
    std::size_t shared_bytes = 0;  ///< the most shared memory that a block may have
    bool sums_in_place = true;     ///< there are no values, or values can be summed directly in the output array
    row_offset entries_of_b = 0;
    static constexpr bool numeric = true;
    static constexpr int windows_from = first_table + policy::numeric_tables;
    static constexpr int by_dense = windows_from + policy::numeric_windows;
    static constexpr int wide = by_dense + 1;  ///< there are two wide classes, the one with the longest rows first
    static constexpr int wide_classes = 2;

    GB_HD constexpr bool needs_range(index flops, index entries) const {
        return flops > policy::max_of_a_warp_part &&
               (entries > policy::max_of_warp_tables || flops > policy::window_multiplications * entries);
    }
    GB_HD constexpr bool may_need_range(index max_flops) const { return max_flops > policy::max_of_a_warp_part; }
    /// Whether the row is left to the dense method because that sums it by rank.
    GB_HD constexpr bool is_ranked(index size, index range) const {
        return suits_ranks(size, range, ncols) && !is_direct(range, size, sum_bytes);
    }
    /// `size`: the entries of the row. `entries`: the columns that a table has to hold, at least `size`. A row without
    /// multiplications is not computed. `long_rows`: names_long_rows().
    GB_HD constexpr int class_of(index flops, index entries, index size, index range, bool long_rows = true) const {
        if (size == 0 || flops == 0) return empty;
        const int sorted = sorted_class(flops, ncols, entries_of_b);
        if (sorted < policy::sorted_classes) return first_sorted + sorted;
        const bool may_be_dense = may_be_by_dense(range, long_rows);
        if (may_be_dense && is_dense(flops, range)) return by_dense;
        int t = 0;
        while (t < policy::numeric_tables && policy::numeric_table(t).entries < entries) ++t;
        if (t < policy::numeric_tables && numeric_table_bytes(policy::numeric_table(t).slots, sum_bytes) > shared_bytes)
            t = policy::numeric_tables;
        const bool fits_table = t < policy::numeric_tables;
        if (fits_table && !needs_range(flops, entries)) return first_table + t;
        if (may_be_dense && is_ranked(size, range)) return by_dense;
        const bool narrow = is_direct(range, size, sum_bytes) || range <= policy::max_window_columns * size;
        const bool may_be_wide =
            sums_in_place && range <= policy::max_wide_panels * 32 * wide_panel_for(max_side, shared_bytes).words;
        const bool sparse = may_be_wide && flops <= policy::wide_multiplications * size;
        const bool in_window =
            narrow || !fits_table || (policy::numeric_table(t).lanes == 0 && range <= policy::max_window_beside_block * size);
        const int wide_class = flops > policy::max_of_a_warp ? wide : wide + 1;
        const index bytes = window_bytes(range, size, sum_bytes);
        if (in_window && sparse && bytes > policy::max_bytes_beside_wide && range > policy::wide_columns * size)
            return wide_class;
        int w = flops > policy::max_of_a_warp ? 2 : 0;
        while (w < policy::numeric_windows && static_cast<index>(policy::numeric_window_of(w).bytes) < bytes) ++w;
        const bool fits_window = w < policy::numeric_windows && policy::numeric_window_of(w).bytes <= shared_bytes;
        if (fits_window && in_window) return windows_from + w;
        return fits_table ? first_table + t : sparse || (may_be_wide && !may_be_dense) ? wide_class : by_dense;
    }
};
static_assert(numeric_rule::wide + numeric_rule::wide_classes <= max_classes);

}  // namespace graphblas_gpu::cuda::binning
