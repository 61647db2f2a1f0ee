// The classes of rows of method `merge`: which kernel puts the multiplications of a row in order.
//
// Idea: these are constants and arithmetic only, for host and device, so that the decisions of kernels can be tested without a
// device.
// Source: bhSPARSE (Liu, Vinter) sorts rows into bins by the upper bound of their entries, which is their multiplications.
#pragma once

#include <cstdint>

#include <graphblas_gpu/cuda/merge/merge.hpp>

namespace graphblas_gpu::cuda::merging {

/// The class of a row by the number of its multiplications. Class 0 has none. Classes 1 and 2 have up to 8 and up to 32, which
/// lanes sort in registers. From first_block_class on, the classes have up to 128, 256, .., 4096, which a block sorts in shared
/// memory. Rows of together_class have more, and the device sorts all of them at once.
/// @{
inline constexpr unsigned eight_lanes_class = 1, warp_class = 2, first_block_class = 3;

/// The most multiplications of a row of a class of blocks.
GB_HD constexpr std::int64_t block_products(unsigned c) { return policy::min_block_products << (c - first_block_class); }

GB_HD constexpr unsigned class_of(std::int64_t products) {
    if (products <= policy::max_products_of_a_warp) {
        return products == 0 ? 0 : products <= policy::max_products_of_lanes ? eight_lanes_class : warp_class;
    }
    unsigned c = first_block_class;
    while (c < first_block_class + 6 && block_products(c) < products) ++c;
    return c;
}
inline constexpr unsigned together_class = class_of(policy::max_block_products + 1);
inline constexpr unsigned row_classes = together_class + 1;
static_assert(class_of(policy::max_block_products) + 1 == together_class, "blocks sort rows of up to max_block_products");
/// @}

}  // namespace graphblas_gpu::cuda::merging
