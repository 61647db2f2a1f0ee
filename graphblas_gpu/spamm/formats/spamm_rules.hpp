// Rules of approximate products that both engines share: sizes of tiles, shares of an error bound, thresholds.
#pragma once

#include <graphblas_gpu/spamm/formats/spamm_request.hpp>

#include <bit>
#include <cstdint>
#include <limits>

namespace graphblas_gpu::formats {

/// The tile of C if the caller names none: the largest one of which there are enough for a device.
constexpr index spamm_tile(index nrows, index ncols) {
    constexpr index enough = 512, large = 128, small = 64;
    return (nrows + large - 1) / large * ((ncols + large - 1) / large) >= enough ? large : small;
}

/// How many products a valid ratio asks for.
inline std::int64_t products_for_ratio(double ratio, std::int64_t all) {
    const double wanted = std::ceil(ratio * static_cast<double>(all));
    return wanted >= static_cast<double>(all) ? all : static_cast<std::int64_t>(wanted);
}

/// TFLOP/s on an H100 (docs/spamm.md): of the listed products, where there are many, and of cuBLAS between dense arrays. That
/// both are faster by the same factor on another device is assumed.
struct spamm_rates {
    double listed;
    double dense;
};
/// `by_warpgroups`: in tiles of 128 on compute capability 9.0; else by the kernel for other devices and tiles.
constexpr spamm_rates rates_of(spamm_precision precision, bool by_warpgroups) {
    switch (precision) {
        case spamm_precision::fp64:
            return {52, 60};
        case spamm_precision::tf32:
            return {by_warpgroups ? 380.0 : 260.0, 410};
        case spamm_precision::bf16:
        case spamm_precision::fp16:
            return {by_warpgroups ? 700.0 : 380.0, 830};
        default:
            return {110, 54};
    }
}
/// Whether the listed products are expected to take less time than all of them by cuBLAS.
constexpr bool lists_are_profitable(spamm_precision precision, bool by_warpgroups, std::int64_t products,
                                    std::int64_t all_products) {
    const spamm_rates rates = rates_of(precision, by_warpgroups);
    return static_cast<double>(products) * rates.dense <= static_cast<double>(all_products) * rates.listed;
}

/// A product of an m x k and a k x n matrix, and how many products of tiles are expected to be computed.
struct spamm_size {
    index m, k, n;
    std::size_t value_bytes;
    std::int64_t all_products, products;
    constexpr double flops() const { return 2.0 * static_cast<double>(m) * static_cast<double>(k) * static_cast<double>(n); }
};
/// Milliseconds that calls take on an H100: a launch and what it computes; and norms, some launches and a wait before it.
/// @{
constexpr double milliseconds_of(double flops, double rate) { return flops / (rate * 1e9); }
constexpr double dense_milliseconds(spamm_precision precision, const spamm_size& size) {
    constexpr double launch = 0.02;
    return launch + milliseconds_of(size.flops(), rates_of(precision, false).dense);
}
constexpr double lists_milliseconds(spamm_precision precision, bool by_warpgroups, const spamm_size& size) {
    constexpr double launches = 0.075, bytes_a_millisecond = 2.9e9, products_a_millisecond = 1e8;
    const double bytes = static_cast<double>(size.value_bytes) * (static_cast<double>(size.m) * static_cast<double>(size.k) +
                                                                  static_cast<double>(size.k) * static_cast<double>(size.n));
    const double share = static_cast<double>(size.products) / static_cast<double>(size.all_products);
    return launches + bytes / bytes_a_millisecond + static_cast<double>(size.all_products) / products_a_millisecond +
           milliseconds_of(share * size.flops(), rates_of(precision, by_warpgroups).listed);
}
/// @}

/// Of a bound of the Frobenius norm over all tiles: the part for what is skipped, and for each level but the last one.
struct error_shares {
    double skipped;
    double level;
};
constexpr error_shares shares_of(double bound, int levels) {
    return levels == 1 ? error_shares{bound, 0} : error_shares{bound / 2, bound / 2 / (levels - 1)};
}

/// A threshold is a double whose low word is 0; this many bits of the high word are found one by one, beginning with the
/// highest.
inline constexpr int threshold_bits = 31;
/// The largest threshold t for which weight * (sum of the products in [from, t)) <= share, where below(t) gives the sum of
/// those in [from, t). All products below it may be left to what costs `weight`.
template <class Below>
GB_HD double largest_threshold(double weight, double share, const Below& below) {
    constexpr std::uint64_t infinite = 0x7ff00000u;
    std::uint64_t found = 0;
    for (int bit = threshold_bits - 1; bit >= 0; --bit) {
        const std::uint64_t candidate = found | std::uint64_t{1} << bit;
        if (candidate > infinite) continue;
        if (weight * below(std::bit_cast<double>(candidate << 32)) <= share) found = candidate;
    }
    return std::bit_cast<double>(found << 32);
}

/// The largest level of water for which the root of the sum of min(sum, level)^2 is at most `bound`: tiles whose products sum
/// up to less than the level leave the rest of their share to the other tiles. squares(level) gives the sum of (min(sum, level)
/// / bound)^2. Infinity if all sums are within the bound.
template <class Squares>
GB_HD double water_level(double bound, const Squares& squares) {
    constexpr int steps = 60;
    constexpr double infinite = std::numeric_limits<double>::infinity();
    if (bound <= 0) return 0;
    if (squares(infinite) <= 1) return infinite;
    double low = 0, high = bound;
    for (int n = 0; n < steps; ++n) {
        const double middle = low + (high - low) / 2;
        (squares(middle) <= 1 ? low : high) = middle;
    }
    return low;
}

}  // namespace graphblas_gpu::formats
