// Copies of matrices and vectors, and transposes, for the operations that return them.
#pragma once

#include <graphblas_gpu/operations/result_rows.hpp>

namespace graphblas_gpu::operations {

/// A copy of a container, transposed if it is a matrix and `transpose`. The transpose of a matrix, once made, is cached with
/// it, unless it has far more rows than entries.
/// @{
result_rows copy_of(const context& ctx, const char* operation, const any_matrix& x, bool transpose);
result_rows copy_of(const context& ctx, const char* operation, const any_vector& x, bool transpose);
/// @}

}  // namespace graphblas_gpu::operations
