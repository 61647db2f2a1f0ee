// Idea: the predefined index unary operators, f(a, i, j, s), as function objects that contain s: triu{1} or triu(1),
// value_gt{0.5} or value_gt(0.5). Operators that read the position alone have a member `position_only` and are called as f(i,
// j); the other operators are called with the value. apply takes the result as the value of an entry, select keeps the entries
// for which the result is true. A vector is a column: j = 0.
//
// Source: GraphBLAS C API 2.1, section 3.5.1 (predefined index unary operators).
#pragma once

#include <semirings/operators.hpp>

#include <cstdint>

namespace graphblas_gpu {

// ---- positions as values ----

// Sums wrap, as those of `plus`: s may have any value.

/// GrB_ROWINDEX: i + s.
struct rowindex {
    static constexpr bool position_only = true;
    std::int64_t s = 0;
    GB_HD constexpr std::int64_t operator()(std::int64_t i, std::int64_t) const { return plus{}(i, s); }
};
/// GrB_COLINDEX: j + s.
struct colindex {
    static constexpr bool position_only = true;
    std::int64_t s = 0;
    GB_HD constexpr std::int64_t operator()(std::int64_t, std::int64_t j) const { return plus{}(j, s); }
};
/// GrB_DIAGINDEX: j - i + s. (SuiteSparse:GraphBLAS 7 subtracts s.)
struct diagindex {
    static constexpr bool position_only = true;
    std::int64_t s = 0;
    GB_HD constexpr std::int64_t operator()(std::int64_t i, std::int64_t j) const { return plus{}(j - i, s); }
};

// ---- positions as conditions ----

// The comparison is j - i <= k and not j <= i + k, which could overflow: positions are below 2^32, but k may have any value.

/// On or below diagonal k: j <= i + k.
struct tril {
    static constexpr bool position_only = true;
    std::int64_t k = 0;
    GB_HD constexpr bool operator()(std::int64_t i, std::int64_t j) const { return j - i <= k; }
};
/// On or above diagonal k: j >= i + k.
struct triu {
    static constexpr bool position_only = true;
    std::int64_t k = 0;
    GB_HD constexpr bool operator()(std::int64_t i, std::int64_t j) const { return j - i >= k; }
};
/// On diagonal k: j == i + k.
struct diag {
    static constexpr bool position_only = true;
    std::int64_t k = 0;
    GB_HD constexpr bool operator()(std::int64_t i, std::int64_t j) const { return j - i == k; }
};
/// Off diagonal k: j != i + k.
struct offdiag {
    static constexpr bool position_only = true;
    std::int64_t k = 0;
    GB_HD constexpr bool operator()(std::int64_t i, std::int64_t j) const { return j - i != k; }
};
/// In one of the rows 0 .. k: i <= k.
struct rowle {
    static constexpr bool position_only = true;
    std::int64_t k = 0;
    GB_HD constexpr bool operator()(std::int64_t i, std::int64_t) const { return i <= k; }
};
/// In a row after row k: i > k.
struct rowgt {
    static constexpr bool position_only = true;
    std::int64_t k = 0;
    GB_HD constexpr bool operator()(std::int64_t i, std::int64_t) const { return i > k; }
};
/// In one of the columns 0 .. k: j <= k.
struct colle {
    static constexpr bool position_only = true;
    std::int64_t k = 0;
    GB_HD constexpr bool operator()(std::int64_t, std::int64_t j) const { return j <= k; }
};
/// In a column after column k: j > k.
struct colgt {
    static constexpr bool position_only = true;
    std::int64_t k = 0;
    GB_HD constexpr bool operator()(std::int64_t, std::int64_t j) const { return j > k; }
};

// ---- values as conditions ----

/// Compares the value with a bound, both in their common type.
template <class Compare, class T>
struct value_predicate {
    using compare_type = Compare;
    using bound_type = T;
    T bound;
    /// Compares with x.
    GB_HD explicit constexpr value_predicate(const T& x) : bound(x) {}
    template <class X>
    GB_HD constexpr bool operator()(const X& x) const {
        return static_cast<bool>(apply_binary(Compare{}, x, bound));
    }
};

/// x == bound
template <class T>
struct value_eq final : value_predicate<eq, T> {
    using value_predicate<eq, T>::value_predicate;
};
template <class T>
value_eq(const T&) -> value_eq<T>;
/// x != bound
template <class T>
struct value_ne final : value_predicate<ne, T> {
    using value_predicate<ne, T>::value_predicate;
};
template <class T>
value_ne(const T&) -> value_ne<T>;
/// x < bound
template <class T>
struct value_lt final : value_predicate<lt, T> {
    using value_predicate<lt, T>::value_predicate;
};
template <class T>
value_lt(const T&) -> value_lt<T>;
/// x <= bound
template <class T>
struct value_le final : value_predicate<le, T> {
    using value_predicate<le, T>::value_predicate;
};
template <class T>
value_le(const T&) -> value_le<T>;
/// x > bound
template <class T>
struct value_gt final : value_predicate<gt, T> {
    using value_predicate<gt, T>::value_predicate;
};
template <class T>
value_gt(const T&) -> value_gt<T>;
/// x >= bound
template <class T>
struct value_ge final : value_predicate<ge, T> {
    using value_predicate<ge, T>::value_predicate;
};
template <class T>
value_ge(const T&) -> value_ge<T>;

}  // namespace graphblas_gpu
