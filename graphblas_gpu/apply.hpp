// A function of every entry.
//
// A function is a unary operator (semirings/operators/unary.hpp), a binary one with one operand bound (semirings/bind.hpp), an
// index unary operator (semirings/index_operators.hpp) or any callable.
//
// Source: GraphBLAS C API 2.1, section 4.3.8 (GrB_apply).
#pragma once

#include <graphblas_gpu/operations/elementwise.hpp>
#include <semirings/bind.hpp>
#include <semirings/index_operators.hpp>

namespace graphblas_gpu {

/// C<M, replace> = accum(C, f(A)): the structure of A (transposed if desc.transpose_a), each value f(x), or f(x, i, j) where f
/// takes positions, which are those after transposition; for vectors f(x) or f(x, i). C, the mask and A (as used) have one
/// shape. An entry of a structure-only A reads as true; where C is structure alone, f is not called. desc.transpose_a is for A
/// whichever operand is bound (GrB_apply with the first one bound looks at GrB_INP1).
///
///     gb::apply(ctx, c, gb::no_mask, gb::no_accum, gb::bind_second(gb::times{}, 2.0), a);   // twice every entry
///     gb::apply(ctx, c, gb::no_mask, gb::no_accum, gb::rowindex{1}, a);                     // the row, counted from 1
///
/// Throws dimension_mismatch, out_of_memory, what f throws; C is then as it was. C may be A or the mask.
/// O(nvals(A) + nvals(C) + nvals(M) + nrows), and the transpose of A if it is asked for and not at hand.
template <container C, mask_for<C> Mask, class Accum, class F, same_kind<C> A>
void apply(const context& ctx, C& c, const Mask& mask, const Accum& accum, const F& f, const A& a, const descriptor& desc = {}) {
    host::check_output("apply", c, mask, host::used_shape(a, desc.transpose_a));
    using result = std::conditional_t<std::is_void_v<value_of<C>>, void, host::unary_result<is_vector<A>, F, value_of<A>>>;
    operations::store<result>(ctx, "apply", c, operations::applied<result>(ctx, f, a, desc), mask, accum, desc.replace);
}

/// As a new object whose values have the type of f's result.
template <class F, container A>
auto apply(const context& ctx, const F& f, const A& a, const descriptor& desc = {}) {
    using result = host::unary_result<is_vector<A>, F, value_of<A>>;
    return operations::applied<result>(ctx, f, a, desc).template as<host::like<A, result>>();
}

}  // namespace graphblas_gpu
