// Sums and prefix sums over the lanes of a warp.
#pragma once

#include <graphblas_gpu/cuda/device/simt.cuh>

namespace graphblas_gpu::cuda {

/// The sum of x over the calling lane and the lanes below it, within each group of `width` lanes, which is a power of two. All
/// lanes of the warp call.
template <unsigned width = simt::warp_size, class T>
__device__ __forceinline__ T sum_up_to_lane(T x) {
#pragma unroll
    for (unsigned step = 1; step < width; step *= 2) {
        const T below = __shfl_up_sync(simt::full_warp, x, step, width);
        if (simt::lane_id() % width >= step) x += below;
    }
    return x;
}

/// The sum of x over the lanes of a warp, in lane 0. All lanes of the warp call.
template <class T>
__device__ __forceinline__ T sum_of_warp(T x) {
    for (unsigned apart = simt::warp_size / 2; apart > 0; apart /= 2) x += __shfl_down_sync(simt::full_warp, x, apart);
    return x;
}

/// The sum of x over groups of `width` neighbouring lanes, in all of these lanes. All lanes of the warp call.
template <unsigned width = simt::warp_size, class T>
__device__ __forceinline__ T sum_over_lanes(T x) {
#pragma unroll
    for (unsigned apart = width / 2; apart > 0; apart /= 2) x += __shfl_xor_sync(simt::full_warp, x, static_cast<int>(apart));
    return x;
}

/// The sum of x over the lanes below the calling one. All lanes of the warp call.
template <class T>
__device__ __forceinline__ T sum_below_lane(T x) {
    return sum_up_to_lane(x) - x;
}

}  // namespace graphblas_gpu::cuda
