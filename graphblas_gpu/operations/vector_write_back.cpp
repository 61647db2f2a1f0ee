// w<m, replace> = accum(w, t) on host threads, in place where w is dense or becomes so.
#include <graphblas_gpu/operations/vector_write_back.hpp>

#include <atomic>
#include <utility>
#include <vector>

#include <graphblas_gpu/base/value_mover.hpp>

namespace graphblas_gpu::host {

namespace {

/// Writes the values of the row t over those of a full list. O(nvals(t)).
void put_values(team& team, std::byte* values, const formats::untyped_csr& t) {
    for_ranges(team, t.nvals(), t.nvals(), [&](index first, index last, int) {
        base::with_value_mover(t.value_bytes, [&](auto moved) {
            for (auto q = static_cast<std::size_t>(first); q < static_cast<std::size_t>(last); ++q)
                moved.copy(values, t.columns[q], t.values.data(), q);
        });
    });
}

/// Leaves of the row t the entries at positions of a sorted list. Positions that have none are appended to `missing`.
/// O(nvals(t) + length of the list).
void keep_listed(formats::untyped_csr& t, const structure_view& listed, std::vector<column_index>& missing) {
    const auto count = static_cast<std::size_t>(t.nvals());
    std::size_t kept = 0, next = 0;
    base::with_value_mover(t.value_bytes, [&](auto moved) {
        for (row_offset p = 0; p < listed.nvals(); ++p) {
            const column_index j = listed.columns[p];
            while (next < count && t.columns[next] < j) ++next;
            if (next == count || t.columns[next] != j) {
                missing.push_back(j);
                continue;
            }
            t.columns[kept] = j;
            if (kept != next) moved.copy(t.values.data(), kept, t.values.data(), next);
            ++kept, ++next;
        }
    });
    t.offsets[1] = static_cast<row_offset>(kept);
}

/// w<m> = accum(w, t) where w is or becomes dense and the mask is a short list: only the positions of the mask are looked at.
/// Searches whose rounds each change a few entries need this.
void write_listed(team& team, any_vector& w, formats::untyped_csr&& t, const any_mask& mask, const accumulator& accum) {
    csr<void> true_entries;
    structure_view listed = mask.vector->list();
    if (mask.by_value) {
        true_entries = mask.vector->true_entries(team);
        listed = true_entries.structure();
    }
    std::vector<column_index> missing;
    if (t.nvals() > 0) keep_listed(t, listed, missing);
    else missing.assign(listed.columns, listed.columns + listed.nvals());
    const bool deletes = !accum.is_present && !missing.empty();
    if (deletes) w.make_dense();  // needs memory, so it comes before w changes
    write_entries(team, w, std::move(t), accum);
    if (!deletes) return;
    const auto out = w.written_in_place();
    for (const column_index j : missing) {
        base::word& here = out.bits[base::word_of(j)];
        out.nvals -= (here & base::bit_of(j)) != 0;
        here &= ~base::bit_of(j);
    }
}

/// Whether write_listed() is less work than merging w with t.
bool is_short_list(const any_vector& w, const any_mask& mask, bool replace) {
    return mask.is_present() && !mask.complement && !replace && !mask.vector->is_dense() &&
           mask.vector->nvals() < w.size() / 4 && is_well_filled(w, 0);
}

}  // namespace

void accumulate_entries(team& team, const formats::untyped_dense_view& dense, const formats::untyped_view& row,
                        formats::untyped_csr& t, const accumulator& accum) {
    const bool is_dense = dense.bits != nullptr;
    const void* const values = is_dense ? dense.values : row.values;
    const bool w_is_full = (is_dense ? dense.nvals : row.nvals()) == t.ncols, t_is_full = t.nvals() == t.ncols;
    for_ranges(team, t.nvals(), t.nvals(), [&](index first, index last, int) {
        std::byte* const out = t.values.data();
        if (w_is_full && t_is_full) {
            combine_run(accum.function, values, out, out, {t.value_bytes, t.value_bytes, t.value_bytes}, first, last);
            return;
        }
        pair_batch shared(accum.function);
        for (row_offset q = first; q < last; ++q) {
            const column_index j = t.columns[static_cast<std::size_t>(q)];
            row_offset p = j;
            if (!w_is_full) {
                if (is_dense) p = base::test_bit(dense.bits, j) ? p : -1;
                else p = formats::find(row, 0, j);
            }
            shared.note(p, q, q);
            shared.keep(p >= 0);
            if (shared.is_full()) shared.combine(values, out, out);
        }
        shared.combine(values, out, out);
    });
}

index put_entries(team& team, base::word* bits, void* values, const formats::untyped_csr& t) {
    // No two threads write the same word of bits: each range is moved to begin at an entry that starts a new word.
    const auto begins_word = [&](index q) {
        return q == 0 || q == t.nvals() ||
               base::word_of(t.columns[static_cast<std::size_t>(q) - 1]) !=
                   base::word_of(t.columns[static_cast<std::size_t>(q)]);
    };
    std::atomic<index> added{0};
    for_ranges(team, t.nvals(), t.nvals(), [&](index first, index last, int) {
        while (!begins_word(first)) ++first;
        while (!begins_word(last)) ++last;
        index added_here = 0;
        std::byte* const to = static_cast<std::byte*>(values);
        base::with_value_mover(t.value_bytes, [&](auto moved) {
            for (auto q = static_cast<std::size_t>(first); q < static_cast<std::size_t>(last); ++q) {
                const column_index j = t.columns[q];
                base::word& here = bits[base::word_of(j)];
                added_here += (here & base::bit_of(j)) == 0;
                here |= base::bit_of(j);
                moved.copy(to, j, t.values.data(), q);
            }
        });
        added.fetch_add(added_here, std::memory_order_relaxed);
    });
    return added.load();
}

bool is_well_filled(const any_vector& w, index more) {
    return w.dense().bits != nullptr || formats::becomes_dense(w.nvals() + more, w.size());
}

void write_entries(team& team, any_vector& w, formats::untyped_csr&& t, const accumulator& accum) {
    // The new values are computed before w is changed: an operator that throws must leave w as it was.
    if (accum.function.combine != nullptr)
        accumulate_entries(team, w.dense(), w.is_dense() ? formats::untyped_view{} : w.list(), t, accum);
    const auto to_the_end = team.uninterrupted();
    if (t.nvals() == w.size()) {
        w = any_vector(std::move(t), w.type());
    } else if (w.is_full_list()) {
        put_values(team, w.values_of_full_list(), t);
    } else {
        const auto out = w.written_in_place();
        out.nvals += put_entries(team, out.bits, out.values, t);
    }
}

void write_back(team& team, any_vector& w, formats::untyped_csr&& t, const any_mask& mask, const accumulator& accum,
                bool replace, bool t_is_masked, bool covers_mask) {
    const bool is_masked = mask.is_present();
    const bool deletes = is_masked ? replace || (!accum.is_present && !covers_mask) : !accum.is_present;
    if (t_is_masked && !deletes && is_well_filled(w, t.nvals())) return write_entries(team, w, std::move(t), accum);
    // If w is replaced altogether, its dense entries need not be collected into a list.
    if (t_is_masked && (w.nvals() == 0 || (!accum.is_present && (!is_masked || replace)))) {
        w = any_vector(std::move(t), w.type());
        return;
    }
    if (is_short_list(w, mask, replace)) return write_listed(team, w, std::move(t), mask, accum);
    const host_mask held(team, mask);
    w = any_vector(write_back(team, w.list(), std::move(t), held.rows(), accum, replace, t_is_masked, nullptr), w.type());
}

}  // namespace graphblas_gpu::host
