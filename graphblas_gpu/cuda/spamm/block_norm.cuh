// The norm of a block whose values are spread over the lanes of a warp.
//
// Idea: squares are added up in double. The square of every float is in its range. Doubles are scaled where their squares would
// not be in this range.
#pragma once

#include <graphblas_gpu/cuda/primitives/warp_sums.cuh>

#include <limits>

namespace graphblas_gpu::cuda::block_product {

__device__ inline double max_over_lanes(double x) {
    for (unsigned step = simt::warp_size / 2; step > 0; step /= 2) {
        const double other = __shfl_xor_sync(simt::full_warp, x, static_cast<int>(step));
        x = other > x ? other : x;
    }
    return x;
}

/// The Frobenius norm in all lanes; infinite if a value is an infinity or a NaN. for_values(take) calls take(x) for the values
/// of the calling lane, which are doubles of any size if `is_double`, and else floats. All lanes of the warp call.
template <bool is_double, class ForValues>
__device__ __forceinline__ double norm_of_block(const ForValues& for_values) {
    constexpr double infinite = std::numeric_limits<double>::infinity();
    double sum = 0;
    for_values([&](double x) { sum += x * x; });
    sum = sum_over_lanes(sum);
    if (sum != sum) return infinite;
    constexpr double large = 1e200, small = 1e-200, factor = 1e200;  // of sums of squares
    if (!is_double || (sum >= small && sum <= large)) return sqrt(sum);
    double most = 0;
    for_values([&](double x) { most = fabs(x) > most ? fabs(x) : most; });
    const double scale = max_over_lanes(most) > 1 ? 1 / factor : factor;
    double scaled = 0;
    for_values([&](double x) { scaled += x * scale * (x * scale); });
    const double norm = sqrt(sum_over_lanes(scaled)) / scale;
    return norm <= std::numeric_limits<double>::max() ? norm : infinite;
}

}  // namespace graphblas_gpu::cuda::block_product
