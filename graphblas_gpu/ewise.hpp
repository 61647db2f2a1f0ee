// Element-wise operations: ewise_add on the union, ewise_mult on the intersection of two structures.
//
// Source: GraphBLAS C API 2.1, sections 4.3.4 (GrB_eWiseMult) and 4.3.5 (GrB_eWiseAdd).
#pragma once

#include <graphblas_gpu/operations/elementwise.hpp>
#include <graphblas_gpu/operations/wrong_call.hpp>

namespace graphblas_gpu {

/// C<M, replace> = accum(C, A op B) on the union of the structures, for matrices (transposed if desc.transpose_a and
/// desc.transpose_b) or vectors. A and B as used, C and the mask have one shape. The result has op(a, b) where both have an
/// entry. Where only one has an entry, the result has this entry, cast to the type of op's result. If it does not cast, the
/// program does not compile; ewise_mult combines such operands. op takes the two value types, or their common type; its result
/// is cast to C's type. Entries of structure-only operands are read as true; if C is structure alone, op is not called.
///
/// Throws dimension_mismatch, out_of_memory, what op or the accumulator throws; C is then as it was. C may be A, B or the mask.
/// O(nvals(A) + nvals(B) + nvals(C) + nvals(M) + nrows), and the transposes that are needed and not cached.
template <container C, mask_for<C> Mask, class Accum, class Op, same_kind<C> A, same_kind<C> B>
void ewise_add(const context& ctx, C& c, const Mask& mask, const Accum& accum, const Op& op, const A& a, const B& b,
               const descriptor& desc = {}) {
    using result = std::conditional_t<std::is_void_v<value_of<C>>, void, operations::result_of<Op, A, B>>;
    operations::combine(ctx, operations::union_call<result>("ewise_add", op, a, b, desc),
                        operations::output_of<result>(c, mask, accum, desc.replace));
}

/// The same on the intersection of the structures. O(nvals(A) + nvals(B) + nvals(C) + nvals(M) + nrows), less where a row of
/// one operand is much shorter than the row of the other.
template <container C, mask_for<C> Mask, class Accum, class Op, same_kind<C> A, same_kind<C> B>
void ewise_mult(const context& ctx, C& c, const Mask& mask, const Accum& accum, const Op& op, const A& a, const B& b,
                const descriptor& desc = {}) {
    using result = std::conditional_t<std::is_void_v<value_of<C>>, void, operations::result_of<Op, A, B>>;
    operations::combine(ctx, operations::intersection_call<result>("ewise_mult", op, a, b, desc),
                        operations::output_of<result>(c, mask, accum, desc.replace));
}

/// A op B on the union of the structures, as a new object whose values have the type of op's result.
template <class Op, container A, same_kind<A> B>
auto ewise_add(const context& ctx, const Op& op, const A& a, const B& b, const descriptor& desc = {}) {
    using result = operations::result_of<Op, A, B>;
    return operations::combined(ctx, operations::union_call<result>("ewise_add", op, a, b, desc))
        .template as<host::like<A, result>>();
}
/// A op B on the intersection of the structures, as a new object.
template <class Op, container A, same_kind<A> B>
auto ewise_mult(const context& ctx, const Op& op, const A& a, const B& b, const descriptor& desc = {}) {
    using result = operations::result_of<Op, A, B>;
    return operations::combined(ctx, operations::intersection_call<result>("ewise_mult", op, a, b, desc))
        .template as<host::like<A, result>>();
}

GB_EXPLAIN_WRONG_CALLS(ewise_add, two_of_a_kind)
GB_EXPLAIN_WRONG_CALLS(ewise_mult, two_of_a_kind)

}  // namespace graphblas_gpu
