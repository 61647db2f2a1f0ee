// The decisions of kkSpGEMM before it starts: the accumulator, the lanes of a row, shared memory, and the number of chunks.
//
// Idea: these are constexpr functions of a few averages, for host and device, so that they can be tested without a GPU.
// Source: Deveci, Trott, Rajamanickam, "Multi-threaded sparse matrix-matrix multiplication for many-core and GPU architectures"
// (kkSpGEMM), section 3.
#pragma once

#include <graphblas_gpu/base/types.hpp>
#include <graphblas_gpu/planner/method.hpp>
#include <semirings/types.hpp>

#include <algorithm>
#include <bit>
#include <cstdint>

namespace graphblas_gpu::cuda::paper {

/// kkmem: some lanes of a warp compute a row; they add rows of B one after the other (Thread-Sequential) to linked lists. kklp:
/// a team computes a row; all its multiplications are spread over the threads (Thread-Flat-Parallel) and added to a table with
/// linear probing. kkspgemm: one of these, chosen by the average number of multiplications of a row.
using graphblas_gpu::hash_variant;

/// Whether the symbolic phase packs the columns of B into sets: by the paper's rule, always, or never.
enum class compression : std::uint8_t { automatic, on, off };

/// kkLP is chosen from this many multiplications in an average row on.
inline constexpr std::int64_t flat_multiplications = 256;
inline constexpr std::uint32_t warp_lanes = 32;
inline constexpr std::uint32_t team_threads = 256;
/// The initial shared memory for the tables of a team.
inline constexpr std::int64_t team_shared_bytes = 16 * 1024;

constexpr hash_variant chosen_variant(hash_variant wanted, std::int64_t multiplications, index rows) {
    if (wanted != hash_variant::kkspgemm) return wanted;
    return multiplications < flat_multiplications * rows ? hash_variant::kkmem : hash_variant::kklp;
}

/// The lanes of a row: the power of two in 2 .. 32 that is closest to the size of an average row of B.
constexpr std::uint32_t vector_length(std::int64_t entries, index rows) {
    std::uint32_t lanes = 2;
    while (lanes < warp_lanes && 2 * entries >= 3 * static_cast<std::int64_t>(lanes) * rows) lanes *= 2;
    return lanes;
}

/// A table of one level: it has `mask` + 1 heads (linked lists) or slots (linear probing), and room for `capacity` keys.
struct table_shape {
    std::uint32_t mask = 0;
    std::uint32_t capacity = 0;  ///< 0: the table does not exist
    std::int64_t bytes = 0;
};

namespace detail {

constexpr std::int64_t rounded_up(std::int64_t bytes) { return (bytes + 15) / 16 * 16; }
constexpr std::int64_t max_keys = 0xffffffff;

}  // namespace detail

/// Linked lists: each key has a sum, a key and a link. There are at most as many heads as keys, and at least half as many.
/// @{
constexpr std::int64_t linked_list_bytes(std::int64_t heads, std::int64_t keys, std::int64_t sum_bytes) {
    return detail::rounded_up(keys * (sum_bytes + 8) + heads * 4);
}
constexpr table_shape linked_list_within(std::int64_t bytes, std::int64_t sum_bytes) {
    const std::int64_t alike = bytes / (sum_bytes + 12);
    if (alike < 1) return {};
    const auto heads = static_cast<std::int64_t>(std::bit_floor(static_cast<std::uint64_t>(alike)));
    const std::int64_t keys = (bytes - heads * 4) / (sum_bytes + 8);
    return {static_cast<std::uint32_t>(heads - 1), static_cast<std::uint32_t>(std::min(keys, detail::max_keys)),
            detail::rounded_up(bytes)};
}
constexpr table_shape linked_list_for(std::int64_t keys, std::int64_t sum_bytes) {
    const auto heads = static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(std::max<std::int64_t>(keys, 1))));
    return {static_cast<std::uint32_t>(heads - 1), static_cast<std::uint32_t>(keys), linked_list_bytes(heads, keys, sum_bytes)};
}
/// @}

