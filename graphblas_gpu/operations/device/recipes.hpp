// How the device computes a product over a semiring: from the catalogue, or from kernels of the caller's own.
#pragma once

#include <string>

#include <graphblas_gpu/catalogued.hpp>
#include <graphblas_gpu/cuda/product/recipe.hpp>
#include <graphblas_gpu/error.hpp>
#include <semirings/catalogue.hpp>

namespace graphblas_gpu::device {

/// The kernels of a semiring outside the catalogue; defined by graphblas_gpu/cuda.cuh, which nvcc compiles.
template <class S>
struct own_semiring;

/// Whether the caller's source includes graphblas_gpu/cuda.cuh, which defines the kernels of a semiring of the caller's own.
template <class S>
concept has_own_kernels = requires(const S& s) {
    own_semiring<S>::recipe(s);
};

/// The recipe of a semiring. Throws unsupported for a semiring that has no kernels on the device.
template <product_semiring S>
cuda::product_recipe recipe_of(const char* operation, const S& semiring) {
    if constexpr (chosen_semiring<S>) {
        return cuda::recipe_for(semiring.entry().code);
    } else if constexpr (cuda::has_code<S>) {
        return cuda::recipe_for(cuda::code_of<S>());
    } else if constexpr (has_own_kernels<S>) {
        return own_semiring<S>::recipe(semiring);
    } else {
        throw unsupported(std::string(operation) +
                          ": the CUDA engine runs the semirings of the catalogue; one of your own runs there if nvcc compiles the "
                          "caller and it includes <graphblas_gpu/cuda.cuh>, or on the host with context::host()");
    }
}

}  // namespace graphblas_gpu::device
