// assign and subassign on the CUDA engine; operations/assign.cpp calls it, and has checked the shapes.
#pragma once

#include <graphblas_gpu/operations/region.hpp>
#include <graphblas_gpu/operations/result_rows.hpp>

namespace graphblas_gpu::device {

/// Assigns the rows of A, or of a vector as one row, to `where`, under a mask that lies over `masked`.
void assign_rows(const context& ctx, const char* operation, const operations::any_operand& a, bool transpose,
                 const host::region& where, const host::region& masked, const operations::any_output& out);
/// Assigns a vector to part of a column.
void assign_column(const context& ctx, const char* operation, const any_vector& u, const host::region& where,
                   const host::region& masked, const operations::any_output& out);
/// Assigns one value of C's type to all positions of `where`.
void assign_value(const context& ctx, const char* operation, const void* value, const host::region& where,
                  const host::region& masked, const operations::any_output& out);

}  // namespace graphblas_gpu::device
