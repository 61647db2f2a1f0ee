// The sums of the rows, or of the columns, of a matrix that is stored by rows.
//
// Idea: a sum starts with its first term and adds the other terms in ascending order, by column in a row and by row in a
// column. So the sums of the columns have the same bits as the sums of the rows of the transpose, but the transpose is not
// made: each thread reads all rows, and adds up one range of columns.
#pragma once

#include <graphblas_gpu/formats/blocks.hpp>
#include <graphblas_gpu/formats/csr.hpp>
#include <graphblas_gpu/formats/numbering.hpp>
#include <graphblas_gpu/host/elementwise.hpp>

#include <algorithm>
#include <utility>

namespace graphblas_gpu::host {

/// An n x 1 matrix, such as build_rows makes with an entry for each row, as the 1 x n matrix that a vector is stored as: the
/// values have the same order in both, so only the structure is written again. O(n).
template <class T>
csr<T> column_as_list(csr<T>&& column) {
    csr<T> list(1, column.nrows);
    list.columns = buffer<column_index>(static_cast<std::size_t>(column.nvals()));
    const structure_view rows = column.structure();
    std::size_t n = 0;
    for (index i = 0; i < rows.nrows; ++i) {
        if (rows.row_size(i) > 0) list.columns[n++] = static_cast<column_index>(i);
    }
    list.offsets[1] = column.nvals();
    list.values = std::move(column.values);
    return list;
}

/// The sums of the rows as the list of a vector. A row without entries has no sum. A sum ends at the monoid's terminal value.
template <class Monoid, class T>
csr<monoid_value_t<Monoid>> sums_of_rows(team& team, const csr_view<T>& a, const Monoid& monoid) {
    using value = monoid_value_t<Monoid>;
    if (formats::is_hypersparse(a.nrows, a.nvals())) {
        const formats::numbering rows = formats::numbered_rows(a);
        const csr<T> small = formats::renumbered(a, rows, formats::numbering::identity(a.ncols));
        return formats::in_original_numbers(sums_of_rows(team, small.view(), monoid), formats::numbering::identity(1), rows);
    }
    const buffer<row_offset> bound = scan_bounds(a.nrows, [&](index i) { return a.row_size(i) > 0 ? 1 : 0; });
    const std::span<const row_offset> work(a.offsets, static_cast<std::size_t>(a.nrows) + 1);
    const auto sum_row = [&](index i, column_index* column, value* out) -> index {
        row_offset p = a.begin(i);
        if (p == a.end(i)) return 0;
        value sum = cast<value>(read(a, p));
        for (++p; p < a.end(i) && !is_terminal(monoid, sum); ++p) sum = monoid(sum, cast<value>(read(a, p)));
        *column = 0;
        *out = sum;
        return 1;
    };
    return column_as_list(build_rows<value>(team, a.nrows, 1, bound, work, [&](int) { return sum_row; }));
}

/// The sums of the columns. O(nvals + nrows log(row size) threads + ncols); without the term ncols where ncols is far beyond
/// the entries.
template <class Monoid, class T>
csr<monoid_value_t<Monoid>> sums_of_columns(team& team, const csr_view<T>& a, const Monoid& monoid) {
    using value = monoid_value_t<Monoid>;
    if (formats::is_hypersparse(a.ncols, a.nvals())) {
        const formats::numbering rows = formats::numbered_rows(a), columns = formats::numbered_columns(a);
        const csr<T> small = formats::renumbered(a, rows, columns);
        return formats::in_original_numbers(sums_of_columns(team, small.view(), monoid), formats::numbering::identity(1),
                                            columns);
    }
    const auto ncols = static_cast<std::size_t>(a.ncols);
    buffer<value> sums(ncols);
    buffer<bool> seen(ncols, false);
    const auto add_up_rows = [&](index first_row, index last_row, index first, index last) {
        for (index i = first_row; i < last_row; ++i) {
            row_offset p = a.begin(i);
            if (first > 0)
                p = std::lower_bound(a.columns + p, a.columns + a.end(i), static_cast<column_index>(first)) - a.columns;
            for (; p < a.end(i) && a.columns[p] < last; ++p) {
                const column_index j = a.columns[p];
                const value term = cast<value>(read(a, p));
                sums[j] = seen[j] ? monoid(sums[j], term) : term;
                seen[j] = true;
            }
        }
    };
    // No more pieces than threads, because the work of each piece includes a look at every row.
    const std::vector<index> cuts = cut_evenly(a.ncols, std::min<index>(team.size(), pieces_for(team, a.nvals())));
    team.run(static_cast<index>(cuts.size()) - 1, [&](index piece, int) {
        const index first = cuts[static_cast<std::size_t>(piece)], last = cuts[static_cast<std::size_t>(piece) + 1];
        formats::in_blocks_of_rows(a.offsets, 0, a.nrows,
                                   [&](index first_row, index last_row) { add_up_rows(first_row, last_row, first, last); });
    });

    csr<value> out(1, a.ncols);
    const auto count = static_cast<std::size_t>(std::count(seen.begin(), seen.end(), true));
    out.offsets[1] = static_cast<row_offset>(count);
    out.columns = buffer<column_index>(count);
    out.values = buffer<value>(count);
    std::size_t n = 0;
    for (std::size_t j = 0; j < ncols; ++j) {
        if (!seen[j]) continue;
        out.columns[n] = static_cast<column_index>(j);
        out.values[n] = sums[j];
        ++n;
    }
    return out;
}

}  // namespace graphblas_gpu::host
