// A semiring of the caller's own whose kernels nvcc compiles (graphblas_gpu/cuda.cuh): what a product asks of it.
//
// Idea: the functions are templates that are not inline, so that the kernels can be compiled in one source of a program, which
// includes graphblas_gpu/cuda.cuh and has `template struct graphblas_gpu::device::own_semiring<S>;`. Sources that only call
// products include this header and have the same line with `extern` before it; any compiler takes them.
#pragma once

#include <graphblas_gpu/cuda/product/recipe.hpp>
#include <semirings/semiring.hpp>

#include <memory>

namespace graphblas_gpu::device {

template <class S>
struct own_semiring {
    static constexpr bool is_of_built_in_types =
        scalar<semiring_left_t<S>> && scalar<semiring_right_t<S>> && scalar<semiring_value_t<S>>;

    static std::shared_ptr<const cuda::own_product_kernels> kernels(const S& semiring);
    static cuda::product_recipe recipe(const S& semiring);
};

}  // namespace graphblas_gpu::device
