// A matrix put together from a grid of tiles, and cut into one.
//
// Source: SuiteSparse:GraphBLAS user guide, GxB_Matrix_concat and GxB_Matrix_split.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <type_traits>
#include <vector>

#include <graphblas_gpu/integer_list.hpp>
#include <graphblas_gpu/operations/device/arrange.hpp>
#include <graphblas_gpu/operations/operation.hpp>
#include <graphblas_gpu/operations/tiles.hpp>

namespace graphblas_gpu {

namespace host {

template <class X>
const auto& tile_of(const X& x) {
    if constexpr (std::is_pointer_v<X>) return *x;
    else return x;
}
template <class Tiles>
using tile_in = std::remove_cvref_t<decltype(tile_of(*std::begin(std::declval<const Tiles&>())))>;

/// The tiles side by side, row by row.
template <class To, class T>
csr<To> concatenated(team& team, const std::vector<csr_view<T>>& tiles, const tiling& grid) {
    const index width = grid.tile_columns();
    const auto [nrows, ncols] = grid.shape();
    buffer<row_offset> offsets(static_cast<std::size_t>(nrows) + 1);
    row_offset before = 0;
    for (index i = 0, p = 0; i < nrows; ++i) {
        while (i >= grid.rows[static_cast<std::size_t>(p) + 1]) ++p;
        const csr_view<T>* const row = tiles.data() + p * width;
        offsets[static_cast<std::size_t>(i)] = before;
        for (index q = 0; q < width; ++q) before += row[q].row_size(i - grid.rows[static_cast<std::size_t>(p)]);
    }
    offsets[static_cast<std::size_t>(nrows)] = before;
    return build_rows<To>(team, nrows, ncols, offsets, [&](index i, column_index* columns, formats::stored<To>* values) {
        const index tile_row = grid.tile_row_of(i);
        const index here = i - grid.rows[static_cast<std::size_t>(tile_row)];
        index size = 0;
        for (index q = 0; q < width; ++q) {
            const csr_view<T>& tile = tiles[static_cast<std::size_t>(tile_row * width + q)];
            const auto shift = static_cast<column_index>(grid.columns[static_cast<std::size_t>(q)]);
            for (row_offset p = tile.begin(here); p < tile.end(here); ++p, ++size) {
                columns[size] = tile.columns[p] + shift;
                if constexpr (!std::is_void_v<To>) values[size] = read_value<To>(tile, p);
            }
        }
        return size;
    });
}

/// From the tiles as the caller has them; `check` sees the shape of the result before it is made.
template <class To, class Tiles, class Check>
matrix<To> concatenated(const context& ctx, const Tiles& tiles, index tile_rows, index tile_columns, Check&& check) {
    using value = value_of<tile_in<Tiles>>;
    std::vector<shapes::shape> sizes;
    for (const auto& tile : tiles) sizes.push_back(shapes::of(tile_of(tile)));
    const tiling grid = tiling_of_grid(sizes, tile_rows, tile_columns);
    check(grid.shape());
    if constexpr (cuda::is_built_in) {
        if (ctx.is_cuda()) {
            std::vector<std::shared_ptr<const cuda::csr>> there;
            for (const auto& tile : tiles) there.push_back(device::own_operand(ctx.cuda_engine(), tile_of(tile), false));
            return device::concatenated<To>(ctx, there, grid);
        }
    }
    std::vector<csr_view<value>> views;
    for (const auto& tile : tiles) views.push_back(tile_of(tile).storage().view());
    return matrix<To>::from_storage(concatenated<To>(ctx.team(), views, grid));
}

/// Rows first_row .. first_row + nrows - 1 of a, cut at the columns `starts` into as many matrices. Every row is searched for
/// its cuts once: cuts[i * starts.size() + q] is where tile q of row i begins.
template <class T>
void split_rows(team& team, const csr_view<T>& a, index first_row, index nrows, std::span<const index> starts,
                std::vector<matrix<T>>& out) {
    const std::size_t width = starts.size();
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
    for (std::size_t q = 0; q + 1 < width; ++q) {
        const auto cut = [&, q](index i) { return cuts.data() + static_cast<std::size_t>(i) * width + q; };
        const buffer<row_offset> offsets = scan_bounds(nrows, [&](index i) { return cut(i)[1] - cut(i)[0]; });
        out.push_back(matrix<T>::from_storage(build_rows<T>(
            team, nrows, starts[q + 1] - starts[q], offsets, [&](index i, column_index* columns, formats::stored<T>* values) {
                const row_offset begin = cut(i)[0], size = cut(i)[1] - begin;
                const auto shift = static_cast<column_index>(starts[q]);
                std::transform(a.columns + begin, a.columns + begin + size, columns, [shift](column_index j) { return j - shift; });
                if constexpr (!std::is_void_v<T>) std::copy_n(a.values + begin, size, values);
                return size;
            })));
    }
}

}  // namespace host

/// A list of tiles of one type: any range of matrix<T>, as split returns it, or of pointers to them.
template <class Tiles>
concept tile_list = is_matrix<host::tile_in<Tiles>>;

/// C = the grid of tile_rows x tile_columns tiles, given row by row: tile (p, q) is number p * tile_columns + q of the list. The
/// tiles of one row of the grid have the same number of rows, those of one column the same number of columns; 0 is a number
/// too. Values are cast to the type of C, which may be one of the tiles.
///
///     gb::concat(ctx, c, {&a, &b, &empty, &d}, 2, 2);   // c = [a b; 0 d]
///
/// Throws invalid_value (no tiles, a wrong number of them, a result beyond 2^32 - 1 a side), dimension_mismatch (with the tile
/// that does not fit, or the shape that C must have), out_of_memory; C is then as it was.
/// O(nvals + nrows(C) (tile_columns + log tile_rows)).
template <class TC, tile_list Tiles>
void concat(const context& ctx, matrix<TC>& c, const Tiles& tiles, index tile_rows, index tile_columns) {
    const auto check = [&](shapes::shape shape) { shapes::check_same("concat", "C", shapes::of(c), shape); };
    c = host::concatenated<TC>(ctx, tiles, tile_rows, tile_columns, check);
}
/// The same for tiles listed in braces.
template <class TC, class T>
void concat(const context& ctx, matrix<TC>& c, std::initializer_list<const matrix<T>*> tiles, index tile_rows,
            index tile_columns) {
    concat<TC, std::initializer_list<const matrix<T>*>>(ctx, c, tiles, tile_rows, tile_columns);
}

/// As a new matrix over the type of the tiles.
template <tile_list Tiles>
host::tile_in<Tiles> concat(const context& ctx, const Tiles& tiles, index tile_rows, index tile_columns) {
    using value = value_of<host::tile_in<Tiles>>;
    return host::concatenated<value>(ctx, tiles, tile_rows, tile_columns, [](shapes::shape) {});
}
/// The same for tiles listed in braces.
template <class T>
matrix<T> concat(const context& ctx, std::initializer_list<const matrix<T>*> tiles, index tile_rows, index tile_columns) {
    return concat<std::initializer_list<const matrix<T>*>>(ctx, tiles, tile_rows, tile_columns);
}

/// A cut into tile_nrows.size() x tile_ncols.size() tiles, row by row: tile (p, q) is tile_nrows[p] x tile_ncols[q] and stands at
/// p * tile_ncols.size() + q. The sizes, of which some may be 0, add up to those of A. concat puts the tiles together again.
/// Throws invalid_value (no tiles), dimension_mismatch (sizes that do not add up), out_of_memory.
/// O(nvals + nrows tile_columns log(row size)).
template <class T>
std::vector<matrix<T>> split(const context& ctx, const matrix<T>& a, const integer_list<index>& tile_nrows,
                             const integer_list<index>& tile_ncols) {
    const host::tiling grid = host::tiling_by_sizes(shapes::of(a), tile_nrows, tile_ncols);
    if constexpr (cuda::is_built_in) {
        if (ctx.is_cuda()) return device::split(ctx, a, grid);
    }
    std::vector<matrix<T>> tiles;
    tiles.reserve(tile_nrows.size() * tile_ncols.size());
    for (std::size_t p = 0; p < tile_nrows.size(); ++p) {
        host::split_rows(ctx.team(), a.storage().view(), grid.rows[p], tile_nrows.span()[p], grid.columns, tiles);
    }
    return tiles;
}

}  // namespace graphblas_gpu
