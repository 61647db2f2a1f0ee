// What a lane needs of tiles, straight from their packed values by bit tests and ranks.
//
// Idea: an instruction multiplies 8 columns of tiles of A by 8 rows of tiles of B, and which they are is free: each of the 8 is
// an outer product of its own, of whatever pair of tiles. A lane has two of them, a column of the one tile and a row of the
// other each, and of these one element. Where they are all of one pair, a lane's two elements fall into the same half of both
// bitmaps. Tiles are kept as halves therefore, 32 bits and where the first value behind them is, and one population count says
// where an element is. Absent elements are 0.
#pragma once

#include <graphblas_gpu/cuda/bitmap_tile/tensor/runs.cuh>

namespace graphblas_gpu::cuda::tensor {

/// Outer products that are multiplied at once, the columns of an instruction's A.
inline constexpr unsigned step_length = 8;

/// Tiles as halves of four rows. Bits and addresses lie apart: lanes look at different tiles, and get in each other's way less.
template <class T, unsigned tiles>
struct kept_tiles {
    const T* values[2 * tiles];
    unsigned bits[2 * tiles];

    __device__ void keep(unsigned at, tile_bits all, const T* first) {
        const auto low = static_cast<unsigned>(all);
        values[2 * at] = first;
        values[2 * at + 1] = first + __popc(low);
        bits[2 * at] = low;
        bits[2 * at + 1] = static_cast<unsigned>(all >> 32);
    }
    __device__ bool has(unsigned half, unsigned place) const { return (bits[half] >> place & 1) != 0; }
    /// 0 where there is none.
    __device__ __forceinline__ T element(unsigned half, unsigned place) const {
        const unsigned bit = 1u << place, of_half = bits[half];
        return (of_half & bit) != 0 ? __ldg(values[half] + __popc(of_half & (bit - 1))) : T{0};
    }
};

/// Column k of A's tile and row k of B's, of the pair with a number.
struct outer_product {
    std::uint16_t number;

    __device__ static outer_product of(unsigned pair, unsigned k) {
        return {static_cast<std::uint16_t>(formats::tile_side * pair | k)};
    }
    __device__ unsigned half_of_a(unsigned row) const { return (number / 4u & ~1u) | row / 4; }
    __device__ unsigned half_of_b() const { return number / 4u; }
    /// Of the element of A in a row, of that of B in a column, in these halves.
    /// @{
    __device__ unsigned place_in_a(unsigned row) const { return number % 8u | formats::tile_side * (row % 4); }
    __device__ unsigned place_in_b(unsigned column) const { return formats::tile_side * (number % 4u) | column; }
    /// @}
};

template <class T>
struct two {
    T first;
    T second;
};

/// A lane's two of a step.
struct __align__(4) two_products {
    outer_product first;
    outer_product second;
};

/// Places 2 lane and 2 lane + 1 of a tile: row lane / 4, columns 2 (lane % 4) and the next.
template <class T, unsigned tiles>
__device__ __forceinline__ two<T> row_elements(const kept_tiles<T, tiles>& of, unsigned tile) {
    const unsigned lane = simt::lane_id(), half = 2 * tile + lane / 16, place = 2 * lane % 32;
    const unsigned bits = of.bits[half], from_here = bits >> place;
    const T* const at = of.values[half] + __popc(bits & ((1u << place) - 1));
    return {(from_here & 1) != 0 ? __ldg(at) : T{0}, (from_here & 2) != 0 ? __ldg(at + (from_here & 1)) : T{0}};
}

/// Column lane / 4 of a tile, rows 2 (lane % 4) and the next.
template <class T, unsigned tiles>
__device__ __forceinline__ two<T> column_elements(const kept_tiles<T, tiles>& of, unsigned tile) {
    constexpr unsigned row = formats::tile_side;
    const unsigned lane = simt::lane_id(), half = 2 * tile + lane % 4 / 2, place = 2 * row * (lane % 2) + lane / 4;
    const unsigned bits = of.bits[half], from_here = bits >> place;
    const T* const at = of.values[half] + __popc(bits & ((1u << place) - 1));
    return {(from_here & 1) != 0 ? __ldg(at) : T{0},
            (from_here >> row & 1) != 0 ? __ldg(at + __popc(from_here & formats::first_tile_row)) : T{0}};
}

/// Writes a lane's two sums to where a tile of C has them.
template <class T>
__device__ __forceinline__ void write_elements(T* values, const output_tile& tile, const two<T>& sums) {
    const unsigned place = 2 * simt::lane_id();
    T* const at = values + tile.first + formats::tile_rank(tile.bits, place);
    const auto here = static_cast<unsigned>(tile.bits >> place);
    if ((here & 1) != 0) at[0] = sums.first;
    if ((here & 2) != 0) at[here & 1] = sums.second;
}

}  // namespace graphblas_gpu::cuda::tensor
