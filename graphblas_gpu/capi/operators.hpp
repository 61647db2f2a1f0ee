// Operators that are no part of the standard and that the semirings of this library have no type for. They exist because
// python-graphblas looks up their handles, and run on host threads.
//
// Source: SuiteSparse:GraphBLAS user guide, for what they compute; functions of <cmath> otherwise.
#pragma once

#include <semirings/operators.hpp>

#include <cmath>
#include <concepts>
#include <cstdint>
#include <type_traits>

namespace graphblas_gpu::capi {

#define GB_UNARY(name, expression)   \
    struct name {                    \
        template <class T>           \
        auto operator()(T x) const { \
            return expression;       \
        }                            \
    };
#define GB_BINARY(name, expression)    \
    struct name {                      \
        template <class T>             \
        T operator()(T x, T y) const { \
            return expression;         \
        }                              \
    };
// On float and double.
GB_UNARY(square_root, std::sqrt(x))
GB_UNARY(logarithm, std::log(x))
GB_UNARY(exponential, std::exp(x))
GB_UNARY(sine, std::sin(x))
GB_UNARY(cosine, std::cos(x))
GB_UNARY(tangent, std::tan(x))
GB_UNARY(arc_sine, std::asin(x))
GB_UNARY(arc_cosine, std::acos(x))
GB_UNARY(arc_tangent, std::atan(x))
GB_UNARY(hyperbolic_sine, std::sinh(x))
GB_UNARY(hyperbolic_cosine, std::cosh(x))
GB_UNARY(hyperbolic_tangent, std::tanh(x))
GB_UNARY(area_sine, std::asinh(x))
GB_UNARY(area_cosine, std::acosh(x))
GB_UNARY(area_tangent, std::atanh(x))
GB_UNARY(sign, x > 0 ? T{1} : x < 0 ? T{-1} : x)
GB_UNARY(round_up, std::ceil(x))
GB_UNARY(round_down, std::floor(x))
GB_UNARY(round_to_nearest, std::round(x))
GB_UNARY(round_to_zero, std::trunc(x))
GB_UNARY(power_of_two, std::exp2(x))
GB_UNARY(exponential_minus_one, std::expm1(x))
GB_UNARY(logarithm_of_ten, std::log10(x))
GB_UNARY(logarithm_one_more, std::log1p(x))
GB_UNARY(logarithm_of_two, std::log2(x))
GB_UNARY(cube_root, std::cbrt(x))
GB_UNARY(log_gamma, std::lgamma(x))
GB_UNARY(gamma_function, std::tgamma(x))
GB_UNARY(error_function, std::erf(x))
GB_UNARY(error_function_rest, std::erfc(x))
GB_UNARY(is_infinite, std::isinf(x))
GB_UNARY(is_nan, std::isnan(x))
GB_UNARY(is_finite, std::isfinite(x))
GB_BINARY(arc_tangent_of_two, std::atan2(x, y))
GB_BINARY(hypotenuse, std::hypot(x, y))
GB_BINARY(float_modulo, std::fmod(x, y))
GB_BINARY(float_remainder, std::remainder(x, y))
GB_BINARY(scaled_by_power, std::ldexp(x, cast<int>(y)))
GB_BINARY(copied_sign, std::copysign(x, y))
// On all numbers.
GB_BINARY(reverse_minus, minus{}(y, x))
GB_BINARY(reverse_divide, divide{}(y, x))
#undef GB_UNARY
#undef GB_BINARY

struct mantissa {
    template <class T>
    T operator()(T x) const {
        int exponent = 0;
        return std::frexp(x, &exponent);
    }
};
struct exponent {
    template <class T>
    T operator()(T x) const {
        int out = 0;
        (void)std::frexp(x, &out);
        return static_cast<T>(out);
    }
};

/// x to the power y; integers as double, which saturates.
struct power {
    template <class T>
    T operator()(T x, T y) const {
        if constexpr (std::same_as<T, bool>) return x || !y;
        else if constexpr (std::integral<T>) return cast<T>(std::pow(static_cast<double>(x), static_cast<double>(y)));
        else return std::pow(x, y);
    }
};
/// A comparison as a number of the type of its operands.
template <class Compare>
struct compared {
    template <class T>
    T operator()(T x, T y) const {
        return static_cast<T>(Compare{}(x, y));
    }
};

/// Bits are counted from 1, as in SuiteSparse:GraphBLAS; a number of no bit leaves x as it is, or gives 0.
template <std::integral T>
std::make_unsigned_t<T> bit_number(T y) {
    const auto bits = static_cast<T>(8 * sizeof(T));
    return y >= 1 && y <= bits ? static_cast<std::make_unsigned_t<T>>(std::make_unsigned_t<T>{1} << (y - 1))
                               : std::make_unsigned_t<T>{0};
}
struct bit_at {
    template <class T>
    T operator()(T x, T y) const {
        return static_cast<T>((static_cast<std::make_unsigned_t<T>>(x) & bit_number(y)) != 0);
    }
};
struct with_bit {
    template <class T>
    T operator()(T x, T y) const {
        return static_cast<T>(static_cast<std::make_unsigned_t<T>>(x) | bit_number(y));
    }
};
/// Shifts to the left, or to the right by a negative number; the sign bit is kept.
struct shifted_bits {
    using right_type = std::int8_t;
    template <class T>
    T operator()(T x, std::int8_t y) const {
        constexpr int bits = 8 * sizeof(T);
        if (y >= bits) return T{0};
        if (y <= -bits) return static_cast<T>(x < 0 ? -1 : 0);
        return y >= 0 ? static_cast<T>(static_cast<std::make_unsigned_t<T>>(x) << y) : static_cast<T>(x >> -y);
    }
};
struct without_bit {
    template <class T>
    T operator()(T x, T y) const {
        return static_cast<T>(static_cast<std::make_unsigned_t<T>>(x) & static_cast<std::make_unsigned_t<T>>(~bit_number(y)));
    }
};

}  // namespace graphblas_gpu::capi
