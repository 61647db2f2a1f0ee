#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/spamm/formats/spamm_request.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace graphblas_gpu::formats {

bool is_narrower(block_type stored, spamm_precision precision) {
    return (stored == block_type::float64 && precision != spamm_precision::fp64) ||
           (stored == block_type::float32 && precision == spamm_precision::fp16);
}

double factor_scale(block_type stored, spamm_precision precision, double largest) {
    if (!is_narrower(stored, precision) || largest == 0) return 1;
    constexpr int most = 1000;  // so that the factor and its reciprocal are normal numbers
    int exponent = 0;
    std::frexp(largest, &exponent);
    return std::ldexp(1.0, -std::clamp(exponent, -most, most));
}

double largest_finite_norm(const double* norms, row_offset count) {
    double most = 0;
    for (row_offset p = 0; p < count; ++p) {
        if (std::isfinite(norms[p])) most = std::max(most, norms[p]);
    }
    return most;
}

double level_offset(block_type stored, spamm_precision precision, double a_scale, double b_scale, index tile) {
    if (!is_narrower(stored, precision)) return 0;
    // Half the distance of subnormal numbers, for each value of a tile of A and of B. The scaled norm of the other tile, of up
    // to 4 blocks, is at most 2; a fifth part covers the product of both errors.
    const double half_step = precision == spamm_precision::fp16 ? 0x1p-25 : 0x1p-134;
    constexpr double parts = 5;
    return parts * half_step * std::sqrt(static_cast<double>(block_side * tile)) / a_scale / b_scale;
}

void refuse_rounding(double rounding, double bound) {
    throw invalid_value(fmt::format("spamm: rounding the factors alone may change the product by {:.3g}, "
                                    "the error bound that is asked for is {:.3g}",
                                    rounding, bound));
}

}  // namespace graphblas_gpu::formats
