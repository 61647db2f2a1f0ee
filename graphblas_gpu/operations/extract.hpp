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

/// The selected rows and columns, checked against the shape of the matrix.
std::pair<selection, selection> selected(shapes::shape shape, const index_list& rows, const index_list& columns);

/// A(I, J), or A'(I, J) if `transpose`.
result_rows extracted(const context& ctx, const any_matrix& a, bool transpose, const selection& rows, const selection& columns);
/// u(I).
result_rows extracted(const context& ctx, const any_vector& u, const selection& indices);
/// A(i, J) as a vector, or A(J, i) if `is_column`.
result_rows extracted(const context& ctx, const any_matrix& a, index i, bool is_column, const selection& indices);

}  // namespace graphblas_gpu::operations
