// Applies a function to every entry.
//
// A function is a unary operator (semirings/operators/unary.hpp), a binary operator with one operand bound
// (semirings/bind.hpp), an index unary operator (semirings/index_operators.hpp) or any callable.
//
// Source: GraphBLAS C API 2.1, section 4.3.8 (GrB_apply).
#pragma once

#include <graphblas_gpu/operations/elementwise.hpp>
#include <graphblas_gpu/operations/wrong_call.hpp>
#include <semirings/bind.hpp>
#include <semirings/index_operators.hpp>

namespace graphblas_gpu {

/// C<M, replace> = accum(C, f(A)). The result has the structure of A (transposed if desc.transpose_a). Each value is f(x), or
/// f(x, i, j) if f takes positions, which are the positions after transposition; for vectors f(x) or f(x, i). C, the mask and A
/// (as used) have one shape. An entry of a structure-only A is read as true; if C is structure alone, f is not called.
/// desc.transpose_a refers to A whichever operand of an operator is bound (GrB_apply with the first operand bound uses
/// GrB_INP1).
///
///     gb::apply(ctx, c, gb::no_mask, gb::no_accum, gb::bind_second(gb::times{}, 2.0), a);   // twice every entry
///     gb::apply(ctx, c, gb::no_mask, gb::no_accum, gb::rowindex{1}, a);                     // the row, counted from 1
///
/// Throws dimension_mismatch, out_of_memory, what f throws; C is then as it was. C may be A or the mask.
/// O(nvals(A) + nvals(C) + nvals(M) + nrows), and the transpose of A if it is needed and not cached.
template <container C, mask_for<C> Mask, class Accum, class F, same_kind<C> A>
void apply(const context& ctx, C& c, const Mask& mask, const Accum& accum, const F& f, const A& a,
           const descriptor& desc = {}) {
    using result = std::conditional_t<std::is_void_v<value_of<C>>, void, host::unary_result<is_vector<A>, F, value_of<A>>>;
    operations::apply(ctx, operations::entry_function_of<is_vector<A>, result, value_of<A>>(f), a.any(), desc.transpose_a,
                      operations::output_of<result>(c, mask, accum, desc.replace));
}

/// f(A) as a new object whose values have the type of f's result.
template <class F, container A>
auto apply(const context& ctx, const F& f, const A& a, const descriptor& desc = {}) {
    using result = host::unary_result<is_vector<A>, F, value_of<A>>;
    return operations::applied(ctx, operations::entry_function_of<is_vector<A>, result, value_of<A>>(f), a.any(),
                               desc.transpose_a)
        .template as<host::like<A, result>>();
}

GB_EXPLAIN_WRONG_CALLS(apply, one_operand)

}  // namespace graphblas_gpu
