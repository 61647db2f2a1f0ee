// What tests that compare the CUDA engine with the host engine to the bit share: random objects, equality.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstring>
#include <random>

#include <tests/cuda/samples.hpp>
#include <tests/library.hpp>

namespace gb = graphblas_gpu;

namespace compare {

using device_samples::on_device;
using device_samples::on_host;

template <class T>
gb::formats::stored<T> any_value(std::mt19937& random) {
    const int x = static_cast<int>(random() % 7) - 3;
    if constexpr (std::is_void_v<T>) return {};
    else if constexpr (std::is_floating_point_v<T>) return random() % 20 == 0 ? static_cast<T>(-0.0) : static_cast<T>(x * 0.7);
    else return gb::cast<T>(x);
}

/// Some rows are empty, row 1 is long.
template <class T>
gb::matrix<T> any_matrix(gb::index nrows, gb::index ncols, int seed, double density = 0.2) {
    const auto chance = [&](gb::index i, gb::index) { return i % 5 == 3 ? 0 : i == 1 ? 0.9 : density; };
    return device_samples::random_matrix<T>(nrows, ncols, static_cast<unsigned>(seed), chance, any_value<T>);
}

template <class T>
gb::vector<T> any_vector(gb::index size, int seed) {
    const gb::matrix<T> row = any_matrix<T>(1, size, seed, 0.4);
    return gb::vector<T>::from_storage(row.to_csr());
}

/// The rows of a matrix, the only row of a vector.
template <class X>
auto rows_of(const X& x) {
    if constexpr (gb::is_matrix<X>) return x.to_csr();
    else return gb::formats::copy_of(x.list());
}

/// -0 is not 0; every NaN is the same.
template <class T>
bool same_value(const T& x, const T& y) {
    if constexpr (std::is_floating_point_v<T>) {
        if (std::isnan(x) || std::isnan(y)) return std::isnan(x) && std::isnan(y);
    }
    return std::memcmp(&x, &y, sizeof(T)) == 0;
}

/// Bit by bit.
template <class X>
bool same(const X& x, const X& y) {
    const auto& a = rows_of(x);
    const auto& b = rows_of(y);
    return a.nrows == b.nrows && a.ncols == b.ncols && a.offsets == b.offsets && a.columns == b.columns &&
           std::equal(a.values.begin(), a.values.end(), b.values.begin(), b.values.end(),
                      [](const auto& v, const auto& w) { return same_value(v, w); });
}

}  // namespace compare
