// Which tensor-core kernels, if any, compute the values of a product in tiles.
#pragma once

#include <graphblas_gpu/cuda/bitmap_tile/policy.hpp>
#include <graphblas_gpu/cuda/elementwise/operator_codes.hpp>

namespace graphblas_gpu::cuda::bitmap_tile {

enum class tensor_strategy : std::uint8_t {
    none,            ///< no tensor cores
    sums_of_float,   ///< sums of products of float, in fp64
    sums_of_double,  ///< sums of products of double, in fp64
    counts,          ///< numbers of products, from bits
    truth,           ///< whether any product is true, from bits
};

constexpr tensor_strategy tensor_strategy_of(const semiring_code& code, double products_a_pair) {
    if (products_a_pair >= bitmap_tile_policy::products_for_counts && code.add == add_code::plus &&
        code.multiply == multiply_code::pair) {
        return tensor_strategy::counts;
    }
    if (products_a_pair >= bitmap_tile_policy::products_for_counts && code.add == add_code::lor &&
        code.multiply == multiply_code::land) {
        return tensor_strategy::truth;
    }
    if (products_a_pair < bitmap_tile_policy::products_for_sums) return tensor_strategy::none;
    if (code == plus_times_code<float>) return tensor_strategy::sums_of_float;
    if (code == plus_times_code<double>) return tensor_strategy::sums_of_double;
    return tensor_strategy::none;
}

}  // namespace graphblas_gpu::cuda::bitmap_tile
