// Relaxation: products of a vector and a matrix that improve the values of a full vector in place.
//
// Idea: where every position has a value and the semiring adds by min or max, each term can be added to its position at once,
// and no product is stored and merged. An iteration then costs the entries that it reads.
// Source: Ford (1956), with threads that lower the same distances after Meyer, Sanders, "Delta-stepping: a parallelizable
// shortest path algorithm", J. Algorithms 49 (2003).
#pragma once

#include <algorithm>
#include <atomic>

#include <graphblas_gpu/host/position_set.hpp>
#include <graphblas_gpu/host/vector_product.hpp>
#include <graphblas_gpu/host/vector_terms.hpp>

namespace graphblas_gpu::host {

/// Whether x and y are equal by ==, or are both NaN. A value has changed if it is not the same value as before.
template <class T>
constexpr bool is_same_value(const T& x, const T& y) {
    return x == y || (x != x && y != y);
}

namespace detail {
template <class Op, class T>
inline constexpr bool never_throws =
    graphblas_gpu::detail::one_of<Op, plus, min, max, times, first, second> || noexcept(std::declval<const Op&>()(T{}, T{}));

template <class S>
inline constexpr bool relaxes = false;
template <class Add, class Mul, class T>
requires(graphblas_gpu::detail::one_of<Add, min, max> && std::is_invocable_v<const Mul&, T, T>)
inline constexpr bool relaxes<semiring<Add, Mul, T>> = scalar<T> && sizeof(T) >= 4 && never_throws<Mul, T>;
}  // namespace detail

/// Whether each term may be added to its output at once, in any order: the result is the same as that of the product and the
/// accumulator, and no operator can throw in between.
template <class S, class Accum>
inline constexpr bool relaxes_with = [] {
    if constexpr (detail::relaxes<S>) {
        return std::is_same_v<Accum, semiring_add_t<S>> ||
               std::is_same_v<Accum, typename semiring_add_t<S>::operator_type>;
    } else {
        return false;
    }
}();

/// Whether the result depends on the order in which terms arrive: 0 and -0 are equal by ==, and the one that arrives first is
/// kept. A sum u + a is -0 only if both u and a are.
template <class In>
bool arrival_leaves_a_trace(const In& in, index u_count) {
    using S = std::remove_cvref_t<decltype(in.semiring)>;
    if constexpr (std::floating_point<semiring_value_t<S>>) {
        if constexpr (std::is_same_v<typename S::multiply_operator, plus>) {
            return std::any_of(in.u_values, in.u_values + u_count, [](auto x) { return is_negative_zero(x); });
        } else {
            return true;
        }
    } else {
        return false;
    }
}

/// values[j] = add(values[j], term) for all terms of the outputs low .. high - 1. Every output has a value, and u is a list.
/// The outputs whose value has changed are inserted into `changed`. `shared`: other threads write the same outputs at the same
/// time.
template <bool shared, class In, class Value>
void push_relaxing(const In& in, index first, index last, index low, index high, Value* values, position_set& changed) {
    const column_index* const columns = in.rows.columns;
    constexpr index ahead = 8;
    for (index n = first; n < last; ++n) {
        // Rows are prefetched, because they lie scattered in memory and most are too short to hide a cache miss.
        if (n + ahead < last) __builtin_prefetch(columns + in.rows.begin(in.u_indices[n + ahead]));
        const index k = in.u_indices[n];
        row_offset p = in.rows.begin(k), end = in.rows.end(k);
        if (low > 0) p = std::lower_bound(columns + p, columns + end, static_cast<column_index>(low)) - columns;
        if (high < in.size) end = std::lower_bound(columns + p, columns + end, static_cast<column_index>(high)) - columns;
        for (; p < end; ++p) {
            const column_index j = columns[p];
            const Value term = in.term(p, n, k, j);
            if constexpr (shared) {
                const std::atomic_ref<Value> shared_value(values[j]);
                Value old = shared_value.load(std::memory_order_relaxed);
                for (;;) {
                    const Value sum = in.semiring.add(old, term);
                    if (is_same_value(sum, old)) break;
                    if (!shared_value.compare_exchange_weak(old, sum, std::memory_order_relaxed)) continue;
                    changed.template insert<true>(j);
                    break;
                }
            } else {
                const Value sum = in.semiring.add(values[j], term);
                if (is_same_value(sum, values[j])) continue;
                values[j] = sum;
                changed.template insert<false>(j);
            }
        }
    }
}

/// Whether each thread gets a range of outputs, so that no two threads write the same cache lines. A thread then searches each
/// row for the columns of its range, which pays if there are enough of them in a row.
constexpr bool parting_outputs_pays(std::int64_t work, index u_count, index parts) { return work >= 8 * parts * u_count; }

/// The number of threads from which atomic updates of shared values are faster than one thread without atomics.
inline constexpr int sharing_pays_from_threads = 4;

/// push_relaxing for all terms and all outputs, on as many threads as pay off. `work` is the number of terms.
template <class In, class Value>
void relax(team& team, const In& in, index u_count, std::int64_t work, Value* values, position_set& changed) {
    // A term that is written to a random position of a long vector counts as two units of work.
    constexpr std::int64_t work_of_one_term = 2;
    const index pieces = std::min(pieces_for(team, work_of_one_term * work), u_count);
    const index parts = std::min<index>(pieces, team.size());
    if (parts > 1 && parting_outputs_pays(work, u_count, parts)) {
        // In a square matrix the parts are cut by row sizes, because in most graphs a long row belongs to a long column. The
        // cuts are rounded so that no two parts share a word of `changed`.
        std::vector<index> cuts = in.rows.nrows == in.size
                                      ? cut_by_work({in.rows.offsets, static_cast<std::size_t>(in.size) + 1}, parts)
                                      : cut_evenly(in.size, parts);
        for (index& cut : cuts) cut = cut / position_set::unshared * position_set::unshared;
        cuts.back() = in.size;
        team.run(static_cast<index>(cuts.size()) - 1, [&](index part, int) {
            const auto c = static_cast<std::size_t>(part);
            if (cuts[c] < cuts[c + 1]) push_relaxing<false>(in, 0, u_count, cuts[c], cuts[c + 1], values, changed);
        });
        return;
    }
    if (pieces <= 1 || team.size() < sharing_pays_from_threads || arrival_leaves_a_trace(in, u_count)) {
        push_relaxing<false>(in, 0, u_count, 0, in.size, values, changed);
        return;
    }
    const std::vector<index> cuts = cut_evenly(u_count, pieces);
    team.run(pieces, [&](index chunk, int) {
        const auto c = static_cast<std::size_t>(chunk);
        push_relaxing<true>(in, cuts[c], cuts[c + 1], 0, in.size, values, changed);
    });
}

}  // namespace graphblas_gpu::host
