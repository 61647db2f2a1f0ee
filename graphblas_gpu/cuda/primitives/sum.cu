#include <graphblas_gpu/cuda/primitives/scan.hpp>

#include <functional>

#include <graphblas_gpu/cuda/primitives/sums.cuh>

namespace graphblas_gpu::cuda {

std::int64_t sum(const engine_ptr& e, const std::int64_t* in, std::int64_t n) {
    return reduce(e, in, n, std::int64_t{0}, std::plus<std::int64_t>());
}

}  // namespace graphblas_gpu::cuda
