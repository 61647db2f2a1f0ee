// What a vertex decides in the maximal independent set, on either engine.
//
// Idea: vertices are taken by falling priority, and a vertex is a member unless a neighbour is one before it. So a vertex can decide as
// soon as no neighbour of higher priority is undecided; many decide at once, and the set is that of the sequential loop, in whatever
// order threads look at each other. A vertex is a byte: what it has decided, or the upper bits of its priority, so that one byte of a
// neighbour nearly always says whether a vertex has to wait. A vertex that becomes a member tells its neighbours.
// Source: Luby, "A simple parallel algorithm for the maximal independent set problem", SIAM J. Comput. 15 (1986), with the priorities that
// stay of Blelloch, Fineman, Shun, "Greedy sequential maximal independent set and matching are parallel on average" (SPAA 2012); the byte
// is that of Burtscher, Devale, Azimi, Jaiganesh, Powers, "A high-quality and fast maximal independent set implementation for GPUs" (ACM
// TOPC 2018).
#pragma once

#include <graphblas_gpu/formats/counter_random.hpp>
#include <graphblas_gpu/formats/types.hpp>

#include <cstdint>

namespace graphblas_gpu {

/// What orders the vertices: no two have the same, and none is negative. The upper bits are random, the lower 32 are v.
GB_HD constexpr std::int64_t independent_set_priority(std::uint64_t seed, index v) {
    const std::uint64_t random = formats::counter_random(seed, 0)(static_cast<std::uint64_t>(v));
    return static_cast<std::int64_t>(random >> 33 << 32 | static_cast<std::uint64_t>(v));
}

namespace formats {

/// A byte for a vertex: `left_out`, `member`, or its rank while it is undecided, which lies between them and grows with the priority.
using standing = std::uint8_t;
inline constexpr standing left_out = 0, member = 255;

GB_HD constexpr standing undecided_rank(std::uint64_t seed, index v) {
    return static_cast<standing>(1 + (independent_set_priority(seed, v) >> 56));
}
GB_HD constexpr bool is_undecided(standing s) { return s != left_out && s != member; }

/// What a vertex learns from its neighbours.
enum class verdict { wins, waits, loses };

/// What the neighbours columns[p], p = begin, begin + step, ... below end, mean for the undecided vertex v of rank `own`: it loses to a
/// member, and waits for an undecided one of higher priority; the first of them decides. The vertex itself does not count. standing_of(u)
/// may change meanwhile.
template <class StandingOf>
GB_HD verdict look_at_neighbours(const column_index* columns, row_offset begin, row_offset end, row_offset step, index v, standing own,
                                 std::uint64_t seed, const StandingOf& standing_of) {
    for (row_offset p = begin; p < end; p += step) {
        const column_index u = columns[p];
        const standing there = standing_of(u);
        if (there < own || u == v) continue;
        if (there == member) return verdict::loses;
        if (there > own || independent_set_priority(seed, u) > independent_set_priority(seed, v)) return verdict::waits;
    }
    return verdict::wins;
}

}  // namespace formats
}  // namespace graphblas_gpu