/// Linear probing: each slot has a sum and a key, and the slots in use are listed. The first level is closed when half of it is
/// in use; lanes that are just adding a key then may still add it. The second level is at most half full, unless twice the keys
/// are more than 2^32 slots.
/// @{
constexpr std::int64_t probed_bytes(std::int64_t slots, std::int64_t listed, std::int64_t sum_bytes) {
    return detail::rounded_up(slots * (sum_bytes + 4) + listed * 4);
}
constexpr table_shape probed_within(std::int64_t bytes, std::int64_t sum_bytes, std::uint32_t lanes) {
    table_shape shape;
    for (std::int64_t slots = 2 * static_cast<std::int64_t>(lanes); slots <= (std::int64_t{1} << 30); slots *= 2) {
        if (probed_bytes(slots, slots / 2 + lanes, sum_bytes) > detail::rounded_up(bytes)) break;
        shape = {static_cast<std::uint32_t>(slots - 1), static_cast<std::uint32_t>(slots / 2), detail::rounded_up(bytes)};
    }
    return shape;
}
constexpr table_shape probed_for(std::int64_t keys, std::int64_t sum_bytes) {
    const auto slots =
        std::min(static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(std::max<std::int64_t>(2 * keys, 2)))),
                 std::int64_t{1} << 32);
    return {static_cast<std::uint32_t>(slots - 1), static_cast<std::uint32_t>(keys), probed_bytes(slots, keys, sum_bytes)};
}
/// @}

constexpr table_shape first_level(hash_variant variant, std::int64_t bytes, std::int64_t sum_bytes, std::uint32_t lanes) {
    return variant == hash_variant::kklp ? probed_within(bytes, sum_bytes, lanes) : linked_list_within(bytes, sum_bytes);
}
constexpr table_shape second_level(hash_variant variant, std::int64_t keys, std::int64_t sum_bytes) {
    return variant == hash_variant::kklp ? probed_for(keys, sum_bytes) : linked_list_for(keys, sum_bytes);
}

/// A team (a block of threads) and its share of a multiprocessor.
struct team_shape {
    std::uint32_t lanes = 0;         ///< lanes of a row
    std::uint32_t rows = 0;          ///< rows at a time
    std::int64_t table_bytes = 0;    ///< shared memory for the table of a row
    std::int64_t working_bytes = 0;  ///< other shared memory of a row: counts, and for kkLP the ends of rows of B
    table_shape first;

    constexpr std::uint32_t threads() const { return lanes * rows; }
    constexpr std::int64_t shared_bytes() const { return rows * (table_bytes + working_bytes); }
};

/// The team with these lanes and rows, and `bytes` of tables for all rows together.
constexpr team_shape team_of(hash_variant variant, std::uint32_t lanes, std::uint32_t rows, std::int64_t bytes,
                             std::int64_t sum_bytes) {
    team_shape t{lanes, rows, bytes / rows / 16 * 16, 16, {}};
    if (variant == hash_variant::kklp) t.working_bytes += 16 * static_cast<std::int64_t>(lanes);
    t.first = first_level(variant, t.table_bytes, sum_bytes, lanes);
    return t;
}

/// The number of lanes follows from the average row of B. If the average row of the output does not fit into the first level,
/// rows get more lanes (and more memory, since the team then has fewer rows); then teams get more memory, up to a quarter of
/// the shared memory of a multiprocessor (the paper: 16 KB of 64); then teams get fewer warps. If the row still does not fit,
/// small tables and many warps are better, because most keys are in the second level anyway.
constexpr team_shape chosen_team(hash_variant variant, std::uint32_t lanes, std::int64_t expected_row,
                                 std::int64_t sum_bytes, std::int64_t shared_bytes_per_multiprocessor) {
    std::uint32_t rows = team_threads / lanes;
    std::int64_t bytes = team_shared_bytes;
    team_shape t = team_of(variant, lanes, rows, bytes, sum_bytes);
    while (t.first.capacity < expected_row && lanes < warp_lanes) {
        lanes *= 2;
        rows /= 2;
        t = team_of(variant, lanes, rows, bytes, sum_bytes);
    }
    const team_shape many_warps = t;
    while (t.first.capacity < expected_row && 8 * bytes <= shared_bytes_per_multiprocessor) {
        bytes *= 2;
        t = team_of(variant, lanes, rows, bytes, sum_bytes);
    }
    while (t.first.capacity < expected_row && rows > 2) {
        rows /= 2;
        t = team_of(variant, lanes, rows, bytes, sum_bytes);
    }
    return t.first.capacity < expected_row ? many_warps : t;
}

