// A number that is not negative, with the precision of a double and an exponent of its own.
//
// Idea: numbers of shortest paths grow with the number of levels beyond every double, while all that is asked of them are
// quotients. A fraction and a power of two, added and multiplied apart, round as doubles do and do not overflow. The fraction of
// a sum grows with the number of its terms alone, so that it is scaled once, when the sum is complete.
// Source: Brent, Zimmermann, "Modern Computer Arithmetic" (Cambridge 2010), section 3.1, for sums of numbers with exponents.
#pragma once

#include <semirings/types.hpp>

#include <cmath>
#include <cstdint>

namespace graphblas_gpu::base {

/// fraction * 2^exponent. The number 0 has the fraction 0 and any exponent.
struct scaled_number {
    double fraction = 0;
    std::int32_t exponent = 0;

    /// The number x with a fraction in [0.5, 1).
    GB_HD static scaled_number of(double x, std::int32_t exponent = 0) {
        if (!(x > 0) || x - x != 0) return {x, 0};
        int shift = 0;
        const double fraction = std::frexp(x, &shift);
        return {fraction, exponent + shift};
    }

    /// The part of y that is smaller than rounding may be lost. The fraction of the sum is not scaled.
    GB_HD scaled_number& operator+=(const scaled_number& y) {
        if (y.fraction == 0) return *this;
        if (fraction == 0) return *this = y;
        const bool y_is_larger = y.exponent > exponent;
        const scaled_number small = y_is_larger ? *this : y;
        if (y_is_larger) *this = y;
        fraction += std::ldexp(small.fraction, small.exponent - exponent);
        return *this;
    }

    GB_HD scaled_number scaled() const { return of(fraction, exponent); }
};

/// x * y, which fits a double.
GB_HD inline double product(const scaled_number& x, const scaled_number& y) {
    return std::ldexp(x.fraction * y.fraction, x.exponent + y.exponent);
}

/// x / y.
GB_HD inline scaled_number quotient(double x, const scaled_number& y) {
    return scaled_number::of(x / y.fraction, -y.exponent);
}

/// The same for numbers of paths that doubles hold, which searches count in first: below this bound, the reciprocal of a number
/// of paths is a normal double too.
/// @{
inline constexpr double max_paths_in_double = 0x1p1000;
GB_HD inline double product(double x, double y) { return x * y; }
GB_HD inline double quotient(double x, double y) { return x / y; }
/// @}

}  // namespace graphblas_gpu::base
