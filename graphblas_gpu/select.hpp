// The entries for which a predicate holds.
//
// Source: GraphBLAS C API 2.1, section 4.3.9 (GrB_select) and table 3.11 (index unary operators).
#pragma once

#include <graphblas_gpu/host/elementwise.hpp>
#include <graphblas_gpu/operations/operation.hpp>

namespace graphblas_gpu {

/// On or below diagonal k: j <= i + k.
struct tril {
    static constexpr bool position_only = true;
    index k = 0;
    constexpr bool operator()(index i, index j) const { return j <= i + k; }
};
/// On or above diagonal k: j >= i + k.
struct triu {
    static constexpr bool position_only = true;
    index k = 0;
    constexpr bool operator()(index i, index j) const { return j >= i + k; }
};
/// On diagonal k: j == i + k.
struct diag {
    static constexpr bool position_only = true;
    index k = 0;
    constexpr bool operator()(index i, index j) const { return j == i + k; }
};
/// Off diagonal k: j != i + k.
struct offdiag {
    static constexpr bool position_only = true;
    index k = 0;
    constexpr bool operator()(index i, index j) const { return j != i + k; }
};

/// The value compares so with a bound.
template <class Compare, class T>
struct value_predicate {
    T bound;
    template <class X>
    constexpr bool operator()(const X& x) const {
        return static_cast<bool>(apply_binary(Compare{}, x, bound));
    }
};
template <class T>
constexpr value_predicate<eq, T> value_eq(T bound) { return {bound}; }
template <class T>
constexpr value_predicate<ne, T> value_ne(T bound) { return {bound}; }
template <class T>
constexpr value_predicate<lt, T> value_lt(T bound) { return {bound}; }
template <class T>
constexpr value_predicate<le, T> value_le(T bound) { return {bound}; }
template <class T>
constexpr value_predicate<gt, T> value_gt(T bound) { return {bound}; }
template <class T>
constexpr value_predicate<ge, T> value_ge(T bound) { return {bound}; }

/// C<M, replace> = accum(C, the entries of A for which the predicate holds), A transposed if desc.transpose_a; positions are
/// those after transposition. The predicate is one of the above or any callable: pred(x, i, j) or pred(x) for matrices,
/// pred(i, j) where there are no values; pred(x, i), pred(x) and pred(i) for vectors. Throws dimension_mismatch.
/// O(nvals(A) + nvals(C)).
template <container C, mask_for<C> Mask, class Accum, class Predicate, same_kind<C> A>
void select(const context& ctx, C& c, const Mask& mask, const Accum& accum, const Predicate& predicate, const A& a,
            const descriptor& desc = {}) {
    host::check_output("select", c, mask, host::used_shape(a, desc.transpose_a));
    const auto in = host::own_operand(ctx.team(), a, desc.transpose_a);
    host::finish(ctx.team(), c, host::filter<is_vector<A>>(ctx.team(), in.view(), predicate), mask, accum, desc.replace);
}

/// As a new object of A's type.
template <class Predicate, container A>
std::remove_cvref_t<A> select(const context& ctx, const Predicate& predicate, const A& a, const descriptor& desc = {}) {
    const auto in = host::own_operand(ctx.team(), a, desc.transpose_a);
    return std::remove_cvref_t<A>::from_storage(host::filter<is_vector<A>>(ctx.team(), in.view(), predicate));
}

}  // namespace graphblas_gpu
