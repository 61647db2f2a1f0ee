// Idea: the values on which the algebra is tried. Every type has its extremes among them; for sums and products of
// floating point there are also values that neither overflow nor lose a digit, because rounding breaks associativity.
#pragma once

#include <semirings/types.hpp>

#include <limits>
#include <vector>

namespace samples {

/// Small values; all sums and products of three of them are exact in every floating-point type.
template <graphblas_gpu::scalar T>
std::vector<T> exact() {
    if constexpr (std::same_as<T, bool>)
        return {false, true};
    else if constexpr (std::floating_point<T>)
        return {T(-8), T(-1.5), T(-1), T(-0.25), T(0), T(0.5), T(1), T(2), T(3), T(1024)};
    else if constexpr (std::is_signed_v<T>)
        return {T(-8), T(-3), T(-1), T(0), T(1), T(2), T(3), T(5), T(100)};
    else
        return {T(0), T(1), T(2), T(3), T(5), T(8), T(100)};
}

/// Values at the ends of the range as well; no NaN.
template <graphblas_gpu::scalar T>
std::vector<T> extreme() {
    using limits = std::numeric_limits<T>;
    std::vector<T> values = exact<T>();
    if constexpr (std::floating_point<T>) {
        for (T value : {limits::min(), limits::denorm_min(), limits::epsilon(), limits::max(), limits::infinity()}) {
            values.push_back(value);
            values.push_back(-value);
        }
    } else if constexpr (!std::same_as<T, bool>) {
        for (T value :
             {limits::lowest(), T(limits::lowest() + 1), T(limits::max() / 2), T(limits::max() - 1), limits::max()})
            values.push_back(value);
    }
    return values;
}

}  // namespace samples
