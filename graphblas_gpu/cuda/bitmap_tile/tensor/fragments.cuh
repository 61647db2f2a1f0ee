// Loading a lane's elements of the operands of an instruction from the packed values of tiles, by bit tests and ranks.
//
// Idea: an instruction multiplies 8 columns of tiles of A by 8 rows of tiles of B. Each column and its row are an outer
// product, and they may belong to different pairs of tiles. A lane takes part in two outer products, in each with one element
// of A's column and one of B's row. If all eight are of one pair, the lane's two elements are in the same half of both bitmaps.
// So tiles are staged as halves, each with 32 bits and the address of its first value, and one population count finds an
// element. Absent elements are 0.
#pragma once

#include <graphblas_gpu/cuda/bitmap_tile/tensor/runs.cuh>

namespace graphblas_gpu::cuda::tensor {

/// The outer products that are multiplied at once: the number of columns of an instruction's A.
inline constexpr unsigned step_length = 8;

/// Tiles in shared memory, as halves of four rows. Bits and addresses are in separate arrays, because lanes that look at
/// different tiles have fewer bank conflicts then.
template <class T, unsigned tiles>
struct staged_tiles {
    const T* values[2 * tiles];
    unsigned bits[2 * tiles];

    __device__ void stage(unsigned at, tile_bits all, const T* first) {
        const auto low = static_cast<unsigned>(all);
        values[2 * at] = first;
        values[2 * at + 1] = first + __popc(low);
        bits[2 * at] = low;
        bits[2 * at + 1] = static_cast<unsigned>(all >> 32);
    }
    __device__ bool has(unsigned half, unsigned position) const { return (bits[half] >> position & 1) != 0; }
    /// The element at a position, 0 if it is absent.
    __device__ __forceinline__ T element(unsigned half, unsigned position) const {
        const unsigned bit = 1u << position, of_half = bits[half];
        return (of_half & bit) != 0 ? __ldg(values[half] + __popc(of_half & (bit - 1))) : T{0};
    }
};

/// An outer product: of column k of A's tile and row k of B's tile, of one of the staged pairs.
struct outer_product {
    std::uint16_t number;

    __device__ static outer_product of(unsigned pair, unsigned k) {
        return {static_cast<std::uint16_t>(formats::tile_side * pair | k)};
    }
    __device__ unsigned half_of_a(unsigned row) const { return (number / 4u & ~1u) | row / 4; }
    __device__ unsigned half_of_b() const { return number / 4u; }
    /// The position of A's element in a row, and of B's element in a column, within these halves.
    /// @{
    __device__ unsigned position_in_a(unsigned row) const { return number % 8u | formats::tile_side * (row % 4); }
    __device__ unsigned position_in_b(unsigned column) const { return formats::tile_side * (number % 4u) | column; }
    /// @}
};

template <class T>
struct two {
    T first;
    T second;
};

/// The two outer products of a step that a lane takes part in.
struct __align__(4) two_products {
    outer_product first;
    outer_product second;
};

/// The elements at positions 2 lane and 2 lane + 1 of a tile: row lane / 4, columns 2 (lane % 4) and the next.
template <class T, unsigned tiles>
__device__ __forceinline__ two<T> row_elements(const staged_tiles<T, tiles>& of, unsigned tile) {
    const unsigned lane = simt::lane_id(), half = 2 * tile + lane / 16, position = 2 * lane % 32;
    const unsigned bits = of.bits[half], from_here = bits >> position;
    const T* const at = of.values[half] + __popc(bits & ((1u << position) - 1));
    return {(from_here & 1) != 0 ? __ldg(at) : T{0}, (from_here & 2) != 0 ? __ldg(at + (from_here & 1)) : T{0}};
}

/// The elements in column lane / 4 of a tile, rows 2 (lane % 4) and the next.
template <class T, unsigned tiles>
__device__ __forceinline__ two<T> column_elements(const staged_tiles<T, tiles>& of, unsigned tile) {
    constexpr unsigned row = formats::tile_side;
    const unsigned lane = simt::lane_id(), half = 2 * tile + lane % 4 / 2, position = 2 * row * (lane % 2) + lane / 4;
    const unsigned bits = of.bits[half], from_here = bits >> position;
    const T* const at = of.values[half] + __popc(bits & ((1u << position) - 1));
    return {(from_here & 1) != 0 ? __ldg(at) : T{0},
            (from_here >> row & 1) != 0 ? __ldg(at + __popc(from_here & formats::first_tile_row)) : T{0}};
}

/// Writes a lane's two sums to positions 2 lane and 2 lane + 1 of a tile of C, if it has these entries.
template <class T>
__device__ __forceinline__ void write_elements(T* values, const output_tile& tile, const two<T>& sums) {
    const unsigned position = 2 * simt::lane_id();
    T* const at = values + tile.first + formats::tile_rank(tile.bits, position);
    const auto here = static_cast<unsigned>(tile.bits >> position);
    if ((here & 1) != 0) at[0] = sums.first;
    if ((here & 2) != 0) at[here & 1] = sums.second;
}

}  // namespace graphblas_gpu::cuda::tensor
