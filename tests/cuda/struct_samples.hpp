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
        return graphblas_gpu::cast<T>(x);
}

template <class T>
graphblas_gpu::matrix<T> some_matrix(graphblas_gpu::index nrows, graphblas_gpu::index ncols, unsigned seed,
                                     double density = 0.2) {
    return random_matrix<T>(
        nrows, ncols, seed,
        [&](graphblas_gpu::index i, graphblas_gpu::index j) {
            return i % 5 == 3 ? 0 : i == 2 ? 1 : j == 0 ? 0.5 : density;
        },
        small_value<T>);
}
template <class T>
graphblas_gpu::vector<T> some_vector(graphblas_gpu::index size, unsigned seed, double density = 0.5) {
    std::mt19937 random(seed);
    graphblas_gpu::vector<T> v(size);
    for (graphblas_gpu::index i = 0; i < size; ++i) {
        if (random() % 1000 < density * 1000) v.set_element(i, small_value<T>(random));
    }
    return v;
}

}  // namespace device_samples
