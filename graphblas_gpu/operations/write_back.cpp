// The merge of the rows of C, T and the mask on host threads.
#include <graphblas_gpu/base/memory_budget.hpp>
#include <graphblas_gpu/base/value_mover.hpp>
#include <graphblas_gpu/host/elementwise/elementwise.hpp>
#include <graphblas_gpu/host/rows/intersect.hpp>
#include <graphblas_gpu/host/rows/rows.hpp>
#include <graphblas_gpu/operations/assignment_scope.hpp>
#include <graphblas_gpu/operations/vector_write_back.hpp>
#include <graphblas_gpu/operations/write_back.hpp>

#include <algorithm>
#include <atomic>
#include <limits>

namespace graphblas_gpu::host {

using formats::untyped_view;

namespace {

/// The assignment scope of an operation on all of C: T and the mask apply at every position. An assignment into a part of C has
/// an assignment scope instead.
struct everywhere {
    struct row {
        /// Whether the row of C stays as it is. `deletes`: the mask deletes entries.
        static constexpr bool stays(bool /*deletes*/) { return false; }
        /// Whether the mask applies to column j; where it does not, C stays as it is. j ascends from call to call.
        static constexpr bool is_masked(column_index) { return true; }
        /// Whether T decides what column j holds, an entry or none.
        static constexpr bool is_written(column_index) { return true; }
    };
    static constexpr row at(index) { return {}; }
};

/// Merges the rows of C and T under the mask. `Values` moves values of one size. The loops write an entry first and count it
/// afterwards if it belongs to the result: which entries come next cannot be predicted, and a mispredicted branch would cost
/// more than the rest of a step.
template <class Values>
class merge {
  public:
    merge(const untyped_view& c, const untyped_view& t, const mask_rows& mask, const accumulator& accum, bool replace,
          Values values)
        : c_(c), t_(t), mask_(mask), accum_(accum), replace_(replace), values_(values) {}

    template <class Scope>
    index write_row(index i, column_index* columns, std::byte* values, const Scope& scope) const {
        const untyped_view c = c_, t = t_;
        const Values moved = values_;
        const bool accumulates = accum_.is_present, replaces = replace_;
        row_offset p = c.begin(i), q = t.begin(i);
        const row_offset p_end = c.end(i), q_end = t.end(i);
        auto here = scope.at(i);
        if (here.stays(mask_.present && replaces)) return copy_row(c, p, p_end, columns, values);
        pair_batch shared(accum_.function);
        mask_cursor admitted(mask_, i);
        index size = 0;
        const auto step = [&](column_index j, bool in_c, bool in_t) __attribute__((always_inline)) {
            bool stays = true, is_taken = false;  // the entry of C stays; the entry of T is taken
            if (here.is_masked(j)) {
                const bool is_admitted = admitted.admits(j);
                is_taken = in_t && is_admitted;
                stays = is_admitted ? accumulates || !here.is_written(j) : !replaces;
            }
            stays = stays && in_c;
            const bool from_t = !in_c || (is_taken && !stays);
            columns[size] = j;
            moved.copy(values, as_size(size), from_t ? t.values : c.values, as_size(from_t ? q : p));
            shared.note(p, q, size);
            shared.keep(stays && is_taken);
            size += stays || is_taken;
            p += in_c;
            q += in_t;
            if (shared.is_full()) shared.combine(c.values, t.values, values);
        };
        while (p < p_end && q < q_end) {
            const column_index in_row_of_c = c.columns[p], in_row_of_t = t.columns[q];
            const bool in_c = in_row_of_c <= in_row_of_t;
            step(in_c ? in_row_of_c : in_row_of_t, in_c, in_row_of_t <= in_row_of_c);
        }
        while (p < p_end) step(c.columns[p], true, false);
        while (q < q_end) step(t.columns[q], false, true);
        shared.combine(c.values, t.values, values);
        return size;
    }

  private:
    static std::size_t as_size(row_offset p) { return static_cast<std::size_t>(p); }

    index copy_row(const untyped_view& from, row_offset first, row_offset last, column_index* columns,
                   std::byte* values) const {
        if (first == last) return 0;
        std::copy(from.columns + first, from.columns + last, columns);
        values_.copy_run(values, 0, from.values, as_size(first), as_size(last - first));
        return last - first;
    }

