// What a vertex does in a round of the maximal independent set, on either engine.
//
// Idea: vertices are taken by falling priority, and a vertex is a member unless a neighbour is one before it. So a vertex can decide as
// soon as one neighbour is a member, or all neighbours of higher priority are known to be none; many decide at once, and the set is that
// of the sequential loop, in whatever order threads look at each other.
// Source: Luby, "A simple parallel algorithm for the maximal independent set problem", SIAM J. Comput. 15 (1986), with the priorities that
// stay of Blelloch, Fineman, Shun, "Greedy sequential maximal independent set and matching are parallel on average" (SPAA 2012).
#pragma once

#include <graphblas_gpu/formats/types.hpp>
#include <graphblas_gpu/formats/counter_random.hpp>

#include <cstdint>

namespace graphblas_gpu {

/// What orders the vertices: no two have the same, and none is negative. The upper bits are random, the lower 32 are v.
GB_HD constexpr std::int64_t independent_set_priority(std::uint64_t seed, index v) {
    const std::uint64_t random = formats::counter_random(seed, 0)(static_cast<std::uint64_t>(v));
    return static_cast<std::int64_t>(random >> 33 << 32 | static_cast<std::uint64_t>(v));
}

namespace formats {

enum class membership : std::uint8_t { undecided, member, none };

/// What the neighbours of a vertex say.
struct neighbours_of_vertex {
    bool has_member = false;
    bool has_to_wait = false;  ///< for a neighbour of higher priority that is undecided
};

/// Of the neighbours columns[p], p = begin, begin + step, ... below end; the vertex itself does not count. status(u) is that of u, which may
/// change meanwhile.
template <class Status>
GB_HD neighbours_of_vertex look_at_neighbours(const column_index* columns, row_offset begin, row_offset end, row_offset step, index v,
                                              std::uint64_t seed, const Status& status) {
    neighbours_of_vertex seen;
    const std::int64_t own = independent_set_priority(seed, v);
    for (row_offset p = begin; p < end; p += step) {
        const column_index u = columns[p];
        if (u == v) continue;
        const membership of_neighbour = status(u);
        if (of_neighbour == membership::member) {
            seen.has_member = true;
            return seen;
        }
        seen.has_to_wait = seen.has_to_wait || (of_neighbour == membership::undecided && independent_set_priority(seed, u) > own);
    }
    return seen;
}

}  // namespace formats
}  // namespace graphblas_gpu
