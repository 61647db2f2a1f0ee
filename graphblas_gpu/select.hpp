// Selects the entries for which a predicate holds.
//
// The ready-made predicates are in semirings/index_operators.hpp.
//
// Source: GraphBLAS C API 2.1, section 4.3.9 (GrB_select).
#pragma once

#include <graphblas_gpu/operations/elementwise.hpp>
#include <graphblas_gpu/operations/wrong_call.hpp>
#include <semirings/index_operators.hpp>

namespace graphblas_gpu {

/// C<M, replace> = accum(C, the entries of A for which the predicate holds), A transposed if desc.transpose_a; the predicate
/// gets the positions after transposition. C, the mask and A (as used) have one shape. The predicate is one of tril, triu,
/// diag, offdiag, rowle, rowgt, colle, colgt, value_eq, value_ne, value_lt, value_le, value_gt, value_ge, or any callable:
/// pred(x, i, j) or pred(x) for matrices, pred(i, j) for structure alone; pred(x, i), pred(x) and pred(i) for vectors.
/// Throws dimension_mismatch, out_of_memory, what the predicate throws; C is then as it was. C may be A or the mask.
/// O(nvals(A) + nvals(C) + nvals(M) + nrows), and the transpose of A if it is needed and not cached.
template <container C, mask_for<C> Mask, class Accum, class Predicate, same_kind<C> A>
void select(const context& ctx, C& c, const Mask& mask, const Accum& accum, const Predicate& predicate, const A& a,
            const descriptor& desc = {}) {
    operations::select(ctx, operations::entry_predicate_of<is_vector<A>, value_of<A>>(predicate), a.any(), desc.transpose_a,
                       operations::output_of<value_of<A>>(c, mask, accum, desc.replace));
}

/// The selected entries of A as a new object of A's type.
template <class Predicate, container A>
std::remove_cvref_t<A> select(const context& ctx, const Predicate& predicate, const A& a, const descriptor& desc = {}) {
    return operations::selected(ctx, operations::entry_predicate_of<is_vector<A>, value_of<A>>(predicate), a.any(),
                                desc.transpose_a)
        .template as<std::remove_cvref_t<A>>();
}

GB_EXPLAIN_WRONG_CALLS(select, one_operand)

}  // namespace graphblas_gpu
