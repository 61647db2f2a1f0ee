// Grids of tiles, diagonals, permutations and sorts of matrices and vectors whose types are known at run time.
//
// They do what the functions of the same names do on matrix<T> and vector<T> (concat.hpp, diag.hpp, permute.hpp, sort.hpp), at
// the same cost and with the same errors. Values are only moved, so that the type of a result is that of the operand.
#pragma once

#include <graphblas_gpu/any_matrix.hpp>
#include <graphblas_gpu/any_operator.hpp>
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

/// The result of sort: an object of the shape and the type of the sorted one, and one of type index.
template <class Object>
struct any_sorted {
    Object values;       ///< the values in order, at 0, 1, 2 ... (of each row)
    Object permutation;  ///< where each value came from
};
/// The entries of u, or of every row of A, in the order of `op`, whose result has type bool. Values of built-in types are cast
/// to the types of its operands, which are the same, where they are compared. Numbers by "lt" and "gt" cost what they cost in
/// sort.hpp; any other operator is called for every comparison, on host threads. Throws invalid_value if there is no operator,
/// domain_mismatch.
/// @{
any_sorted<any_matrix> sort(const context& ctx, const any_operator& op, const any_matrix& a);
any_sorted<any_vector> sort(const context& ctx, const any_operator& op, const any_vector& u);
/// @}

}  // namespace graphblas_gpu
