// What kkSpGEMM decides before it starts: which accumulator, how many lanes a row, how much shared memory, how many
// chunks.
//
// Idea: constexpr functions of a few averages, for host and device, so that the decisions are tested where there is no
// GPU. Source: Deveci, Trott, Rajamanickam, "Multi-threaded sparse matrix-matrix multiplication for many-core and GPU
// architectures" (kkSpGEMM), section 3.
#pragma once

#include <graphblas_gpu/formats/types.hpp>
#include <semirings/types.hpp>

#include <algorithm>
#include <bit>
#include <cstdint>

namespace graphblas_gpu::cuda::paper {

/// kkMEM: rows of B one after the other (Thread-Sequential) into linked lists. kkLP: all multiplications of a row side
/// by side (Thread-Flat-Parallel) into a table with linear probing. automatic_paper: by the multiplications of an
/// average row.
enum class hash_variant : std::uint8_t { automatic_paper, kkmem, kklp };

/// Whether the symbolic phase packs the columns of B: by the paper's rule, always, never.
enum class compression : std::uint8_t { automatic, on, off };

/// From this many multiplications in an average row on, kkLP.
inline constexpr std::int64_t flat_multiplications = 256;
inline constexpr std::uint32_t warp_lanes = 32;
inline constexpr std::uint32_t team_threads = 256;
/// Shared memory for the tables of a team, to begin with.
inline constexpr std::int64_t team_shared_bytes = 16 * 1024;

constexpr hash_variant chosen_variant(hash_variant wanted, std::int64_t multiplications, index rows) {
    if (wanted != hash_variant::automatic_paper) return wanted;
    return multiplications < flat_multiplications * rows ? hash_variant::kkmem : hash_variant::kklp;
}

/// Lanes for a row: the power of two, 2 .. 32, that an average row of B is closest to.
constexpr std::uint32_t vector_length(std::int64_t entries, index rows) {
    std::uint32_t lanes = 2;
    while (lanes < warp_lanes && 2 * entries >= 3 * static_cast<std::int64_t>(lanes) * rows) lanes *= 2;
    return lanes;
}

/// A table of one level: `mask` + 1 heads (linked lists) or slots (linear probing), and how many keys it takes.
struct table_shape {
    std::uint32_t mask = 0;
    std::uint32_t capacity = 0;  ///< 0: there is no such table
    std::int64_t bytes = 0;
};

namespace detail {

constexpr std::int64_t rounded_up(std::int64_t bytes) { return (bytes + 15) / 16 * 16; }
constexpr std::int64_t most_keys = 0xffffffff;

}  // namespace detail

/// Linked lists: a key has a place, a key and a link; there are at most as many heads as keys, at least half as many.
/// @{
constexpr std::int64_t linked_list_bytes(std::int64_t heads, std::int64_t keys, std::int64_t place_bytes) {
    return detail::rounded_up(keys * (place_bytes + 8) + heads * 4);
}
constexpr table_shape linked_list_within(std::int64_t bytes, std::int64_t place_bytes) {
    const std::int64_t alike = bytes / (place_bytes + 12);
    if (alike < 1) return {};
    const auto heads = static_cast<std::int64_t>(std::bit_floor(static_cast<std::uint64_t>(alike)));
    const std::int64_t keys = (bytes - heads * 4) / (place_bytes + 8);
    return {static_cast<std::uint32_t>(heads - 1), static_cast<std::uint32_t>(std::min(keys, detail::most_keys)),
            detail::rounded_up(bytes)};
}
constexpr table_shape linked_list_for(std::int64_t keys, std::int64_t place_bytes) {
    const auto heads =
        static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(std::max<std::int64_t>(keys, 1))));
    return {static_cast<std::uint32_t>(heads - 1), static_cast<std::uint32_t>(keys),
            linked_list_bytes(heads, keys, place_bytes)};
}
/// @}

/// Linear probing: a slot has a place and a key, and the slots in use are listed. The first level is closed when half
/// of it is in use; the lanes that were on their way then may still come in. The second is never more than half full,
/// unless 2^32 slots are not twice the keys.
/// @{
constexpr std::int64_t probed_bytes(std::int64_t slots, std::int64_t listed, std::int64_t place_bytes) {
    return detail::rounded_up(slots * (place_bytes + 4) + listed * 4);
}
constexpr table_shape probed_within(std::int64_t bytes, std::int64_t place_bytes, std::uint32_t lanes) {
    table_shape shape;
    for (std::int64_t slots = 2 * static_cast<std::int64_t>(lanes); slots <= (std::int64_t{1} << 30); slots *= 2) {
        if (probed_bytes(slots, slots / 2 + lanes, place_bytes) > detail::rounded_up(bytes)) break;
        shape = {static_cast<std::uint32_t>(slots - 1), static_cast<std::uint32_t>(slots / 2),
                 detail::rounded_up(bytes)};
    }
    return shape;
}
constexpr table_shape probed_for(std::int64_t keys, std::int64_t place_bytes) {
    const auto slots = std::min(
        static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(std::max<std::int64_t>(2 * keys, 2)))),
        std::int64_t{1} << 32);
    return {static_cast<std::uint32_t>(slots - 1), static_cast<std::uint32_t>(keys),
            probed_bytes(slots, keys, place_bytes)};
}
/// @}

