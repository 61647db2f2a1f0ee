// Needs: monoids.hpp; usable on host and device. A kernel takes a semiring as an argument, because the ready-made objects are
// in host memory.
//
// Idea: a semiring is an additive monoid and a multiply, which may read the values (x, y), or also the positions (i, k, j) of
// A(i,k) and B(k,j). Traits declare which operands are read, so that a kernel need not load the others. A user's own semiring
// is a struct with `add` and `multiply`; nothing else is required:
//
//     struct widest_path {
//         static constexpr gb::monoid<gb::max, float> add{};
//         static constexpr float multiply(float x, float y) { return x < y ? x : y; }
//     };
//
// Source: GraphBLAS C API 2.1, section 3.5.3; SuiteSparse:GraphBLAS user guide for the positional multiplies.
#pragma once

#include <semirings/monoids.hpp>

#include <concepts>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace graphblas_gpu {

namespace detail {

/// The value that X declares, or true if it declares none.
template <class X>
constexpr bool declared_reads_left() {
    if constexpr (requires { X::reads_left; })
        return X::reads_left;
    else
        return true;
}

template <class X>
constexpr bool declared_reads_right() {
    if constexpr (requires { X::reads_right; })
        return X::reads_right;
    else
        return true;
}

}  // namespace detail

/// The semiring of two operators over T: `semiring<min, plus, float>`. Products are cast to T.
template <class AddOp, class MulOp, class T>
requires monoid_operator<AddOp, T>
struct semiring {
    using value_type = T;
    using left_type = T;
    using right_type = T;
    using add_operator = AddOp;
    using multiply_operator = MulOp;
    static constexpr bool reads_left = detail::declared_reads_left<MulOp>();
    static constexpr bool reads_right = detail::declared_reads_right<MulOp>();

    monoid<AddOp, T> add{};
    MulOp mul{};

    GB_CALLS_USER_CODE
    GB_HD constexpr T multiply(T x, T y) const requires std::is_invocable_v<const MulOp&, T, T> {
        return cast<T>(mul(x, y));
    }
    /// Over int32, positions from 2^31 on wrap.
    GB_CALLS_USER_CODE
    GB_HD constexpr T multiply(T, T, std::int64_t i, std::int64_t k,
                               std::int64_t j) const requires positional_operator<MulOp> {
        return cast<T>(mul(i, k, j));
    }
};

// ---- parts of a semiring ----

namespace detail {

template <class S>
using add_t = std::remove_cvref_t<decltype(std::declval<const S&>().add)>;

template <class S>
struct value_of_add {};
template <class S>
requires requires { typename add_t<S>::value_type; }
struct value_of_add<S> {
    using type = typename add_t<S>::value_type;
};

template <class S>
struct value_of : value_of_add<S> {};
template <class S>
requires requires { typename S::value_type; }
struct value_of<S> {
    using type = typename S::value_type;
};

template <class S>
struct left_of : value_of<S> {};
template <class S>
requires requires { typename S::left_type; }
struct left_of<S> {
    using type = typename S::left_type;
};

template <class S>
struct right_of : value_of<S> {};
template <class S>
requires requires { typename S::right_type; }
struct right_of<S> {
    using type = typename S::right_type;
};

}  // namespace detail

/// The monoid of the additions.
template <class S>
using semiring_add_t = detail::add_t<std::remove_cvref_t<S>>;
/// The type of the sums, and so of the entries of the product.
template <class S>
using semiring_value_t = typename detail::value_of<std::remove_cvref_t<S>>::type;
/// The type that values of A are cast to before they are multiplied.
template <class S>
using semiring_left_t = typename detail::left_of<std::remove_cvref_t<S>>::type;
/// The type that values of B are cast to before they are multiplied.
template <class S>
using semiring_right_t = typename detail::right_of<std::remove_cvref_t<S>>::type;

// ---- the rules ----

/// semiring: a member `add`, static or not.
template <class S>
concept semiring_has_add = requires(const std::remove_cvref_t<S>& s) {
    s.add;
};

/// semiring: `add` must be a monoid (see the rules of monoid_like).
template <class S>
concept semiring_add_is_monoid = monoid_like<semiring_add_t<S>>;

/// semiring: if it has a `value_type`, this must be the value type of `add`.
template <class S>
concept semiring_value_is_of_add = std::same_as<semiring_value_t<S>, monoid_value_t<semiring_add_t<S>>>;

/// multiply(left, right) returns a value that casts to the value type.
template <class S>
concept semiring_multiplies_values = requires(const std::remove_cvref_t<S>& s, const semiring_left_t<S>& x,
                                              const semiring_right_t<S>& y) {
    cast<semiring_value_t<S>>(s.multiply(x, y));
};

