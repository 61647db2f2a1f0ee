// Idea: a binary operator with one fixed operand is a function of the other operand, for use in apply: bind_second(times{},
// 2.0) doubles, bind_first(minus{}, 1) is 1 - x.
//
// Source: GraphBLAS C API 2.1, section 4.3.8 (GrB_apply, the variants with a bound scalar).
#pragma once

#include <semirings/operators.hpp>

namespace graphblas_gpu {

/// The function y -> op(x, y).
template <class Op, class X>
struct bound_first {
    Op op;
    X x;
    GB_CALLS_USER_CODE
    template <class Y>
    GB_HD constexpr auto operator()(const Y& y) const requires binary_operator_for<Op, X, Y> {
        return apply_binary(op, x, y);
    }
};

/// The function x -> op(x, y).
template <class Op, class Y>
struct bound_second {
    Op op;
    Y y;
    GB_CALLS_USER_CODE
    template <class X>
    GB_HD constexpr auto operator()(const X& x) const requires binary_operator_for<Op, X, Y> {
        return apply_binary(op, x, y);
    }
};

/// Fixes the first operand. The operator takes x and an entry as they are, or both in their common type: bind_first(minus{}, 1)
/// of an int8 entry is computed in int. To compute in another type, name it: bind_first(minus{}, std::int8_t{1}).
template <class Op, class X>
GB_HD constexpr bound_first<Op, X> bind_first(const Op& op, const X& x) {
    return {op, x};
}
/// The same with the second operand fixed.
template <class Op, class Y>
GB_HD constexpr bound_second<Op, Y> bind_second(const Op& op, const Y& y) {
    return {op, y};
}

}  // namespace graphblas_gpu
