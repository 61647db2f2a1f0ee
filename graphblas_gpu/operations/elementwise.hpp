// Element-wise functions on whichever engine a context has: the host calls the caller's function, a device looks up its code.
#pragma once

#include <graphblas_gpu/host/elementwise.hpp>
#include <graphblas_gpu/host/partial_sum.hpp>
#include <graphblas_gpu/host/sums.hpp>
#include <graphblas_gpu/operations/device/elementwise.hpp>
#include <graphblas_gpu/operations/result_rows.hpp>

namespace graphblas_gpu::operations {

/// f of every entry of A, with values of Result; the structure of A if Result is void.
template <class Result, class F, container A>
result_rows applied(const context& ctx, const F& f, const A& a, const descriptor& desc) {
    if (ctx.is_cuda()) return result_rows(device::apply<Result>(ctx, f, a, desc));
    const auto in = host::own_operand(ctx.team(), a, desc.transpose_a);
    return result_rows(host::map<is_vector<A>, Result>(ctx.team(), in.view(), f));
}

/// The entries of A for which the predicate holds, with values of A's type.
template <class Predicate, container A>
result_rows filtered(const context& ctx, const Predicate& predicate, const A& a, const descriptor& desc) {
    if (ctx.is_cuda()) return result_rows(device::select(ctx, predicate, a, desc));
    const auto in = host::own_operand(ctx.team(), a, desc.transpose_a);
    return result_rows(host::filter<is_vector<A>>(ctx.team(), in.view(), predicate));
}

/// The type of the result of a binary operator on entries of A and B.
template <class Op, container A, container B>
using result_of = binary_result_t<Op, host::reading<value_of<A>>, host::reading<value_of<B>>>;

/// Whether two structures are combined by their union or by their intersection.
enum class combine { on_union, on_intersection };

/// Whether an entry of A is an entry of a result with values of Result.
template <class A, class Result>
concept kept_as = std::is_void_v<Result> || graphblas_gpu::detail::castable_to<host::reading<value_of<A>>, Result>;

/// op of the entries of A and B, with values of Result. Throws dimension_mismatch.
template <class Result, combine where, class Op, container A, container B>
result_rows combined(const context& ctx, const char* operation, const Op& op, const A& a, const B& b, const descriptor& desc) {
    constexpr bool is_intersection = where == combine::on_intersection;
    static_assert(
        is_intersection || (kept_as<A, Result> && kept_as<B, Result>),
        "ewise_add: an entry that only one operand has is cast to the type of op's result, and the values of an operand do not "
        "cast to it; give this operand values of that type by apply() first, or combine the entries that both have by "
        "ewise_mult()");
    shapes::check_same(operation, "B", host::used_shape(b, desc.transpose_b), host::used_shape(a, desc.transpose_a));
    if (ctx.is_cuda()) return result_rows(device::ewise<Result>(ctx, operation, is_intersection, op, a, b, desc));
    host::team& team = ctx.team();
    const auto left = host::own_operand(team, a, desc.transpose_a);
    const auto right = host::own_operand(team, b, desc.transpose_b);
    if constexpr (is_intersection) return result_rows(host::intersection_of<Result>(team, left.view(), right.view(), op));
    else return result_rows(host::union_of<Result>(team, left.view(), right.view(), op));
}

/// The sum of all entries of A under a monoid.
template <class Monoid, container A>
monoid_value_t<Monoid> sum_of_entries(const context& ctx, const Monoid& monoid, const A& a) {
    if (ctx.is_cuda()) return device::reduce(ctx, monoid, a);
    const auto in = host::own_operand(ctx.team(), a, false);
    const auto& view = in.view();
    const auto work = [](index entries) { return entries; };
    return host::fold_chunks(ctx.team(), monoid, view.nvals(), work, [&](index first, index last, int, auto& sum) {
        for (row_offset p = first; p < last; ++p) sum.add(cast<monoid_value_t<Monoid>>(host::read(view, p)));
    });
}

/// The sums of the rows of A, or of its transpose, as a vector.
template <class Monoid, class T>
result_rows sums_of_rows(const context& ctx, const Monoid& monoid, const matrix<T>& a, bool transpose) {
    if (ctx.is_cuda()) return result_rows(device::reduce_rows(ctx, monoid, a, transpose));
    host::team& team = ctx.team();
    if (transpose && !a.any().has_cached_transpose()) return result_rows(host::sums_of_columns(team, a.rows(), monoid));
    return result_rows(host::sums_of_rows(team, host::own_operand(team, a, transpose).view(), monoid));
}

}  // namespace graphblas_gpu::operations