constexpr table_shape first_level(hash_variant variant, std::int64_t bytes, std::int64_t place_bytes,
                                  std::uint32_t lanes) {
    return variant == hash_variant::kklp ? probed_within(bytes, place_bytes, lanes)
                                         : linked_list_within(bytes, place_bytes);
}
constexpr table_shape second_level(hash_variant variant, std::int64_t keys, std::int64_t place_bytes) {
    return variant == hash_variant::kklp ? probed_for(keys, place_bytes) : linked_list_for(keys, place_bytes);
}

/// A team (a block of threads) and its share of the machine.
struct team_shape {
    std::uint32_t lanes = 0;         ///< for a row
    std::uint32_t rows = 0;          ///< at a time
    std::int64_t table_bytes = 0;    ///< of shared memory, a row
    std::int64_t working_bytes = 0;  ///< of shared memory besides, a row: counts, and the ends of rows of B for kkLP
    table_shape first;

    constexpr std::uint32_t threads() const { return lanes * rows; }
    constexpr std::int64_t shared_bytes() const { return rows * (table_bytes + working_bytes); }
};

/// The team with these lanes, rows and bytes of tables in all.
constexpr team_shape team_of(hash_variant variant, std::uint32_t lanes, std::uint32_t rows, std::int64_t bytes,
                             std::int64_t place_bytes) {
    team_shape t{lanes, rows, bytes / rows / 16 * 16, 16, {}};
    if (variant == hash_variant::kklp) t.working_bytes += 16 * static_cast<std::int64_t>(lanes);
    t.first = first_level(variant, t.table_bytes, place_bytes, lanes);
    return t;
}

/// Lanes follow the average row of B. If the average row of the output does not fit the first level, rows get more
/// lanes (and with them more memory, as a team has fewer rows then), then teams more memory, up to a quarter of a
/// multiprocessor's (the paper's 16 KB of 64), then teams fewer warps. If it fits in none of these ways, small tables
/// and many warps are better: most keys are the second level's then.
constexpr team_shape chosen_team(hash_variant variant, std::uint32_t lanes, std::int64_t expected_row,
                                 std::int64_t place_bytes, std::int64_t shared_bytes_per_multiprocessor) {
    std::uint32_t rows = team_threads / lanes;
    std::int64_t bytes = team_shared_bytes;
    team_shape t = team_of(variant, lanes, rows, bytes, place_bytes);
    while (t.first.capacity < expected_row && lanes < warp_lanes) {
        lanes *= 2;
        rows /= 2;
        t = team_of(variant, lanes, rows, bytes, place_bytes);
    }
    const team_shape many_warps = t;
    while (t.first.capacity < expected_row && 8 * bytes <= shared_bytes_per_multiprocessor) {
        bytes *= 2;
        t = team_of(variant, lanes, rows, bytes, place_bytes);
    }
    while (t.first.capacity < expected_row && rows > 2) {
        rows /= 2;
        t = team_of(variant, lanes, rows, bytes, place_bytes);
    }
    return t.first.capacity < expected_row ? many_warps : t;
}

/// The size of an average row of the output before it is known, from its multiplications: long rows meet columns again.
constexpr std::int64_t expected_union(std::int64_t multiplications, index rows, std::int64_t largest_row) {
    const std::int64_t average = multiplications / rows;
    return std::min(largest_row, average <= 64 ? average : 64 + (average - 64) / 4);
}

/// Rows of up to so many entries are sorted by their lanes, longer ones by the whole device.
constexpr std::int64_t sorted_by_lanes(std::uint32_t lanes) { return 16 * static_cast<std::int64_t>(lanes); }

/// Teams that run at the same time, as far as threads and shared memory decide.
constexpr std::int64_t running_teams(const team_shape& t, int multiprocessors,
                                     std::int64_t shared_bytes_per_multiprocessor) {
    constexpr std::int64_t threads_per_multiprocessor = 2048, most_teams = 32, reserved = 1024;
    const std::int64_t by_memory = shared_bytes_per_multiprocessor / (t.shared_bytes() + reserved);
    const std::int64_t by_threads = threads_per_multiprocessor / t.threads();
    return multiprocessors * std::clamp<std::int64_t>(std::min(by_memory, by_threads), 1, most_teams);
}

/// Rows that a team's place takes one after the other: as many as leave eight teams for each that can run, at most 16.
constexpr std::uint32_t rows_in_turn(index rows, const team_shape& t, std::int64_t running) {
    return static_cast<std::uint32_t>(std::clamp<index>(rows / (8 * running * t.rows), 1, 16));
}

/// From so many multiplications on, a row is worth a team of its own: its lanes alone would take longer than all rows
/// under way take for their shares. (Ours; the paper leaves every row to one thread's lanes.)
constexpr std::int64_t long_row(std::int64_t multiplications, std::int64_t rows_under_way) {
    return std::max<std::int64_t>(16 * 1024, multiplications / rows_under_way + 1);
}
/// Threads of such a team.
inline constexpr std::uint32_t long_row_threads = 512;

/// Chunks of the second level: one for each row under way, fewer if three quarters of the free memory do not hold as
/// many, none if the first level holds every row. 0 where one is needed: it cannot be had.
constexpr std::int64_t chunk_count(index rows, std::int64_t rows_under_way, std::int64_t chunk_bytes,
                                   std::int64_t free_bytes) {
    return std::min({static_cast<std::int64_t>(rows), rows_under_way, free_bytes / 4 * 3 / chunk_bytes});
}

}  // namespace graphblas_gpu::cuda::paper
