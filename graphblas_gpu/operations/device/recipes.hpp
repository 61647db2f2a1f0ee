// recipe_of(): from the C++ type of a semiring to the cuda::product_recipe that the engine computes with. The semiring is one
// of the catalogue, or carries its source, or nvcc compiles its kernels in the caller's program.
#pragma once

#include <graphblas_gpu/catalogued.hpp>
#include <graphblas_gpu/cuda/product/recipe.hpp>
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/operations/device/sourced.hpp>
#include <semirings/catalogue.hpp>

#include <algorithm>
#include <string>

namespace graphblas_gpu::device {

/// The kernels of a semiring outside the catalogue; defined by graphblas_gpu/cuda.cuh, which nvcc compiles.
template <class S>
struct own_semiring;

/// Whether the caller's source includes graphblas_gpu/cuda.cuh, which defines the kernels of a semiring of the caller's own.
template <class S>
concept has_own_kernels = requires(const S& s) {
    own_semiring<S>::recipe(s);
};

/// The types that a semiring reads and makes.
template <class S>
cuda::product_value_types types_of() {
    return {semiring_traits<S>::reads_left ? base::code_or_none<semiring_left_t<S>>() : type_code::none,
            semiring_traits<S>::reads_right ? base::code_or_none<semiring_right_t<S>>() : type_code::none,
            base::code_or_none<semiring_value_t<S>>()};
}

/// The recipe of a semiring. Throws unsupported for one that has no kernels on the device.
template <product_semiring S>
cuda::product_recipe recipe_of(const char* operation, const S& semiring) {
    if constexpr (requires { semiring.recipe(operation); }) {  // one that is made at run time: jit_semiring.hpp
        return semiring.recipe(operation);
    } else if constexpr (chosen_semiring<S>) {
        return cuda::recipe_for(semiring.entry().code);
    } else if constexpr (cuda::has_code<S>) {
        return cuda::recipe_for(cuda::code_of<S>());
    } else if constexpr (has_own_kernels<S>) {
        return own_semiring<S>::recipe(semiring);
    } else if constexpr (has_device_source<S>) {
        const auto own = sourced_kernels(operation, semiring);
        const cuda::product_value_types types = types_of<S>();
        constexpr bool is_by_address =
            std::max({sizeof(semiring_left_t<S>), sizeof(semiring_right_t<S>), sizeof(semiring_value_t<S>)}) > 8;
        if (monoid_is_any<semiring_add_t<S>>) return cuda::recipe_at_first_k(types, own);
        if (is_by_address) return cuda::recipe_at_first_k(types, own, cuda::product_values::sum_from_k);
        return {cuda::product_values::summed, types, own, own, {}};
    } else {
        throw unsupported(
            std::string(operation) +
            ": the CUDA engine runs the semirings of the catalogue; one of your own runs there if it carries its source "
            "(GB_DEVICE_SOURCE of <graphblas_gpu/device_source.hpp>), or if nvcc compiles the caller and it includes "
            "<graphblas_gpu/cuda.cuh>; it runs on the host with context::host()");
    }
}

}  // namespace graphblas_gpu::device
