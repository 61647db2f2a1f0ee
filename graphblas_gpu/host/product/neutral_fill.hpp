// The value that sums start from where no branch asks whether there was a term before.
#pragma once

#include <semirings/monoids.hpp>

#include <concepts>
#include <limits>

namespace graphblas_gpu::host {

/// Whether adding a value to neutral_fill() gives that value, to the bit. This is known for the built-in monoids only: adding
/// to the identity of a user's monoid only has to give a value that is equal by ==.
template <class Monoid>
inline constexpr bool has_neutral_fill = [] {
    using T = monoid_value_t<Monoid>;
    if constexpr (std::floating_point<T>) {
        return graphblas_gpu::detail::one_of<Monoid, monoid<plus, T>, monoid<times, T>, monoid<min, T>, monoid<max, T>>;
    } else {
        return scalar<T> && monoid_identity_is_neutral_fill<Monoid>;
    }
}();

/// The value that a sum starts from where no branch asks whether there was a term before. It is not always the identity: 0 + -0
/// is 0, which loses the sign, and min(infinity, NaN) is infinity, which loses the NaN.
template <class Monoid>
requires has_neutral_fill<Monoid>
constexpr monoid_value_t<Monoid> neutral_fill() {
    using T = monoid_value_t<Monoid>;
    if constexpr (std::floating_point<T>) {
        if constexpr (std::same_as<Monoid, monoid<plus, T>>) return T(-0.0);
        if constexpr (graphblas_gpu::detail::one_of<Monoid, monoid<min, T>, monoid<max, T>>)
            return std::numeric_limits<T>::quiet_NaN();
    }
    return Monoid::identity();
}

}  // namespace graphblas_gpu::host
