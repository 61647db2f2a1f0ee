// Which accumulator a row of a product gets.
//
// Idea: rows are put into classes by a bound of their size: few multiplications are sorted in registers; else hash tables of a
// warp, hash tables of a block, windows of bits where the columns of the row lie close together, wide rows where a long row
// fills its range sparsely. What fits none, or fills its range many times over, is left to the dense method. Tables are filled
// to two thirds at most, small ones to less than a half.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include <graphblas_gpu/formats/types.hpp>

#ifndef GB_HD
#include <semirings/types.hpp>
#endif

namespace graphblas_gpu::cuda::binning {

/// Classes are numbers: empty, then sorted rows, then tables, then windows, then too_long, then wide ones.
inline constexpr int most_classes = 32;
inline constexpr int empty = 0;
inline constexpr int first_sorted = 1;
inline constexpr int sorted_classes = 4;
inline constexpr int first_table = first_sorted + sorted_classes;

/// Rows that are sorted: 2^sorted_lanes_log2 lanes have a row, and so many products each.
inline constexpr unsigned keys_of_a_lane = 8;
GB_HD constexpr unsigned sorted_lanes_log2(int n) { return static_cast<unsigned>(n) + 2; }
GB_HD constexpr index sorted_products(int n) { return index{keys_of_a_lane} << sorted_lanes_log2(n); }
/// The first that holds the products; sorted_classes if none, or if the key, a column and the number of a product, or the place
/// of an entry of B does not fit 32 bits.
GB_HD constexpr int sorted_class(index flops, index ncols, row_offset entries_of_b) {
    int n = 0;
    while (n < sorted_classes && sorted_products(n) < flops) ++n;
    constexpr std::int64_t words = std::int64_t{1} << 32;
    if (n < sorted_classes && (ncols >= words / sorted_products(n) || entries_of_b >= words)) n = sorted_classes;
    return n;
}

/// Rows of the first sorted class, if there are so many that a lane each fills the device, are sorted by one lane each.
GB_HD constexpr bool sorts_by_lanes(int n, index rows, int multiprocessors) {
    return n == 0 && rows >= index{1024} * multiprocessors;
}

/// A hash table: its slots, the entries it is made for, the lanes that work on it (0: a block).
struct table {
    unsigned slots;
    unsigned entries;
    unsigned lanes;
};

/// A window of bits (32 columns a word), and the lanes that work on it.
struct window {
    unsigned words;
    unsigned lanes;
};

// The tables stand in functions: device code reads constants there, not arrays of the host. It would put an array in each
// thread's own memory to read from a place that is not known before; comparing all places leaves constants.
template <int k = 0, class T, int size>
GB_HD constexpr T element(const T (&all)[size], int n) {
    if constexpr (k + 1 == size) return all[k];
    else return n == k ? T(all[k]) : element<k + 1>(all, n);
}

/// Rows with at most so many multiplications are left to parts of warps.
inline constexpr index most_of_a_part = 256;
/// Rows with more multiplications than this are not left to one warp.
inline constexpr index most_of_a_warp = 32768;

/// So many multiplications for every column of the range: an array of the range serves better than any table, and the dense
/// method has it (measured on band matrices, one H200: 1.4 ms against 3.4 ms for half width 32).
inline constexpr index dense_multiplications = 8;
GB_HD constexpr bool is_dense(index flops, index range) {
    return flops > most_of_a_part && flops >= dense_multiplications * range;
}

/// Rows of so many entries in a wide range are left to the dense method, which has bits for their columns, and places by rank
/// (measured on R-MAT 18, one H200: 41 ms against 71 ms).
GB_HD constexpr bool suits_ranks(index size, index range, index ncols) {
    return size >= 1024 && range > 16384 && ncols <= 262144;
}

/// Of the symbolic phase: 4 bytes a slot.
inline constexpr int symbolic_tables = 8;
GB_HD constexpr table symbolic_table(int n) {
    constexpr table all[] = {{64, 32, 8},     {160, 80, 8},     {256, 128, 8},   {512, 256, 16},
                             {1024, 512, 32}, {2048, 1024, 32}, {8192, 5461, 0}, {32768, 21845, 0}};
    return element(all, n);
}

/// To put a list of up to `entries` columns in order: its places, whole rounds of a warp, and bytes for columns, buckets,
/// order.
GB_HD constexpr unsigned list_slots(unsigned entries) { return (entries + 31) / 32 * 32; }
GB_HD constexpr unsigned list_buckets(unsigned entries) { return std::bit_floor(entries) / (entries > 4096 ? 4 : 1); }
GB_HD constexpr std::size_t list_order_bytes(unsigned entries) {
    const std::size_t words = list_slots(entries) + std::size_t{1} + list_buckets(entries);
    return (words * 4 + std::size_t{std::bit_ceil(entries)} * 2 + 15) / 16 * 16;
}

inline constexpr int symbolic_windows = 5;
GB_HD constexpr window symbolic_window(int n) {
    constexpr window all[] = {{256, 32}, {1024, 32}, {1024, 0}, {8192, 0}, {40960, 0}};
    return element(all, n);
}

/// Of the numeric phase.
inline constexpr int numeric_tables = 10;
GB_HD constexpr table numeric_table(int n) {
    constexpr table all[] = {{96, 32, 32},   {192, 80, 32},   {384, 160, 32},  {512, 340, 32},  {768, 512, 0},
                             {1024, 680, 0}, {2048, 1365, 0}, {4096, 2730, 0}, {8192, 5461, 0}, {16384, 10922, 0}};
    return element(all, n);
}

/// Of the numeric phase: bytes of shared memory for bits, places and values of a row.
struct numeric_window {
    std::size_t bytes;
    unsigned lanes;
};
inline constexpr int numeric_windows = 6;
GB_HD constexpr numeric_window numeric_window_of(int n) {
    constexpr numeric_window all[] = {{4096, 32}, {14336, 32}, {32768, 0}, {98304, 0}, {163840, 0}, {231424, 0}};
    return element(all, n);
}

/// Words of a window over `range` columns. Bits lie across: 32 neighbours in 32 words, so that neighbours do not meet.
GB_HD constexpr index window_words(index range) { return (range + 1023) / 1024 * 32; }

/// Bytes of a numeric table of `slots` for values of `place_bytes`: values, columns, buckets, order.
GB_HD constexpr unsigned table_buckets(unsigned slots) {
    return slots < 512 ? std::bit_floor(slots) : std::bit_floor(slots) / 2;
}
GB_HD constexpr std::size_t numeric_table_bytes(unsigned slots, unsigned place_bytes) {
    return std::size_t{slots} * (place_bytes + 4 + 2) + std::size_t{table_buckets(slots)} * 4 + 16;
}

/// Rules of the symbolic phase. A row's size is at most min(flops, range).
struct symbolic_rule {
    index ncols = 0;
    row_offset entries_of_b = 0;
    std::size_t shared_bytes = ~std::size_t{0};  ///< that a block may have
    static constexpr bool numeric = false;
    static constexpr int windows_from = first_table + symbolic_tables;
    static constexpr int wide = windows_from + symbolic_windows - 1;  ///< the last window, in as many panels as it takes
    static constexpr int too_long = windows_from + symbolic_windows;

