// Element-wise operations: ewise_add on the union, ewise_mult on the intersection of two structures.
//
// Source: GraphBLAS C API 2.1, sections 4.3.4 (GrB_eWiseMult) and 4.3.5 (GrB_eWiseAdd).
#pragma once

#include <graphblas_gpu/operations/elementwise.hpp>
#include <graphblas_gpu/operations/on_engine.hpp>

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
    operations::on_engine(ctx, "ewise_add", [&](const context& on) {
        using result = std::conditional_t<std::is_void_v<value_of<C>>, void, operations::result_of<Op, A, B>>;
        host::check_output("ewise_add", c, mask, host::used_shape(a, desc.transpose_a));
        operations::result_rows t =
            operations::combined<result, operations::combine::on_union>(on, "ewise_add", op, a, b, desc);
        operations::store<result>(on, "ewise_add", c, std::move(t), mask, accum, desc.replace);
    });
}

/// The same on the intersection of the structures. O(nvals(A) + nvals(B) + nvals(C) + nvals(M) + nrows), less where a row of
/// one operand is much shorter than the row of the other.
template <container C, mask_for<C> Mask, class Accum, class Op, same_kind<C> A, same_kind<C> B>
void ewise_mult(const context& ctx, C& c, const Mask& mask, const Accum& accum, const Op& op, const A& a, const B& b,
                const descriptor& desc = {}) {
    operations::on_engine(ctx, "ewise_mult", [&](const context& on) {
        using result = std::conditional_t<std::is_void_v<value_of<C>>, void, operations::result_of<Op, A, B>>;
        host::check_output("ewise_mult", c, mask, host::used_shape(a, desc.transpose_a));
        operations::result_rows t =
            operations::combined<result, operations::combine::on_intersection>(on, "ewise_mult", op, a, b, desc);
        operations::store<result>(on, "ewise_mult", c, std::move(t), mask, accum, desc.replace);
    });
}

/// A op B on the union of the structures, as a new object whose values have the type of op's result.
template <class Op, container A, same_kind<A> B>
auto ewise_add(const context& ctx, const Op& op, const A& a, const B& b, const descriptor& desc = {}) {
    return operations::on_engine(ctx, "ewise_add", [&](const context& on) {
        using result = operations::result_of<Op, A, B>;
        operations::result_rows t =
            operations::combined<result, operations::combine::on_union>(on, "ewise_add", op, a, b, desc);
        return std::move(t).template as<host::like<A, result>>();
    });
}
/// A op B on the intersection of the structures, as a new object.
template <class Op, container A, same_kind<A> B>
auto ewise_mult(const context& ctx, const Op& op, const A& a, const B& b, const descriptor& desc = {}) {
    return operations::on_engine(ctx, "ewise_mult", [&](const context& on) {
        using result = operations::result_of<Op, A, B>;
        operations::result_rows t =
            operations::combined<result, operations::combine::on_intersection>(on, "ewise_mult", op, a, b, desc);
        return std::move(t).template as<host::like<A, result>>();
    });
}

}  // namespace graphblas_gpu
