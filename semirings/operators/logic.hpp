// Idea: logical operators read their operands as x != 0 and return 0 or 1 in their type; comparisons return bool. They are
// monoids over bool alone: over int, lor(5, 0) is 1 and not 5, so that 0 would be no identity.
//
// Source: GraphBLAS C API 2.1, tables 3.4 and 3.5; SuiteSparse:GraphBLAS user guide for logic on numbers.
#pragma once

#include <semirings/types.hpp>

#include <concepts>
#include <type_traits>

namespace graphblas_gpu {

/// x and y, as 0 or 1 in their type. A monoid over bool.
struct land {
    static constexpr const char* name = "land";
    static constexpr bool reads_left = true, reads_right = true;
    template <scalar T>
    GB_HD constexpr T operator()(T x, T y) const {
        return static_cast<T>(x != T{} && y != T{});
    }
    template <boolean_scalar T>
    GB_HD static constexpr T identity() {
        return true;
    }
    template <class T>
    static constexpr bool has_terminal = boolean_scalar<T>;
    template <boolean_scalar T>
    GB_HD static constexpr T terminal() {
        return false;
    }
};

/// x or y, as 0 or 1 in their type. A monoid over bool.
struct lor {
    static constexpr const char* name = "lor";
    static constexpr bool reads_left = true, reads_right = true;
    template <scalar T>
    GB_HD constexpr T operator()(T x, T y) const {
        return static_cast<T>(x != T{} || y != T{});
    }
    template <boolean_scalar T>
    GB_HD static constexpr T identity() {
        return false;
    }
    template <class T>
    static constexpr bool has_terminal = boolean_scalar<T>;
    template <boolean_scalar T>
    GB_HD static constexpr T terminal() {
        return true;
    }
};

/// Either x or y, as 0 or 1 in their type. A monoid over bool.
struct lxor {
    static constexpr const char* name = "lxor";
    static constexpr bool reads_left = true, reads_right = true;
    template <scalar T>
    GB_HD constexpr T operator()(T x, T y) const {
        return static_cast<T>((x != T{}) != (y != T{}));
    }
    template <boolean_scalar T>
    GB_HD static constexpr T identity() {
        return false;
    }
    template <class T>
    static constexpr bool has_terminal = false;
};

/// Both x and y, or neither, as 0 or 1 in their type. A monoid over bool.
struct lxnor {
    static constexpr const char* name = "lxnor";
    static constexpr bool reads_left = true, reads_right = true;
    template <scalar T>
    GB_HD constexpr T operator()(T x, T y) const {
        return static_cast<T>((x != T{}) == (y != T{}));
    }
    template <boolean_scalar T>
    GB_HD static constexpr T identity() {
        return true;
    }
    template <class T>
    static constexpr bool has_terminal = false;
};

/// x == y; over bool this is exclusive nor, and a monoid.
struct eq {
    static constexpr const char* name = "eq";
    static constexpr bool reads_left = true, reads_right = true;
    template <class T>
    requires requires(T x) { static_cast<bool>(x == x); }
    GB_HD constexpr bool operator()(T x, T y) const { return static_cast<bool>(x == y); }
    template <boolean_scalar T>
    GB_HD static constexpr T identity() {
        return true;
    }
    template <class T>
    static constexpr bool has_terminal = false;
};

/// x != y.
struct ne {
    static constexpr const char* name = "ne";
    static constexpr bool reads_left = true, reads_right = true;
    template <class T>
    requires requires(T x) { static_cast<bool>(x != x); }
    GB_HD constexpr bool operator()(T x, T y) const { return static_cast<bool>(x != y); }
};

/// x < y.
struct lt {
    static constexpr const char* name = "lt";
    static constexpr bool reads_left = true, reads_right = true;
    template <class T>
    requires requires(T x) { static_cast<bool>(x < x); }
    GB_HD constexpr bool operator()(T x, T y) const { return static_cast<bool>(x < y); }
};

/// x <= y.
struct le {
    static constexpr const char* name = "le";
    static constexpr bool reads_left = true, reads_right = true;
    template <class T>
    requires requires(T x) { static_cast<bool>(x <= x); }
    GB_HD constexpr bool operator()(T x, T y) const { return static_cast<bool>(x <= y); }
};

/// x > y.
struct gt {
    static constexpr const char* name = "gt";
    static constexpr bool reads_left = true, reads_right = true;
    template <class T>
    requires requires(T x) { static_cast<bool>(x > x); }
    GB_HD constexpr bool operator()(T x, T y) const { return static_cast<bool>(x > y); }
};

/// x >= y.
struct ge {
    static constexpr const char* name = "ge";
    static constexpr bool reads_left = true, reads_right = true;
    template <class T>
    requires requires(T x) { static_cast<bool>(x >= x); }
    GB_HD constexpr bool operator()(T x, T y) const { return static_cast<bool>(x >= y); }
};

}  // namespace graphblas_gpu
