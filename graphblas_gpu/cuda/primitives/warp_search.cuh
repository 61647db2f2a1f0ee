// Binary search by the lanes of a warp together, in a fifth of the steps.
#pragma once

#include <graphblas_gpu/base/types.hpp>
#include <graphblas_gpu/cuda/device/simt.cuh>

namespace graphblas_gpu::cuda {

/// How many of the numbers 0 .. n - 1 come before the first for which is_before(i) is false. is_before must be true for the
/// first numbers and false for the rest. All lanes of the warp call, and all get the result.
template <class IsBefore>
__device__ index count_before(index n, IsBefore is_before) {
    index low = 0, high = n;
    while (low < high) {
        const index step = (high - low + simt::warp_size - 1) / simt::warp_size;
        const index i = low + (simt::lane_id() + 1) * step - 1;
        const unsigned before = __popc(__ballot_sync(simt::full_warp, i < high && is_before(i)));
        const index first_not = low + (before + 1) * step - 1;
        low += before * step;
        high = before < simt::warp_size && first_not < high ? first_not : high;
    }
    return low;
}

}  // namespace graphblas_gpu::cuda
