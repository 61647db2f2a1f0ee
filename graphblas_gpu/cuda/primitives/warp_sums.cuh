// Prefix sums over the lanes of a warp.
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

/// The sum of x over the lanes below the calling one. All lanes of the warp call.
template <class T>
__device__ __forceinline__ T sum_below_lane(T x) {
    return sum_up_to_lane(x) - x;
}

}  // namespace graphblas_gpu::cuda
