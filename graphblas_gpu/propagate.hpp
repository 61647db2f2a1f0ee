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
#include <vector>

#include <graphblas_gpu/concat.hpp>
#include <graphblas_gpu/extract.hpp>
#include <graphblas_gpu/operations/on_engine.hpp>
#include <graphblas_gpu/operations/propagate.hpp>
#include <graphblas_gpu/operations/propagate_by_rounds.hpp>

namespace graphblas_gpu {

/// What a round does with the terms for an entry of w.
/// @{
struct visit_t {};
struct relax_t {};
/// Only positions without an entry get one: vxm_update(ctx, w, frontier, !structure(w), no_accum, ...).
inline constexpr visit_t visit{};
/// Each term is added to the entry: vxm_update(ctx, w, frontier, no_mask, semiring.add, ...). A missing entry counts as the
/// identity of semiring.add, and an entry that equals the identity in the end is removed. The rounds end if the semiring adds
/// by min, max or another idempotent operator, and no cycle improves an entry without end.
inline constexpr relax_t relax{};
/// @}

/// The names of both rules up to version 0.3.
/// @{
using fill_blanks_t [[deprecated("it is visit_t now")]] = visit_t;
using improve_t [[deprecated("it is relax_t now")]] = relax_t;
[[deprecated("it is visit now")]] inline constexpr visit_t fill_blanks{};
[[deprecated("it is relax now")]] inline constexpr relax_t improve{};
/// @}

template <class Rule>
concept propagation_rule = std::is_same_v<Rule, visit_t> || std::is_same_v<Rule, relax_t>;

/// Repeats
///
///     vxm_update(ctx, w, frontier, ...as the rule says..., semiring, frontier, op(A));
///
/// from the given frontier on, until nothing changes or most_rounds is reached; returns the number of rounds that changed
/// something. Entry (i, j) of op(A), n x n, leads from i to j. w and the frontier have size n, and `rounds` gets it,
/// whatever size it had. The frontier need not be a part of w, and may be w itself.
///
/// The result is that of the loop, for every engine, method and number of threads. Throws what vxm_update throws; also
/// dimension_mismatch if A is not square, invalid_value if `rounds` is w or rounds_of_rows is set. A call that throws leaves
/// w and `rounds` as they were before the call or after one of the rounds.
///
/// Cost: that of the products, and O(n). With method automatic or dense an engine makes all rounds at once, and a round costs
/// some microseconds at most in addition to the edges that it reads,
///   * if blanks are filled over any_pair or any_secondi; rounds pull where that pays, if A is known to be symmetric or its
///     transpose is cached. With how.transpose the transpose is made and cached;
///   * if w itself is the frontier and is improved over min_plus or min_saturating_plus of int32, int64, float or double,
///     without `rounds` and most_rounds; on the host only with how.longest, and over min_plus of integers only if no sum can
///     be too large.
template <class TW, class TF, propagation_rule Rule, semiring_like S, class TA>
std::int32_t propagate(const context& ctx, vector<TW>& w, const vector<TF>& frontier, Rule, const S& semiring,
                       const matrix<TA>& a, const propagate_options& how = {}) {
    return operations::on_engine(ctx, "propagate", operations::sizes_of(a, frontier), [&](const context& call_ctx) {
        constexpr bool fills = std::is_same_v<Rule, visit_t>;
        shapes::check_same("propagate", "A", shapes::of(a), {a.nrows(), a.nrows()});
        shapes::check_same("propagate", "w", w.size(), a.nrows());
        shapes::check_same("propagate", "the frontier", frontier.size(), a.nrows());
        if (how.rounds != nullptr && static_cast<const void*>(how.rounds) == &w) {
            throw invalid_value("propagate: rounds and w are the same object");
        }
        if (how.rounds_of_rows != nullptr) throw invalid_value("propagate: rounds_of_rows is for matrices, and w is a vector");
        const std::int32_t rounds = operations::propagate_at_once<fills>(call_ctx, w, frontier, semiring, a, how);
        if (rounds != operations::no_kernel) return rounds;
        if constexpr (fills) return operations::fill_by_rounds(call_ctx, w, frontier, semiring, a, how);
        else return operations::improve_by_rounds(call_ctx, w, frontier, semiring, a, how);
    });
}

/// The same for every row of a matrix, such as searches from many sources: row s of W becomes what
///
///     propagate(ctx, row s of W, row s of the frontier, rule, semiring, A, how)
///
/// makes of it, and row s of how.rounds_of_rows becomes its rounds; returns the largest number of rounds of a row. W and the
/// frontier have the same shape, A is n x n for rows of size n. Throws what the call for a row throws; also invalid_value if
/// how.rounds is set, or rounds_of_rows is W. A call that throws leaves W and rounds_of_rows as they were.
///
/// Cost: that of the rows, one after the other. If there are at least 4 rows, and W itself is the frontier, a CUDA device
/// works on up to 64 rows at once, and reads an edge once for all rows that need it,
///   * if blanks of a W without values are filled as above;
///   * if entries are improved as above.
///
/// This needs memory for a value, or a round, for each position and row besides the result; where it is short, fewer rows are
/// computed at once, or one row after the other.
template <class TW, class TF, propagation_rule Rule, semiring_like S, class TA>
std::int32_t propagate(const context& ctx, matrix<TW>& w, const matrix<TF>& frontier, Rule rule, const S& semiring,
                       const matrix<TA>& a, const propagate_options& how = {}) {
    return operations::on_engine(ctx, "propagate", operations::sizes_of(a, frontier), [&](const context& call_ctx) {
        shapes::check_same("propagate", "A", shapes::of(a), {a.nrows(), a.nrows()});
        shapes::check_same("propagate", "W", shapes::of(w), {w.nrows(), a.nrows()});
        shapes::check_same("propagate", "the frontier", shapes::of(frontier), shapes::of(w));
        if (how.rounds != nullptr)
            throw invalid_value("propagate: rounds are those of a vector, and W is a matrix; set rounds_of_rows");
        if (how.rounds_of_rows != nullptr && static_cast<const void*>(how.rounds_of_rows) == &w) {
            throw invalid_value("propagate: rounds_of_rows and W are the same object");
        }
        constexpr bool fills = std::is_same_v<Rule, visit_t>;
        const std::int32_t rounds = operations::propagate_at_once<fills>(call_ctx, w, frontier, semiring, a, how);
        if (rounds != operations::no_kernel) return rounds;
        std::int32_t most = 0;
        std::vector<vector<TW>> rows;
        std::vector<vector<std::int32_t>> rounds_of_rows;
        propagate_options of_row = how;
        of_row.rounds_of_rows = nullptr;
        for (index s = 0; s < w.nrows(); ++s) {
            vector<TW>& row = rows.emplace_back(extract_row(call_ctx, w, s, all));
            if (how.rounds_of_rows != nullptr) of_row.rounds = &rounds_of_rows.emplace_back(w.ncols());
            std::int32_t rounds_of_row = 0;
            if constexpr (std::is_same_v<TW, TF>) {
                rounds_of_row = &frontier == &w ? propagate(call_ctx, row, row, rule, semiring, a, of_row)
                                                : propagate(call_ctx, row, extract_row(call_ctx, frontier, s, all), rule,
                                                            semiring, a, of_row);
            } else {
                rounds_of_row = propagate(call_ctx, row, extract_row(call_ctx, frontier, s, all), rule, semiring, a, of_row);
            }
            if (rounds_of_row > most) most = rounds_of_row;
        }
        matrix<TW> changed = stack_rows(call_ctx, w.ncols(), rows);
        operations::give_rounds(call_ctx, how, w.ncols(), rounds_of_rows);
        w = std::move(changed);
        return most;
    });
}

}  // namespace graphblas_gpu
