// How a vertex decides whether it is in the maximal independent set, on either engine.
//
// Idea: vertices are taken by falling priority, and a vertex is a member unless one of its neighbours became a member before
// it. So a vertex can decide as soon as no neighbour of higher priority is undecided. Many vertices decide at once, and the set
// is that of the sequential loop, in whatever order the threads read the states of the vertices. Priorities are random, and the
// higher the fewer neighbours a vertex has: the set becomes larger, and a hub, which would take long, is left out early. The
// state of a vertex is a byte: its decision, or the upper bits of its priority. So one byte of a neighbour nearly always shows
// whether a vertex has to wait. A vertex that becomes a member marks its neighbours as left out. Source: Luby, "A simple
// parallel algorithm for the maximal independent set problem", SIAM J. Comput. 15 (1986), with the fixed priorities of
// Blelloch, Fineman, Shun, "Greedy sequential maximal independent set and matching are parallel on average" (SPAA 2012); the
// byte, and priorities by degree, are those of Burtscher, Devale, Azimi, Jaiganesh, Powers, "A high-quality and fast maximal
// independent set implementation for GPUs" (ACM TOPC 2018).
#pragma once

#include <graphblas_gpu/base/counter_random.hpp>
#include <graphblas_gpu/base/types.hpp>

#include <cstdint>

namespace graphblas_gpu {

namespace base {

/// The state of a vertex as a byte: `left_out`, `member`, or, while it is undecided, its rank, which lies between them and
/// grows with the priority.
using standing = std::uint8_t;
inline constexpr standing left_out = 0, member = 255;
GB_HD constexpr bool is_undecided(standing s) { return s != left_out && s != member; }

}  // namespace base

/// The order in which a maximal independent set takes the vertices of a graph: by falling priority.
class independent_set_order {
  public:
    /// For a matrix with `vertices` rows and `entries` entries.
    GB_HD constexpr independent_set_order(std::uint64_t seed, index vertices, row_offset entries)
        : random_(seed, 0), average_(vertices == 0 ? 0 : (static_cast<std::uint64_t>(entries) << fraction_bits) / vertices) {}

    /// The upper bits of the priority: the larger, the fewer entries the row of v has.
    GB_HD constexpr base::standing rank(index v, index degree) const {
        constexpr std::uint64_t ranks = 253;
        const std::uint64_t own = (static_cast<std::uint64_t>(degree) << fraction_bits) + random_(v) % (1u << fraction_bits);
        return static_cast<base::standing>(1 + ranks * average_ / (average_ + own + 1));
    }
    /// The lower bits of the priority, which differ for any two vertices.
    GB_HD constexpr std::int64_t tie_break(index v) const {
        return static_cast<std::int64_t>(random_(v) >> 41 << 32 | static_cast<std::uint64_t>(v));
    }
    /// The priority of vertex v, whose row has `degree` entries.
    GB_HD constexpr std::int64_t priority(index v, index degree) const {
        return std::int64_t{rank(v, degree)} << 55 | tie_break(v);
    }

  private:
    static constexpr unsigned fraction_bits = 16;
    base::counter_random random_;
    std::uint64_t average_;  ///< the average number of entries of a row
};

namespace base {

/// What its neighbours mean for an undecided vertex.
enum class verdict { wins, waits, loses };

/// What the neighbours columns[p], p = begin, begin + step, ... below end, mean for the undecided vertex v of rank `own`: v
/// loses to a member, and waits for an undecided neighbour of higher priority; the first neighbour of either kind decides. A
/// neighbour that is v itself is skipped. The result of standing_of(u) may change during the call.
template <class StandingOf>
GB_HD verdict look_at_neighbours(const column_index* columns, row_offset begin, row_offset end, row_offset step, index v,
                                 standing own, const independent_set_order& order, const StandingOf& standing_of) {
    for (row_offset p = begin; p < end; p += step) {
        const column_index u = columns[p];
        const standing there = standing_of(u);
        if (there < own || u == v) continue;
        if (there == member) return verdict::loses;
        if (there > own || order.tie_break(u) > order.tie_break(v)) return verdict::waits;
    }
    return verdict::wins;
}

}  // namespace base
}  // namespace graphblas_gpu
