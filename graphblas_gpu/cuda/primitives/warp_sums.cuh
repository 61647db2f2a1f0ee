// Sums and unions over the lanes of a warp and over the threads of a block.
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

/// The union of bits over the lanes of a warp, in all lanes. All lanes of the warp call.
template <class Word>
__device__ __forceinline__ Word or_of_warp(Word bits) {
    static_assert(sizeof(Word) == 8);
    const unsigned low = __reduce_or_sync(simt::full_warp, static_cast<unsigned>(bits));
    const unsigned high = __reduce_or_sync(simt::full_warp, static_cast<unsigned>(bits >> 32));
    return static_cast<Word>(high) << 32 | low;
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

/// The sum of a number of every warp of a block, and the sum over the warps below the calling one.
struct warp_totals {
    unsigned all;
    unsigned below;
};

/// Sums `of_warp`, the number that the last lane of each warp passes. `scratch` is in shared memory and has an element for each
/// warp; it must not be written before the next barrier. All threads of the block call.
__device__ __forceinline__ warp_totals sum_over_warps(unsigned of_warp, unsigned* scratch) {
    if (simt::lane_id() == simt::warp_size - 1) scratch[simt::warp_id()] = of_warp;
    __syncthreads();
    const unsigned of_lane = simt::lane_id() < blockDim.x / simt::warp_size ? scratch[simt::lane_id()] : 0;
    return {__reduce_add_sync(simt::full_warp, of_lane),
            __reduce_add_sync(simt::full_warp, simt::lane_id() < simt::warp_id() ? of_lane : 0)};
}

/// The sum of x over the calling thread of a block and the threads below it; `all` receives the sum over all threads. Ends with
/// a barrier. All threads of the block call.
__device__ __forceinline__ unsigned sum_up_to_thread(unsigned x, unsigned* scratch, unsigned& all) {
    x = sum_up_to_lane(x);
    const warp_totals totals = sum_over_warps(x, scratch);
    __syncthreads();
    all = totals.all;
    return totals.below + x;
}

/// The number of threads below the calling one for which `has` is true; `all` receives the number of all threads for which it
/// is true. Ends with a barrier. All threads of the block call.
__device__ __forceinline__ unsigned count_below_thread(bool has, unsigned* scratch, unsigned& all) {
    const unsigned lanes = __ballot_sync(simt::full_warp, has);
    const warp_totals totals = sum_over_warps(static_cast<unsigned>(__popc(lanes)), scratch);
    __syncthreads();
    all = totals.all;
    return totals.below + simt::count_below(lanes);
}

}  // namespace graphblas_gpu::cuda
