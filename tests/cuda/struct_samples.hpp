// Matrices and vectors over structs and numbers for the tests of operators that carry their source.
#pragma once

#include <tests/cuda/samples.hpp>
#include <tests/cuda/sources.hpp>

namespace device_samples {

/// Small whole numbers, whose sums and products are exact in every type.
template <class T>
T small_value(std::mt19937& random) {
    const int x = static_cast<int>(random() % 7) - 3;
    const int y = static_cast<int>(random() % 5) + 1;
    if constexpr (std::is_same_v<T, sources::arrival>)
        return {static_cast<float>(x), y};
    else if constexpr (std::is_same_v<T, sources::complex_number>)
        return {static_cast<float>(x), static_cast<float>(y)};
    else if constexpr (std::is_same_v<T, sources::fraction>)
        return {static_cast<std::int16_t>(x), static_cast<std::int16_t>(y)};
    else if constexpr (std::is_same_v<T, sources::long_complex>)
        return {static_cast<double>(x), static_cast<double>(y)};
    else if constexpr (std::is_unsigned_v<T>)
        return static_cast<T>(y);
    else
        return gb::cast<T>(x);
}

template <class T>
gb::matrix<T> some_matrix(gb::index nrows, gb::index ncols, unsigned seed, double density = 0.2) {
    const auto chance = [&](gb::index i, gb::index j) { return i % 5 == 3 ? 0 : i == 2 ? 1 : j == 0 ? 0.5 : density; };
    return random_matrix<T>(nrows, ncols, seed, chance, small_value<T>);
}
template <class T>
gb::vector<T> some_vector(gb::index size, unsigned seed, double density = 0.5) {
    return random_vector<T>(size, seed, density, small_value<T>);
}

}  // namespace device_samples