    const untyped_view& c_;
    const untyped_view& t_;
    const mask_rows& mask_;
    const accumulator& accum_;
    bool replace_;
    Values values_;
};

/// Writes where the entries of T are in C to `at`; returns whether all of them are there.
bool find_entries(team& team, const untyped_view& c, const untyped_view& t, buffer<row_offset>& at) {
    const bool c_is_full = formats::is_full(c);
    std::atomic<bool> all_found{true};
    for_ranges_by_work(team, {t.offsets, static_cast<std::size_t>(t.nrows) + 1}, [&](index first, index last, int) {
        for (index i = first; i < last; ++i) {
            row_offset p = c.begin(i);
            for (row_offset q = t.begin(i); q < t.end(i); ++q) {
                const column_index j = t.columns[q];
                p = c_is_full ? c.begin(i) + j : gallop(c.columns, p, c.end(i), j);
                if (p == c.end(i) || c.columns[p] != j) return all_found.store(false);
                at[static_cast<std::size_t>(q)] = p;
            }
        }
    });
    return all_found.load();
}

/// C = accum(C, T) if C has an entry at every position of T; else returns false and changes nothing.
bool update_rows(team& team, any_matrix& c, formats::untyped_csr& t, const accumulator& accum) {
    const untyped_view before = c.rows();
    const index count = t.nvals();
    buffer<row_offset> at(static_cast<std::size_t>(count));
    if (!find_entries(team, before, t.view(), at)) return false;
    // The new values are computed before C is changed: an operator that throws must leave C as it was.
    if (accum.function.combine != nullptr) {
        for_ranges(team, count, count, [&](index first, index last, int) {
            pair_batch shared(accum.function);
            for (row_offset q = first; q < last; ++q) {
                shared.note(at[static_cast<std::size_t>(q)], q, q);
                shared.keep(true);
                if (shared.is_full()) shared.combine(before.values, t.values.data(), t.values.data());
            }
            shared.combine(before.values, t.values.data(), t.values.data());
        });
    }
    const auto to_the_end = team.uninterrupted();
    std::byte* const values = c.changed_values();
    for_ranges(team, count, count, [&](index first, index last, int) {
        base::with_value_mover(t.value_bytes, [&](auto moved) {
            for (auto q = static_cast<std::size_t>(first); q < static_cast<std::size_t>(last); ++q)
                moved.copy(values, static_cast<std::size_t>(at[q]), t.values.data(), q);
        });
    });
    return true;
}

/// Whether a matrix changes to the dense form, which has at most 8 positions for each entry then.
bool becomes_dense(const any_matrix& c) {
    constexpr index max_positions = index{std::numeric_limits<column_index>::max()};
    if (c.nrows() > max_positions / c.ncols()) return false;
    const index positions = c.nrows() * c.ncols();
    const auto bytes = static_cast<double>(c.type().bytes) + 1.0 / 8;
    return c.nvals() > positions / 8 && base::fits_in_memory(static_cast<double>(positions) * bytes);
}

/// The rows of t one after the other in one row.
void flatten(formats::untyped_csr& t) {
    for (index i = 1; i < t.nrows; ++i) {
        const row_offset end = t.offsets[static_cast<std::size_t>(i) + 1];
        for (row_offset p = t.offsets[static_cast<std::size_t>(i)]; p < end; ++p)
            t.columns[static_cast<std::size_t>(p)] += static_cast<column_index>(i * t.ncols);
    }
    t.offsets[1] = t.nvals();
    t.ncols *= t.nrows;
    t.nrows = 1;
}

}  // namespace

bool update_in_place(team& team, any_matrix& c, formats::untyped_csr& t, const accumulator& accum) {
    constexpr index much = 4;
    if (t.nvals() > c.nvals() / much) return false;
    if (t.nvals() == 0) return true;
    if (!c.is_only_dense() && update_rows(team, c, t, accum)) return true;
    if (c.dense().bits == nullptr) {
        if (!becomes_dense(c)) return false;
        c.make_dense();
    }
    flatten(t);
    if (accum.function.combine != nullptr) accumulate_entries(team, c.dense(), {}, t, accum);
    const auto to_the_end = team.uninterrupted();
    const formats::untyped_dense_writer out = c.written_in_place();
    out.nvals += put_entries(team, out.bits, out.values, t);
    return true;
}

formats::untyped_csr write_back(team& team, const untyped_view& c, formats::untyped_csr&& of_t, const mask_rows& mask,
                                const accumulator& accum, bool replace, bool t_is_masked, const assignment_scope* part) {
    const bool c_is_dropped = part == nullptr && !accum.is_present && (!mask.present || replace);
    if ((!mask.present || t_is_masked) && (c_is_dropped || c.nvals() == 0)) return std::move(of_t);

    const untyped_view t = of_t.view();
    if (part == nullptr && !mask.present)
        return union_of_rows(team, c, t, {c.values, t.values, accum.function, {c.value_bytes, t.value_bytes}});
    const buffer<row_offset> bound = scan_bounds(c.nrows, [&](index i) { return c.row_size(i) + t.row_size(i); });
    return base::with_value_mover(c.value_bytes, [&](auto values) {
        const merge rows(c, t, mask, accum, replace, values);
        const auto build = [&](auto&& write_row) {
            return build_untyped_rows(team, c.nrows, c.ncols, c.value_bytes, bound, write_row);
        };
        if (part != nullptr) {
            return build(
                [&](index i, column_index* to, std::byte* to_values) { return rows.write_row(i, to, to_values, *part); });
        }
        return build(
            [&](index i, column_index* to, std::byte* to_values) { return rows.write_row(i, to, to_values, everywhere{}); });
    });
}

}  // namespace graphblas_gpu::host
