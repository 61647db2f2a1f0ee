// The paper's hash method for the semirings that tests and measurements use, compiled once by whoever compiles kernels.
#pragma once

#include <graphblas_gpu/cuda/published/hash/options.hpp>
#include <graphblas_gpu/cuda/shared/types.hpp>

namespace cuda_tests {

/// paper::rows with S compiled directly or interpreted; defined for the semirings of paper_instances.cu.
template <class S>
void paper_rows(const graphblas_gpu::cuda::engine_ptr& e, const S& s, const graphblas_gpu::cuda::product_rows& p,
                const graphblas_gpu::cuda::product_output& out, const graphblas_gpu::cuda::paper::options& wanted,
                graphblas_gpu::cuda::paper::phase_report& report);

}  // namespace cuda_tests
