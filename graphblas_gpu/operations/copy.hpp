// Copies of matrices and vectors, and transposes, for the operations that return them.
#pragma once

#include <graphblas_gpu/operations/result_rows.hpp>

namespace graphblas_gpu::operations {

/// A copy of a container, transposed if it is a matrix and `transpose`. The transpose of a matrix, once made, is cached with
/// it, unless it has far more rows than entries.
result_rows copy_of(const context& ctx, const char* operation, const any_operand& x, bool transpose);
/// C<M, replace> = accum(C, X), X transposed if `transpose`, on the engine that on_engine() chooses. Throws dimension_mismatch.
void copy(const context& ctx, const char* operation, const any_operand& x, bool transpose, const any_output& out);

}  // namespace graphblas_gpu::operations
