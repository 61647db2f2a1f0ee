// Which tensor-core kernels, if any, compute the values of a product in tiles.
#pragma once

#include <graphblas_gpu/cuda/elementwise/operator_codes.hpp>

namespace graphblas_gpu::cuda::bitmap_tile {

enum class tensor_way : std::uint8_t {
    none,
    sums_of_float,   ///< in fp64
    sums_of_double,
    counts,          ///< of products, from bits
    truth,           ///< whether any product is true, from bits
};

/// A tile takes a warp some instructions however few entries it has; without tensor cores it is its products that count.
inline constexpr double products_for_sums = 8;
inline constexpr double products_for_counts = 1;

constexpr tensor_way tensor_way_of(const semiring_code& code, double products_a_pair) {
    if (products_a_pair >= products_for_counts && code.add == add_code::plus && code.multiply == multiply_code::pair) {
        return tensor_way::counts;
    }
    if (products_a_pair >= products_for_counts && code.add == add_code::lor && code.multiply == multiply_code::land) {
        return tensor_way::truth;
    }
    if (products_a_pair < products_for_sums) return tensor_way::none;
    if (code == plus_times_code<float>) return tensor_way::sums_of_float;
    if (code == plus_times_code<double>) return tensor_way::sums_of_double;
    return tensor_way::none;
}

}  // namespace graphblas_gpu::cuda::bitmap_tile
