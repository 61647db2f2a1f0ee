// Sums under a monoid: of all entries, of each row, or of each column.
//
// Source: GraphBLAS C API 2.1, section 4.3.10 (GrB_reduce).
#pragma once

#include <graphblas_gpu/operations/elementwise.hpp>
#include <graphblas_gpu/operations/wrong_call.hpp>

namespace graphblas_gpu {

namespace host {

/// The monoid of a reduction over an object whose values are T. A monoid is used as it is; an operator becomes a monoid over T.
/// Structure alone has no values, so an operator is allowed there only if its result depends on the number of entries alone.
template <class T, class Monoid>
constexpr auto reduction_over(const Monoid& given) {
    if constexpr (!std::is_void_v<T> || monoid_like<Monoid>) {
        return as_monoid<reading<T>>(given);
    } else if constexpr (std::is_same_v<Monoid, plus>) {
        return monoid<plus, std::int64_t>{};
    } else {
        // Logical operators are monoids over bool alone; `any` is a monoid over every type.
        static_assert(
            std::is_same_v<Monoid, any> || !monoid_operator<Monoid, std::int64_t>,
            "reduce: structure without values is counted by gb::plus (int64) or asked for any entry by gb::lor, gb::any "
            "(bool); another operator needs a type in which an entry counts as 1: gb::monoid<Operator, Type>{}");
        return monoid<Monoid, bool>{given};
    }
}

}  // namespace host

/// All entries of a matrix or vector under a monoid, or an operator that is a monoid over the entries' type; the identity if
/// there are no entries. Values are cast to the monoid's type. For structure alone, gb::plus gives the number of entries as
/// int64, the logical operators and gb::any read each entry as true, and a monoid that names its type reads each entry as 1.
/// For floating point the order of the terms depends on the number of threads, on a device on the number of entries, and is the
/// same in every run. Throws what the monoid throws. O(nvals + nrows).
template <class Monoid, container A>
requires monoid_source<Monoid, host::reading<value_of<A>>>
auto reduce(const context& ctx, const Monoid& monoid, const A& a) {
    const auto sum_of = host::reduction_over<value_of<A>>(monoid);
    auto sum = sum_of.identity();
    operations::reduce(ctx, operations::monoid_view_of<value_of<A>>(sum_of), a.any(), &sum);
    return sum;
}

/// s = accum(s, all entries under a monoid), or s = all entries under the monoid if accum is no_accum. As in GrB_reduce to a
/// scalar of C, an object without entries counts as the identity. The accumulator works in the type of s; s is as it was if
/// anything throws.
template <class Scalar, class Accum, class Monoid, container A>
requires(!container<Scalar> && monoid_source<Monoid, host::reading<value_of<A>>>)
void reduce(const context& ctx, Scalar& s, const Accum& accum, const Monoid& monoid, const A& a) {
    const auto sum = cast<Scalar>(reduce(ctx, monoid, a));
    if constexpr (std::is_same_v<Accum, no_accum_t>) s = sum;
    else s = cast<Scalar>(apply_binary(accum, s, sum));
}

/// w<m, replace> = accum(w, the sum of each row of A), or of each column if desc.transpose_a. A row without entries gives no
/// entry. w and the mask have the size nrows(A) (ncols(A) if transposed). A sum starts with the first entry of the row and adds
/// the other entries in ascending order, for any number of threads; on a device the order of the terms depends on the matrix
/// alone. Columns are summed without making the transpose, unless it is cached; the result is the same to the bit.
/// Throws dimension_mismatch, out_of_memory, what the monoid throws; w is then as it was. w may be the mask.
/// O(nvals(A) + nrows(A)); columns: O(nvals(A) + ncols(A) + threads nrows(A) log(row size)).
template <class TW, vector_mask Mask, class Accum, class Monoid, class TA>
requires monoid_source<Monoid, host::reading<TA>>
void reduce(const context& ctx, vector<TW>& w, const Mask& mask, const Accum& accum, const Monoid& monoid, const matrix<TA>& a,
            const descriptor& desc = {}) {
    const auto sum_of = host::reduction_over<TA>(monoid);
    using value = monoid_value_t<decltype(sum_of)>;
    operations::reduce(ctx, operations::monoid_view_of<TA>(sum_of), a.any(), desc.transpose_a,
                       operations::output_of<value>(w, mask, accum, desc.replace));
}

/// The sums of the rows (columns if desc.transpose_a) as a new vector over the monoid's type. For a matrix<void>,
/// reduce_rows(ctx, plus{}, a) is the vector of the degrees.
template <class Monoid, class TA>
requires monoid_source<Monoid, host::reading<TA>>
auto reduce_rows(const context& ctx, const Monoid& monoid, const matrix<TA>& a, const descriptor& desc = {}) {
    using value = monoid_value_t<decltype(host::reduction_over<TA>(monoid))>;
    vector<value> w(host::used_shape(a, desc.transpose_a).nrows);
    reduce(ctx, w, no_mask, no_accum, monoid, a, desc);
    return w;
}

/// The sums of the columns as a new vector over the monoid's type: reduce_rows of the transpose, which is not made.
template <class Monoid, class TA>
requires monoid_source<Monoid, host::reading<TA>>
auto reduce_columns(const context& ctx, const Monoid& monoid, const matrix<TA>& a) {
    return reduce_rows(ctx, monoid, a, {.transpose_a = true});
}

GB_EXPLAIN_WRONG_CALLS(reduce, monoid_and_operand)

}  // namespace graphblas_gpu
