// The arguments of the kernels that compute the values of a product in bitmap tiles.
#pragma once

#include <graphblas_gpu/cuda/bitmap_tile/tiles.hpp>
#include <graphblas_gpu/cuda/shared/kernel_semiring.cuh>

namespace graphblas_gpu::cuda::bitmap_tile {

using formats::tile_positions;
using formats::tile_side;
constexpr unsigned side = tile_side;

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

/// An entry of A times a row of a tile of B, which is added to a row of a tile of C.
template <class K>
struct row_product {
    bool present = false;
    unsigned tile = 0;  ///< the number of C's tile in the segment or window
    unsigned r = 0;     ///< the row of this tile
    unsigned b_row = 0;
    column_index k = 0;
    row_offset b_values = 0;
    typename K::left x{};
    typename K::right y{};  ///< the first value of B's row; most rows have only one
};

/// Adds a product to the sums of a row of a tile of C, whose entries are the bits of c_row. `tile_row`: the row of tiles;
/// `column`: the first column of the tile.
template <class K>
__device__ __forceinline__ void add_row_product(const task<K>& in, index tile_row, const row_product<K>& item, unsigned c_row,
                                                index column, typename K::accumulator* sums) {
    for (unsigned left = item.b_row & c_row; left != 0; left &= left - 1) {
        const unsigned c = simt::lowest_bit(left), below = (1u << c) - 1;
        const unsigned rank = static_cast<unsigned>(__popc(item.b_row & below));
        const typename K::right y = rank == 0 ? item.y : in.row_value(item.b_values + rank);
        typename K::accumulator* const sum = sums + __popc(c_row & below);
        *sum = in.k.sum_into(*sum, in.k.product(item.x, y, in.row(tile_row, item.r), item.k, column + c));
    }
}

}  // namespace graphblas_gpu::cuda::bitmap_tile