    /// Whether the range of the columns would change the answer,
    GB_HD constexpr bool needs_range(index flops, index) const { return flops > most_of_a_part && window_words(ncols) > 512; }
    /// and whether it might for some row that has no more multiplications.
    GB_HD constexpr bool may_need_range(index most_flops) const { return needs_range(most_flops, 0); }
    GB_HD constexpr int class_of(index flops, index, index, index range) const {
        if (flops == 0) return empty;
        const int sorted = sorted_class(flops, ncols, entries_of_b);
        if (sorted < sorted_classes) return first_sorted + sorted;
        if (is_dense(flops, range) || suits_ranks(flops / 2, range, ncols)) return too_long;
        const index bound = flops < range ? flops : range;
        int t = 0;
        while (t < symbolic_tables && symbolic_table(t).entries < bound) ++t;
        if (t < symbolic_tables && symbolic_table(t).slots * sizeof(column_index) > shared_bytes) t = symbolic_tables;
        if (flops <= most_of_a_part) return first_table + t;
        const index words = window_words(range);
        int w = flops > most_of_a_warp ? 2 : 0;
        while (w < symbolic_windows && symbolic_window(w).words < words) ++w;
        if (w < symbolic_windows && (t == symbolic_tables || words <= symbolic_table(t).slots)) return windows_from + w;
        return t < symbolic_tables ? first_table + t : too_long;
    }
};
static_assert(symbolic_rule::too_long < most_classes);

/// A window of values in the numeric phase. Direct: a place for each column of the range. Else places for the occupied ones
/// only, found by counting the bits before a column, which takes the bits to be known before values are added.
GB_HD constexpr bool is_direct(index range, index size, unsigned place_bytes) {
    return range <= 4 * size && range * static_cast<index>(place_bytes) <= 65536;
}
GB_HD constexpr index window_bytes(index range, index size, unsigned place_bytes) {
    const index words = (range + 31) / 32;
    const index places = is_direct(range, size, place_bytes) ? words * 32 : size;
    return (words * 8 + places * static_cast<index>(place_bytes) + 31) / 16 * 16;
}

/// How the bits of a wide row lie in shared memory: words of 32 columns, and a count for every 2^shift of them.
struct wide_panel {
    unsigned words;  ///< a multiple of 4
    unsigned shift;
    GB_HD constexpr std::size_t bytes() const;
};
/// What the block keeps besides.
inline constexpr std::size_t wide_queue_bytes = 4096;
GB_HD constexpr std::size_t wide_panel::bytes() const {
    return wide_queue_bytes + std::size_t{words} * 4 + std::size_t{words >> shift} * 4;
}

/// The panel of rows in `ncols` columns: two blocks a multiprocessor if that is possible, and as few words a count. Blocks may
/// have `shared_bytes`, a multiprocessor has 1024 bytes more, and takes so many from every block.
GB_HD constexpr wide_panel wide_panel_for(index ncols, std::size_t shared_bytes) {
    constexpr unsigned most_shift = 2;
    const index words = (ncols + 127) / 128 * 4;
    for (unsigned blocks = 2; blocks > 0; --blocks) {
        const std::size_t bytes = (shared_bytes + 1024) / blocks - 1024;
        for (unsigned shift = 0; shift <= most_shift; ++shift) {
            if (static_cast<index>(wide_queue_bytes) + words * 4 + (words >> shift) * 4 > static_cast<index>(bytes)) continue;
            return {static_cast<unsigned>(words), shift};
        }
    }
    const std::size_t groups = (shared_bytes - wide_queue_bytes) / (4 * ((1u << most_shift) + 1));
    return {static_cast<unsigned>(groups << most_shift), most_shift};
}
/// Every panel is a pass over the products; beyond so many the dense method's jumps are better.
inline constexpr index most_wide_panels = 8;
/// Products an entry, on average, up to which they are added in global memory.
inline constexpr index wide_multiplications = 2;
/// Windows of more bytes hold wide rows up, if the row has more columns of its range than this an entry (measured on R-MAT and
/// web-like matrices, one H200).
inline constexpr index most_bytes_beside_wide = 32768;
inline constexpr index wide_columns = 8;

/// Rules of the numeric phase, where a bound of each row's size (with the columns that a mask takes out) is known.
struct numeric_rule {
    index ncols = 0;
    unsigned place_bytes = 4;
    std::size_t shared_bytes = 0;  ///< that a block may have
    bool sums_in_place = true;     ///< no values, or values that can be added up where they are to be in the end
    row_offset entries_of_b = 0;
    static constexpr bool numeric = true;
    static constexpr int windows_from = first_table + numeric_tables;
    static constexpr int too_long = windows_from + numeric_windows;
    static constexpr int wide = too_long + 1;  ///< two classes: the longest rows first
    static constexpr int wide_classes = 2;

