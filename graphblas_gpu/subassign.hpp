// Assignment into a part of an object, as if the part were an object of its own.
//
// Idea: the mask of subassign has the shape of I x J, the mask of assign that of the output. Nothing outside I x J changes,
// whatever the mask and replace are; without a mask subassign and assign are the same. Indices and errors are as in assign.hpp.
// Source: SuiteSparse:GraphBLAS user guide, GxB_subassign; not in the GraphBLAS C API.
#pragma once

#include <graphblas_gpu/operations/assign.hpp>

namespace graphblas_gpu {

/// C(I, J)<M, replace> = accum(C(I, J), A), A transposed if desc.transpose_a. A and the mask are |I| x |J|. The cost is that of
/// assign.
template <class TC, matrix_mask Mask, class Accum, class TA>
void subassign(const context& ctx, matrix<TC>& c, const Mask& mask, const Accum& accum, const matrix<TA>& a,
               const index_list& rows, const index_list& columns, const descriptor& desc = {}) {
    operations::assign(ctx, "subassign", a.any(), desc.transpose_a, {&rows, &columns}, operations::mask_over::part,
                       operations::output_of<TA>(c, mask, accum, desc.replace));
}

/// w(I)<m, replace> = accum(w(I), u). u and the mask have size |I|. The cost is that of assign.
template <class TW, vector_mask Mask, class Accum, class TU>
void subassign(const context& ctx, vector<TW>& w, const Mask& mask, const Accum& accum, const vector<TU>& u,
               const index_list& indices, const descriptor& desc = {}) {
    operations::assign(ctx, "subassign", u.any(), false, {nullptr, &indices}, operations::mask_over::part,
                       operations::output_of<TU>(w, mask, accum, desc.replace));
}

/// Assigns one value to every position of I x J that the mask, which is |I| x |J|, admits. The cost is that of assign.
template <class TC, matrix_mask Mask, class Accum, class Value>
requires(!container<Value>)
void subassign(const context& ctx, matrix<TC>& c, const Mask& mask, const Accum& accum, const Value& value,
               const index_list& rows, const index_list& columns, const descriptor& desc = {}) {
    const auto x = operations::to_store<TC>(value);
    operations::assign_value(ctx, "subassign", &x, {&rows, &columns}, operations::mask_over::part,
                             operations::output_of<TC>(c, mask, accum, desc.replace));
}

/// Assigns one value to every position of I that the mask, which has size |I|, admits. The cost is that of assign.
template <class TW, vector_mask Mask, class Accum, class Value>
requires(!container<Value>)
void subassign(const context& ctx, vector<TW>& w, const Mask& mask, const Accum& accum, const Value& value,
               const index_list& indices, const descriptor& desc = {}) {
    const auto x = operations::to_store<TW>(value);
    operations::assign_value(ctx, "subassign", &x, {nullptr, &indices}, operations::mask_over::part,
                             operations::output_of<TW>(w, mask, accum, desc.replace));
}

/// C(i, J)<m, replace> = accum(C(i, J), u). u and the mask have size |J|. Throws invalid_index (i). The cost is that of
/// assign_row.
template <class TC, vector_mask Mask, class Accum, class TU>
void subassign_row(const context& ctx, matrix<TC>& c, const Mask& mask, const Accum& accum, const vector<TU>& u, index row,
                   const index_list& columns, const descriptor& desc = {}) {
    operations::assign_row(ctx, "subassign_row", u.any(), row, columns, operations::mask_over::part,
                           operations::output_of<TU>(c, mask, accum, desc.replace));
}

/// C(I, j)<m, replace> = accum(C(I, j), u). u and the mask have size |I|. Throws invalid_index (j). The cost is that of
/// assign_column.
template <class TC, vector_mask Mask, class Accum, class TU>
void subassign_column(const context& ctx, matrix<TC>& c, const Mask& mask, const Accum& accum, const vector<TU>& u,
                      const index_list& rows, index column, const descriptor& desc = {}) {
    operations::assign_column(ctx, "subassign_column", u.any(), rows, column, operations::mask_over::part,
                              operations::output_of<TU>(c, mask, accum, desc.replace));
}

}  // namespace graphblas_gpu
