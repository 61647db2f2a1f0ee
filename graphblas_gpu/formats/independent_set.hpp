// How a vertex decides whether it is in the maximal independent set, on either engine.
//
// Idea: vertices are taken by falling priority, and a vertex is a member unless one of its neighbours became a member before
// it. So a vertex can decide as soon as no neighbour of higher priority is undecided. Many vertices decide at once, and the set
// is that of the sequential loop, in whatever order the threads read the states of the vertices. The state of a vertex is a
// byte: its decision, or the upper bits of its priority. So one byte of a neighbour nearly always shows whether a vertex has to
// wait. A vertex that becomes a member marks its neighbours as left out.
// Source: Luby, "A simple parallel algorithm for the maximal independent set problem", SIAM J. Comput. 15 (1986), with the
// fixed priorities of Blelloch, Fineman, Shun, "Greedy sequential maximal independent set and matching are parallel on average"
// (SPAA 2012); the byte is that of Burtscher, Devale, Azimi, Jaiganesh, Powers, "A high-quality and fast maximal independent
// set implementation for GPUs" (ACM TOPC 2018).
#pragma once

#include <graphblas_gpu/formats/counter_random.hpp>
#include <graphblas_gpu/formats/types.hpp>

#include <cstdint>

namespace graphblas_gpu {

/// The priority of vertex v: no two vertices have the same priority, and none is negative. The upper bits are random, the lower
/// 32 are v.
GB_HD constexpr std::int64_t independent_set_priority(std::uint64_t seed, index v) {
    const std::uint64_t random = formats::counter_random(seed, 0)(static_cast<std::uint64_t>(v));
    return static_cast<std::int64_t>(random >> 33 << 32 | static_cast<std::uint64_t>(v));
}

namespace formats {

/// The state of a vertex as a byte: `left_out`, `member`, or, while it is undecided, its rank, which lies between them and
/// grows with the priority.
using standing = std::uint8_t;
inline constexpr standing left_out = 0, member = 255;

GB_HD constexpr standing undecided_rank(std::uint64_t seed, index v) {
    return static_cast<standing>(1 + (independent_set_priority(seed, v) >> 56));
}
GB_HD constexpr bool is_undecided(standing s) { return s != left_out && s != member; }

/// What its neighbours mean for an undecided vertex.
enum class verdict { wins, waits, loses };

/// What the neighbours columns[p], p = begin, begin + step, ... below end, mean for the undecided vertex v of rank `own`: v
/// loses to a member, and waits for an undecided neighbour of higher priority; the first neighbour of either kind decides. A
/// neighbour that is v itself is skipped. The result of standing_of(u) may change during the call.
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
