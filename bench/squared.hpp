// The square of a matrix, compiled apart from the program that measures it.
#pragma once

#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/matrix.hpp>
#include <graphblas_gpu/planner/method.hpp>

namespace bench {

/// A*A over plus_times.
graphblas_gpu::matrix<float> squared(const graphblas_gpu::context& ctx, const graphblas_gpu::matrix<float>& a,
                                     graphblas_gpu::method how);

}  // namespace bench
