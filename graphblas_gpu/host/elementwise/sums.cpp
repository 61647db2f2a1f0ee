#include <graphblas_gpu/host/elementwise/sums.hpp>

#include <graphblas_gpu/base/blocks.hpp>
#include <graphblas_gpu/base/value_mover.hpp>
#include <graphblas_gpu/formats/numbering.hpp>
#include <graphblas_gpu/host/rows/rows.hpp>

#include <vector>

namespace graphblas_gpu::host {

using formats::numbering;
using formats::untyped_csr;
using formats::untyped_view;

namespace {

std::size_t as_size(index n) { return static_cast<std::size_t>(n); }

/// The sums of those of the rows [first, last) that have entries, one after the other.
void add_rows(const untyped_view& a, const monoid_functions& f, index first, index last, std::byte* sums) {
    if (f.add_rows != nullptr) return f.add_rows(f.monoid, sums, a.offsets, a.values, first, last);
    for (index i = first; i < last; ++i) {
        if (a.row_size(i) == 0) continue;
        f.add(f.monoid, sums, true, a.values, a.begin(i), a.end(i));
        sums += f.bytes;
    }
}

}  // namespace

void sum_of_entries(team& team, const untyped_view& a, const monoid_functions& f, void* sum) {
    const std::vector<index> cuts = cut_evenly(a.nvals(), pieces_for(team, a.nvals()));
    const auto pieces = static_cast<index>(cuts.size()) - 1;
    buffer<std::byte> sums(as_size(pieces) * f.bytes);
    team.run(pieces, [&](index piece, int) {
        std::byte* const here = sums.data() + as_size(piece) * f.bytes;
        const index first = cuts[as_size(piece)], last = cuts[as_size(piece) + 1];
        if (!f.keeps_first || first == last) f.clear(f.monoid, here);
        if (first < last) f.add(f.monoid, here, f.keeps_first, a.values, first, last);
    });
    f.clear(f.monoid, sum);
    if (a.nvals() > 0) f.add_sums(f.monoid, sum, f.keeps_first, sums.data(), 0, pieces);
}

untyped_csr sums_of_rows(team& team, const untyped_view& a, const monoid_functions& f) {
    if (formats::is_hypersparse(a.nrows, a.nvals())) {
        const numbering rows = formats::numbered_rows(a);
        const untyped_csr small = formats::renumbered(a, rows, numbering::identity(a.ncols));
        untyped_csr sums = sums_of_rows(team, small.view(), f);
        formats::put_original_indices(sums, numbering::identity(1), rows);
        return sums;
    }
    const buffer<row_offset> before = scan_bounds(a.nrows, [&](index i) { return a.row_size(i) > 0 ? 1 : 0; });
    untyped_csr out = untyped_csr::with_room(1, a.nrows, as_size(before[as_size(a.nrows)]), f.bytes);
    out.offsets[0] = 0;
    out.offsets[1] = before[as_size(a.nrows)];
    for_ranges_by_work(team, {a.offsets, as_size(a.nrows) + 1}, [&](index first, index last, int) {
        std::size_t at = as_size(before[as_size(first)]);
        add_rows(a, f, first, last, out.values.data() + at * f.bytes);
        for (index i = first; i < last; ++i) {
            if (a.row_size(i) > 0) out.columns[at++] = static_cast<column_index>(i);
        }
    });
    return out;
}

untyped_csr sums_of_columns(team& team, const untyped_view& a, const monoid_functions& f) {
    if (formats::is_hypersparse(a.ncols, a.nvals())) {
        const numbering rows = formats::numbered_rows(a), columns = formats::numbered_columns(a);
        const untyped_csr small = formats::renumbered(a, rows, columns);
        untyped_csr sums = sums_of_columns(team, small.view(), f);
        formats::put_original_indices(sums, numbering::identity(1), columns);
        return sums;
    }
    buffer<std::byte> sums(as_size(a.ncols) * f.bytes);
    buffer<bool> seen(as_size(a.ncols), false);
    const auto add_up = [&](index first_row, index end_row, index first_column, index end_column) {
        const auto at = [&](index i, index column) {
            return std::lower_bound(a.columns + a.begin(i), a.columns + a.end(i), column) - a.columns;
        };
        for (index i = first_row; i < end_row; ++i) {
            const row_offset first = first_column > 0 ? at(i, first_column) : a.begin(i);
            const row_offset last = end_column < a.ncols ? at(i, end_column) : a.end(i);
            if (first < last) f.add_to_columns(f.monoid, sums.data(), seen.data(), a.columns, a.values, first, last);
        }
    };
    // No more pieces than threads, because the work of each piece includes a look at every row.
    const std::vector<index> cuts = cut_evenly(a.ncols, std::min<index>(team.size(), pieces_for(team, a.nvals())));
    team.run(static_cast<index>(cuts.size()) - 1, [&](index piece, int) {
        base::in_blocks_of_rows(a.offsets, 0, a.nrows, [&](index first_row, index end_row) {
            add_up(first_row, end_row, cuts[as_size(piece)], cuts[as_size(piece) + 1]);
        });
    });

    const auto count = static_cast<std::size_t>(std::count(seen.begin(), seen.end(), true));
    untyped_csr out = untyped_csr::with_room(1, a.ncols, count, f.bytes);
    out.offsets[0] = 0;
    out.offsets[1] = static_cast<row_offset>(count);
    base::with_value_mover(f.bytes, [&](auto moved) {
        std::size_t n = 0;
        for (std::size_t j = 0; j < seen.size(); ++j) {
            if (!seen[j]) continue;
            out.columns[n] = static_cast<column_index>(j);
            moved.copy(out.values.data(), n, sums.data(), j);
            ++n;
        }
    });
    return out;
}

}  // namespace graphblas_gpu::host
