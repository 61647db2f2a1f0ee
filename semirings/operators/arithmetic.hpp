// Idea: plus, minus, times, divide, min and max are defined for all values of every type: integers wrap (saturating_plus
// saturates instead), division by zero has a value, bool is the two-element algebra, and min and max ignore a NaN. Operators
// that can add up the terms of a product have their identity, and their terminal: the value that no further term changes.
//
// Source: GraphBLAS C API 2.1, tables 3.4 and 3.5; SuiteSparse:GraphBLAS user guide for bool and for division by zero.
#pragma once

#include <semirings/types.hpp>

#include <concepts>
#include <type_traits>

namespace graphblas_gpu {

namespace detail {

template <class T>
concept wrapping_integer = std::integral<T> && !std::same_as<T, bool>;

/// The type in which integer arithmetic is done: unsigned, and no narrower than `unsigned`, because uint16 * uint16 would be
/// promoted to int and could overflow there.
template <wrapping_integer T>
using wrap_t = std::conditional_t<(sizeof(T) < sizeof(unsigned)), unsigned, std::make_unsigned_t<T>>;

template <wrapping_integer T>
GB_HD constexpr wrap_t<T> unsign(T x) {
    return static_cast<wrap_t<T>>(x);
}

/// x / 0 is the largest value for positive x, the lowest for negative x, and 0 for x = 0; x / -1 is -x, which wraps.
template <wrapping_integer T>
GB_HD constexpr T divide_integers(T x, T y) {
    if (y == 0 && x == 0) return T{0};
    if constexpr (std::is_signed_v<T>) {
        if (y == 0 && x < 0) return extremes<T>::lowest;
        if (y == -1) return static_cast<T>(0U - unsign(x));
    }
    if (y == 0) return extremes<T>::highest;
    return static_cast<T>(x / y);
}

}  // namespace detail

/// x + y; on bool: or.
struct plus {
    static constexpr const char* name = "plus";
    static constexpr bool reads_left = true, reads_right = true;
    template <class T>
    requires requires(T x) { static_cast<T>(x + x); }
    GB_HD constexpr T operator()(T x, T y) const {
        if constexpr (std::same_as<T, bool>)
            return x || y;
        else if constexpr (detail::wrapping_integer<T>)
            return static_cast<T>(detail::unsign(x) + detail::unsign(y));
        else
            return static_cast<T>(x + y);
    }
    template <class T>
    requires requires { static_cast<T>(0); }
    GB_HD static constexpr T identity() { return static_cast<T>(0); }
    template <class T>
    static constexpr bool has_terminal = std::same_as<T, bool>;
    template <boolean_scalar T>
    GB_HD static constexpr T terminal() {
        return true;
    }
};

/// x + y; for integers, a sum that does not fit becomes the largest or the lowest value of T.
struct saturating_plus {
    static constexpr const char* name = "saturating_plus";
    static constexpr bool reads_left = true, reads_right = true;
    template <class T>
    requires requires(T x) { static_cast<T>(x + x); }
    GB_HD constexpr T operator()(T x, T y) const {
        if constexpr (detail::wrapping_integer<T>) {
            using ends = detail::extremes<T>;
            if (y > 0 && x > ends::highest - y) return ends::highest;
            if constexpr (std::is_signed_v<T>) {
                if (y < 0 && x < ends::lowest - y) return ends::lowest;
            }
        }
        return plus{}(x, y);
    }
};

/// x - y; on bool: exclusive or.
struct minus {
    static constexpr const char* name = "minus";
    static constexpr bool reads_left = true, reads_right = true;
    template <class T>
    requires requires(T x) { static_cast<T>(x - x); }
    GB_HD constexpr T operator()(T x, T y) const {
        if constexpr (std::same_as<T, bool>)
            return x != y;
        else if constexpr (detail::wrapping_integer<T>)
            return static_cast<T>(detail::unsign(x) - detail::unsign(y));
        else
            return static_cast<T>(x - y);
    }
};

/// x * y; on bool: and.
struct times {
    static constexpr const char* name = "times";
    static constexpr bool reads_left = true, reads_right = true;
    template <class T>
    requires requires(T x) { static_cast<T>(x * x); }
    GB_HD constexpr T operator()(T x, T y) const {
        if constexpr (std::same_as<T, bool>)
            return x && y;
        else if constexpr (detail::wrapping_integer<T>)
            return static_cast<T>(detail::unsign(x) * detail::unsign(y));
        else
            return static_cast<T>(x * y);
    }
    template <class T>
    requires requires { static_cast<T>(1); }
    GB_HD static constexpr T identity() { return static_cast<T>(1); }
    /// Floating-point types have no terminal: 0 times NaN or infinity is NaN, and the sign of a zero still depends on later
    /// terms.
    template <class T>
    static constexpr bool has_terminal = std::integral<T>;
    template <std::integral T>
    GB_HD static constexpr T terminal() {
        return T{0};
    }
};

/// x / y; for integers 0 / 0 is 0, any other x / 0 the largest value, or the lowest for negative x; on bool: x.
struct divide {
    static constexpr const char* name = "divide";
    static constexpr bool reads_left = true, reads_right = true;
    template <class T>
    requires requires(T x) { static_cast<T>(x / x); }
    GB_HD constexpr T operator()(T x, T y) const {
        if constexpr (std::same_as<T, bool>)
            return x;
        else if constexpr (detail::wrapping_integer<T>)
            return detail::divide_integers(x, y);
        else
            return static_cast<T>(x / y);
    }
};

/// The smaller operand, x if they are equal; NaN only if both are NaN, as in fmin; on bool: and. The identity of min is
/// therefore neutral to every value but NaN.
struct min {
    static constexpr const char* name = "min";
    static constexpr bool reads_left = true, reads_right = true;
    template <class T>
    requires requires(T x) { static_cast<bool>(x < x); }
    GB_HD constexpr T operator()(T x, T y) const {
        if constexpr (std::floating_point<T>)
            return (y < x || x != x) ? y : x;
        else
            return y < x ? y : x;
    }
    template <detail::has_extremes T>
    GB_HD static constexpr T identity() {
        return detail::extremes<T>::top;
    }
    template <class T>
    static constexpr bool has_terminal = detail::has_extremes<T>;
    template <detail::has_extremes T>
    GB_HD static constexpr T terminal() {
        return detail::extremes<T>::bottom;
    }
};

/// The larger operand, x if they are equal; NaN only if both are NaN, as in fmax; on bool: or.
struct max {
    static constexpr const char* name = "max";
    static constexpr bool reads_left = true, reads_right = true;
    template <class T>
    requires requires(T x) { static_cast<bool>(x < x); }
    GB_HD constexpr T operator()(T x, T y) const {
        if constexpr (std::floating_point<T>)
            return (x < y || x != x) ? y : x;
        else
            return x < y ? y : x;
    }
    template <detail::has_extremes T>
    GB_HD static constexpr T identity() {
        return detail::extremes<T>::bottom;
    }
    template <class T>
    static constexpr bool has_terminal = detail::has_extremes<T>;
    template <detail::has_extremes T>
    GB_HD static constexpr T terminal() {
        return detail::extremes<T>::top;
    }
};

}  // namespace graphblas_gpu
