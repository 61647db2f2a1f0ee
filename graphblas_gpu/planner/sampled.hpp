// What a sample of the rows of a product tells of all of them.
//
// Source: linear counting: Whang, Vander-Zanden, Taylor, "A linear-time probabilistic counting algorithm for database applications",
// TODS 1990.
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
    if (seen >= total || seen <= 0) return std::fmin(distinct, total);
    const auto filled = [](double bins, double balls) { return bins * -std::expm1(-balls / bins); };
    double low = std::fmax(1.0, distinct), high = std::fmax(ncols, low);
    for (int step = 0; step < 40 && filled(high, seen) > distinct; ++step) {
        const double middle = 0.5 * (low + high);
        (filled(middle, seen) < distinct ? low : high) = middle;
        if (high - low < 0.5) break;
    }
    return filled(high, total);
}

}  // namespace graphblas_gpu::planner
