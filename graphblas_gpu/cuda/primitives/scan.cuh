// Prefix sums of a few numbers by one block, for kernels that end with such sums.
#pragma once

#include <cstdint>

#include <graphblas_gpu/cuda/primitives/warp_sums.cuh>

namespace graphblas_gpu::cuda {

/// The most numbers that one block sums at once, and its threads.
/// @{
inline constexpr unsigned few_threads = 512;
inline constexpr unsigned few_of_a_thread = 8;
inline constexpr std::int64_t few = std::int64_t{few_threads} * few_of_a_thread;
/// @}

/// Which sums are written, and where; nothing is written to a null pointer.
struct few_sums {
    std::int64_t* out = nullptr;     ///< n prefix sums
    bool inclusive = false;
    bool with_end = false;           ///< whether out[n] receives the sum of all
    std::int64_t* answer = nullptr;  ///< receives the sum of all
};

/// Sums read(0) .. read(n - 1), where n is at most `few`. All few_threads threads call; the numbers may be overwritten
/// afterwards.
template <class Read>
__device__ void sum_few(const Read& read, unsigned n, const few_sums& to) {
    __shared__ std::int64_t of_warps[few_threads / simt::warp_size];
    const unsigned first = threadIdx.x * few_of_a_thread;
    std::int64_t own[few_of_a_thread];
    std::int64_t sum = 0;
    for (unsigned k = 0; k < few_of_a_thread; ++k) {
        own[k] = first + k < n ? read(first + k) : 0;
        sum += own[k];
    }
    const std::int64_t up_to_here = sum_up_to_lane(sum);
    if (simt::lane_id() == simt::warp_size - 1) of_warps[simt::warp_id()] = up_to_here;
    __syncthreads();
    std::int64_t before = up_to_here - sum;
    for (unsigned w = 0; w < simt::warp_id(); ++w) before += of_warps[w];
    for (unsigned k = 0; k < few_of_a_thread; ++k) {
        const std::int64_t with_own = before + own[k];
        if (to.out != nullptr && first + k < n) to.out[first + k] = to.inclusive ? with_own : before;
        before = with_own;
    }
    if (threadIdx.x != few_threads - 1) return;
    if (to.with_end) to.out[n] = before;
    if (to.answer != nullptr) *to.answer = before;
}

}  // namespace graphblas_gpu::cuda
