// Grids of tiles, diagonals and permutations of matrices and vectors whose types are known at run time.
//
// They do what the functions of the same names do on matrix<T> and vector<T> (concat.hpp, diag.hpp, permute.hpp), which call
// them, at the same cost and with the same errors. Values are only moved, so that the type of a result is that of the operand.
#pragma once

#include <graphblas_gpu/any_matrix.hpp>
#include <graphblas_gpu/any_vector.hpp>
#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/integer_list.hpp>

#include <span>
#include <vector>

namespace graphblas_gpu {

/// C = the grid of tile_rows x tile_columns tiles, listed row by row. Values are cast to the type of C, which may be one of the
/// tiles. Throws domain_mismatch too.
void concat(const context& ctx, any_matrix& c, std::span<const any_matrix* const> tiles, index tile_rows, index tile_columns);
/// The grid of tiles, which have one type, as a new matrix. Throws domain_mismatch too.
any_matrix concat(const context& ctx, std::span<const any_matrix* const> tiles, index tile_rows, index tile_columns);
/// A split into tiles with these numbers of rows and of columns, row by row.
std::vector<any_matrix> split(const context& ctx, const any_matrix& a, const integer_list<index>& tile_nrows,
                              const integer_list<index>& tile_ncols);
/// The matrix whose row s is rows[s]; at least one row, of size ncols.
any_matrix stack_rows(const context& ctx, index ncols, std::span<const any_vector* const> rows);

/// The square matrix with the entries of v on diagonal k.
any_matrix matrix_diag(const context& ctx, const any_vector& v, index k = 0);
/// The entries of A on diagonal k.
any_vector vector_diag(const context& ctx, const any_matrix& a, index k = 0);

/// A(order, order), A(row_order, column_order) and u(order), as new objects.
/// @{
any_matrix permute(const context& ctx, const any_matrix& a, const integer_list<index>& order);
any_matrix permute(const context& ctx, const any_matrix& a, const integer_list<index>& row_order,
                   const integer_list<index>& column_order);
any_vector permute(const context& ctx, const any_vector& u, const integer_list<index>& order);
/// @}

}  // namespace graphblas_gpu
