// Operators and semirings as numbers, for kernels that look them up at run time.
//
// Idea: kernels that only stream values are bound by memory, not by a switch in which all threads take the same branch, so one
// kernel for each type serves all operators. Templates of the public headers turn the ready-made operators into codes here. An
// operator without a code is refused with a one-sentence message, unless nvcc compiles the caller.
#pragma once

#include <cstdint>

#include <graphblas_gpu/base/type_code.hpp>
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

/// Operators in the order of their codes.
template <class Code, class... Ops>
struct operators_of {
    static constexpr const char* names[] = {Ops::name...};

    template <class Op>
    static constexpr Code code() {
        constexpr int position = base::position_among<Op, Ops...>();
        static_assert(position >= 0, "an operator of the catalogue has no code");
        return static_cast<Code>(position);
    }
};
using additions = operators_of<add_code, plus, min, max, lor, land, lxor, any>;
using multiplications = operators_of<multiply_code, times, plus, min, max, land, lor, pair, first, second, firsti, secondi,
                                     saturating_plus>;

}  // namespace detail

/// The semirings that kernels can look up: those of the catalogue, and min over saturating sums.
template <class S>
inline constexpr bool has_code = is_catalogued<S>;
template <numeric_scalar T>
inline constexpr bool has_code<semiring<min, saturating_plus, T>> = true;

template <class S>
requires has_code<S>
constexpr semiring_code code_of() {
    return {detail::additions::code<typename S::add_operator>(), detail::multiplications::code<typename S::multiply_operator>(),
            base::code_of<semiring_value_t<S>>()};
}

template <class T>
inline constexpr semiring_code plus_times_code = code_of<semiring_t<plus_times<T>>>();

}  // namespace graphblas_gpu::cuda
