// The arguments of the kernels that compute the values of a product in bitmap tiles.
#pragma once

#include <graphblas_gpu/cuda/bitmap_tile/tiles.hpp>
#include <graphblas_gpu/cuda/product/kernel_semiring.cuh>

namespace graphblas_gpu::cuda::bitmap_tile {

using formats::tile_positions;
using formats::tile_side;
constexpr unsigned side = tile_side;

/// What a sum begins with. For floating-point numbers it is -0, because 0 is not neutral: -0 + 0 is 0.
template <class K>
__device__ inline typename K::accumulator no_sum(const K& k) {
    if constexpr (K::is_sum && std::is_floating_point_v<typename K::value>) return k.write(-typename K::value{});
    else return k.empty();
}

/// Operands and C, values in the semiring's types. Rows of A and C count from C's first row.
template <class K>
struct task {
    K k;
    tiles_ref a, b, c;
    typename K::value* values;

    __device__ typename K::left left(row_offset p) const {
        return value_at<K::reads_left>(a.template values_as<typename K::left>(), p);
    }
    __device__ typename K::right right(row_offset p) const {
        return value_at<K::reads_right>(b.template values_as<typename K::right>(), p);
    }
    /// The value of entry p of B in rows (not in tiles).
    __device__ typename K::right row_value(row_offset p) const {
        return value_at<K::reads_right>(static_cast<const typename K::right*>(b.rows.values), p);
    }
    __device__ index row(index tile_row, unsigned r) const { return c.first_row + tile_row * side + r; }
};

}  // namespace graphblas_gpu::cuda::bitmap_tile
