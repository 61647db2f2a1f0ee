// Idea: a monoid is an associative operator on one type, with its identity. The concept is made of one small concept for each
// rule, so that a compiler that rejects a user's monoid prints the rule that is broken. A monoid may have a terminal value, at
// which a sum can stop; `any` stops at every value.
//
// Source: GraphBLAS C API 2.1, section 3.5.2; SuiteSparse:GraphBLAS user guide for terminal values and `any`.
#pragma once

#include <semirings/operators.hpp>

#include <concepts>
#include <type_traits>

namespace graphblas_gpu {

/// The requirements on an operator that becomes a monoid over T: it is closed, and has `template <class T> identity()`.
template <class Op, class T>
concept monoid_operator = requires(const Op& op, T x) {
    { op(x, x) } -> std::same_as<T>;
    { Op::template identity<T>() } -> std::same_as<T>;
};

namespace detail {

template <class Op, class T>
constexpr bool operator_has_terminal() {
    if constexpr (requires { Op::template has_terminal<T>; })
        return Op::template has_terminal<T>;
    else
        return false;
}

template <class Op>
constexpr bool operator_is_any() {
    if constexpr (requires { Op::always_terminal; })
        return Op::always_terminal;
    else
        return false;
}

}  // namespace detail

/// The monoid of a binary operator over T: `monoid<plus, float>`. Its identity is the operator's.
template <class Op, class T>
requires monoid_operator<Op, T>
struct monoid {
    using value_type = T;
    using operator_type = Op;
    static constexpr bool has_terminal = detail::operator_has_terminal<Op, T>();
    static constexpr bool is_any = detail::operator_is_any<Op>();

    Op op{};

    GB_CALLS_USER_CODE
    GB_HD constexpr T operator()(T x, T y) const { return op(x, y); }
    GB_CALLS_USER_CODE
    GB_HD static constexpr T identity() { return Op::template identity<T>(); }
    GB_CALLS_USER_CODE
    GB_HD static constexpr T terminal() requires has_terminal { return Op::template terminal<T>(); }
};

// ---- the rules ----

/// monoid: `using value_type = T;`
template <class M>
concept monoid_has_value_type = requires {
    typename std::remove_cvref_t<M>::value_type;
};

/// monoid: m(T, T) must return T, for a const m.
template <class M>
concept monoid_is_closed = requires(const std::remove_cvref_t<M>& m,
                                    const typename std::remove_cvref_t<M>::value_type& x) {
    { m(x, x) } -> std::same_as<typename std::remove_cvref_t<M>::value_type>;
};

/// monoid: `static constexpr T identity()`.
template <class M>
concept monoid_has_identity = requires {
    { std::remove_cvref_t<M>::identity() } -> std::same_as<typename std::remove_cvref_t<M>::value_type>;
};

/// monoid: if `has_terminal` exists and is true, there must be `static constexpr T terminal()`.
template <class M>
concept monoid_terminal_is_whole = !requires {
    requires std::remove_cvref_t<M>::has_terminal;
}
|| requires {
    { std::remove_cvref_t<M>::terminal() } -> std::same_as<typename std::remove_cvref_t<M>::value_type>;
};

/// A monoid: values of one type, an associative operator and its identity. Type, closure and the presence of an identity are
/// checked here; check_laws tests the laws.
template <class M>
concept monoid_like =
    monoid_has_value_type<M> && monoid_is_closed<M> && monoid_has_identity<M> && monoid_terminal_is_whole<M>;

// ---- what kernels need to know ----

/// The type of the monoid's values.
template <monoid_like M>
using monoid_value_t = typename std::remove_cvref_t<M>::value_type;

/// Whether the monoid keeps its first term.
template <monoid_like M>
inline constexpr bool monoid_is_any = [] {
    if constexpr (requires { std::remove_cvref_t<M>::is_any; })
        return bool{std::remove_cvref_t<M>::is_any};
    else
        return false;
}();

/// Whether the monoid has a terminal value, with which a sum can be compared.
template <monoid_like M>
inline constexpr bool monoid_has_terminal = requires {
    requires std::remove_cvref_t<M>::has_terminal;
};

/// Whether a sum can end before its last term, so that is_terminal() should be tested.
template <monoid_like M>
inline constexpr bool monoid_stops_early = monoid_is_any<M> || monoid_has_terminal<M>;

/// Whether an accumulator filled with the identity needs no mark that it has a term: true for all monoids but `any`.
template <monoid_like M>
inline constexpr bool monoid_identity_is_neutral_fill = !monoid_is_any<M>;

/// Whether no further term can change x. It is always false for monoids without a terminal, always true for `any`.
GB_CALLS_USER_CODE
template <monoid_like M>
GB_HD constexpr bool is_terminal(const M&, const monoid_value_t<M>& x) {
    if constexpr (monoid_is_any<M>)
        return true;
    else if constexpr (monoid_has_terminal<M>)
        return static_cast<bool>(x == M::terminal());
    else
        return false;
}

// ---- a monoid, or an operator that becomes one ----

/// The argument of a reduction over T: a monoid, or an operator that becomes a monoid over T.
template <class X, class T>
concept monoid_source = monoid_like<X> || monoid_operator<std::remove_cvref_t<X>, T>;

/// A monoid is returned as it is, whatever its value type; an operator becomes a monoid over T.
template <class T, monoid_source<T> X>
GB_HD constexpr auto as_monoid(const X& x) {
    if constexpr (monoid_like<X>)
        return x;
    else
        return monoid<X, T>{x};
}

}  // namespace graphblas_gpu
