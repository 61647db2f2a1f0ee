// Sorting the entries of rows by their values.
//
// Idea: each value is sorted together with its column. The threads sort runs of the row by the standard library's stable sort,
// then neighbouring runs are merged in pairs. Equal values keep the order of their columns, so that the result does not depend
// on the number of threads.
#pragma once

#include <algorithm>
#include <concepts>
#include <utility>
#include <vector>

#include <graphblas_gpu/formats/blocks.hpp>
#include <graphblas_gpu/host/rows.hpp>
#include <semirings/operators.hpp>

namespace graphblas_gpu::host {

/// A value and its column.
template <class T>
struct sortable {
    T value;
    column_index column;
};

/// Whether x is sorted before y. NaN has no order, so NaN is sorted after all other values, and several NaN keep their order.
template <class Op>
struct value_order {
    const Op& op;
    template <class T>
    bool operator()(const sortable<T>& x, const sortable<T>& y) const {
        if constexpr (std::floating_point<T>) {
            if (x.value != x.value) return false;
            if (y.value != y.value) return true;
        }
        return static_cast<bool>(apply_binary(op, x.value, y.value));
    }
};

/// Merges two sorted runs, which end at `middle` and `last`, to the places from `first` on of another array.
template <class T, class Op>
void merge_runs(const buffer<sortable<T>>& from, index first, index middle, index last, buffer<sortable<T>>& to,
                const value_order<Op>& before) {
    index other = middle;
    formats::in_blocks(first, middle, formats::entries_between_looks, [&](index begin, index end) {
        // Of equal values those of the first run come first, so the entries of the other run below the next one of the first
        // run come now.
        const index other_end = end == middle ? last
                                              : std::lower_bound(from.data() + other, from.data() + last,
                                                                 from[static_cast<std::size_t>(end)], before) -
                                                    from.data();
        std::merge(from.data() + begin, from.data() + end, from.data() + other, from.data() + other_end,
                   to.data() + begin + (other - middle), before);
        other = other_end;
    });
}

/// The entries of one row, sorted by `op` and then by column. O(n log n), on all threads except for the last merges.
template <class T, class Op>
buffer<sortable<T>> sorted_entries(team& team, const csr_view<T>& a, index row, const Op& op) {
    const row_offset begin = a.begin(row);
    const index count = a.row_size(row);
    const value_order<Op> before{op};
    buffer<sortable<T>> from(static_cast<std::size_t>(count));
    const std::vector<index> cuts = cut_evenly(count, pieces_for(team, 16 * count));
    const auto pieces = static_cast<index>(cuts.size()) - 1;
    const auto cut = [&](index piece) { return cuts[static_cast<std::size_t>(std::min(piece, pieces))]; };
    team.run(pieces, [&](index piece, int) {
        for (index n = cut(piece); n < cut(piece + 1); ++n) {
            from[static_cast<std::size_t>(n)] = {a.values[begin + n], a.columns[begin + n]};
        }
        std::stable_sort(from.data() + cut(piece), from.data() + cut(piece + 1), before);
    });
    if (pieces == 1) return from;
    buffer<sortable<T>> to(from.size());
    for (index width = 1; width < pieces; width *= 2) {
        team.run((pieces + 2 * width - 1) / (2 * width), [&](index pair, int) {
            merge_runs(from, cut(2 * width * pair), cut(2 * width * pair + width), cut(2 * width * (pair + 1)), to, before);
        });
        std::swap(from, to);
    }
    return from;
}

/// The matrix with the values of each row sorted, in the first columns of the row. columns_before[p] becomes the old column of
/// entry p.
template <class T, class Op>
csr<T> sorted_rows(team& team, const csr_view<T>& a, const Op& op, index* columns_before) {
    const std::span<const row_offset> offsets(a.offsets, static_cast<std::size_t>(a.nrows) + 1);
    const value_order<Op> before{op};
    return build_rows<T>(team, a.nrows, a.ncols, offsets, offsets, [&](int member) {
        return [&, member](index i, column_index* columns, T* values) {
            const index count = a.row_size(i);
            auto* const entries = team.own_scratch(member).template get<sortable<T>>(scratch::raw::row_values,
                                                                                   static_cast<std::size_t>(count));
            for (index n = 0; n < count; ++n) entries[n] = {a.values[a.begin(i) + n], a.columns[a.begin(i) + n]};
            std::stable_sort(entries, entries + count, before);
            for (index n = 0; n < count; ++n) {
                columns[n] = static_cast<column_index>(n);
                values[n] = entries[n].value;
                columns_before[a.begin(i) + n] = entries[n].column;
            }
            return count;
        };
    });
}

}  // namespace graphblas_gpu::host
