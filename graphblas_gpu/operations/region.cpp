// The part of an object that an assignment writes to, and operands and masks scattered to their positions in it, on the host.
#include <graphblas_gpu/base/value_mover.hpp>
#include <graphblas_gpu/host/arrange/extract_rows.hpp>
#include <graphblas_gpu/host/elementwise/elementwise.hpp>
#include <graphblas_gpu/host/rows/rows.hpp>
#include <graphblas_gpu/operations/assignment_scope.hpp>
#include <graphblas_gpu/operations/region.hpp>

#include <algorithm>
#include <cstring>
#include <limits>
#include <numeric>
#include <string>

namespace graphblas_gpu::host {

using formats::untyped_csr;
using formats::untyped_view;

bool region::is_whole(shapes::shape s) const {
    return rows.in_order() && columns.in_order() && rows.sorted.is_whole(s.nrows) && columns.sorted.is_whole(s.ncols);
}

ordered_selection in_order(selection s) {
    const index size = s.size();
    return {std::move(s), selection::whole(size)};
}
region whole_region(shapes::shape s) { return {in_order(selection::whole(s.nrows)), in_order(selection::whole(s.ncols))}; }

scattered_mask::scattered_mask(team& team, const mask_rows& mask, const region& where, shapes::shape whole) : rows_(mask) {
    if (!mask.present || where.is_whole(whole)) return;
    moved_ = formats::typed<void>(scattered(team, {mask.rows}, where, whole));
    rows_.rows = moved_.structure();
}

untyped_csr scattered(team& team, const untyped_view& a, const region& where, shapes::shape whole) {
    const bool in_order = where.rows.in_order() && where.columns.in_order();
    untyped_csr t = in_order ? copy_of(team, a) : extract_rows(team, a, where.rows.order, where.columns.order);
    t.nrows = whole.nrows;
    t.ncols = whole.ncols;
    const selection& rows = where.rows.sorted;
    const selection& columns = where.columns.sorted;
    if (!columns.is_whole(whole.ncols)) {
        const auto count = static_cast<index>(t.columns.size());
        for_ranges(team, count, count, [&](index first, index last, int) {
            for (auto p = static_cast<std::size_t>(first); p < static_cast<std::size_t>(last); ++p) {
                t.columns[p] = static_cast<column_index>(columns[t.columns[p]]);
            }
        });
    }
    if (!rows.is_whole(whole.nrows)) {
        buffer<row_offset> offsets(static_cast<std::size_t>(whole.nrows) + 1);
        row_offset* next = offsets.begin();
        for (index k = 0; k < rows.size(); ++k) {
            // All rows from the last written row up to rows[k] begin where row k of `a` does.
            row_offset* const end = offsets.begin() + rows[k] + 1;
            std::fill(next, end, t.offsets[static_cast<std::size_t>(k)]);
            next = end;
        }
        std::fill(next, offsets.end(), t.offsets[static_cast<std::size_t>(rows.size())]);
        t.offsets = std::move(offsets);
    }
    return t;
}

untyped_csr as_column(const untyped_view& row) {
    untyped_csr out = copy_of(row);
    out.nrows = row.ncols;
    out.ncols = 1;
    out.offsets = buffer<row_offset>(static_cast<std::size_t>(row.ncols) + 1, row_offset{0});
    for (column_index& column : out.columns) {
        ++out.offsets[std::size_t{column} + 1];
        column = 0;
    }
    for (std::size_t i = 1; i < out.offsets.size(); ++i) out.offsets[i] += out.offsets[i - 1];
    return out;
}

void fill_values(team& team, std::byte* values, index count, const void* value, std::size_t value_bytes) {
    for_ranges(team, count, count, [&](index first, index last, int) {
        std::byte* const begin = values + static_cast<std::size_t>(first) * value_bytes;
        std::memcpy(begin, value, value_bytes);
        base::repeat_first_value(begin, static_cast<std::size_t>(last - first), value_bytes);
    });
}

untyped_csr filled_region(team& team, const void* value, std::size_t value_bytes, const region& where, shapes::shape whole,
                          const mask_rows& mask) {
    const selection& rows = where.rows.sorted;
    const selection& columns = where.columns.sorted;
    if (!mask.admits_only() && columns.size() > 0 && rows.size() > std::numeric_limits<index>::max() / columns.size()) {
        throw out_of_memory("assign: " + std::to_string(rows.size()) + " x " + std::to_string(columns.size()) +
                            " entries do not fit in memory");
    }
    if (mask.admits_only() && where.is_whole(whole)) {
        untyped_csr out = shaped_like(team, mask.rows, value_bytes);
        if (value_bytes > 0) fill_values(team, out.values.data(), out.nvals(), value, value_bytes);
        return out;
    }
    buffer<row_offset> bound(static_cast<std::size_t>(whole.nrows) + 1, row_offset{0});
    const bool all_columns = columns.is_whole(whole.ncols);
    for (index k = 0; k < rows.size(); ++k) {
        const row_offset in_mask = mask.present ? mask.rows.row_size(rows[k]) : 0;
        bound[static_cast<std::size_t>(rows[k])] = mask.admits_only() ? std::min(columns.size(), in_mask)
                                                   : all_columns      ? columns.size() - in_mask
                                                                      : columns.size();
    }
    exclusive_scan({bound.data(), bound.size()});
    return build_untyped_rows(team, whole.nrows, whole.ncols, value_bytes, bound,
                              [&](index i, column_index* to, std::byte* values) {
                                  index size = 0;
                                  if (bound[static_cast<std::size_t>(i)] == bound[static_cast<std::size_t>(i) + 1]) return size;
                                  if (mask.admits_only() && all_columns) {
                                      size = mask.rows.row_size(i);
                                      std::copy_n(mask.rows.columns + mask.rows.begin(i), size, to);
                                  } else if (!mask.present && all_columns) {
                                      size = columns.size();
                                      std::iota(to, to + size, column_index{0});
                                  } else if (mask.admits_only()) {
                                      selection_cursor written(columns);
                                      for (row_offset p = mask.rows.begin(i); p < mask.rows.end(i); ++p) {
                                          if (written.contains(mask.rows.columns[p])) to[size++] = mask.rows.columns[p];
                                      }
                                  } else {
                                      mask_cursor admitted(mask, i);
                                      for (index l = 0; l < columns.size(); ++l) {
                                          const auto j = static_cast<column_index>(columns[l]);
                                          if (admitted.admits(j)) to[size++] = j;
                                      }
                                  }
                                  if (size == 0 || value_bytes == 0) return size;
                                  std::memcpy(values, value, value_bytes);
                                  base::repeat_first_value(values, static_cast<std::size_t>(size), value_bytes);
                                  return size;
                              });
}

}  // namespace graphblas_gpu::host
