// Products of a vector and a matrix that update a dense vector in place and return the positions that changed.
//
// Idea: an iteration of a graph algorithm adds entries to a vector or improves them. If the product only fills positions that
// are blank, or only lowers (or raises) values, which is called relaxing, each term can be written to its position at once, and
// no product is stored and merged. An iteration then costs the entries that it reads.
// Source: push and pull after Beamer, Asanovic, Patterson, "Direction-optimizing breadth-first search" (SC 2012); relaxing
// after Ford (1956), with threads that lower the same distances after Meyer, Sanders, "Delta-stepping: a parallelizable
// shortest path algorithm", J. Algorithms 49 (2003).
#pragma once

#include <bit>

#include <graphblas_gpu/base/blocks.hpp>
#include <graphblas_gpu/host/vector/first_hits.hpp>
#include <graphblas_gpu/host/vector/position_set.hpp>
#include <graphblas_gpu/host/vector/vector_terms.hpp>

namespace graphblas_gpu::host {

/// f(k, position of its value in u_values) for entries of u, in ascending k. If u is a list, `first` and `last` count its
/// entries; if u is dense, they count its words.
template <class In, class F>
void for_each_of_u(const In& in, index first, index last, F&& f) {
    if (in.u_indices != nullptr) {
        constexpr index ahead = 8;
        for (index n = first; n < last; ++n) {
            // Rows are prefetched, because they lie scattered in memory and most are too short to hide a cache miss.
            if (n + ahead < last) __builtin_prefetch(in.rows.columns + in.rows.begin(in.u_indices[n + ahead]));
            f(index{in.u_indices[n]}, n);
        }
        return;
    }
    for (index w = first; w < last; ++w) {
        base::for_each_bit(in.u_bits[w], static_cast<column_index>(w), [&](column_index k) { f(index{k}, index{k}); });
    }
}

/// Pushes the terms whose output has no entry: output j is skipped if bit j of `taken` is set. Every output gets its terms in
/// ascending k, and its position is inserted into `found`. `values` is null for structure alone. If an operator throws, or the
/// call is cancelled, only values of positions without an entry have changed.
template <class In, class Value>
void push_into_blanks(const In& in, index u_length, const base::word* taken, Value* values, position_set& found) {
    constexpr bool first_term_stays = std::is_same_v<Value, formats::no_value> ||
                                      monoid_is_any<semiring_add_t<decltype(in.semiring)>>;
    const auto push = [&](index k, index at) {
        const row_offset end = in.rows.end(k);
        for (row_offset p = in.rows.begin(k); p < end; ++p) {
            const column_index j = in.rows.columns[p];
            // One test for taken and for found outputs: its branch is predicted well where most outputs are reached many times.
            if constexpr (first_term_stays) {
                if (((taken[base::word_of(j)] | found.word_at(j)) & base::bit_of(j)) != 0) continue;
                found.template insert<false>(j);
                if constexpr (!std::is_same_v<Value, formats::no_value>) values[j] = in.term(p, at, k, j);
            } else {
                if (base::test_bit(taken, j)) continue;
                const Value term = in.term(p, at, k, j);
                values[j] = found.template insert<false>(j) ? term : in.semiring.add(values[j], term);
            }
        }
    };
    base::in_blocks(index{0}, u_length, base::rows_between_looks,
                    [&](index first, index last) { for_each_of_u(in, first, last, push); });
}

/// Pulls the outputs that have no entry; u must be dense. Writes all words of `found` and returns the number of positions in
/// them.
template <class In, class Value>
index pull_into_blanks(team& team, const In& in, const base::word* taken, Value* values, base::word* found) {
    constexpr bool structure_only = std::is_same_v<Value, formats::no_value>;
    const auto fill = [&](column_index j, row_offset p) {
        if constexpr (!structure_only) {
            const auto term = [&] { return in.term(p, in.rows.columns[p], in.rows.columns[p], j); };
            values[j] = term();
            if constexpr (!monoid_is_any<semiring_add_t<decltype(in.semiring)>>) {
                const row_offset end = in.rows.end(j);
                while (!is_terminal(in.semiring.add, values[j]) &&
                       (p = first_hit(in.rows.columns, p + 1, end, in.u_bits)) != end) {
                    values[j] = in.semiring.add(values[j], term());
                }
            }
        }
    };
    const auto blanks = [&](index w) {
        const index left = in.size - w * base::word_bits;
        return ~taken[w] & (left < base::word_bits ? (base::word{1} << left) - 1 : ~base::word{0});
    };

    if (in.rows.nvals() == 0) {
        std::fill_n(found, base::words_for(in.size), base::word{0});
        return 0;
    }
    std::vector<index> cuts = cut_by_work({in.rows.offsets, static_cast<std::size_t>(in.size) + 1},
                                          pieces_for(team, in.rows.nvals() + in.size));
    for (index& cut : cuts) cut /= base::word_bits;
    cuts.back() = base::words_for(in.size);
    std::atomic<index> count{0};
    team.run(static_cast<index>(cuts.size()) - 1, [&](index chunk, int) {
        const index first = cuts[static_cast<std::size_t>(chunk)], last = cuts[static_cast<std::size_t>(chunk) + 1];
        index found_here = 0;
        for (index w = first; w < last; ++w) {
            if (w + 1 < last) fetch_rows(in.rows, blanks(w + 1), w + 1);
            found[w] = rows_that_hit(in.rows, blanks(w), w, in.u_bits, fill);
            found_here += std::popcount(found[w]);
        }
        count.fetch_add(found_here, std::memory_order_relaxed);
    });
    return count.load();
}

/// Whether x and y are equal, or are both NaN. A value has changed if it is not the same value as before.
template <scalar T>
constexpr bool is_same_value(T x, T y) {
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
        return std::is_same_v<Accum, semiring_add_t<S>> || std::is_same_v<Accum, typename semiring_add_t<S>::operator_type>;
    } else {
        return false;
    }
}();

