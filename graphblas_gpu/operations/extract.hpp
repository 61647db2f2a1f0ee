// Parts of matrices and vectors, on whichever engine a context has. Compiled once for all types.
#pragma once

#include <utility>

#include <graphblas_gpu/any_matrix.hpp>
#include <graphblas_gpu/any_vector.hpp>
#include <graphblas_gpu/formats/selection.hpp>
#include <graphblas_gpu/index_list.hpp>
#include <graphblas_gpu/operations/result_rows.hpp>

namespace graphblas_gpu::operations {

using formats::selection;

// All functions run on the engine that on_engine() chooses, and throw what the public functions throw. With an output they
// store C<M, replace> = accum(C, T), else they return T.

/// A(I, J), or A'(I, J) if `transpose`.
/// @{
result_rows extracted(const context& ctx, const any_matrix& a, bool transpose, const index_list& rows,
                      const index_list& columns);
void extract(const context& ctx, const any_matrix& a, bool transpose, const index_list& rows, const index_list& columns,
             const any_output& out);
/// @}
/// u(I).
/// @{
result_rows extracted(const context& ctx, const any_vector& u, const index_list& indices);
void extract(const context& ctx, const any_vector& u, const index_list& indices, const any_output& out);
/// @}

/// A row or a column of a matrix, which is transposed if `transpose`.
struct matrix_line {
    const char* operation;  ///< the public function
    index number;
    bool is_column;
    bool transpose;
};
/// A(i, J) or A(J, i) as a vector.
/// @{
result_rows extracted(const context& ctx, const any_matrix& a, const matrix_line& line, const index_list& indices);
void extract(const context& ctx, const any_matrix& a, const matrix_line& line, const index_list& indices,
             const any_output& out);
/// @}

}  // namespace graphblas_gpu::operations
