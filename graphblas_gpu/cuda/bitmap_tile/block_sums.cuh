// Prefix sums over the threads of a block.
#pragma once

#include <graphblas_gpu/cuda/primitives/warp_sums.cuh>

namespace graphblas_gpu::cuda::bitmap_tile {

constexpr unsigned block_warps = 8;
constexpr unsigned block_threads = block_warps * simt::warp_size;

/// The sum of x and of the elements of `of_warps` (shared memory) for the warps below the calling one; `all` receives the sum
/// of all elements. `of_warps` may be overwritten afterwards. All threads call.
template <unsigned warps, class T>
__device__ T with_warps_below(T x, const T* of_warps, T& all) {
    __syncthreads();
    all = 0;
    for (unsigned w = 0; w < warps; ++w) {
        if (w == simt::warp_id()) x += all;
        all += of_warps[w];
    }
    __syncthreads();
    return x;
}

/// The sum of x over the calling thread of a block and the threads below it; `all` receives the sum over all threads.
/// `of_warps` is in shared memory and has an element for each warp. All threads call.
template <unsigned warps = block_warps, class T>
__device__ T sum_up_to_here(T x, T* of_warps, T& all) {
    x = sum_up_to_lane(x);
    if (simt::lane_id() == simt::warp_size - 1) of_warps[simt::warp_id()] = x;
    return with_warps_below<warps>(x, of_warps, all);
}

/// The number of threads below the calling one for which `has` is true; `all` receives the number of all threads for which it
/// is true. All threads call.
__device__ inline unsigned count_below(bool has, unsigned* of_warps, unsigned& all) {
    const unsigned lanes = __ballot_sync(simt::full_warp, has);
    if (simt::lane_id() == 0) of_warps[simt::warp_id()] = static_cast<unsigned>(__popc(lanes));
    const auto below = static_cast<unsigned>(__popc(lanes & ((1u << simt::lane_id()) - 1)));
    return with_warps_below<block_warps>(below, of_warps, all);
}

}  // namespace graphblas_gpu::cuda::bitmap_tile
