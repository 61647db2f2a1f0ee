// A matrix put together from a grid of tiles, and a matrix split into a grid of tiles.
//
// Source: SuiteSparse:GraphBLAS user guide, GxB_Matrix_concat and GxB_Matrix_split.
#pragma once

#include <initializer_list>
#include <iterator>
#include <type_traits>
#include <vector>

#include <graphblas_gpu/integer_list.hpp>
#include <graphblas_gpu/operations/arrange.hpp>
#include <graphblas_gpu/operations/on_engine.hpp>

namespace graphblas_gpu {

namespace host {

template <class X>
const auto& tile_of(const X& x) {
    if constexpr (std::is_pointer_v<X>) return *x;
    else return x;
}
template <class Tiles>
using tile_in = std::remove_cvref_t<decltype(tile_of(*std::begin(std::declval<const Tiles&>())))>;

/// The matrix that the caller's tiles make; see operations::concatenated.
template <class Tiles>
operations::result_rows concatenated(const context& ctx, const Tiles& tiles, index tile_rows, index tile_columns,
                                   const shapes::shape* expected) {
    std::vector<const any_matrix*> list;
    for (const auto& tile : tiles) list.push_back(&tile_of(tile).any());
    return operations::concatenated(ctx, list, tile_rows, tile_columns, expected);
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
    operations::on_engine(ctx, "concat", [&](const context& on) {
        const shapes::shape expected = shapes::of(c);
        operations::result_rows t = host::concatenated(on, tiles, tile_rows, tile_columns, &expected);
        operations::store<value_of<host::tile_in<Tiles>>>(on, "concat", c, std::move(t), no_mask, no_accum, false);
    });
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
    return operations::on_engine(ctx, "concat", [&](const context& on) {
        return host::concatenated(on, tiles, tile_rows, tile_columns, nullptr).template as<host::tile_in<Tiles>>();
    });
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
    return operations::on_engine(ctx, "split", [&](const context& on) {
        const host::tiling grid = host::tiling_by_sizes(shapes::of(a), tile_nrows.span(), tile_ncols.span());
        std::vector<matrix<T>> tiles;
        for (operations::result_rows& tile : operations::split(on, a.any(), grid)) {
            tiles.push_back(std::move(tile).template as<matrix<T>>());
        }
        return tiles;
    });
}

/// The matrix whose row s is the vector rows[s], of size ncols. Throws dimension_mismatch for a vector of another size.
/// O(nvals + number of rows).
template <class T>
matrix<T> stack_rows(const context& ctx, index ncols, const std::vector<vector<T>>& rows) {
    return operations::on_engine(ctx, "stack_rows", [&](const context& on) {
        if (rows.empty()) return matrix<T>(0, ncols);
        std::vector<const any_vector*> list;
        for (const vector<T>& row : rows) {
            shapes::check_same("stack_rows", "a row", row.size(), ncols);
            list.push_back(&row.any());
        }
        return operations::stacked(on, ncols, list).template as<matrix<T>>();
    });
}

}  // namespace graphblas_gpu
