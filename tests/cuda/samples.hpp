// Needs: Catch2. Random objects for tests of the CUDA engine, and how its answers are compared with the host's.
#pragma once

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>
#include <random>
#include <vector>

#include <tests/catch.hpp>
#include <tests/engine.hpp>
#include <tests/library.hpp>

namespace device_samples {

namespace gb = graphblas_gpu;

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
    else return gb::cast<T>(x);
}

/// Entry (i, j) is there with probability chance(i, j), and has what value(random) makes.
template <class T, class Chance, class Value>
gb::matrix<T> random_matrix(gb::index nrows, gb::index ncols, unsigned seed, const Chance& chance, const Value& value) {
    std::mt19937 random(seed);
    gb::csr<T> out(nrows, ncols);
    std::vector<gb::column_index> columns;
    std::vector<gb::formats::stored<T>> values;
    for (gb::index i = 0; i < nrows; ++i) {
        for (gb::index j = 0; j < ncols; ++j) {
            if (random() % 1000 >= chance(i, j) * 1000) continue;
            columns.push_back(static_cast<gb::column_index>(j));
            values.push_back(value(random));
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

/// Every fifth row is empty, row 1 is long, row 2 full; column 0 is hit often.
template <class T>
gb::matrix<T> any_matrix(gb::index nrows, gb::index ncols, unsigned seed, double density = 0.15) {
    const auto chance = [&](gb::index i, gb::index j) {
        return i % 5 == 3 ? 0 : i == 1 ? 0.7 : i == 2 ? 1 : j == 0 ? 0.5 : density;
    };
    return random_matrix<T>(nrows, ncols, seed, chance, any_value<T>);
}

/// Each entry is there with this probability, and has what value(random) makes.
template <class T, class Value>
gb::vector<T> random_vector(gb::index size, unsigned seed, double density, const Value& value) {
    std::mt19937 random(seed);
    gb::vector<T> v(size);
    for (gb::index i = 0; i < size; ++i) {
        if (random() % 1000 < density * 1000) v.set_element(i, value(random));
    }
    return v;
}
template <class T>
gb::vector<T> any_vector(gb::index size, unsigned seed, double density = 0.4) {
    return random_vector<T>(size, seed, density, any_value<T>);
}

/// Sums of these depend on the order of their terms.
template <class T>
T any_fraction(std::mt19937& random) {
    return static_cast<T>(random() % 100000) / static_cast<T>(7) - static_cast<T>(5000);
}

/// A matrix whose row i has sizes[i] entries, fractions in random columns.
template <class T>
gb::matrix<T> rows_of_sizes(const std::vector<gb::index>& sizes, gb::index ncols, unsigned seed) {
    std::mt19937 random(seed);
    gb::csr<T> out(static_cast<gb::index>(sizes.size()), ncols);
    std::vector<gb::column_index> columns, all(static_cast<std::size_t>(ncols));
    std::iota(all.begin(), all.end(), gb::column_index{0});
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        std::sample(all.begin(), all.end(), std::back_inserter(columns), sizes[i], random);
        out.offsets[i + 1] = static_cast<gb::row_offset>(columns.size());
    }
    out.columns = gb::buffer<gb::column_index>(columns.size());
    std::copy(columns.begin(), columns.end(), out.columns.begin());
    out.values = gb::buffer<T>(columns.size());
    for (T& x : out.values) x = any_fraction<T>(random);
    return gb::matrix<T>::from_storage(std::move(out));
}

template <class T>
bool is_near(const T& x, const T& y) {
    if constexpr (std::is_floating_point_v<T>) {
        return x == y || std::abs(x - y) <= 1e-5 * (std::abs(x) + std::abs(y)) || (x != x && y != y);
    } else {
        return x == y;
    }
}

/// The same structure and, but for rounding, the same values.
template <class T>
void check_same_rows(const gb::csr<T>& x, const gb::csr<T>& y) {
    REQUIRE(x.nrows == y.nrows);
    REQUIRE(x.ncols == y.ncols);
    REQUIRE(x.nvals() == y.nvals());
    CHECK(std::equal(x.offsets.begin(), x.offsets.end(), y.offsets.begin()));
    const bool same_columns = x.columns == y.columns;
    REQUIRE(same_columns);
    if constexpr (!std::is_void_v<T>) {
        for (std::size_t p = 0; p < x.values.size(); ++p) {
            if (is_near(x.values[p], y.values[p])) continue;
            FAIL("value " << p << ": " << +x.values[p] << " on the host, " << +y.values[p]);
        }
    }
}
template <class T>
void check_same(const gb::matrix<T>& x, const gb::matrix<T>& y) {
    check_same_rows(x.to_csr(), y.to_csr());
}
template <class T>
void check_same(const gb::vector<T>& x, const gb::vector<T>& y) {
    check_same_rows(gb::formats::copy_of(x.list()), gb::formats::copy_of(y.list()));
}

}  // namespace device_samples
