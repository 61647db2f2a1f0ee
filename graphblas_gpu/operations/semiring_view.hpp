// semiring_view: a semiring as the drivers of products see it, whatever its types.
#pragma once

#include <graphblas_gpu/operations/device/recipes.hpp>
#include <graphblas_gpu/type_descriptor.hpp>

namespace graphblas_gpu::operations {

/// What both engines need of a semiring. It refers to the semiring, which must outlive it.
struct semiring_view {
    /// The types of the factors and of the products.
    /// @{
    const type_descriptor* left = nullptr;
    const type_descriptor* right = nullptr;
    const type_descriptor* value = nullptr;
    /// @}

    /// The loops of the host, and the object that they read.
    /// @{
    const host::product_loops* kernels = nullptr;
    const void* object = nullptr;
    /// The size in bytes of the blocks that the loops compute with, where values of any size are filled up to one of a few
    /// sizes (any_semiring.cpp); 0: the loops compute with the types above.
    std::size_t block_bytes = 0;
    /// @}

    /// How a device computes a product; throws unsupported if it cannot. `source` is what the function reads.
    /// @{
    cuda::product_recipe (*find_recipe)(const char* operation, const void* source) = nullptr;
    const void* source = nullptr;
    /// @}

    /// The recipe for operands with values of these types. Throws unsupported where a struct would have to be cast.
    cuda::product_recipe recipe_for(const char* operation, const type_descriptor& a, const type_descriptor& b) const {
        if (kernels->reads_left) device::require_device_cast(operation, a, *left);
        if (kernels->reads_right) device::require_device_cast(operation, b, *right);
        return find_recipe(operation, source);
    }
};

template <product_semiring S>
semiring_view view_of(const S& semiring) {
    return {&type_of<semiring_left_t<S>>(),
            &type_of<semiring_right_t<S>>(),
            &type_of<semiring_value_t<S>>(),
            &host::kernels_of(semiring),
            host::object_of(semiring),
            0,
            [](const char* operation, const void* s) { return device::recipe_of(operation, *static_cast<const S*>(s)); },
            &semiring};
}

}  // namespace graphblas_gpu::operations
