// Idea: operators on the bits of integers, signed or not. They are monoids over every integer type.
//
// Source: GraphBLAS C API 2.1, tables 3.3 and 3.4 (GrB_BNOT, GrB_BAND, GrB_BOR, GrB_BXOR, GrB_BXNOR).
#pragma once

#include <semirings/operators/arithmetic.hpp>

namespace graphblas_gpu {

/// The bits that x does not have.
struct bit_not {
    static constexpr const char* name = "bit_not";
    template <detail::wrapping_integer T>
    GB_HD constexpr T operator()(T x) const {
        return static_cast<T>(~x);
    }
};

/// The bits that x and y have.
struct bit_and {
    static constexpr const char* name = "bit_and";
    static constexpr bool reads_left = true, reads_right = true;
    template <detail::wrapping_integer T>
    GB_HD constexpr T operator()(T x, T y) const {
        return static_cast<T>(x & y);
    }
    template <detail::wrapping_integer T>
    GB_HD static constexpr T identity() {
        return static_cast<T>(~T{0});
    }
    template <class T>
    static constexpr bool has_terminal = detail::wrapping_integer<T>;
    template <detail::wrapping_integer T>
    GB_HD static constexpr T terminal() {
        return T{0};
    }
};

/// The bits that x or y has.
struct bit_or {
    static constexpr const char* name = "bit_or";
    static constexpr bool reads_left = true, reads_right = true;
    template <detail::wrapping_integer T>
    GB_HD constexpr T operator()(T x, T y) const {
        return static_cast<T>(x | y);
    }
    template <detail::wrapping_integer T>
    GB_HD static constexpr T identity() {
        return T{0};
    }
    template <class T>
    static constexpr bool has_terminal = detail::wrapping_integer<T>;
    template <detail::wrapping_integer T>
    GB_HD static constexpr T terminal() {
        return static_cast<T>(~T{0});
    }
};

/// The bits that either x or y has.
struct bit_xor {
    static constexpr const char* name = "bit_xor";
    static constexpr bool reads_left = true, reads_right = true;
    template <detail::wrapping_integer T>
    GB_HD constexpr T operator()(T x, T y) const {
        return static_cast<T>(x ^ y);
    }
    template <detail::wrapping_integer T>
    GB_HD static constexpr T identity() {
        return T{0};
    }
    template <class T>
    static constexpr bool has_terminal = false;
};

/// The bits that both x and y have, or neither.
struct bit_xnor {
    static constexpr const char* name = "bit_xnor";
    static constexpr bool reads_left = true, reads_right = true;
    template <detail::wrapping_integer T>
    GB_HD constexpr T operator()(T x, T y) const {
        return static_cast<T>(~(x ^ y));
    }
    template <detail::wrapping_integer T>
    GB_HD static constexpr T identity() {
        return static_cast<T>(~T{0});
    }
    template <class T>
    static constexpr bool has_terminal = false;
};

}  // namespace graphblas_gpu
