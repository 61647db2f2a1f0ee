// Norms: of a block whose values are spread over the lanes of a warp, and of many numbers.
//
// Idea: squares are added up in double. The square of every float is in its range. Doubles are scaled where their squares would
// not be in this range.
#pragma once

#include <graphblas_gpu/cuda/primitives/warp_sums.cuh>

#include <cstdint>
#include <limits>

namespace graphblas_gpu::cuda::block_product {

__device__ inline double max_over_lanes(double x) {
    for (unsigned step = simt::warp_size / 2; step > 0; step /= 2) {
        const double other = __shfl_xor_sync(simt::full_warp, x, static_cast<int>(step));
        x = other > x ? other : x;
    }
    return x;
}

inline constexpr unsigned one_block = 1024;  // threads of kernels that are one block
inline constexpr double infinite = std::numeric_limits<double>::infinity();

/// Combines the numbers of the threads of a block of `one_block` threads. over_lanes(x) combines those of a warp, in all its
/// lanes.
template <class OverLanes>
__device__ __forceinline__ double over_block(double x, const OverLanes& over_lanes) {
    __shared__ double of_warp[one_block / simt::warp_size];
    x = over_lanes(x);
    __syncthreads();
    if (simt::lane_id() == 0) of_warp[simt::warp_id()] = x;
    __syncthreads();
    return over_lanes(of_warp[simt::lane_id()]);
}
/// The sum, and the largest, of the numbers of such a block, in all threads.
/// @{
__device__ inline double sum_of_block(double x) {
    return over_block(x, [](double y) { return sum_over_lanes(y); });
}
__device__ inline double max_of_block(double x) {
    return over_block(x, [](double y) { return max_over_lanes(y); });
}
/// @}

/// The root of the sum of the squares of numbers >= 0, by a block of `one_block` threads; infinite if one of them is.
template <class Numbers>
__device__ __forceinline__ double root_of_squares(const Numbers& numbers, std::int64_t count) {
    double most = 0;
#pragma unroll 8
    for (std::int64_t n = threadIdx.x; n < count; n += one_block) most = numbers[n] > most ? numbers[n] : most;
    most = max_of_block(most);
    if (most == 0 || most == infinite) return most;
    // A power of two, so that no square leaves the range of double.
    constexpr int max_doublings = 1000;
    const int doublings = -ilogb(most) < max_doublings ? -ilogb(most) : max_doublings;
    const double scale = scalbn(1.0, doublings);
    double own = 0;
#pragma unroll 8
    for (std::int64_t n = threadIdx.x; n < count; n += one_block) own += numbers[n] * scale * (numbers[n] * scale);
    return sqrt(sum_of_block(own)) / scale;
}

/// The Frobenius norm in all lanes; infinite if a value is an infinity or a NaN. for_values(take) calls take(x) for the values
/// of the calling lane, which are doubles of any size if `is_double`, and else floats. All lanes of the warp call.
template <bool is_double, class ForValues>
__device__ __forceinline__ double norm_of_block(const ForValues& for_values) {
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
