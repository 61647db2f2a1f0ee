// Sums and prefix sums over the threads of a block.
#pragma once

#include <graphblas_gpu/cuda/primitives/warp_sums.cuh>

namespace graphblas_gpu::cuda {

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
