// What the headers of semirings/ use of the standard library, for NVRTC, which has no standard library.
//
// Idea: this one header stands for those of the standard library, under all their names (cuda/sources.cmake). It has what
// semirings/ and a caller's operators may use on a device: type traits, concepts, limits, integers of a given size, and
// functions of <cmath>, which NVRTC declares by itself. Only NVRTC reads it.
#pragma once

#define INFINITY __builtin_bit_cast(float, 0x7f800000u)
#define NAN __builtin_bit_cast(float, 0x7fc00000u)  // that of the host
#define INT8_MAX 127
#define INT8_MIN (-128)
#define UINT8_MAX 255
#define INT16_MAX 32767
#define INT16_MIN (-32768)
#define UINT16_MAX 65535
#define INT32_MAX 2147483647
#define INT32_MIN (-2147483647 - 1)
#define UINT32_MAX 4294967295u
#define INT64_MAX 9223372036854775807l
#define INT64_MIN (-9223372036854775807l - 1)
#define UINT64_MAX 18446744073709551615ul

namespace std {

using int8_t = signed char;
using int16_t = short;
using int32_t = int;
using int64_t = long;
using uint8_t = unsigned char;
using uint16_t = unsigned short;
using uint32_t = unsigned;
using uint64_t = unsigned long;
using size_t = decltype(sizeof(0));
using ptrdiff_t = long;

template <class T, T v>
struct integral_constant {
    static constexpr T value = v;
    using value_type = T;
    constexpr operator T() const { return v; }
};
template <bool b>
using bool_constant = integral_constant<bool, b>;
using true_type = bool_constant<true>;
using false_type = bool_constant<false>;

template <class T>
struct type_identity {
    using type = T;
};
template <class T>
using type_identity_t = typename type_identity<T>::type;

template <class T>
struct remove_reference {
    using type = T;
};
template <class T>
struct remove_reference<T&> {
    using type = T;
};
template <class T>
struct remove_reference<T&&> {
    using type = T;
};
template <class T>
using remove_reference_t = typename remove_reference<T>::type;
template <class T>
struct remove_cv {
    using type = T;
};
template <class T>
struct remove_cv<const T> {
    using type = T;
};
template <class T>
struct remove_cv<volatile T> {
    using type = T;
};
template <class T>
struct remove_cv<const volatile T> {
    using type = T;
};
template <class T>
using remove_cv_t = typename remove_cv<T>::type;
template <class T>
using remove_const_t = remove_cv_t<T>;
template <class T>
using remove_cvref_t = remove_cv_t<remove_reference_t<T>>;
template <class T>
using decay_t = remove_cvref_t<T>;

template <class T, class U>
inline constexpr bool is_same_v = false;
template <class T>
inline constexpr bool is_same_v<T, T> = true;
template <class T, class U>
struct is_same : bool_constant<is_same_v<T, U>> {};

template <bool b, class T, class F>
struct conditional {
    using type = T;
};
template <class T, class F>
struct conditional<false, T, F> {
    using type = F;
};
template <bool b, class T, class F>
using conditional_t = typename conditional<b, T, F>::type;
template <bool b, class T = void>
struct enable_if {};
template <class T>
struct enable_if<true, T> {
    using type = T;
};
template <bool b, class T = void>
using enable_if_t = typename enable_if<b, T>::type;
template <class...>
using void_t = void;

template <class T>
T&& declval() noexcept;
template <class T>
constexpr remove_reference_t<T>&& move(T&& x) noexcept {
    return static_cast<remove_reference_t<T>&&>(x);
}
template <class T>
constexpr T&& forward(remove_reference_t<T>& x) noexcept {
    return static_cast<T&&>(x);
}
template <class T>
constexpr T&& forward(remove_reference_t<T>&& x) noexcept {
    return static_cast<T&&>(x);
}
template <class T>
constexpr void swap(T& x, T& y) noexcept {
    T z = static_cast<T&&>(x);
    x = static_cast<T&&>(y);
    y = static_cast<T&&>(z);
}

namespace detail {
template <class T, class... Ts>
inline constexpr bool is_one_of = (is_same_v<T, Ts> || ...);
}  // namespace detail

template <class T>
inline constexpr bool is_void_v = is_same_v<remove_cv_t<T>, void>;
template <class T>
inline constexpr bool is_integral_v =
    detail::is_one_of<remove_cv_t<T>, bool, char, signed char, unsigned char, short, unsigned short, int, unsigned, long,
                      unsigned long, long long, unsigned long long>;
template <class T>
inline constexpr bool is_floating_point_v = detail::is_one_of<remove_cv_t<T>, float, double>;
template <class T>
inline constexpr bool is_arithmetic_v = is_integral_v<T> || is_floating_point_v<T>;
template <class T>
struct is_integral : bool_constant<is_integral_v<T>> {};
template <class T>
struct is_floating_point : bool_constant<is_floating_point_v<T>> {};
template <class T>
struct is_arithmetic : bool_constant<is_arithmetic_v<T>> {};
template <class T>
inline constexpr bool is_reference_v = !is_same_v<T, remove_reference_t<T>>;
template <class T>
inline constexpr bool is_empty_v = __is_empty(T);
template <class T>
inline constexpr bool is_enum_v = __is_enum(T);
template <class T>
inline constexpr bool is_trivially_copyable_v = __is_trivially_copyable(T);

template <class T>
constexpr bool is_signed_of() {
    if constexpr (is_arithmetic_v<T>)
        return static_cast<T>(-1) < static_cast<T>(0);
    else
        return false;
}
template <class T>
inline constexpr bool is_signed_v = is_signed_of<T>();
template <class T>
inline constexpr bool is_unsigned_v = is_arithmetic_v<T> && !is_signed_v<T>;

template <class T>
struct make_unsigned {
    using type =
        conditional_t<sizeof(T) == 1, unsigned char,
                      conditional_t<sizeof(T) == 2, unsigned short, conditional_t<sizeof(T) == 4, unsigned, unsigned long>>>;
};
template <class T>
using make_unsigned_t = typename make_unsigned<T>::type;
template <class T>
struct make_signed {
    using type = conditional_t<sizeof(T) == 1, signed char,
                               conditional_t<sizeof(T) == 2, short, conditional_t<sizeof(T) == 4, int, long>>>;
};
template <class T>
using make_signed_t = typename make_signed<T>::type;

template <class T, class U>
concept same_as = is_same_v<T, U> && is_same_v<U, T>;
template <class T>
concept integral = is_integral_v<T>;
template <class T>
concept signed_integral = is_integral_v<T> && is_signed_v<T>;
template <class T>
concept unsigned_integral = is_integral_v<T> && !is_signed_v<T>;
template <class T>
concept floating_point = is_floating_point_v<T>;
template <class T>
concept default_initializable = requires {
    T{};
};
template <class From, class To>
inline constexpr bool is_convertible_v = __is_convertible_to(From, To);
template <class From, class To>
concept convertible_to = is_convertible_v<From, To>;

template <class T, class U>
struct common_type {
    using type = remove_cvref_t<decltype(false ? declval<T>() : declval<U>())>;
};
template <class T, class U>
using common_type_t = typename common_type<T, U>::type;

template <class F, class... A>
inline constexpr bool is_invocable_v = requires(F f, A... a) {
    static_cast<F>(f)(static_cast<A>(a)...);
};
template <class R, class F, class... A>
inline constexpr bool is_invocable_r_v = requires(F f, A... a) {
    { static_cast<F>(f)(static_cast<A>(a)...) } -> convertible_to<R>;
};
template <class F, class... A>
using invoke_result_t = decltype(declval<F>()(declval<A>()...));

template <class T>
inline constexpr bool is_member_object_pointer_v = false;
template <class T, class C>
inline constexpr bool is_member_object_pointer_v<T C::*> = true;

template <class T>
struct numeric_limits {
    static constexpr bool is_specialized = is_integral_v<T>;
    static constexpr bool is_integer = is_integral_v<T>, is_signed = is_signed_v<T>, has_infinity = false,
                          has_quiet_NaN = false;
    static constexpr int digits = is_same_v<T, bool> ? 1 : static_cast<int>(sizeof(T) * 8) - (is_signed_v<T> ? 1 : 0);
    static constexpr T max() {
        if constexpr (is_same_v<T, bool>)
            return true;
        else if constexpr (is_signed_v<T>)
            return static_cast<T>((1ull << (sizeof(T) * 8 - 1)) - 1);
        else
            return static_cast<T>(~0ull);
    }
    static constexpr T lowest() {
        if constexpr (is_signed_v<T>)
            return static_cast<T>(-max() - 1);
        else
            return T{};
    }
    static constexpr T min() { return lowest(); }
};
template <>
struct numeric_limits<float> {
    static constexpr bool is_specialized = true, is_integer = false, is_signed = true, has_infinity = true,
                          has_quiet_NaN = true;
    static constexpr int digits = 24;
    static constexpr float max() { return 0x1.fffffep127f; }
    static constexpr float lowest() { return -max(); }
    static constexpr float min() { return 0x1p-126f; }
    static constexpr float epsilon() { return 0x1p-23f; }
    static constexpr float infinity() { return __builtin_bit_cast(float, 0x7f800000u); }
    static constexpr float quiet_NaN() { return __builtin_bit_cast(float, 0x7fc00000u); }
};
template <>
struct numeric_limits<double> {
    static constexpr bool is_specialized = true, is_integer = false, is_signed = true, has_infinity = true,
                          has_quiet_NaN = true;
    static constexpr int digits = 53;
    static constexpr double max() { return 0x1.fffffffffffffp1023; }
    static constexpr double lowest() { return -max(); }
    static constexpr double min() { return 0x1p-1022; }
    static constexpr double epsilon() { return 0x1p-52; }
    static constexpr double infinity() { return __builtin_bit_cast(double, 0x7ff0000000000000ull); }
    static constexpr double quiet_NaN() { return __builtin_bit_cast(double, 0x7ff8000000000000ull); }
};

template <class T>
constexpr const T& min(const T& x, const T& y) {
    return y < x ? y : x;
}
template <class T>
constexpr const T& max(const T& x, const T& y) {
    return x < y ? y : x;
}
using ::abs;
using ::acos;
using ::acosh;
using ::asin;
using ::asinh;
using ::atan;
using ::atan2;
using ::atanh;
using ::cbrt;
using ::ceil;
using ::copysign;
using ::cos;
using ::cosh;
using ::erf;
using ::erfc;
using ::exp;
using ::exp2;
using ::expm1;
using ::fabs;
using ::fdim;
using ::floor;
using ::fma;
using ::fmax;
using ::fmin;
using ::fmod;
using ::hypot;
using ::isfinite;
using ::isinf;
using ::isnan;
using ::log;
using ::log10;
using ::log1p;
using ::log2;
using ::pow;
using ::remainder;
using ::round;
using ::signbit;
using ::sin;
using ::sinh;
using ::sqrt;
using ::tan;
using ::tanh;
using ::trunc;

}  // namespace std

using std::int16_t;
using std::int32_t;
using std::int64_t;
using std::int8_t;
using std::uint16_t;
using std::uint32_t;
using std::uint64_t;
using std::uint8_t;
