// Idea: the eleven built-in scalar types have names and a typecast that is defined for all values, so that an operand of one
// type can be loaded as another without undefined behaviour. The user's own types are passed through unchanged. GB_HD marks
// functions that both processors may call.
//
// Source: GraphBLAS C API 2.1, table 3.2 (domains); SuiteSparse:GraphBLAS user guide, "Typecasting" (float to integer).
#pragma once

#include <concepts>
#include <cstdint>
#include <limits>
#include <type_traits>

#ifdef __CUDACC__
#define GB_HD __host__ __device__
// Host code may pass a host-only callable to a template that is marked for both processors; nvcc would warn about each such
// call.
#define GB_CALLS_USER_CODE _Pragma("nv_exec_check_disable")
#else
#define GB_HD
#define GB_CALLS_USER_CODE
#endif

namespace graphblas_gpu {

namespace detail {
/// False, in a template that must not be instantiated.
template <class T>
inline constexpr bool never = false;

template <class T, class... Ts>
concept one_of = (std::same_as<T, Ts> || ...);
}  // namespace detail

/// The built-in value types except bool.
template <class T>
concept numeric_scalar = detail::one_of<T, std::int8_t, std::int16_t, std::int32_t, std::int64_t, std::uint8_t,
                                        std::uint16_t, std::uint32_t, std::uint64_t, float, double>;

template <class T>
concept boolean_scalar = std::same_as<T, bool>;

/// The built-in value types.
template <class T>
concept scalar = numeric_scalar<T> || boolean_scalar<T>;

/// The types that hold an index.
template <class T>
concept positional_scalar = detail::one_of<T, std::int32_t, std::int64_t>;

/// Whether x is the negative zero. std::signbit is not used, because the header `cmath` would cost each source 10 MB.
template <std::floating_point T>
constexpr bool is_negative_zero(T x) {
    return x == 0 && __builtin_signbit(x) != 0;
}

/// The name of T in files, reports and on command lines: "int32", "double"; "user-defined" for all other types.
template <class T>
constexpr const char* type_name() {
    using namespace std;
    if constexpr (same_as<T, bool>)
        return "bool";
    else if constexpr (same_as<T, int8_t>)
        return "int8";
    else if constexpr (same_as<T, int16_t>)
        return "int16";
    else if constexpr (same_as<T, int32_t>)
        return "int32";
    else if constexpr (same_as<T, int64_t>)
        return "int64";
    else if constexpr (same_as<T, uint8_t>)
        return "uint8";
    else if constexpr (same_as<T, uint16_t>)
        return "uint16";
    else if constexpr (same_as<T, uint32_t>)
        return "uint32";
    else if constexpr (same_as<T, uint64_t>)
        return "uint64";
    else if constexpr (same_as<T, float>)
        return "float";
    else if constexpr (same_as<T, double>)
        return "double";
    else
        return "user-defined";
}

namespace detail {

template <class T>
concept has_extremes = std::numeric_limits<T>::is_specialized;

/// The values of numeric_limits as constants: its functions are not marked for the device, but constants may be read there.
template <has_extremes T>
struct extremes {
    using limits = std::numeric_limits<T>;
    static constexpr T lowest = limits::lowest();
    static constexpr T highest = limits::max();
    /// No other value is below `bottom` or above `top`: they are infinities if the type has infinities.
    static constexpr T bottom = [] {
        if constexpr (limits::has_infinity)
            return T(-limits::infinity());
        else
            return limits::lowest();
    }();
    static constexpr T top = [] {
        if constexpr (limits::has_infinity)
            return limits::infinity();
        else
            return limits::max();
    }();
};

/// Truncates towards zero; NaN becomes 0, and a value that does not fit becomes the nearest value that fits.
template <std::integral To, std::floating_point From>
GB_HD constexpr To saturate(From x) {
    constexpr To lowest = extremes<To>::lowest;
    constexpr To highest = extremes<To>::highest;
    // `highest` itself may not be representable in From (2^63 - 1 is no double); highest + 1 always is, as a power of two.
    constexpr From too_high = static_cast<From>(highest / 2 + 1) * From{2};
    if (x != x) return To{0};
    if (x >= too_high) return highest;
    if (x <= static_cast<From>(lowest)) return lowest;
    return static_cast<To>(x);
}

template <class From, class To>
concept both_arithmetic = std::is_arithmetic_v<From> && std::is_arithmetic_v<To>;

/// For the user's own types an implicit conversion is required, so that a number does not initialise the first member of an
/// aggregate.
template <class From, class To>
concept castable_to = std::same_as<To, From> || both_arithmetic<From, To> || std::convertible_to<From, To>;

}  // namespace detail

/// The GraphBLAS typecast, defined for all values. Integer to integer wraps, floating point to integer saturates, with NaN to
/// 0, anything to bool is x != 0 (so NaN is true), double to float rounds and may overflow to infinity.
template <class To, detail::castable_to<To> From>
GB_HD constexpr To cast(const From& x) {
    if constexpr (std::same_as<To, From>)
        return x;
    else if constexpr (std::same_as<To, bool> && std::is_arithmetic_v<From>)
        return x != From{};
    else if constexpr (std::integral<To> && std::floating_point<From>)
        return detail::saturate<To>(x);
    else
        return static_cast<To>(x);
}

}  // namespace graphblas_gpu
