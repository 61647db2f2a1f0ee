// Operators and semirings as numbers, for kernels that look them up at run time.
//
// Idea: kernels that only stream values are bound by memory, not by a switch in which all threads take the same branch, so one
// kernel for each type serves all operators. Templates of the public headers turn the ready-made operators into codes here. An
// operator without a code is refused with a one-sentence message, unless nvcc compiles the caller.
#pragma once

#include <cstdint>

#include <graphblas_gpu/formats/type_code.hpp>
#include <semirings/catalogue.hpp>

namespace graphblas_gpu::cuda {

enum class add_code : std::uint8_t { plus, min, max, lor, land, lxor, any };
enum class multiply_code : std::uint8_t {
    times, plus, min, max, land, lor, pair, first, second, firsti, secondi, saturating_plus
};

/// The code of a semiring for which has_code is true.
struct semiring_code {
    add_code add = add_code::plus;
    multiply_code multiply = multiply_code::times;
    type_code type = type_code::none;
    friend constexpr bool operator==(const semiring_code&, const semiring_code&) = default;
};

namespace detail {

template <class Op>
constexpr add_code add_code_of() {
    if constexpr (std::is_same_v<Op, plus>) return add_code::plus;
    else if constexpr (std::is_same_v<Op, min>) return add_code::min;
    else if constexpr (std::is_same_v<Op, max>) return add_code::max;
    else if constexpr (std::is_same_v<Op, lor>) return add_code::lor;
    else if constexpr (std::is_same_v<Op, land>) return add_code::land;
    else if constexpr (std::is_same_v<Op, lxor>) return add_code::lxor;
    else {
        static_assert(std::is_same_v<Op, any>, "an additive operator of the catalogue has no code");
        return add_code::any;
    }
}

template <class Op>
constexpr multiply_code multiply_code_of() {
    if constexpr (std::is_same_v<Op, times>) return multiply_code::times;
    else if constexpr (std::is_same_v<Op, plus>) return multiply_code::plus;
    else if constexpr (std::is_same_v<Op, min>) return multiply_code::min;
    else if constexpr (std::is_same_v<Op, max>) return multiply_code::max;
    else if constexpr (std::is_same_v<Op, land>) return multiply_code::land;
    else if constexpr (std::is_same_v<Op, lor>) return multiply_code::lor;
    else if constexpr (std::is_same_v<Op, pair>) return multiply_code::pair;
    else if constexpr (std::is_same_v<Op, first>) return multiply_code::first;
    else if constexpr (std::is_same_v<Op, second>) return multiply_code::second;
    else if constexpr (std::is_same_v<Op, firsti>) return multiply_code::firsti;
    else if constexpr (std::is_same_v<Op, saturating_plus>) return multiply_code::saturating_plus;
    else {
        static_assert(std::is_same_v<Op, secondi>, "a multiplicative operator of the catalogue has no code");
        return multiply_code::secondi;
    }
}

}  // namespace detail

/// The semirings that kernels can look up: those of the catalogue, and min over saturating sums.
template <class S>
inline constexpr bool has_code = is_catalogued<S>;
template <numeric_scalar T>
inline constexpr bool has_code<semiring<min, saturating_plus, T>> = true;

template <class S>
requires has_code<S>
constexpr semiring_code code_of() {
    return {detail::add_code_of<typename S::add_operator>(), detail::multiply_code_of<typename S::multiply_operator>(),
            formats::code_of<semiring_value_t<S>>()};
}

template <class T>
inline constexpr semiring_code plus_times_code = code_of<semiring_t<plus_times<T>>>();

}  // namespace graphblas_gpu::cuda
