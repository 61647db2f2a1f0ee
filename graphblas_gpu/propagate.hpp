// vxm_update repeated until nothing changes: the search from a frontier.
//
// Idea: breadth-first search, reachability, label propagation and relaxation are one loop, in which each product starts from
// the entries that the last product changed. As one operation the loop needs no decision of the caller between two rounds, so
// that an engine makes all rounds at once: host threads meet between rounds and are not woken for each (host/propagate), and a
// device runs without the host (cuda/propagate).
// Source: beyond the GraphBLAS C API 2.1; the rounds are those of Kepner, Gilbert (eds.), "Graph Algorithms in the Language of
// Linear Algebra" (SIAM 2011).
#pragma once

#include <cstdint>
#include <string>

#include <graphblas_gpu/operations/propagate.hpp>
#include <graphblas_gpu/operations/propagate_by_rounds.hpp>

namespace graphblas_gpu {

/// What a round does with the terms for an entry of w.
/// @{
struct fill_blanks_t {};
struct improve_t {};
/// Only positions without an entry get one: vxm_update(ctx, w, frontier, !structure(w), no_accum, ...).
inline constexpr fill_blanks_t fill_blanks{};
/// Each term is added to the entry: vxm_update(ctx, w, frontier, no_mask, semiring.add, ...). A missing entry counts as the
/// identity of semiring.add, and an entry that equals the identity in the end is removed. The rounds end if the semiring adds
/// by min, max or another idempotent operator, and no cycle improves an entry without end.
inline constexpr improve_t improve{};
/// @}

template <class Rule>
concept propagation_rule = std::is_same_v<Rule, fill_blanks_t> || std::is_same_v<Rule, improve_t>;

/// Repeats
///
///     vxm_update(ctx, w, frontier, ...as the rule says..., semiring, frontier, op(A));
///
/// from the given frontier on, until nothing changes or most_rounds is reached; returns the number of rounds that changed
/// something. Entry (i, j) of op(A), n x n, leads from i to j. w, the frontier and `rounds` have size n. The frontier need not
/// be a part of w, and may be w itself.
///
/// The result is that of the loop, for every engine, method and number of threads. Throws what vxm_update throws; also
/// dimension_mismatch if A is not square, invalid_value if `rounds` is w. A call that throws leaves w and `rounds` as they were
/// before the call or after one of the rounds.
///
/// Cost: that of the products, and O(n). With method automatic or dense an engine makes all rounds at once, and a round costs
/// some microseconds at most in addition to the edges that it reads,
///   * if blanks are filled over any_pair or any_secondi; rounds pull where that pays, if A is known to be symmetric or its
///     transpose is cached. With how.transpose the transpose is made and cached;
///   * if w itself is the frontier and is improved over min_plus or min_saturating_plus of int32, int64, float or double, without
///     `rounds` and most_rounds; on the host only with how.longest, and over min_plus of integers only if no sum can be too large.
template <class TW, class TF, propagation_rule Rule, semiring_like S, class TA>
std::int32_t propagate(const context& ctx, vector<TW>& w, const vector<TF>& frontier, Rule, const S& semiring, const matrix<TA>& a,
                       const propagate_options& how = {}) {
    constexpr bool fills = std::is_same_v<Rule, fill_blanks_t>;
    if (a.nrows() != a.ncols()) {
        throw dimension_mismatch("propagate: A is " + std::to_string(a.nrows()) + "x" + std::to_string(a.ncols()) +
                                 "; it must be square");
    }
    shapes::check_same("propagate", "w", w.size(), a.nrows());
    shapes::check_same("propagate", "the frontier", frontier.size(), a.nrows());
    if (how.rounds != nullptr && static_cast<const void*>(how.rounds) == &w) {
        throw invalid_value("propagate: rounds and w are the same object");
    }
    if (const auto rounds = operations::propagate_at_once<fills>(ctx, w, frontier, semiring, a, how)) return *rounds;
    if constexpr (fills) return operations::fill_by_rounds(ctx, w, frontier, semiring, a, how);
    else return operations::improve_by_rounds(ctx, w, frontier, semiring, a, how);
}

}  // namespace graphblas_gpu
