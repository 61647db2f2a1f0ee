// Transposes, parts and assignments of matrices and vectors whose types are known at run time.
//
// They do what the functions of the same names do on matrix<T> and vector<T> (transpose.hpp, extract.hpp, assign.hpp,
// subassign.hpp), at the same cost and with the same errors. Casts, masks and accumulators are as in any_elementwise.hpp.
#pragma once

#include <graphblas_gpu/any_mask.hpp>
#include <graphblas_gpu/any_matrix.hpp>
#include <graphblas_gpu/any_operator.hpp>
#include <graphblas_gpu/any_scalar.hpp>
#include <graphblas_gpu/any_vector.hpp>
#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/descriptor.hpp>
#include <graphblas_gpu/index_list.hpp>

namespace graphblas_gpu {

/// C<M, replace> = accum(C, A'), or accum(C, A) if desc.transpose_a.
void transpose(const context& ctx, any_matrix& c, const any_mask& mask, const any_operator& accum, const any_matrix& a,
               const descriptor& desc = {});
/// The transpose as a new matrix. Throws out_of_memory, unsupported on a device for values that it does not hold.
any_matrix transpose(const context& ctx, const any_matrix& a);

/// C<M, replace> = accum(C, A(I, J)) and w<m, replace> = accum(w, u(I)).
/// @{
void extract(const context& ctx, any_matrix& c, const any_mask& mask, const any_operator& accum, const any_matrix& a,
             const index_list& rows, const index_list& columns, const descriptor& desc = {});
void extract(const context& ctx, any_vector& w, const any_mask& mask, const any_operator& accum, const any_vector& u,
             const index_list& indices, const descriptor& desc = {});
/// @}
/// w<m, replace> = accum(w, A(i, J)) and w<m, replace> = accum(w, A(I, j)), of A transposed if desc.transpose_a.
/// @{
void extract_row(const context& ctx, any_vector& w, const any_mask& mask, const any_operator& accum, const any_matrix& a,
                 index row, const index_list& columns, const descriptor& desc = {});
void extract_column(const context& ctx, any_vector& w, const any_mask& mask, const any_operator& accum, const any_matrix& a,
                    const index_list& rows, index column, const descriptor& desc = {});
/// @}
/// A(I, J), and u(I), as new objects. Throws as extract on matrix<T> (extract.hpp).
/// @{
any_matrix extract(const context& ctx, const any_matrix& a, const index_list& rows, const index_list& columns);
any_vector extract(const context& ctx, const any_vector& u, const index_list& indices);
/// @}

/// C<M, replace> = accum(C, A), whole object to whole object.
/// @{
void assign(const context& ctx, any_matrix& c, const any_mask& mask, const any_operator& accum, const any_matrix& a,
            const descriptor& desc = {});
void assign(const context& ctx, any_vector& w, const any_mask& mask, const any_operator& accum, const any_vector& u,
            const descriptor& desc = {});
/// @}
/// C(I, J)<M, replace> = accum(C(I, J), A) and w(I)<m, replace> = accum(w(I), u). The mask has the shape of the output.
/// @{
void assign(const context& ctx, any_matrix& c, const any_mask& mask, const any_operator& accum, const any_matrix& a,
            const index_list& rows, const index_list& columns, const descriptor& desc = {});
void assign(const context& ctx, any_vector& w, const any_mask& mask, const any_operator& accum, const any_vector& u,
            const index_list& indices, const descriptor& desc = {});
/// @}
/// A value at every position of I x J, or of I, that the mask admits: gb::all for all of C. Throws invalid_value if there is
/// no value.
/// @{
void assign(const context& ctx, any_matrix& c, const any_mask& mask, const any_operator& accum, const any_scalar& value,
            const index_list& rows, const index_list& columns, const descriptor& desc = {});
void assign(const context& ctx, any_vector& w, const any_mask& mask, const any_operator& accum, const any_scalar& value,
            const index_list& indices, const descriptor& desc = {});
/// @}
/// C(i, J)<m, replace> = accum(C(i, J), u) and C(I, j)<m, replace> = accum(C(I, j), u). The mask lies over the row or the
/// column.
/// @{
void assign_row(const context& ctx, any_matrix& c, const any_mask& mask, const any_operator& accum, const any_vector& u,
                index row, const index_list& columns, const descriptor& desc = {});
void assign_column(const context& ctx, any_matrix& c, const any_mask& mask, const any_operator& accum, const any_vector& u,
                   const index_list& rows, index column, const descriptor& desc = {});
/// @}

/// The same with masks over the part that is assigned to (subassign.hpp).
/// @{
void subassign(const context& ctx, any_matrix& c, const any_mask& mask, const any_operator& accum, const any_matrix& a,
               const index_list& rows, const index_list& columns, const descriptor& desc = {});
void subassign(const context& ctx, any_vector& w, const any_mask& mask, const any_operator& accum, const any_vector& u,
               const index_list& indices, const descriptor& desc = {});
void subassign(const context& ctx, any_matrix& c, const any_mask& mask, const any_operator& accum, const any_scalar& value,
               const index_list& rows, const index_list& columns, const descriptor& desc = {});
void subassign(const context& ctx, any_vector& w, const any_mask& mask, const any_operator& accum, const any_scalar& value,
               const index_list& indices, const descriptor& desc = {});
void subassign_row(const context& ctx, any_matrix& c, const any_mask& mask, const any_operator& accum, const any_vector& u,
                   index row, const index_list& columns, const descriptor& desc = {});
void subassign_column(const context& ctx, any_matrix& c, const any_mask& mask, const any_operator& accum, const any_vector& u,
                      const index_list& rows, index column, const descriptor& desc = {});
/// @}

}  // namespace graphblas_gpu
