// What the tests of approximate products share: matrices whose entries decay, the dense product in fp64, and the check that the
// true error is within the bound that the report gives.
#pragma once

#include <graphblas_gpu/block_matrix.hpp>
#include <graphblas_gpu/spamm.hpp>

#include <tests/catch.hpp>
#include <tests/engine.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace spec {

namespace gb = graphblas_gpu;

using gb::index;
using gb::spamm_precision;

inline constexpr double infinite = std::numeric_limits<double>::infinity();

struct dense {
    index nrows = 0, ncols = 0;
    std::vector<double> values;
    double& at(index i, index j) { return values[static_cast<std::size_t>(i * ncols + j)]; }
    double at(index i, index j) const { return values[static_cast<std::size_t>(i * ncols + j)]; }
};

/// exp(-decay |i - j| / n) with signs and a factor of 0.5 .. 1.5 from a hash, times `scale`.
inline dense decaying(index nrows, index ncols, double decay, unsigned seed, double scale = 1) {
    dense out{nrows, ncols, std::vector<double>(static_cast<std::size_t>(nrows * ncols))};
    std::uint64_t state = seed;
    for (index i = 0; i < nrows; ++i) {
        for (index j = 0; j < ncols; ++j) {
            state = state * 6364136223846793005u + 1442695040888963407u;
            const double noise = static_cast<double>(state >> 40) / static_cast<double>(1 << 24);
            const double sign = (state >> 33 & 3) == 0 ? -1 : 1;
            const double distance = static_cast<double>(std::abs(i - j)) / static_cast<double>(std::max(nrows, ncols));
            out.at(i, j) = scale * sign * (0.5 + noise) * std::exp(-decay * distance);
        }
    }
    return out;
}

template <class T>
gb::block_matrix<T> blocks_of(const dense& a) {
    std::vector<gb::formats::dense_value<T>> values(a.values.begin(), a.values.end());
    return gb::block_matrix<T>::from_dense(a.nrows, a.ncols, values);
}
/// The values as they are stored.
template <class T>
dense stored(const gb::block_matrix<T>& a) {
    const auto values = a.to_dense();
    return {a.nrows(), a.ncols(), std::vector<double>(values.begin(), values.end())};
}

inline dense product(const dense& a, const dense& b) {
    dense c{a.nrows, b.ncols, std::vector<double>(static_cast<std::size_t>(a.nrows * b.ncols), 0.0)};
    for (index i = 0; i < a.nrows; ++i) {
        for (index k = 0; k < a.ncols; ++k) {
            const double x = a.at(i, k);
            if (x == 0) continue;
            // Pointers, because tests are compiled without optimisation, and this loop takes most of their time.
            const double* const row_of_b = b.values.data() + k * b.ncols;
            double* const row_of_c = c.values.data() + i * b.ncols;
            for (index j = 0; j < b.ncols; ++j) row_of_c[j] += x * row_of_b[j];
        }
    }
    return c;
}

/// The Frobenius norm of a - b; a NaN if that has one.
inline double distance(const dense& a, const dense& b) {
    double most = 0, sum = 0;
    for (std::size_t n = 0; n < a.values.size(); ++n) {
        const double x = std::abs(a.values[n] - b.values[n]);
        if (std::isnan(x)) return x;
        most = std::max(most, x);
    }
    if (most == 0) return 0;
    for (std::size_t n = 0; n < a.values.size(); ++n)
        sum += (a.values[n] - b.values[n]) / most * ((a.values[n] - b.values[n]) / most);
    return most * std::sqrt(sum);
}
inline double norm(const dense& a) { return distance(a, {a.nrows, a.ncols, std::vector<double>(a.values.size(), 0.0)}); }

/// All products of norms of tiles, in descending order, from the values.
inline std::vector<double> sorted_products(const dense& a, const dense& b, index tile) {
    const auto norm_of = [](const dense& m, index top, index left, index height, index width) {
        double sum = 0;
        for (index i = top; i < std::min(m.nrows, top + height); ++i) {
            for (index j = left; j < std::min(m.ncols, left + width); ++j) sum += m.at(i, j) * m.at(i, j);
        }
        return std::sqrt(sum);
    };
    std::vector<double> out;
    for (index i = 0; i < a.nrows; i += tile) {
        for (index j = 0; j < b.ncols; j += tile) {
            for (index k = 0; k < a.ncols; k += 32) out.push_back(norm_of(a, i, k, tile, 32) * norm_of(b, k, j, 32, tile));
        }
    }
    std::sort(out.rbegin(), out.rend());
    return out;
}

inline gb::context tested() { return context_with(2); }

/// Checks a product against the dense one, and gives the report.
template <class T>
gb::spamm_report check_one_within_bound(const gb::context& ctx, const gb::block_matrix<T>& a, const gb::block_matrix<T>& b,
                                        const gb::spamm_options& options) {
    const auto [c, report] = gb::spamm(ctx, a, b, options);
    const dense want = product(stored(a), stored(b));
    REQUIRE(c.nrows() == want.nrows);
    REQUIRE(c.ncols() == want.ncols);
    const double error = distance(stored(c), want);
    // The values of C are rounded to their type, and so is the product that it is compared with.
    const double of_type = (sizeof(typename decltype(c)::value_type) == 4 ? 0x1p-24 : 0x1p-53) * (norm(want) + error) +
                           static_cast<double>(a.ncols() + 1) * 0x1p-53 * a.norm() * b.norm();
    INFO(report.method << " " << report.precision << " tile " << report.tile << " valid " << report.valid_ratio << " error "
                       << error << " bound " << report.error_bound << " + " << report.sum_rounding_bound);
    CHECK(error <= report.error_bound + report.sum_rounding_bound + of_type);
    if (options.error) CHECK(report.error_bound <= *options.error);
    CHECK(report.products <= report.all_products);
    CHECK(report.flops == report.products * 64 * report.tile * report.tile);
    CHECK(std::abs(c.norm() - norm(stored(c))) <= 1e-12 * c.norm());
    return report;
}

/// The same; where cuBLAS has computed all products unasked, lists are checked too, and their report is given.
template <class T>
gb::spamm_report check_within_bound(const gb::context& ctx, const gb::block_matrix<T>& a, const gb::block_matrix<T>& b,
                                    gb::spamm_options options) {
    const auto report = check_one_within_bound(ctx, a, b, options);
    if (report.method != "cublas" || options.variant != gb::spamm_variant::automatic) return report;
    CHECK(report.products == report.all_products);
    options.variant = gb::spamm_variant::spamm;
    return check_one_within_bound(ctx, a, b, options);
}

struct shape {
    index m, k, n;
};
/// An emulated device needs seconds for a product of 200.
inline std::vector<shape> shapes() {
    std::vector<shape> out{{1, 1, 1}, {0, 5, 3}, {4, 0, 7}, {5, 33, 64}, {130, 65, 97}, {33, 200, 31}};
    if (!on_cuda())
        out.push_back({300, 290, 310});
    else if (runs_at_full_speed())
        out.push_back({200, 190, 210});
    return out;
}

}  // namespace spec
