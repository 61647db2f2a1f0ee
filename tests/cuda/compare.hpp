// What tests that compare the CUDA engine with the host engine share: contexts, random objects, equality to the bit.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstring>
#include <random>
#include <vector>

#include <graphblas_gpu/graphblas_gpu.hpp>
#include <tests/engine.hpp>

namespace gb = graphblas_gpu;

namespace compare {

inline const gb::context& on_host() {
    static const gb::context ctx = gb::context::host({.threads = 1});
    return ctx;
}
inline const gb::context& on_device() {
    static const gb::context ctx = spec::context_on_cuda();
    return ctx;
}

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
    std::mt19937 random(static_cast<unsigned>(seed));
    gb::csr<T> out(nrows, ncols);
    std::vector<gb::column_index> columns;
    std::vector<gb::formats::stored<T>> values;
    for (gb::index i = 0; i < nrows; ++i) {
        const double chance = i % 5 == 3 ? 0 : i == 1 ? 0.9 : density;
        for (gb::index j = 0; j < ncols; ++j) {
            if (random() % 1000 >= chance * 1000) continue;
            columns.push_back(static_cast<gb::column_index>(j));
            values.push_back(any_value<T>(random));
        }
        out.offsets[static_cast<std::size_t>(i) + 1] = static_cast<gb::row_offset>(columns.size());
    }
    out.columns = gb::buffer<gb::column_index>(columns.size());
    std::copy(columns.begin(), columns.end(), out.columns.begin());
    if constexpr (!std::is_void_v<T>) {
        out.values = gb::buffer<T>(values.size());
        std::copy(values.begin(), values.end(), out.values.begin());
    }
    return gb::matrix<T>::from_storage(std::move(out));
}

template <class T>
gb::vector<T> any_vector(gb::index size, int seed) {
    const gb::matrix<T> row = any_matrix<T>(1, size, seed, 0.4);
    return gb::vector<T>::from_storage(gb::csr<T>(row.storage()));
}

/// The rows of a matrix, the only row of a vector.
template <class X>
const auto& rows_of(const X& x) {
    if constexpr (gb::is_matrix<X>) return x.storage();
    else return x.list();
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
