// The CUDA engine's part of graphblas_gpu/graph.hpp.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include <graphblas_gpu/cuda/structure/graph.hpp>
#include <graphblas_gpu/ewise.hpp>
#include <graphblas_gpu/operations/device/arrange.hpp>
#include <graphblas_gpu/operations/graph.hpp>
#include <graphblas_gpu/reduce.hpp>

namespace graphblas_gpu::device {

template <class T>
matrix<void> tight_edges(const context& ctx, const matrix<T>& a, const vector<T>& distances) {
    const engine_ptr& e = ctx.cuda_engine();
    const cuda::engine::use here(*e, "tight edges");
    return matrix<void>::from_device(
        cuda::tight_edges(e, a.device_storage(e)->view(), distances.device_list(e)->view()));
}

/// The range of floating-point values.
template <class T>
value_range<T> range_of_values(const context& ctx, const matrix<T>& a) {
    value_range<T> range{graphblas_gpu::reduce(ctx, min{}, a), graphblas_gpu::reduce(ctx, max{}, a), true};
    // min and max ignore a NaN, so a NaN is found separately: it is the only value that differs from itself.
    range.is_finite = range.smallest - range.smallest == T{0} && range.largest - range.largest == T{0} &&
                      !graphblas_gpu::reduce(ctx, lor{}, graphblas_gpu::ewise_mult(ctx, ne{}, a, a));
    return range;
}

}  // namespace graphblas_gpu::device