/// multiply(left, right, i, k, j), with positions as std::int64_t, returns a value that casts to the value type.
template <class S>
concept semiring_multiplies_positions = requires(const std::remove_cvref_t<S>& s, const semiring_left_t<S>& x,
                                                 const semiring_right_t<S>& y, std::int64_t position) {
    cast<semiring_value_t<S>>(s.multiply(x, y, position, position, position));
};

/// semiring: multiply(x, y) or multiply(x, y, i, k, j).
template <class S>
concept semiring_has_multiply = semiring_multiplies_values<S> || semiring_multiplies_positions<S>;

template <class S>
concept semiring_like =
    semiring_has_add<S> && semiring_add_is_monoid<S> && semiring_value_is_of_add<S> && semiring_has_multiply<S>;

// ---- what kernels need to know ----

/// Whether the multiply needs the positions. If a semiring has both forms of multiply, this form is used.
template <class S>
inline constexpr bool is_positional = semiring_multiplies_positions<S>;

/// Which operands the multiply reads: as the semiring declares, otherwise both.
template <class S>
struct semiring_traits {
    static constexpr bool reads_left = detail::declared_reads_left<std::remove_cvref_t<S>>();
    static constexpr bool reads_right = detail::declared_reads_right<std::remove_cvref_t<S>>();
};

/// Whether all products of two entries have the same value, so that the result depends on structure alone.
template <class S>
inline constexpr bool is_constant_product =
    !is_positional<S> && !semiring_traits<S>::reads_left && !semiring_traits<S>::reads_right;

namespace detail {
template <class S>
concept add_is_static = !std::is_member_object_pointer_v<decltype(&S::add)>;
}  // namespace detail

/// The monoid of s. Kernels get it with this function and not as s.add, because a static member is in host memory.
template <semiring_like S>
GB_HD constexpr semiring_add_t<S> semiring_add(const S& s) {
    using add = semiring_add_t<S>;
    if constexpr (detail::add_is_static<S> && std::is_empty_v<add> && std::default_initializable<add>)
        return add{};
    else
        return s.add;
}

/// A(i,k) (x) B(k,j) in the value type, for both forms of multiply.
GB_CALLS_USER_CODE
template <semiring_like S>
GB_HD constexpr semiring_value_t<S> semiring_product(const S& s, const semiring_left_t<S>& x,
                                                     const semiring_right_t<S>& y, std::int64_t i, std::int64_t k,
                                                     std::int64_t j) {
    if constexpr (is_positional<S>)
        return cast<semiring_value_t<S>>(s.multiply(x, y, i, k, j));
    else
        return cast<semiring_value_t<S>>(s.multiply(x, y));
}

// ---- a semiring from a monoid and any callable ----

/// The result of make_semiring: F is called as f(x, y) or f(x, y, i, k, j).
template <monoid_like M, class F, class Left, class Right>
struct composed_semiring {
    using value_type = monoid_value_t<M>;
    using left_type = Left;
    using right_type = Right;

    M add;
    F function;

    GB_CALLS_USER_CODE
    GB_HD constexpr auto multiply(
        const Left& x, const Right& y) const requires std::is_invocable_v<const F&, const Left&, const Right&> {
        return function(x, y);
    }
    GB_CALLS_USER_CODE
    GB_HD constexpr auto multiply(const Left& x, const Right& y, std::int64_t i, std::int64_t k, std::int64_t j) const
        requires std::is_invocable_v<const F&, const Left&, const Right&, std::int64_t, std::int64_t, std::int64_t> {
        return function(x, y, i, k, j);
    }
};

/// make_semiring(monoid, lambda), or make_semiring<Left, Right>(monoid, lambda) if A and B have other types than C.
template <class Left = void, class Right = Left, class M, class F>
constexpr auto make_semiring(M add, F multiply) {
    static_assert(
        monoid_like<M>,
        "make_semiring: the first argument is a monoid, gb::monoid<gb::plus, float>{}: an operator or a function alone "
        "has no type of values and no identity");
    if constexpr (monoid_like<M>) {
        using left = std::conditional_t<std::is_void_v<Left>, monoid_value_t<M>, Left>;
        using right = std::conditional_t<std::is_void_v<Right>, monoid_value_t<M>, Right>;
        using result = composed_semiring<M, F, left, right>;
        static_assert(
            semiring_has_multiply<result>,
            "make_semiring: the function is called with (left, right) or (left, right, i, k, j), is const, and returns "
            "a value that casts to the monoid's value type");
        if constexpr (semiring_has_multiply<result>) return result{add, multiply};
    }
}

}  // namespace graphblas_gpu
