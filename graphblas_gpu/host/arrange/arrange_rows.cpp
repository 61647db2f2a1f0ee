// Idea of permuted(): the sizes of the new rows are known, so that every row is written where it belongs. The entries of a row
// get their new columns from a table and are sorted by them, together with their positions in the old row. A short row is
// sorted by comparisons, a long one by digits (radix sort), so that the cost of an entry is bounded.
#include <graphblas_gpu/base/radix_sort.hpp>
#include <graphblas_gpu/base/value_mover.hpp>
#include <graphblas_gpu/host/arrange/arrange_rows.hpp>
#include <graphblas_gpu/host/rows/rows.hpp>

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace graphblas_gpu::host {

using formats::untyped_csr;
using formats::untyped_view;

namespace {

/// Copies entries [first, first + count) of a to the beginning of `columns` and `values` and adds `shift` to their columns.
void copy_entries(const untyped_view& from, row_offset first, row_offset count, column_index shift, column_index* columns,
                  std::byte* values) {
    const column_index* const begin = from.columns + first;
    std::transform(begin, begin + count, columns, [shift](column_index j) { return j + shift; });
    if (count == 0 || from.value_bytes == 0) return;
    std::memcpy(values, from.values + static_cast<std::size_t>(first) * from.value_bytes,
                static_cast<std::size_t>(count) * from.value_bytes);
}

}  // namespace

untyped_csr concatenated(team& team, std::span<const untyped_view> tiles, const tiling& grid) {
    const index width = grid.tile_columns();
    const auto [nrows, ncols] = grid.shape();
    const std::size_t bytes = tiles.front().value_bytes;
    buffer<row_offset> offsets(static_cast<std::size_t>(nrows) + 1);
    row_offset before = 0;
    for (index i = 0, p = 0; i < nrows; ++i) {
        while (i >= grid.rows[static_cast<std::size_t>(p) + 1]) ++p;
        const untyped_view* const row = tiles.data() + p * width;
        offsets[static_cast<std::size_t>(i)] = before;
        for (index q = 0; q < width; ++q) before += row[q].row_size(i - grid.rows[static_cast<std::size_t>(p)]);
    }
    offsets[static_cast<std::size_t>(nrows)] = before;
    return build_untyped_rows(team, nrows, ncols, bytes, offsets, [&](index i, column_index* columns, std::byte* values) {
        const index tile_row = grid.tile_row_of(i);
        const index here = i - grid.rows[static_cast<std::size_t>(tile_row)];
        index size = 0;
        for (index q = 0; q < width; ++q) {
            const untyped_view& tile = tiles[static_cast<std::size_t>(tile_row * width + q)];
            const auto shift = static_cast<column_index>(grid.columns[static_cast<std::size_t>(q)]);
            copy_entries(tile, tile.begin(here), tile.row_size(here), shift, columns + size,
                         values + static_cast<std::size_t>(size) * bytes);
            size += tile.row_size(here);
        }
        return size;
    });
}

std::vector<untyped_csr> split_rows(team& team, const untyped_view& a, index first_row, index nrows,
                                    std::span<const index> starts) {
    const std::size_t width = starts.size();
    // Every row is searched for its cuts once: cuts[i * width + q] is where tile q of row i begins.
    buffer<row_offset> cuts(static_cast<std::size_t>(nrows) * width);
    for_ranges(team, nrows, static_cast<std::int64_t>(cuts.size()), [&](index first, index last, int) {
        for (index i = first; i < last; ++i) {
            row_offset p = a.begin(first_row + i);
            for (std::size_t q = 0; q < width; ++q) {
                p = std::lower_bound(a.columns + p, a.columns + a.end(first_row + i), starts[q],
                                     [](column_index j, index start) { return j < start; }) - a.columns;
                cuts[static_cast<std::size_t>(i) * width + q] = p;
            }
        }
    });
    std::vector<untyped_csr> tiles;
    for (std::size_t q = 0; q + 1 < width; ++q) {
        const auto cut = [&](index i) { return cuts.data() + static_cast<std::size_t>(i) * width + q; };
        const buffer<row_offset> offsets = scan_bounds(nrows, [&](index i) { return cut(i)[1] - cut(i)[0]; });
        const auto shift = static_cast<column_index>(-starts[q]);  // unsigned: adding it subtracts starts[q]
        tiles.push_back(build_untyped_rows(team, nrows, starts[q + 1] - starts[q], a.value_bytes, offsets,
                                           [&](index i, column_index* columns, std::byte* values) {
            const row_offset size = cut(i)[1] - cut(i)[0];
            copy_entries(a, cut(i)[0], size, shift, columns, values);
            return size;
        }));
    }
    return tiles;
}

namespace {

/// The size of a row from which a radix sort is faster than comparisons.
constexpr row_offset long_from = 1024;

/// An entry of a row: its new column in the upper half, its position in the old row in the lower half.
using packed_entry = std::uint64_t;

/// Sorts entries by their new column; the result is in one of the two arrays.
const packed_entry* sorted(packed_entry* entries, packed_entry* other, row_offset count) {
    if (count < long_from) {
        std::sort(entries, entries + count);
        return entries;
    }
    const auto size = static_cast<std::size_t>(count);
    return base::radix_sort(std::span<packed_entry>(entries, size), std::span<packed_entry>(other, size), 32,
                            [](packed_entry x) { return x >> 32; })
        .data();
}

}  // namespace

formats::untyped_csr permuted(team& team, const formats::untyped_view& a, const column_index* old_row,
                              const column_index* new_column) {
    formats::untyped_csr out;
    out.nrows = a.nrows;
    out.ncols = a.ncols;
    out.value_bytes = a.value_bytes;
    row_offset longest = 0;
    out.offsets = scan_bounds(a.nrows, [&](index k) {
        const row_offset size = a.row_size(old_row[k]);
        longest = std::max(longest, size);
        return size;
    });
    const auto count = static_cast<std::size_t>(a.nvals());
    out.columns = buffer<column_index>(count);
    out.values = buffer<std::byte>(count * a.value_bytes);

    const auto room = static_cast<std::size_t>(longest);
    for_ranges_by_work(team, {out.offsets.data(), out.offsets.size()}, [&](index first, index last, int member) {
        packed_entry* const entries = team.own_scratch(member).get<packed_entry>(scratch::raw::packed, room);
        packed_entry* const other =
            team.own_scratch(member).get<packed_entry>(scratch::raw::keys, longest < long_from ? 0 : room);
        base::with_value_mover(a.value_bytes, [&](auto moved) {
            for (index k = first; k < last; ++k) {
                const row_offset begin = a.begin(old_row[k]), to = out.offsets[static_cast<std::size_t>(k)];
                const row_offset size = out.offsets[static_cast<std::size_t>(k) + 1] - to;
                for (row_offset p = 0; p < size; ++p) {
                    entries[p] = packed_entry{new_column[a.columns[begin + p]]} << 32 | static_cast<packed_entry>(p);
                }
                const packed_entry* const in_order = sorted(entries, other, size);
                for (row_offset p = 0; p < size; ++p) {
                    const auto n = static_cast<std::size_t>(to + p);
                    out.columns[n] = static_cast<column_index>(in_order[p] >> 32);
                    moved.copy(out.values.data(), n, a.values,
                               static_cast<std::size_t>(begin + static_cast<column_index>(in_order[p])));
                }
            }
        });
    });
    return out;
}

}  // namespace graphblas_gpu::host
