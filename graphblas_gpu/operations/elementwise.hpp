// Element-wise operations on whichever engine a context has, compiled once for all types: unions, intersections, functions of
// entries, selections and sums.
#pragma once

#include <graphblas_gpu/operations/entry_functions.hpp>
#include <graphblas_gpu/operations/result_rows.hpp>

namespace graphblas_gpu::operations {

/// A op B on the union of two structures, or on their intersection.
struct pair_call {
    const char* operation = nullptr;
    bool is_intersection = false;
    pair_operator op;
    any_operand a;
    any_operand b;
    /// Of a union: how the values of entries that only one operand has become values of the result.
    /// @{
    value_conversion a_alone{};
    value_conversion b_alone{};
    /// @}
    descriptor desc{};
    /// The type of the values of the rows that are made, to which those of the operator are cast; null: its own.
    const type_descriptor* stored = nullptr;
};

/// The type of the result of a binary operator on values of X and Y, in a std::type_identity.
template <class Op, class X, class Y>
constexpr auto result_of_operator() {
    constexpr bool is_operator = binary_operator_for<Op, X, Y>;
    static_assert(is_operator,
                  "the operator is called with a value of each operand, and does not take them: it is a const function of two "
                  "arguments of their types, or of their common type");
    if constexpr (is_operator) return std::type_identity<binary_result_t<Op, X, Y>>{};
    else return std::type_identity<void>{};
}

/// The type of the result of a binary operator on entries of A and B.
template <class Op, container A, container B>
using result_of = typename decltype(result_of_operator<Op, host::reading<value_of<A>>, host::reading<value_of<B>>>())::type;

/// Whether an entry of A is an entry of a result with values of Result.
template <class A, class Result>
concept kept_as = std::is_void_v<Result> || graphblas_gpu::detail::castable_to<host::reading<value_of<A>>, Result>;

/// The call of a public operation, whose operands and operator must outlive it.
/// @{
template <class Result, class Op, container A, container B>
pair_call intersection_call(const char* operation, const Op& op, const A& a, const B& b, const descriptor& desc) {
    return {operation, true, pair_operator_of<Result, value_of<A>, value_of<B>>(op), a.any(), b.any(), {}, {}, desc, nullptr};
}
template <class Result, class Op, container A, container B>
pair_call union_call(const char* operation, const Op& op, const A& a, const B& b, const descriptor& desc) {
    constexpr bool both_are_kept = kept_as<A, Result> && kept_as<B, Result>;
    static_assert(
        both_are_kept,
        "ewise_add: an entry that only one operand has is cast to the type of op's result, and the values of an operand do not "
        "cast to it; give this operand values of that type by apply() first, or combine the entries that both have by "
        "ewise_mult()");
    return {operation,
            false,
            pair_operator_of<Result, value_of<A>, value_of<B>>(op),
            a.any(),
            b.any(),
            conversion<value_of<A>, std::conditional_t<both_are_kept, Result, void>>(),
            conversion<value_of<B>, std::conditional_t<both_are_kept, Result, void>>(),
            desc,
            nullptr};
}
/// @}

// All functions run on the engine that on_engine() chooses, and throw dimension_mismatch.

/// The result of such a call.
result_rows combined(const context& ctx, const pair_call& call);
/// The result of a call that is part of another one, which runs on the engine of `ctx`.
result_rows rows_of_pairs(const context& ctx, const pair_call& call);
/// C<M, replace> = accum(C, A op B).
void combine(const context& ctx, const pair_call& call, const any_output& out);

/// f of every entry of A, or the structure of A if f makes no values. A matrix is transposed if `transpose`.
result_rows applied(const context& ctx, const entry_function& f, const any_operand& a, bool transpose);
/// C<M, replace> = accum(C, f(A)).
void apply(const context& ctx, const entry_function& f, const any_operand& a, bool transpose, const any_output& out);

/// The entries of A for which the predicate holds, with values of A's type.
result_rows selected(const context& ctx, const entry_predicate& predicate, const any_operand& a, bool transpose);
/// C<M, replace> = accum(C, the selected entries).
void select(const context& ctx, const entry_predicate& predicate, const any_operand& a, bool transpose, const any_output& out);

/// Writes the sum of all entries of A under a monoid to `sum`.
void reduce(const context& ctx, const monoid_view& monoid, const any_operand& a, void* sum);
/// w<m, replace> = accum(w, the sums of the rows of A, or of A' if `transpose`).
void reduce(const context& ctx, const monoid_view& monoid, const any_matrix& a, bool transpose, const any_output& out);

}  // namespace graphblas_gpu::operations
