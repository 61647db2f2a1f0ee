// The square of a matrix, compiled apart from the sources that need it.
#pragma once

#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/matrix.hpp>
#include <graphblas_gpu/planner/method.hpp>

#include <cstdint>

namespace bench {

/// A*A over plus_times.
graphblas_gpu::matrix<float> squared(const graphblas_gpu::context& ctx, const graphblas_gpu::matrix<float>& a,
                                     graphblas_gpu::method how);

/// The multiplications of A*A.
std::int64_t multiplications_of_square(const graphblas_gpu::context& ctx, const graphblas_gpu::matrix<void>& a);

}  // namespace bench
