// The constants that tune method `hash` on a device: which rows a lane, a warp or a block takes, and what a block has.
//
// Idea: as CUB's tuning policies, they stand together in one type, which host code and kernels read; the rules that apply them
// are in binning.hpp. Tests take their sizes from here. Bytes and threads are those of a block unless said otherwise.
#pragma once

#include <cstddef>

#include <graphblas_gpu/base/types.hpp>

#ifndef GB_HD
#include <semirings/types.hpp>
#endif

namespace graphblas_gpu::cuda {

struct hash_policy {
    /// A hash table: its slots, the entries it is made for, and the lanes that work on it (0: all threads of a block).
    struct table {
        unsigned slots;
        unsigned entries;
        unsigned lanes;
    };
    /// A window of bits (32 columns a word), and the lanes that work on it (0: all threads of a block).
    struct window {
        unsigned words;
        unsigned lanes;
    };
    /// A window of the numeric phase: bytes of shared memory for the bits, the ranks and the sums of a row.
    struct numeric_window {
        std::size_t bytes;
        unsigned lanes;
    };

    // Rows that are sorted in registers.
    static constexpr int sorted_classes = 4;          ///< with 32, 64, 128 and 256 products at most
    static constexpr unsigned keys_a_lane = 8;        ///< products that a lane sorts with others
    static constexpr unsigned sorting_threads = 128;  ///< threads of a block whose warps sort rows
    static constexpr index rows_for_lanes = 1024;     ///< rows a multiprocessor, from which on a lane sorts a row by itself
    static constexpr unsigned max_open_keys = 8;      ///< keys of a row that are compared with all others instead of sorted
    /// Tables leave cache to rows that are sorted if fewer than one of this many rows has a table.
    static constexpr index max_part_of_tables = 16;
    static constexpr int percent_beside_cache = 80;  ///< of a multiprocessor's memory, for shared memory, if cache is left

    // Which rows have a warp, or a part of one.
    static constexpr index max_of_a_warp_part = 256;  ///< multiplications
    static constexpr index max_of_a_warp = 32768;     ///< multiplications

    // Rows that are left to method `dense`. From this many multiplications for every column of the range on, an array with a
    // sum for each column is faster than any table (measured on band matrices of half width 32, one H200: 1.4 ms against 3.4).
    static constexpr index dense_multiplications = 8;
    // Many entries in a wide range: the dense method keeps bits for the columns and stores sums by rank (measured on R-MAT 18,
    // one H200: 41 ms against 71).
    static constexpr index ranked_from_entries = 1024;
    static constexpr index ranked_beyond_columns = 16384;  ///< of the row's range
    static constexpr index max_ranked_columns = 262144;    ///< of C
    // A row in a wide range is left to it only if the rows of B that it names are so long on average that lanes have enough to
    // do (power-law graph of 200 000 vertices with 8 edges each, one H100: 0.8 ms against 2.0).
    static constexpr index long_rows_of_b = 32;  ///< entries

    // Tables and windows of the symbolic phase, with 4 bytes a slot. Arrays are local to functions, because device code can
    // read constants there, but not arrays of the host. An index that is known only at run time would make the compiler copy
    // the array into the local memory of each thread, so element() compares n with every index: then only constants are left.
    template <int k = 0, class T, int size>
    GB_HD static constexpr T element(const T (&all)[size], int n) {
        if constexpr (k + 1 == size) return all[k];
        else return n == k ? T(all[k]) : element<k + 1>(all, n);
    }
    static constexpr int symbolic_tables = 8;
    GB_HD static constexpr table symbolic_table(int n) {
        constexpr table all[] = {{64, 32, 8},     {160, 80, 8},     {256, 128, 8},   {512, 256, 16},
                                 {1024, 512, 32}, {2048, 1024, 32}, {8192, 5461, 0}, {32768, 21845, 0}};
        return element(all, n);
    }
    static constexpr int symbolic_windows = 5;
    GB_HD static constexpr window symbolic_window(int n) {
        constexpr window all[] = {{256, 32}, {1024, 32}, {1024, 0}, {8192, 0}, {40960, 0}};
        return element(all, n);
    }
    static constexpr index narrow_words = 512;  ///< a window of so few words is taken without looking at the row's range

