// Assigns an object or one value to another object or to a part of it, under a mask.
//
// Idea: assigning a whole object is one merge. Assigning to a part is one merge too, with a scope that says at which positions
// the operand is assigned (operations/region.hpp). The mask always has the shape of the output, or of the row or column that is
// assigned to, so `replace` also deletes entries outside I x J; subassign.hpp has assignments that do not.
// Source: GraphBLAS C API 2.1, section 4.3.7 (GrB_assign).
#pragma once

#include <graphblas_gpu/operations/assign.hpp>
#include <graphblas_gpu/operations/copy.hpp>

namespace graphblas_gpu {

// The type of the descriptor is a template parameter of these two functions, so that numbers in braces after the operand are
// taken as indices: the overloads below, which name index_list, are more specialised and are preferred.

/// C<M, replace> = accum(C, A), whole object to whole object of the same shape (A transposed if desc.transpose_a). Without an
/// accumulator, positions that the mask admits and that A leaves empty become empty. Throws dimension_mismatch.
/// O(nvals(A) + nvals(C)).
template <container C, mask_for<C> Mask, class Accum, same_kind<C> A, std::same_as<descriptor> Descriptor = descriptor>
void assign(const context& ctx, C& c, const Mask& mask, const Accum& accum, const A& a, const Descriptor& desc = {}) {
    operations::copy(ctx, "assign", a.any(), desc.transpose_a,
                     operations::output_of<value_of<A>>(c, mask, accum, desc.replace));
}

/// C<M, replace> = accum(C, value) at every position that the mask admits; without a mask at every position of C. The value is
/// cast to C's type. Throws out_of_memory if there are too many positions. O(positions admitted + nvals(C)); into a well-filled
/// vector under a structural mask O(nvals(M)).
template <container C, mask_for<C> Mask, class Accum, class Value, std::same_as<descriptor> Descriptor = descriptor>
requires(!container<Value>)
void assign(const context& ctx, C& c, const Mask& mask, const Accum& accum, const Value& value, const Descriptor& desc = {}) {
    const auto x = operations::to_store<value_of<C>>(value);
    operations::assign_value(ctx, &x, operations::output_of<value_of<C>>(c, mask, accum, desc.replace));
}

// ---- assignment into a part ----
//
// Indices may be in any order, but an index may not occur twice: that throws invalid_value, because the standard leaves
// undefined which value would stay. Without an accumulator, positions of I x J that the mask admits and that the operand leaves
// empty become empty. All functions throw dimension_mismatch, index_out_of_bounds, invalid_value.

/// C(I, J)<M, replace> = accum(C(I, J), A), A transposed if desc.transpose_a: entry (k, l) of A goes to (I[k], J[l]). A is |I|
/// x |J|, the mask has the shape of C. C may be A or the mask. O(nvals(C) + nvals(A) + nvals(M) + nrows(C)); for a list that
/// does not ascend, also the cost of sorting it and of extracting from A by it.
template <class TC, matrix_mask Mask, class Accum, class TA>
void assign(const context& ctx, matrix<TC>& c, const Mask& mask, const Accum& accum, const matrix<TA>& a,
            const index_list& rows, const index_list& columns, const descriptor& desc = {}) {
    operations::assign(ctx, "assign", a.any(), desc.transpose_a, {&rows, &columns}, operations::mask_over::output,
                       operations::output_of<TA>(c, mask, accum, desc.replace));
}

/// w(I)<m, replace> = accum(w(I), u): entry k of u goes to I[k]. u has size |I|, the mask the size of w. w may be u or the
/// mask.
/// O(nvals(w) + nvals(m) + |I|); O(|I|) into a well-filled vector without a mask, if there is an accumulator or u is full.
template <class TW, vector_mask Mask, class Accum, class TU>
void assign(const context& ctx, vector<TW>& w, const Mask& mask, const Accum& accum, const vector<TU>& u,
            const index_list& indices, const descriptor& desc = {}) {
    operations::assign(ctx, "assign", u.any(), false, {nullptr, &indices}, operations::mask_over::output,
                       operations::output_of<TU>(w, mask, accum, desc.replace));
}

/// C(I, J)<M, replace> = accum(C(I, J), value) at every position of I x J that the mask admits. The value is cast to C's type.
/// Throws out_of_memory too. O(positions + nvals(C) + nvals(M) + nrows(C)).
template <class TC, matrix_mask Mask, class Accum, class Value>
requires(!container<Value>)
void assign(const context& ctx, matrix<TC>& c, const Mask& mask, const Accum& accum, const Value& value,
            const index_list& rows, const index_list& columns, const descriptor& desc = {}) {
    const auto x = operations::to_store<TC>(value);
    operations::assign_value(ctx, "assign", &x, {&rows, &columns}, operations::mask_over::output,
                             operations::output_of<TC>(c, mask, accum, desc.replace));
}

/// w(I)<m, replace> = accum(w(I), value). O(nvals(w) + nvals(m) + |I|); O(nvals(m) + |I|) into a well-filled vector if replace
/// deletes nothing.
template <class TW, vector_mask Mask, class Accum, class Value>
requires(!container<Value>)
void assign(const context& ctx, vector<TW>& w, const Mask& mask, const Accum& accum, const Value& value,
            const index_list& indices, const descriptor& desc = {}) {
    const auto x = operations::to_store<TW>(value);
    operations::assign_value(ctx, "assign", &x, {nullptr, &indices}, operations::mask_over::output,
                             operations::output_of<TW>(w, mask, accum, desc.replace));
}

/// C(i, J)<m, replace> = accum(C(i, J), u): assigns to part of row i; no other row changes (GrB_Row_assign). u has size |J|,
/// the mask size ncols(C). Throws invalid_index (i). O(nvals(C) + nrows(C)), most of it copying.
template <class TC, vector_mask Mask, class Accum, class TU>
void assign_row(const context& ctx, matrix<TC>& c, const Mask& mask, const Accum& accum, const vector<TU>& u, index row,
                const index_list& columns, const descriptor& desc = {}) {
    operations::assign_row(ctx, "assign_row", u.any(), row, columns, operations::mask_over::output,
                           operations::output_of<TU>(c, mask, accum, desc.replace));
}

/// C(I, j)<m, replace> = accum(C(I, j), u): assigns to part of column j; no other column changes (GrB_Col_assign). u has size
/// |I|, the mask size nrows(C). Throws invalid_index (j). O(nvals(C) + nrows(C)).
template <class TC, vector_mask Mask, class Accum, class TU>
void assign_column(const context& ctx, matrix<TC>& c, const Mask& mask, const Accum& accum, const vector<TU>& u,
                   const index_list& rows, index column, const descriptor& desc = {}) {
    operations::assign_column(ctx, "assign_column", u.any(), rows, column, operations::mask_over::output,
                              operations::output_of<TU>(c, mask, accum, desc.replace));
}

}  // namespace graphblas_gpu
