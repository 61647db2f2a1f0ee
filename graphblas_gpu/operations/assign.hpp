// assign and subassign on whichever engine a context has, compiled once for all types.
//
// Idea: every assignment is an assignment of rows into rows (region.hpp). The exception is a well-filled vector from which
// nothing is deleted: only the entries that are assigned are touched. Where one value fills a dense vector under a mask, no
// step can fail, so that the values are written to their positions at once.
// Source: GraphBLAS C API 2.1, section 4.3.7.
#pragma once

#include <graphblas_gpu/index_list.hpp>
#include <graphblas_gpu/operations/result_rows.hpp>

namespace graphblas_gpu::operations {

/// What the mask has the shape of, and from which `replace` deletes entries: the output, or the row or column that is assigned
/// to (GrB_assign); or the part that is assigned to (GxB_subassign).
enum class mask_over { output, part };

/// The rows and columns that are assigned to. A vector has columns only.
struct assigned_part {
    const index_list* rows = nullptr;
    const index_list* columns = nullptr;
};

// The operation is the name of the public function, with which messages begin. All functions run on the engine that on_engine()
// chooses, and throw what the public functions throw.

/// C(I, J)<M, replace> = accum(C(I, J), A), for two matrices or two vectors.
void assign(const context& ctx, const char* operation, const any_operand& a, bool transpose, const assigned_part& part,
            mask_over over, const any_output& out);
/// C(i, J)<m, replace> = accum(C(i, J), u), and C(I, j)<m, replace> = accum(C(I, j), u).
/// @{
void assign_row(const context& ctx, const char* operation, const any_vector& u, index row, const index_list& columns,
                mask_over over, const any_output& out);
void assign_column(const context& ctx, const char* operation, const any_vector& u, const index_list& rows, index column,
                   mask_over over, const any_output& out);
/// @}

/// C<M, replace> = accum(C, value), for a value of C's type, or of the type that an accumulator over other types adds; it is
/// not read for structure alone.
void assign_value(const context& ctx, const void* value, const any_output& out);
/// C(I, J)<M, replace> = accum(C(I, J), value).
void assign_value(const context& ctx, const char* operation, const void* value, const assigned_part& part, mask_over over,
                  const any_output& out);

/// The value as an object over T stores it. An object of structure alone stores no value, so the given value is ignored.
template <class T, class Value>
formats::stored<T> to_store([[maybe_unused]] const Value& value) {
    if constexpr (std::is_void_v<T>) return {};
    else return cast<T>(value);
}

}  // namespace graphblas_gpu::operations
