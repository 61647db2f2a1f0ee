// Idea: an operator is an empty struct that works for every type, and declares which operands it reads. Operands of two types
// are passed as they are if the operator, or a lambda in its place, takes them; otherwise in their common type.
//
// Source: GraphBLAS C API 2.1, section 3.5.1.
#pragma once

#include <semirings/operators/arithmetic.hpp>
#include <semirings/operators/bitwise.hpp>
#include <semirings/operators/choice.hpp>
#include <semirings/operators/logic.hpp>
#include <semirings/operators/unary.hpp>

#include <concepts>
#include <type_traits>
#include <utility>

namespace graphblas_gpu {

namespace detail {

template <class Op, class A, class B>
concept takes_as_given = std::is_invocable_v<const Op&, const A&, const B&>;

template <class Op, class A, class B>
concept takes_common_type = requires(const Op& op, const std::common_type_t<A, B>& x) {
    op(x, x);
};

}  // namespace detail

/// Whether Op takes an A and a B, as they are or after both are cast to their common type.
template <class Op, class A, class B>
concept binary_operator_for = detail::takes_as_given<Op, A, B> || detail::takes_common_type<Op, A, B>;

/// op(a, b) if op takes the operands as they are, otherwise op of both operands cast to their common type.
GB_CALLS_USER_CODE
template <class Op, class A, class B>
GB_HD constexpr auto apply_binary(const Op& op, const A& a, const B& b) requires binary_operator_for<Op, A, B> {
    if constexpr (detail::takes_as_given<Op, A, B>) {
        return op(a, b);
    } else {
        using common = std::common_type_t<A, B>;
        return op(cast<common>(a), cast<common>(b));
    }
}

/// The type of the result of apply_binary.
template <class Op, class A, class B>
using binary_result_t =
    decltype(apply_binary(std::declval<const Op&>(), std::declval<const A&>(), std::declval<const B&>()));

}  // namespace graphblas_gpu