/// Whether the result depends on the order in which terms arrive: 0 and -0 are equal by ==, and the one that arrives first is
/// kept. A sum u + a is -0 only if both u and a are.
template <class In>
bool arrival_leaves_a_trace(const In& in) {
    using S = std::remove_cvref_t<decltype(in.semiring)>;
    if constexpr (std::floating_point<semiring_value_t<S>>) {
        if constexpr (std::is_same_v<typename S::multiply_operator, plus>) {
            return std::any_of(in.u_values, in.u_values + in.u_count, [](auto x) { return is_negative_zero(x); });
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
    for_each_of_u(in, first, last, [&](index k, index at) {
        row_offset p = in.rows.begin(k), end = in.rows.end(k);
        if (low > 0) p = std::lower_bound(columns + p, columns + end, static_cast<column_index>(low)) - columns;
        if (high < in.size) end = std::lower_bound(columns + p, columns + end, static_cast<column_index>(high)) - columns;
        for (; p < end; ++p) {
            const column_index j = columns[p];
            const Value term = in.term(p, at, k, j);
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
    });
}

/// Whether each thread gets a range of outputs, so that no two threads write the same cache lines. A thread then searches each
/// row for the columns of its range, which pays if there are enough of them in a row.
constexpr bool parting_outputs_is_profitable(std::int64_t work, index u_count, index parts) {
    return work >= 8 * parts * u_count;
}

/// The number of threads from which atomic updates of shared values are faster than one thread without atomics.
inline constexpr int sharing_pays_from_threads = 4;

/// push_relaxing for all terms and all outputs, on as many threads as pay off. `work` is the number of terms. Throws nothing
/// but cancelled; some values may have changed then.
template <class In, class Value>
void relax(team& team, const In& in, std::int64_t work, Value* values, position_set& changed) {
    const index u_count = in.u_count;
    const auto push = [&](index low, index high) {
        base::in_blocks(index{0}, u_count, base::rows_between_looks,
                        [&](index first, index last) { push_relaxing<false>(in, first, last, low, high, values, changed); });
    };
    // A term that is written to a random position of a long vector counts as two units of work.
    constexpr std::int64_t work_of_one_term = 2;
    const index pieces = std::min(pieces_for(team, work_of_one_term * work), u_count);
    const index parts = std::min<index>(pieces, team.size());
    if (parts > 1 && parting_outputs_is_profitable(work, u_count, parts)) {
        // In a square matrix the parts are cut by row sizes, because in most graphs a long row belongs to a long column. The
        // cuts are rounded so that no two parts share a word of `changed`.
        std::vector<index> cuts = in.rows.nrows == in.size
                                      ? cut_by_work({in.rows.offsets, static_cast<std::size_t>(in.size) + 1}, parts)
                                      : cut_evenly(in.size, parts);
        for (index& cut : cuts) cut = cut / position_set::unshared * position_set::unshared;
        cuts.back() = in.size;
        team.run(static_cast<index>(cuts.size()) - 1, [&](index part, int) {
            const auto c = static_cast<std::size_t>(part);
            if (cuts[c] < cuts[c + 1]) push(cuts[c], cuts[c + 1]);
        });
        return;
    }
    if (pieces <= 1 || team.size() < sharing_pays_from_threads || arrival_leaves_a_trace(in)) {
        push(0, in.size);
        return;
    }
    const std::vector<index> cuts = cut_evenly(u_count, pieces);
    team.run(pieces, [&](index chunk, int) {
        const auto c = static_cast<std::size_t>(chunk);
        push_relaxing<true>(in, cuts[c], cuts[c + 1], 0, in.size, values, changed);
    });
}

/// These loops without their types; null where terms cannot be written to the output at once.
struct vector_update_loops {
    void (*push_into_blanks)(const vector_arrays& in, index u_length, const base::word* taken, void* values,
                             position_set& found) = nullptr;
    index (*pull_into_blanks)(team& team, const vector_arrays& in, const base::word* taken, void* values,
                              base::word* found) = nullptr;
    void (*relax)(team& team, const vector_arrays& in, std::int64_t work, void* values, position_set& changed) = nullptr;
};

/// The loops for an output with values of TW, which has a mask or not.
template <class S, class TW, class Accum, bool is_masked>
constexpr vector_update_loops update_loops_of() {
    using in_type = vector_operands<S, true>;
    using value = formats::stored<TW>;
    vector_update_loops out;
    if constexpr (is_masked && (std::is_void_v<TW> || std::is_same_v<TW, semiring_value_t<S>>)) {
        out.push_into_blanks = [](const vector_arrays& in, index u_length, const base::word* taken, void* values,
                                  position_set& found) {
            host::push_into_blanks(in_type::of(in), u_length, taken, static_cast<value*>(values), found);
        };
        out.pull_into_blanks = [](team& team, const vector_arrays& in, const base::word* taken, void* values,
                                  base::word* found) {
            return host::pull_into_blanks(team, in_type::of(in), taken, static_cast<value*>(values), found);
        };
    }
    if constexpr (!is_masked && std::is_same_v<TW, semiring_value_t<S>> && relaxes_with<S, Accum>) {
        out.relax = [](team& team, const vector_arrays& in, std::int64_t work, void* values, position_set& changed) {
            host::relax(team, in_type::of(in), work, static_cast<value*>(values), changed);
        };
    }
    return out;
}

}  // namespace graphblas_gpu::host
