// The threads that work on one row: part of a warp, a warp, or a block.
//
// Idea: kernels are written once for all three kinds of team; the operations that differ (a barrier, sums over the threads) are
// here. The parts of one warp run through the same code together: a loop ends when the longest loop of a part does, so that all
// lanes reach every warp function.
#pragma once

#include <graphblas_gpu/base/types.hpp>
#include <graphblas_gpu/cuda/device/simt.cuh>

namespace graphblas_gpu::cuda::hashing {

/// Used as the number of lanes: all threads of the block.
inline constexpr unsigned whole_block = 0;

/// `lanes`: 8, 16 or 32 lanes of a warp, or whole_block.
template <unsigned lanes>
struct team {
    static constexpr bool is_wide = lanes == whole_block;
    static constexpr bool is_part = lanes != whole_block && lanes < simt::warp_size;
    static constexpr unsigned width = is_wide ? simt::warp_size : lanes;  ///< lanes of the team that a warp function combines

    __device__ static unsigned rank() { return is_wide ? threadIdx.x : threadIdx.x % width; }
    __device__ static unsigned size() { return is_wide ? blockDim.x : width; }
    /// The calling warp's number among the warps of the team.
    __device__ static unsigned warp() { return is_wide ? simt::warp_id() : 0; }
    __device__ static unsigned warps() { return is_wide ? blockDim.x / simt::warp_size : 1; }
    /// The team's number among all teams of the grid.
    __device__ static index number() {
        if constexpr (is_wide) return blockIdx.x;
        else return static_cast<index>(blockIdx.x) * (blockDim.x / width) + threadIdx.x / width;
    }
    __device__ static void sync() {
        if constexpr (is_wide) __syncthreads();
        else __syncwarp(simt::full_warp);
    }
    /// The team's part of the dynamic shared memory. Each team has `bytes` bytes, a multiple of 16.
    __device__ static unsigned char* shared(std::size_t bytes) {
        return simt::dynamic_shared<unsigned char>() + (is_wide ? 0 : threadIdx.x / width * bytes);
    }

    __device__ static unsigned sum(unsigned x) {
        return combined(x, 0u, [](unsigned a, unsigned b) { return a + b; });
    }
    __device__ static unsigned min(unsigned x) {
        return combined(x, ~0u, [](unsigned a, unsigned b) { return a < b ? a : b; });
    }
    __device__ static unsigned max(unsigned x) {
        return combined(x, 0u, [](unsigned a, unsigned b) { return a > b ? a : b; });
    }
    /// The sum over the lanes below the calling one, within its warp or part of a warp; `total` receives the sum over all of
    /// these lanes.
    __device__ static unsigned sum_of_lanes_before(unsigned x, unsigned& total) {
        unsigned inclusive = x;
        for (unsigned step = 1; step < width; step *= 2) {
            const unsigned below = __shfl_up_sync(simt::full_warp, inclusive, step, width);
            if (threadIdx.x % width >= step) inclusive += below;
        }
        total = __shfl_sync(simt::full_warp, inclusive, width - 1, width);
        return inclusive - x;
    }
    /// The sum over the threads of the team below the calling one.
    __device__ static unsigned sum_before(unsigned x) {
        unsigned total = 0;
        const unsigned before = sum_of_lanes_before(x, total);
        if constexpr (is_wide) {
            __shared__ unsigned totals[simt::warp_size];
            if (simt::lane_id() == 0) totals[simt::warp_id()] = total;
            __syncthreads();
            const unsigned mine = simt::lane_id() < simt::warp_id() ? totals[simt::lane_id()] : 0;
            const unsigned of_warps_below = __reduce_add_sync(simt::full_warp, mine);
            __syncthreads();
            return before + of_warps_below;
        } else {
            return before;
        }
    }

  private:
    template <class Op>
    __device__ static unsigned of_lanes(unsigned x, const Op& op) {
        for (unsigned step = width / 2; step > 0; step /= 2) x = op(x, __shfl_xor_sync(simt::full_warp, x, step, width));
        return x;
    }
    template <class Op>
    __device__ static unsigned combined(unsigned x, unsigned neutral, const Op& op) {
        x = of_lanes(x, op);
        if constexpr (is_wide) {
            __shared__ unsigned parts[simt::warp_size];
            if (simt::lane_id() == 0) parts[simt::warp_id()] = x;
            __syncthreads();
            x = of_lanes(simt::lane_id() < blockDim.x / simt::warp_size ? parts[simt::lane_id()] : neutral, op);
            __syncthreads();
        }
        return x;
    }
};

}  // namespace graphblas_gpu::cuda::hashing