    GB_HD constexpr bool needs_range(index flops, index entries) const {
        return flops > most_of_a_part && (entries > 340 || flops > 8 * entries);
    }
    GB_HD constexpr bool may_need_range(index most_flops) const { return most_flops > most_of_a_part; }
    /// Whether the dense method has the row by rank.
    GB_HD constexpr bool is_ranked(index size, index range) const {
        return suits_ranks(size, range, ncols) && !is_direct(range, size, place_bytes);
    }
    /// size: of the row; entries: what a table has to hold, not less. Rows without multiplications are none to be made.
    GB_HD constexpr int class_of(index flops, index entries, index size, index range) const {
        if (size == 0 || flops == 0) return empty;
        const int sorted = sorted_class(flops, ncols, entries_of_b);
        if (sorted < sorted_classes) return first_sorted + sorted;
        if (is_dense(flops, range)) return too_long;
        int t = 0;
        while (t < numeric_tables && numeric_table(t).entries < entries) ++t;
        if (t < numeric_tables && numeric_table_bytes(numeric_table(t).slots, place_bytes) > shared_bytes) t = numeric_tables;
        const bool fits_table = t < numeric_tables;
        if (fits_table && !needs_range(flops, entries)) return first_table + t;
        if (is_ranked(size, range)) return too_long;
        const bool narrow = is_direct(range, size, place_bytes) || range <= 32 * size;
        const bool sparse = sums_in_place && flops <= wide_multiplications * size &&
                            range <= most_wide_panels * 32 * wide_panel_for(max_side, shared_bytes).words;
        const bool in_window = narrow || !fits_table || (numeric_table(t).lanes == 0 && range <= 256 * size);
        const int wide_class = flops > most_of_a_warp ? wide : wide + 1;
        const index bytes = window_bytes(range, size, place_bytes);
        if (in_window && sparse && bytes > most_bytes_beside_wide && range > wide_columns * size) return wide_class;
        int w = flops > most_of_a_warp ? 2 : 0;
        while (w < numeric_windows && static_cast<index>(numeric_window_of(w).bytes) < bytes) ++w;
        const bool fits_window = w < numeric_windows && numeric_window_of(w).bytes <= shared_bytes;
        if (fits_window && in_window) return windows_from + w;
        return fits_table ? first_table + t : sparse ? wide_class : too_long;
    }
};
static_assert(numeric_rule::wide + numeric_rule::wide_classes <= most_classes);

}  // namespace graphblas_gpu::cuda::binning
