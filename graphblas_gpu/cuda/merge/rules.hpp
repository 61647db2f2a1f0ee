// Which rows method `merge` orders in which way.
//
// Idea: constants and arithmetic only, for host and device, so that the decisions of kernels are tested without a device.
// Source: bhSPARSE (Liu, Vinter) sorts rows into bins by the upper bound of their entries, which is their multiplications.
#pragma once

#include <cstdint>

#include <graphblas_gpu/cuda/merge/merge.hpp>

namespace graphblas_gpu::cuda::merging {

enum class row_class : unsigned {
    empty,        ///< no multiplication
    eight_lanes,  ///< up to 8: eight lanes sort them in registers
    warp,         ///< up to 32: a warp does
    small_block,  ///< up to small_block_products: a block of 128 threads sorts them in shared memory
    block,        ///< up to block_products: a block of 512 threads does
    together,     ///< more: the device sorts all such rows at once
    count
};
inline constexpr unsigned row_classes = static_cast<unsigned>(row_class::count);

GB_HD constexpr row_class class_of(std::int64_t products) {
    if (products == 0) return row_class::empty;
    if (products <= 8) return row_class::eight_lanes;
    if (products <= 32) return row_class::warp;
    if (products <= small_block_products) return row_class::small_block;
    return products <= block_products ? row_class::block : row_class::together;
}

}  // namespace graphblas_gpu::cuda::merging
