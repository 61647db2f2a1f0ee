// Operations that move entries to other positions (concat, split, diagonals, permutations), on whichever engine a context has.
// Compiled once for all types.
#pragma once

#include <vector>

#include <graphblas_gpu/formats/permutation.hpp>
#include <graphblas_gpu/operations/result_rows.hpp>
#include <graphblas_gpu/operations/tiles.hpp>

namespace graphblas_gpu::operations {

/// The matrix that a grid of tile_rows x tile_columns tiles makes when it is put together. `tiles` lists the grid row by row.
/// All values are of one type. Throws what host::tiling_of_grid throws, and dimension_mismatch if the matrix does not have the
/// shape
/// `*expected`.
result_rows concatenated(const context& ctx, const std::vector<const any_matrix*>& tiles, index tile_rows, index tile_columns,
                         const shapes::shape* expected);
/// C = such a matrix, on the engine that on_engine() chooses.
void concat(const context& ctx, const std::vector<const any_matrix*>& tiles, index tile_rows, index tile_columns,
            const any_output& out);
/// The matrix whose rows are these vectors of size ncols, of which there is at least one.
result_rows stacked(const context& ctx, index ncols, const std::vector<const any_vector*>& rows);
/// The tiles that the grid cuts a matrix into, row by row.
std::vector<result_rows> split(const context& ctx, const any_matrix& a, const host::tiling& grid);

/// A vector as diagonal k of a square matrix. O(size + |k|).
result_rows matrix_of_diagonal(const context& ctx, const any_vector& v, index k);
/// The diagonal that begins at A(down, right) and has `size` positions, as a vector of that size. O(size log(row size)).
result_rows diagonal_of(const context& ctx, const any_matrix& a, index down, index right, index size);

/// A matrix or a vector with its rows and columns in another order.
result_rows permuted(const context& ctx, const any_matrix& a, const formats::permutation& rows,
                     const formats::permutation& columns);
result_rows permuted(const context& ctx, const any_vector& u, const formats::permutation& order);

}  // namespace graphblas_gpu::operations
