// The sum of an array, or of each row of a matrix, under the monoid of a semiring whose operators are linked in.
//
// Idea: CUB launches its kernels itself, so that they cannot be replaced by linked ones. Values of a tile are added by one
// block, and the sums of the tiles in the same way until one is left. Tiles depend on the number of values alone, and so do the
// sums.
#pragma once

#include <graphblas_gpu/cuda/device/array.hpp>
#include <graphblas_gpu/cuda/device/csr.hpp>
#include <graphblas_gpu/cuda/device/simt.cuh>

#include <cstdint>
#include <utility>

namespace graphblas_gpu::cuda {

namespace detail {

inline constexpr unsigned word_sum_threads = 256;
inline constexpr unsigned word_sum_tile = 16 * word_sum_threads;

template <class K>
__global__ void __launch_bounds__(word_sum_threads)
    sum_tiles_of_words(K k, const typename K::value* values, std::int64_t n, typename K::value* sums) {
    __shared__ typename K::accumulator parts[word_sum_threads];
    const std::int64_t begin = static_cast<std::int64_t>(blockIdx.x) * word_sum_tile;
    const std::int64_t end = begin + word_sum_tile < n ? begin + word_sum_tile : n;
    auto sum = k.empty();
    for (std::int64_t i = begin + threadIdx.x; i < end; i += word_sum_threads) sum = k.sum_into(sum, values[i]);
    parts[threadIdx.x] = sum;
    for (unsigned half = word_sum_threads / 2; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half) {
            const auto other = parts[threadIdx.x + half];
            if (!(other == k.empty())) parts[threadIdx.x] = k.sum_into(parts[threadIdx.x], k.read(other));
        }
    }
    if (threadIdx.x == 0) sums[blockIdx.x] = k.read(parts[0]);
}

/// A warp takes a row. Its lanes add every 32nd value, and their sums are added in a fixed order.
template <class K>
__global__ void __launch_bounds__(word_sum_threads) sum_rows_of_words(K k, csr_ref a, typename K::value* sums) {
    __shared__ typename K::accumulator parts[word_sum_threads];
    const index row = static_cast<index>(blockIdx.x) * (word_sum_threads / simt::warp_size) + simt::warp_id();
    const unsigned lane = simt::lane_id();
    auto sum = k.empty();
    if (row < a.nrows) {
        for (row_offset p = a.offsets[row] + lane; p < a.offsets[row + 1]; p += simt::warp_size) {
            sum = k.sum_into(sum, a.values_as<typename K::value>()[p]);
        }
    }
    parts[threadIdx.x] = sum;
    for (unsigned half = simt::warp_size / 2; half > 0; half /= 2) {
        __syncwarp();
        if (lane < half) {
            const auto other = parts[threadIdx.x + half];
            if (!(other == k.empty())) parts[threadIdx.x] = k.sum_into(parts[threadIdx.x], k.read(other));
        }
    }
    if (lane == 0 && row < a.nrows) sums[row] = k.read(parts[threadIdx.x]);
}

}  // namespace detail

/// The sum of n > 0 words on the device. O(n) time and n / 4096 words of memory. Waits.
template <class K>
typename K::value sum_of_words(const engine_ptr& e, const K& k, const typename K::value* values, std::int64_t n) {
    array<typename K::value> sums;
    for (bool first = true; first || n > 1; first = false) {
        const std::int64_t tiles = (n + detail::word_sum_tile - 1) / detail::word_sum_tile;
        array<typename K::value> next(e, static_cast<std::size_t>(tiles));
        simt::launch(e->stream(), static_cast<unsigned>(tiles), detail::word_sum_threads, 0, detail::sum_tiles_of_words<K>, k,
                     values, n, next.data());
        sums = std::move(next);
        values = sums.data();
        n = tiles;
    }
    return read_element(*e, sums.data());
}

/// The sums of the rows of a matrix with words as values; that of a row without entries is arbitrary. Does not wait. O(nvals +
/// nrows).
template <class K>
array<typename K::value> sums_of_rows_of_words(const engine_ptr& e, const K& k, const csr_ref& a) {
    constexpr index rows_a_block = detail::word_sum_threads / simt::warp_size;
    array<typename K::value> sums(e, static_cast<std::size_t>(a.nrows));
    simt::launch(e->stream(), static_cast<unsigned>((a.nrows + rows_a_block - 1) / rows_a_block), detail::word_sum_threads, 0,
                 detail::sum_rows_of_words<K>, k, a, sums.data());
    return sums;
}

}  // namespace graphblas_gpu::cuda
