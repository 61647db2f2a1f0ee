// The lanes that work on one row: a group of 2, 4, .. 32 neighbouring lanes of a warp.
#pragma once

#include <graphblas_gpu/cuda/device/simt.cuh>

namespace graphblas_gpu::cuda::paper {

struct lanes {
    std::uint32_t size;
    std::uint32_t lane;   ///< the calling thread's lane within the group, from 0
    std::uint32_t first;  ///< the lane of the warp that is lane 0 of the group
    unsigned mask;

    __device__ explicit lanes(std::uint32_t size_)
        : size(size_),
          lane(simt::lane_id() & (size_ - 1)),
          first(simt::lane_id() & ~(size_ - 1)),
          mask((size_ == 32 ? simt::full_warp : (1u << size_) - 1) << first) {}

    __device__ void sync() const { __syncwarp(mask); }
    __device__ bool any(bool x) const { return __any_sync(mask, x) != 0; }
    /// Bit l of the result is that of lane l of the group.
    __device__ unsigned ballot(bool x) const { return (__ballot_sync(mask, x) & mask) >> first; }
    template <class T>
    __device__ T from(const T& x, std::uint32_t source) const {
        return __shfl_sync(mask, x, static_cast<int>(source), static_cast<int>(size));
    }
    __device__ long long sum(long long x) const {
        for (std::uint32_t d = size / 2; d > 0; d /= 2) x += __shfl_xor_sync(mask, x, static_cast<int>(d));
        return x;
    }
    /// The sum over the lanes of the group up to the calling one.
    __device__ long long sum_up_to(long long x) const {
        for (std::uint32_t d = 1; d < size; d *= 2) {
            const long long before = __shfl_up_sync(mask, x, d, static_cast<int>(size));
            if (lane >= d) x += before;
        }
        return x;
    }
    /// The number of bits set in `votes` for lanes below the calling one.
    __device__ std::uint32_t rank(unsigned votes) const {
        return static_cast<std::uint32_t>(__popc(votes & ((1u << lane) - 1)));
    }
};

}  // namespace graphblas_gpu::cuda::paper