/// The team of Thread-Flat-Parallel, which computes one row at a time. It gets more memory, up to a quarter of the shared
/// memory of a multiprocessor, if the average row of the output does not fit into the first level; if that does not help, it
/// keeps little.
constexpr team_shape flat_team(std::int64_t expected_row, std::int64_t sum_bytes,
                               std::int64_t shared_bytes_per_multiprocessor) {
    std::int64_t bytes = team_shared_bytes;
    const team_shape little = team_of(hash_variant::kklp, team_threads, 1, bytes, sum_bytes);
    team_shape t = little;
    while (t.first.capacity < expected_row && 8 * bytes <= shared_bytes_per_multiprocessor) {
        bytes *= 2;
        t = team_of(hash_variant::kklp, team_threads, 1, bytes, sum_bytes);
    }
    return t.first.capacity < expected_row ? little : t;
}

/// The expected size of an average row of the output, from its multiplications. In a long row, many products have the same
/// column.
constexpr std::int64_t expected_union(std::int64_t multiplications, index rows, std::int64_t largest_row) {
    const std::int64_t average = multiplications / rows;
    return std::min(largest_row, average <= 64 ? average : 64 + (average - 64) / 4);
}

/// Rows of at most this many entries are sorted by a group of lanes, longer ones by the whole device.
constexpr std::int64_t sorted_by_lanes(std::uint32_t lanes) { return 16 * static_cast<std::int64_t>(lanes); }

/// The teams that run at the same time, as limited by threads and shared memory.
constexpr std::int64_t running_teams(const team_shape& t, int multiprocessors, std::int64_t shared_bytes_per_multiprocessor) {
    constexpr std::int64_t threads_per_multiprocessor = 2048, max_teams = 32, reserved = 1024;
    const std::int64_t by_memory = shared_bytes_per_multiprocessor / (t.shared_bytes() + reserved);
    const std::int64_t by_threads = threads_per_multiprocessor / t.threads();
    return multiprocessors * std::clamp<std::int64_t>(std::min(by_memory, by_threads), 1, max_teams);
}

/// The rows that a group of lanes takes one after the other: so many that there are eight times as many teams as can run, at
/// most 16.
constexpr std::uint32_t rows_in_turn(index rows, const team_shape& t, std::int64_t running) {
    return static_cast<std::uint32_t>(std::clamp<index>(rows / (8 * running * t.rows), 1, 16));
}

/// A row with at least this many multiplications has a team of its own, because a group of lanes would need longer for it than
/// all groups that run need for their shares. (This rule is ours; in the paper, the lanes of one thread compute every row.)
constexpr std::int64_t long_row(std::int64_t multiplications, std::int64_t rows_under_way) {
    return std::max<std::int64_t>(16 * 1024, multiplications / rows_under_way + 1);
}
/// The threads of a team for a long row.
inline constexpr std::uint32_t long_row_threads = 512;

/// The number of chunks of the second level: one for each row that is being computed, or fewer if three quarters of the free
/// memory have no room for so many. The result is 0 if there is no room for one chunk. (No chunks are made if the first level
/// holds every row.)
constexpr std::int64_t chunk_count(index rows, std::int64_t rows_under_way, std::int64_t chunk_bytes, std::int64_t free_bytes) {
    return std::min({static_cast<std::int64_t>(rows), rows_under_way, free_bytes / 4 * 3 / chunk_bytes});
}

}  // namespace graphblas_gpu::cuda::paper
