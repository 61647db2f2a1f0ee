#include <graphblas_gpu/host/concat_rows.hpp>

#include <algorithm>
#include <cstring>

#include <graphblas_gpu/host/rows.hpp>

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

std::vector<untyped_csr> split_rows(team& team, const untyped_view& a, index first_row, index nrows, std::span<const index> starts) {
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

}  // namespace graphblas_gpu::host
