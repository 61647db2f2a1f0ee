// What a lane needs of a tile, straight from its packed values by bit tests and ranks.
//
// Idea: a tile of 8 x 8 gives each lane two elements. Both fall into the same half of the bitmap, so that pairs are kept as
// halves: 32 bits and the address of the first value behind them, one load of 16 bytes from shared memory, and one population
// count says where the elements are. Absent elements are 0.
#pragma once

#include <graphblas_gpu/cuda/bitmap_tile/tensor/runs.cuh>

namespace graphblas_gpu::cuda::tensor {

/// Four rows of a tile.
template <class T>
struct __align__(16) half_tile {
    const T* values;
    unsigned bits;
};

/// Pairs of tiles in shared memory, found by one warp.
template <class T>
struct pair_queue {
    half_tile<T> a[simt::warp_size][2];
    half_tile<T> b[simt::warp_size][2];
};

template <class T>
__device__ inline void keep(half_tile<T> (&halves)[2], tile_bits bits, const T* values) {
    const auto low = static_cast<unsigned>(bits);
    halves[0] = {values, low};
    halves[1] = {values + __popc(low), static_cast<unsigned>(bits >> 32)};
}

template <class T>
struct two {
    T first;
    T second;
};

/// Places 2 lane and 2 lane + 1: row lane / 4, columns 2 (lane % 4) and the next.
template <class T>
__device__ __forceinline__ two<T> row_elements(const half_tile<T> (&tile)[2]) {
    const unsigned lane = simt::lane_id();
    const half_tile<T> half = tile[lane / 16];
    const unsigned place = 2 * lane % 32;
    const unsigned from_here = half.bits >> place;
    const T* const at = half.values + __popc(half.bits & ((1u << place) - 1));
    return {(from_here & 1) != 0 ? at[0] : T{0}, (from_here & 2) != 0 ? at[from_here & 1] : T{0}};
}

/// Column lane / 4, rows 2 (lane % 4) and the next.
template <class T>
__device__ __forceinline__ two<T> column_elements(const half_tile<T> (&tile)[2]) {
    constexpr unsigned row = formats::tile_side;
    const unsigned lane = simt::lane_id();
    const half_tile<T> half = tile[lane % 4 / 2];
    const unsigned place = 2 * row * (lane % 2) + lane / 4;
    const unsigned from_here = half.bits >> place;
    const T* const at = half.values + __popc(half.bits & ((1u << place) - 1));
    return {(from_here & 1) != 0 ? at[0] : T{0},
            (from_here >> row & 1) != 0 ? at[__popc(from_here & formats::first_tile_row)] : T{0}};
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