    // Those of the numeric phase.
    static constexpr int numeric_tables = 10;
    GB_HD static constexpr table numeric_table(int n) {
        constexpr table all[] = {{96, 32, 32},   {192, 80, 32},   {384, 160, 32},  {512, 340, 32},  {768, 512, 0},
                                 {1024, 680, 0}, {2048, 1365, 0}, {4096, 2730, 0}, {8192, 5461, 0}, {16384, 10922, 0}};
        return element(all, n);
    }
    static constexpr int numeric_windows = 6;
    GB_HD static constexpr numeric_window numeric_window_of(int n) {
        constexpr numeric_window all[] = {{4096, 32}, {14336, 32}, {32768, 0}, {98304, 0}, {163840, 0}, {231424, 0}};
        return element(all, n);
    }
    static constexpr index max_of_warp_tables = 340;       ///< entries of the largest table of a warp
    static constexpr index window_multiplications = 8;     ///< an entry; with more, a window may be faster than such a table
    static constexpr index max_direct_columns = 4;         ///< of the range for each entry, if each column has a sum
    static constexpr index max_direct_bytes = 65536;       ///< of these sums
    static constexpr index max_window_columns = 32;        ///< of the range for each entry, in any window
    static constexpr index max_window_beside_block = 256;  ///< the same where the table would be a block's
    static constexpr unsigned few_bits_a_word = 4;         ///< with fewer, a lane writes the columns of a word of a window

    // Wide rows: long rows that fill their range sparsely. Each panel of columns is a pass over the products; with more panels,
    // the dense method is faster, because it jumps over empty ranges.
    static constexpr index max_wide_panels = 8;
    static constexpr index wide_multiplications = 2;  ///< products an entry, up to which they are added in global memory
    // A row is wide instead of in a window if the window takes more bytes and the range has more columns an entry (measured on
    // R-MAT and web-like matrices, one H200).
    static constexpr index max_bytes_beside_wide = 32768;
    static constexpr index wide_columns = 8;
    static constexpr unsigned max_wide_threads = 1024;
    static constexpr unsigned wide_threads = 512;  ///< if there are enough rows for two blocks on a multiprocessor
    static constexpr std::size_t wide_queue_bytes = 4096;
    static constexpr unsigned wide_queue_rows = 128;     ///< rows of B in the queue
    static constexpr unsigned wide_queue_entries = 256;  ///< rows of B with more are queued, and shared by all warps

    // Classes: ranges of columns are looked up in rows of A with at most so many entries, by a part of a warp or by a warp.
    static constexpr row_offset max_entries_looked_at = 1024;  ///< a longer row of A is assumed to reach all columns
    static constexpr row_offset max_entries_of_a_part = 64;
    static constexpr unsigned lanes_a_part = 8;
    static constexpr unsigned classifying_threads = 256;
    static constexpr unsigned rows_a_thread = 4;  ///< that a thread lists at a time

    // Sums in ascending k (in_order.cuh).
    /// Entries of the rows of B on average, from which on a block takes them one after the other, and the units whose loads are
    /// in flight together.
    static constexpr std::int64_t min_row_of_a_block = 48;
    static constexpr unsigned units_ahead = 4;
    static constexpr unsigned max_threads_in_order = 256;  ///< of a block; with more, barriers take longer

    // Columns that the symbolic phase keeps for the numeric phase.
    static constexpr std::int64_t lists_part = 512;  ///< lists take at most one part of this many of the device's memory
    static constexpr index rows_a_list_part = 1024, max_list_parts = 16;

    // Columns of a table are written in order: each is compared with the others of its bucket, up to this many on average.
    static constexpr unsigned max_compared = 96;
};

namespace binning {
using policy = hash_policy;
}

}  // namespace graphblas_gpu::cuda
