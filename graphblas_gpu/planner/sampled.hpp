// What a sample of the rows of a product tells of all of them.
//
// Source: linear counting: Whang, Vander-Zanden, Taylor, "A linear-time probabilistic counting algorithm for database
// applications", TODS 1990.
#pragma once

#include <cmath>

namespace graphblas_gpu::planner {

/// The number of different keys that set `used` of `bits` bits, each by its hash.
inline double different_keys(double used, double bits) {
    const double free_share = std::fmax(1.0, bits - used) / bits;
    return -std::log(free_share) * bits;
}

/// The distinct columns of `total` multiplications if `seen` of them have `distinct` ones, as for balls in bins.
inline double extrapolated_columns(double distinct, double seen, double total, double ncols) {
    if (seen >= total || seen <= 0 || distinct <= 0) return std::fmin(distinct, total);
    const auto filled = [](double bins, double balls) { return bins * (1 - std::exp(-balls / bins)); };
    const double most = std::fmax(ncols, std::fmax(1.0, distinct));
    if (filled(most, seen) <= distinct) return filled(most, total);
    // Where bins have x balls on average, a share (1 - exp(-x)) / x of the balls are the first of their bin. This share is at
    // most 1 / (1 + x / 2) and at most 1 / x, so that x begins with a number that is too large. Newton's method then comes down
    // to it.
    const double share = distinct / seen;
    double x = std::fmin(1.0, 2 * (1 - share)) / share;
    for (int step = 0; step < 20; ++step) {
        const double none = std::exp(-x), less = (1 - none - share * x) / (none - share);
        x -= less;
        if (less < 1e-4 * x) break;
    }
    return filled(seen / x, total);
}

}  // namespace graphblas_gpu::planner
