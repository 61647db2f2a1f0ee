#include <graphblas_gpu/cuda/primitives/scan.hpp>

#include <graphblas_gpu/cuda/device/array.hpp>
#include <graphblas_gpu/cuda/primitives/for_each.cuh>
#include <graphblas_gpu/cuda/primitives/warp_sums.cuh>

#include <algorithm>

namespace graphblas_gpu::cuda {

namespace {

constexpr unsigned sum_threads = 256;

__global__ void __launch_bounds__(sum_threads) sum_kernel(const std::int64_t* in, std::int64_t n, unsigned long long* total) {
    const std::int64_t step = static_cast<std::int64_t>(gridDim.x) * sum_threads;
    unsigned long long sum = 0;
    for (std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * sum_threads + threadIdx.x; i < n; i += step) {
        sum += static_cast<unsigned long long>(in[i]);
    }
    sum = sum_of_warp(sum);
    if (simt::lane_id() == 0 && sum != 0) atomicAdd(total, sum);
}

}  // namespace

std::int64_t sum(const engine_ptr& e, const std::int64_t* in, std::int64_t n) {
    if (n <= 0) return 0;
    const auto total = zeros<unsigned long long>(e, 1);
    const std::int64_t most = static_cast<std::int64_t>(e->facts().multiprocessors) * 8;
    const std::int64_t blocks = std::min((n + sum_threads - 1) / sum_threads, most);
    simt::launch(e->stream(), static_cast<unsigned>(blocks), sum_threads, 0, sum_kernel, in, n, total.data());
    return static_cast<std::int64_t>(read_element(*e, total.data()));
}

}  // namespace graphblas_gpu::cuda
