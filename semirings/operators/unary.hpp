// Idea: operators of one operand, with the rules of arithmetic.hpp: integers wrap, 1 / 0 has a value.
//
// Source: GraphBLAS C API 2.1, table 3.3; SuiteSparse:GraphBLAS user guide for bool.
#pragma once

#include <semirings/operators/arithmetic.hpp>

#include <concepts>
#include <type_traits>

namespace graphblas_gpu {

/// Returns x.
struct identity {
    static constexpr const char* name = "identity";
    template <class T>
    GB_HD constexpr T operator()(T x) const {
        return x;
    }
};

/// -x; the lowest integer is its own inverse; on bool: x.
struct ainv {
    static constexpr const char* name = "ainv";
    template <class T>
    requires requires(T x) { static_cast<T>(-x); }
    GB_HD constexpr T operator()(T x) const {
        if constexpr (std::same_as<T, bool>)
            return x;
        else if constexpr (detail::wrapping_integer<T>)
            return static_cast<T>(0U - detail::unsign(x));
        else
            return static_cast<T>(-x);
    }
};

/// |x|; the lowest integer stays as it is.
struct abs {
    static constexpr const char* name = "abs";
    template <scalar T>
    GB_HD constexpr T operator()(T x) const {
        if constexpr (std::is_unsigned_v<T>)
            return x;
        else if constexpr (std::integral<T>)
            return x < 0 ? ainv{}(x) : x;
        else
            return x <= T{} ? T{} - x : x;  // unlike a negation, the subtraction gives +0 for both zeros
    }
};

/// 1 if x is 0, else 0, in the type of x.
struct lnot {
    static constexpr const char* name = "lnot";
    template <scalar T>
    GB_HD constexpr T operator()(T x) const {
        return static_cast<T>(x == T{});
    }
};

/// 1 for any operand.
struct one {
    static constexpr const char* name = "one";
    template <class T>
    requires requires { static_cast<T>(1); }
    GB_HD constexpr T operator()(const T&) const { return static_cast<T>(1); }
};

/// 1 / x with the rules of divide; on bool: true.
struct minv {
    static constexpr const char* name = "minv";
    template <scalar T>
    GB_HD constexpr T operator()(T x) const {
        return divide{}(T{1}, x);
    }
};

}  // namespace graphblas_gpu
