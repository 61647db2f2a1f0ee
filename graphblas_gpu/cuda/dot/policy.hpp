// The constants that tune products under an admitting mask on a device: dot products, pushes, common entries of rows, and
// products with a vector.
//
// Idea: as hash/policy.hpp. The rules that apply them are in cost.hpp.
#pragma once

#include <cstdint>

#include <graphblas_gpu/base/types.hpp>

namespace graphblas_gpu::cuda {

struct dot_policy {
    // Costs of dot products, in look-ups.
    static constexpr double collecting_cost = 30.0;  ///< of a pair that is collected by its longer row
    static constexpr double pair_cost = 4.0;         ///< of a pair in addition to its own, because a row is fetched for it

    // Rows that are laid out in shared memory.
    /// With at most this many columns a table of bits is always chosen if it fits: clearing it costs less than a hash table
    /// saves.
    static constexpr std::uint64_t bits_at_most_columns = 1u << 17;
    /// Rows with at most warp_row_at_most entries and warp_work_at_most look-ups are laid out by a warp; all others by a block.
    static constexpr std::uint32_t warp_slots = 512;
    static constexpr std::int64_t warp_row_at_most = warp_slots / 2;
    static constexpr std::int64_t warp_work_at_most = 8192;
    /// Rows with at most this many entries are laid out by small blocks, several of which share a multiprocessor.
    static constexpr std::uint32_t small_slots = 4096;
    static constexpr std::int64_t small_row_at_most = small_slots / 2;
    /// Look-ups of a task: of a warp, and the least of a small and of a large block.
    static constexpr std::int64_t warp_task = 2048, small_block_task = 1 << 15, large_block_task = 1 << 18;
    /// The kernel is compiled for large blocks; with as many registers a thread, four small blocks fit on a multiprocessor.
    static constexpr unsigned large_threads = 1024, small_threads = 256, small_blocks = 4;
    /// Rows with at least this many entries are long. The lanes that are idle at the end of a long row cost less than it would
    /// cost to find out which row of the sequence a lane is in.
    static constexpr std::int64_t long_from = 64;

    // Short rows, which a thread pushes (short_rows.cuh).
    /// The products of a row, and those of an average row, up to which no plan is made.
    static constexpr std::int64_t short_products = 256, short_average = 96;
    /// Threads of a block, and the entries of the mask for each of them that shared memory has room for.
    static constexpr unsigned short_row_threads = 128, short_row_room = 8;
    static constexpr int entries_at_once = 4;          ///< of a row of B, whose loads are in flight together
    static constexpr row_offset walked_mask_row = 32;  ///< entries of a row of the mask; a longer one is searched

    // The pairs of a product and its entries.
    static constexpr unsigned pair_threads = 256;
    static constexpr row_offset entries_per_block = 2048;
    static constexpr unsigned emit_threads = 256, emit_rounds = 4;
    /// If there are at most this many entries, each block counts the hits before its own. For flags these are 2048 loads of 16
    /// bytes.
    static constexpr row_offset few_entries = 1 << 15;
    /// A product whose mask has at most this many entries is not cut, and the device is not asked how much memory is free.
    static constexpr row_offset uncut_entries = row_offset{1} << 22;
    /// Bytes of a pair that is collected by its longer row, with its share of the tasks and a reserve.
    static constexpr std::int64_t bytes_per_entry = 40;

    // Common entries of rows (common_entries.cu).
    /// The rows of a warp's 32 that it counts itself have at most so many columns, and so many look-ups: pairs times columns.
    static constexpr row_offset short_row_at_most = 32, short_work_at_most = 1024;
    /// If all of a warp's 32 rows are so short, each lane counts its row; sharing their look-ups among the lanes would cost
    /// more.
    static constexpr row_offset lookups_of_a_lane = 16;
    /// The pairs of these 32 rows that the warp counts at once, where there are so many rows a multiprocessor that many warps
    /// follow each other.
    static constexpr std::uint32_t pairs_at_once = 512;
    static constexpr index warps_at_once = 64;
    static constexpr row_offset pairs_a_task = 256;
    /// Slots of a hash table, and those for an entry, so that most look-ups of columns that the row lacks end at the first
    /// slot.
    static constexpr std::uint32_t listed_slots = 8192;
    static constexpr unsigned slots_of_an_entry = 16;
    /// Threads of a block of the first kernel, and its blocks on a multiprocessor: many, with few registers a thread, because
    /// its loads depend on each other.
    static constexpr unsigned common_threads = 256, common_blocks = 8;
    /// Those of the second kernel, for tables of bits and hash tables. With more blocks a thread would have too few registers
    /// for its loads. Small blocks have less work for a row beside its look-ups, but shared memory has no room for the hash
    /// tables of so many blocks.
    static constexpr unsigned bits_threads = 128, bits_blocks = 10, hash_threads = 256, hash_blocks = 5;
    static constexpr row_offset max_average_of_b = 512;  ///< entries of B's rows; with more, tiles may be faster
    /// Bytes of the transpose for an entry and for a row, and how many are taken without asking the device, which would take
    /// longer than a small transpose saves.
    static constexpr std::int64_t bytes_of_entry = 32, bytes_of_row = 16, never_asked = std::int64_t{1} << 26;

    // Products with a vector.
    static constexpr unsigned row_threads = 256, vector_walk_threads = 256;
    static constexpr index few_rows =
        1 << 14;  ///< each block counts the rows before its own, in at most 64 steps of 256 threads
    static constexpr std::int64_t search_cost = 8;  ///< entries of a mask that are laid out in the time of a search in it
    /// Lanes that sum a row together: more of them if there are few rows, so that all multiprocessors get some. They take so
    /// many entries of a row; the rest of a longer one is cut into parts, at most one for each warp of the block.
    static constexpr unsigned lanes_of_few_rows = 16, lanes_of_many_rows = 4;
    static constexpr row_offset pulled_by_lanes = 64;
    static constexpr unsigned pulled_at_once = 4;  ///< entries whose loads a lane has in flight
};

namespace masked {
using policy = dot_policy;
}

}  // namespace graphblas_gpu::cuda
