// Rules of masked products on a device: push or dot, whose row is laid out, and in what form.
//
// Idea: every strategy looks columns up in a row that is laid out in shared memory. So work is counted in look-ups, and the
// rules are plain arithmetic, which tests can call without a device.
// Source: the shorter row walks through the longer one: Hu, Guan, Zou, "TRUST: Triangle counting reloaded on GPUs" (TPDS 2021).
#pragma once

#include <cstdint>

#include <graphblas_gpu/base/types.hpp>
#include <graphblas_gpu/cuda/dot/policy.hpp>
#include <semirings/types.hpp>

namespace graphblas_gpu::cuda::masked {

/// What is known about a masked product before it runs. Entries of the mask whose row of A or column of B is empty are not
/// counted.
struct work_facts {
    std::int64_t pairs = 0;    ///< entries of the mask whose row of A and column of B both have entries
    std::int64_t columns = 0;  ///< look-ups if every column of B walks through the row of A
    std::int64_t shorter = 0;  ///< look-ups if the shorter of the two walks through the longer
    std::int64_t push = 0;     ///< look-ups if rows of B walk through the row of the mask
};

/// How the pairs of a dot product are arranged.
enum class arrangement : std::uint8_t {
    by_mask,    ///< as the mask lists them: the row of A is laid out
    by_longer,  ///< collected by the longer row, which is laid out
};

constexpr double cost_by_mask(const work_facts& f) {
    return static_cast<double>(f.columns) + policy::pair_cost * static_cast<double>(f.pairs);
}
constexpr double cost_by_longer(const work_facts& f) {
    return static_cast<double>(f.shorter) + (policy::pair_cost + policy::collecting_cost) * static_cast<double>(f.pairs);
}
constexpr arrangement arrangement_for(const work_facts& f) {
    return cost_by_longer(f) < cost_by_mask(f) ? arrangement::by_longer : arrangement::by_mask;
}
/// A look-up of a push costs as much as one of a dot product. Measured on an H100 and an H200 where both have equally many
/// (grids, bands, random rows of equal length): dot products take 0.9 to 1.2 times as long for structure, 1.1 to 1.45 for sums.
constexpr bool dot_is_profitable(const work_facts& f) {
    const double dot = arrangement_for(f) == arrangement::by_longer ? cost_by_longer(f) : cost_by_mask(f);
    return dot <= static_cast<double>(f.push);
}

/// Whether rows have so few products that a thread pushes each of them (short_rows.cuh).
constexpr bool short_pushes_are_profitable(index rows, std::int64_t products, std::int64_t max_products) {
    return max_products <= policy::short_products && products <= policy::short_average * rows;
}

/// How a row is laid out in shared memory.
enum class table_kind : std::uint8_t {
    hash,    ///< open addressing
    bits,    ///< a bit for every column of the matrix
    sieve,   ///< a bit for every hash; columns whose bit is set are searched in the row itself
};

struct table_shape {
    table_kind kind = table_kind::hash;
    std::uint32_t size = 0;  ///< of hash: slots, a power of 2; of bits: bits, a multiple of 64; of a sieve: bits, a power of 2
};

/// The smallest power of 2 that is not below x, for x up to 2^31.
GB_HD constexpr std::uint32_t power_of_two_from(std::uint64_t x) {
    std::uint32_t p = 1;
    while (p < x) p *= 2;
    return p;
}

/// The largest power of 2 that is not above x (from 1 on).
GB_HD constexpr std::uint32_t power_of_two_within(std::uint64_t x) {
    std::uint32_t p = 1;
    while (std::uint64_t{p} * 2 <= x) p *= 2;
    return p;
}

/// Bytes of a table. A hash table has keys; with `positions` also a position for each slot. A table of bits has words; with
/// `positions` also the position of the first entry of every 64 bits.
GB_HD constexpr std::uint64_t bytes_of_hash(std::uint64_t slots, bool positions) { return slots * (positions ? 8 : 4); }
GB_HD constexpr std::uint64_t bytes_of_bits(std::uint64_t columns, bool positions) {
    const std::uint64_t words = (columns + 63) / 64;
    return (words * (positions ? 12 : 8) + 15) / 16 * 16;
}

/// The table for a row of `length` entries in `bytes` of shared memory. Hash tables are filled at most by half.
GB_HD constexpr table_shape shape_for(std::uint64_t length, std::uint64_t columns, std::uint64_t bytes, bool positions) {
    const bool bits_fit = bytes_of_bits(columns, positions) <= bytes;
    if (bits_fit && columns <= policy::bits_at_most_columns) {
        return {table_kind::bits, static_cast<std::uint32_t>((columns + 63) / 64 * 64)};
    }
    const std::uint32_t max_slots = power_of_two_within(bytes / (positions ? 8 : 4));
    if (length * 2 <= max_slots) {
        const std::uint32_t wished = power_of_two_from(length * 4 < 32 ? 32 : length * 4);
        return {table_kind::hash, wished < max_slots ? wished : max_slots};
    }
    if (bits_fit) return {table_kind::bits, static_cast<std::uint32_t>((columns + 63) / 64 * 64)};
    return {table_kind::sieve, power_of_two_within(bytes * 8)};
}

/// The team of threads that lays a row out. `nobody`: the row has no look-ups.
enum class team : std::uint8_t { nobody, warp, small_block, large_block };
inline constexpr int teams = 4;

/// Shared memory of a small block.
constexpr std::uint64_t small_block_bytes(std::uint64_t columns, bool positions) {
    const std::uint64_t hash = bytes_of_hash(policy::small_slots, positions);
    const std::uint64_t bits = bytes_of_bits(columns, positions);
    return columns <= policy::bits_at_most_columns && bits > hash ? bits : hash;
}

/// `all_columns_fit`: a small block has bits for all columns.
GB_HD constexpr team team_for(std::int64_t length, std::int64_t work, bool all_columns_fit) {
    if (length == 0 || work == 0) return team::nobody;
    if (length <= policy::warp_row_at_most && work <= policy::warp_work_at_most) return team::warp;
    return all_columns_fit || length <= policy::small_row_at_most ? team::small_block : team::large_block;
}

/// The look-ups of one task. A task has so many that laying its row out pays, and so few that the last tasks to finish do not
/// leave the device idle for long.
GB_HD constexpr std::int64_t task_work(team who, std::int64_t length) {
    if (who == team::warp) return policy::warp_task;
    const std::int64_t least = who == team::large_block ? policy::large_block_task : policy::small_block_task;
    return 4 * length > least ? 4 * length : least;
}

/// Rules of common_entries.cu, which counts what rows have in common.
/// @{
GB_HD constexpr bool is_short_row(row_offset length, row_offset pairs) {
    return length <= policy::short_row_at_most && pairs <= policy::short_work_at_most &&
           length * pairs <= policy::short_work_at_most;
}
GB_HD constexpr bool is_row_of_a_lane(row_offset length, row_offset pairs) {
    return length == 0 || pairs == 0 ||
           (length <= policy::lookups_of_a_lane && pairs <= policy::lookups_of_a_lane &&
            static_cast<std::uint32_t>(length) * static_cast<std::uint32_t>(pairs) <= policy::lookups_of_a_lane);
}
/// The pairs of these 32 rows that the warp counts at once, and does not list: none where all warps are resident at the same
/// time, because the longest of them decides; where many follow each other, tasks cost more than they bring.
constexpr std::uint32_t pairs_at_once_for(index nrows, int multiprocessors) {
    return nrows / 32 <= policy::warps_at_once * multiprocessors ? 0 : policy::pairs_at_once;
}
/// An upper bound of the tasks on the list: a row that is not short has many columns or many pairs, and each group of short
/// rows may be on the list.
constexpr std::int64_t max_listed(index nrows, row_offset pairs, row_offset columns) {
    constexpr row_offset more = policy::short_row_at_most + 1;
    const std::int64_t rows = pairs / more + columns / more;
    return (rows < nrows ? rows : nrows) + nrows / 32 + 2 * (pairs / policy::pairs_a_task) + 2;
}
/// Tables of few columns are bits; other tables are hashed.
GB_HD constexpr bool has_listed_bits(index ncols) { return static_cast<std::uint64_t>(ncols) <= policy::bits_at_most_columns; }
constexpr std::uint64_t bytes_for_listed(index ncols) {
    return has_listed_bits(ncols) ? bytes_of_bits(static_cast<std::uint64_t>(ncols), false)
                                  : bytes_of_hash(policy::listed_slots, false);
}
constexpr row_offset longest_listed_row(index ncols) {
    return has_listed_bits(ncols) ? ncols : row_offset{policy::listed_slots / 2};
}
GB_HD constexpr table_shape shape_for_listed(row_offset length, index ncols) {
    if (has_listed_bits(ncols)) {
        return {table_kind::bits, static_cast<std::uint32_t>((ncols + 63) / 64 * 64)};
    }
    const std::uint32_t wished = power_of_two_from(static_cast<std::uint64_t>(length) * policy::slots_of_an_entry);
    return {table_kind::hash, wished < policy::listed_slots ? wished : policy::listed_slots};
}
/// Whether a warp searches the columns of the row in the table in the other row, of `length` entries, instead of looking all of
/// that row up. A search takes `bits` steps, as many as the length has bits, and each waits for the one before it, so that it
/// counts twice.
GB_HD constexpr bool searching_is_profitable(std::uint32_t laid_length, std::uint32_t length, std::uint32_t bits) {
    return length / 32 > 2 * bits * (laid_length / 32 + 1);
}
/// Whether a product is counted in this way without looking at other methods: unless rows of B are so long that tiles may be
/// faster. Row after row, the other methods lay out and look up the same, after a longer preparation.
constexpr bool common_entries_are_profitable(index nrows_of_b, row_offset nvals_of_b) {
    return nvals_of_b <= policy::max_average_of_b * nrows_of_b;
}
/// @}

}  // namespace graphblas_gpu::cuda::masked
