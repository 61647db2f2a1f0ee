// Facts about a semiring that decide its tables of kernels: which other semiring's loops it can use, and what its entries
// count.
#pragma once

#include <concepts>
#include <type_traits>

#include <semirings/semirings.hpp>

namespace graphblas_gpu::host {

/// Whether an entry of a product over S is only the number of pairs that it sums up, or only says that there is a pair.
template <class S>
inline constexpr bool counts_pairs = [] {
    using T = semiring_value_t<S>;
    if constexpr (!scalar<T>) return false;
    else if constexpr (std::same_as<S, semiring<any, pair, T>>) return true;
    else if constexpr (numeric_scalar<T>) return std::same_as<S, semiring<plus, pair, T>>;
    else return false;
}();

/// The semiring whose loops also compute products over S: where integer arithmetic wraps around, signed and unsigned results
/// have the same bits.
template <class S>
struct loops_for {
    using type = S;
};
template <class Add, class Multiply, class T>
requires(std::is_unsigned_v<T> && !std::is_same_v<T, bool> && graphblas_gpu::detail::one_of<Add, plus, any> &&
         graphblas_gpu::detail::one_of<Multiply, times, pair, first, second>)
struct loops_for<semiring<Add, Multiply, T>> {
    using type = semiring<Add, Multiply, std::make_signed_t<T>>;
};
template <class S>
using loops_for_t = typename loops_for<S>::type;

}  // namespace graphblas_gpu::host
