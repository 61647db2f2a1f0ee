// A matrix put together from a grid of tiles, and a matrix split into a grid of tiles.
//
// Source: SuiteSparse:GraphBLAS user guide, GxB_Matrix_concat and GxB_Matrix_split.
#pragma once

#include <initializer_list>
#include <iterator>
#include <span>
#include <type_traits>
#include <vector>

#include <graphblas_gpu/any_arrange.hpp>
#include <graphblas_gpu/base/within_memory.hpp>
#include <graphblas_gpu/operations/arrange.hpp>

namespace graphblas_gpu {

namespace host {

template <class X>
const auto& tile_of(const X& x) {
    if constexpr (std::is_pointer_v<X>) return *x;
    else return x;
}
template <class Tiles>
using tile_in = std::remove_cvref_t<decltype(tile_of(*std::begin(std::declval<const Tiles&>())))>;

/// The caller's tiles.
template <class Tiles>
std::vector<const any_matrix*> untyped_tiles(const Tiles& tiles) {
    return base::library_call("concat", [&] {
        std::vector<const any_matrix*> list;
        for (const auto& tile : tiles) list.push_back(&tile_of(tile).any());
        return list;
    });
}

}  // namespace host

/// A list of tiles of one type: any range of matrix<T>, as split returns it, or a range of pointers to matrices.
template <class Tiles>
concept tile_list = is_matrix<host::tile_in<Tiles>>;

/// C = the grid of tile_rows x tile_columns tiles, listed row by row: tile (p, q) is number p * tile_columns + q of the list.
/// Tiles in the same row of the grid must have the same number of rows, tiles in the same column the same number of columns;
/// these numbers may be 0. Values are cast to the type of C. C may be one of the tiles.
///
///     gb::concat(ctx, c, {&a, &b, &empty, &d}, 2, 2);   // c = [a b; 0 d]
///
/// Throws invalid_value (no tiles, a wrong number of them, a result beyond 2^32 - 1 a side), dimension_mismatch (with the tile
/// that does not fit, or the shape that C must have), out_of_memory; C is then as it was.
/// O(nvals + nrows(C) (tile_columns + log tile_rows)).
template <class TC, tile_list Tiles>
void concat(const context& ctx, matrix<TC>& c, const Tiles& tiles, index tile_rows, index tile_columns) {
    operations::concat(ctx, host::untyped_tiles(tiles), tile_rows, tile_columns,
                       operations::output_of<value_of<host::tile_in<Tiles>>>(c, no_mask, no_accum, false));
}
/// The same for tiles listed in braces.
template <class TC, class T>
void concat(const context& ctx, matrix<TC>& c, std::initializer_list<const matrix<T>*> tiles, index tile_rows,
            index tile_columns) {
    concat<TC, std::initializer_list<const matrix<T>*>>(ctx, c, tiles, tile_rows, tile_columns);
}

/// The grid of tiles as a new matrix over the type of the tiles.
template <tile_list Tiles>
host::tile_in<Tiles> concat(const context& ctx, const Tiles& tiles, index tile_rows, index tile_columns) {
    const std::vector<const any_matrix*> list = host::untyped_tiles(tiles);
    return host::tile_in<Tiles>(concat(ctx, std::span<const any_matrix* const>(list), tile_rows, tile_columns));
}
/// The same for tiles listed in braces.
template <class T>
matrix<T> concat(const context& ctx, std::initializer_list<const matrix<T>*> tiles, index tile_rows, index tile_columns) {
    return concat<std::initializer_list<const matrix<T>*>>(ctx, tiles, tile_rows, tile_columns);
}

/// A split into tile_nrows.size() x tile_ncols.size() tiles, row by row: tile (p, q) is tile_nrows[p] x tile_ncols[q] and has
/// the position p * tile_ncols.size() + q in the result. The sizes may be 0 and must add up to the sides of A. concat puts the
/// tiles together again.
/// Throws invalid_value (no tiles), dimension_mismatch (sizes that do not add up), out_of_memory.
/// O(nvals + nrows tile_columns log(row size)).
template <class T>
std::vector<matrix<T>> split(const context& ctx, const matrix<T>& a, const integer_list<index>& tile_nrows,
                             const integer_list<index>& tile_ncols) {
    return base::library_call("split", [&] {
        std::vector<matrix<T>> tiles;
        for (any_matrix& tile : split(ctx, a.any(), tile_nrows, tile_ncols)) tiles.emplace_back(std::move(tile));
        return tiles;
    });
}

/// The matrix whose row s is the vector rows[s], of size ncols. Throws dimension_mismatch for a vector of another size.
/// O(nvals + number of rows).
template <class T>
matrix<T> stack_rows(const context& ctx, index ncols, const std::vector<vector<T>>& rows) {
    if (rows.empty()) return matrix<T>(0, ncols);
    return base::library_call("stack_rows", [&] {
        std::vector<const any_vector*> list;
        for (const vector<T>& row : rows) list.push_back(&row.any());
        return matrix<T>(stack_rows(ctx, ncols, std::span<const any_vector* const>(list)));
    });
}

}  // namespace graphblas_gpu
