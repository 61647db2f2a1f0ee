// Sorting networks in the registers of a lane, of a warp or of parts of a warp.
//
// Idea: keys in registers are sorted by a bitonic sort in which the first exchange of every merge is mirrored, so that all runs
// are ascending and no exchange has a direction. A lane holds neighbouring keys, so most exchanges are between registers of one
// lane. The steps for fewer lanes are the first steps for more lanes, so that one piece of code serves parts of a warp of every
// size.
// Source: K. E. Batcher, Sorting networks and their applications (1968).
#pragma once

#include <graphblas_gpu/cuda/device/simt.cuh>

namespace graphblas_gpu::cuda {

namespace networks {

template <class Key>
__device__ __forceinline__ void put_in_order(Key& x, Key& y) {
    const Key low = x < y ? x : y, high = x < y ? y : x;
    x = low;
    y = high;
}

/// The key that the calling lane keeps after an exchange with another lane: the smaller one if `lower`, else the larger one.
template <class Key>
__device__ __forceinline__ Key min_or_max(Key mine, Key other, bool lower) {
    return (mine < other) == lower ? mine : other;
}

template <unsigned distance, class Key, unsigned n>
__device__ __forceinline__ void exchange_in_lane(Key (&key)[n]) {
    if constexpr (distance > 0) {
#pragma unroll
        for (unsigned r = 0; r < n; ++r) {
            if ((r & distance) == 0) put_in_order(key[r], key[r | distance]);
        }
        exchange_in_lane<distance / 2>(key);
    }
}

template <unsigned distance, class Key, unsigned n>
__device__ __forceinline__ void exchange_between_lanes(Key (&key)[n]) {
    if constexpr (distance > 0) {
        const bool lower = (simt::lane_id() & distance) == 0;
#pragma unroll
        for (unsigned r = 0; r < n; ++r) {
            key[r] = min_or_max(key[r], __shfl_xor_sync(simt::full_warp, key[r], distance), lower);
        }
        exchange_between_lanes<distance / 2>(key);
    }
}

template <unsigned run, class Key, unsigned n>
__device__ __forceinline__ void make_runs(Key (&key)[n], unsigned lanes) {
    if constexpr (run <= n) {
#pragma unroll
        for (unsigned r = 0; r < n; ++r) {
            const unsigned mirrored = r ^ (run - 1);
            if (r < mirrored) put_in_order(key[r], key[mirrored]);
        }
        exchange_in_lane<run / 4>(key);
        make_runs<2 * run>(key, lanes);
    } else if constexpr (run <= n * simt::warp_size) {
        constexpr unsigned across = run / n;
        if (across > lanes) return;
        const bool lower = (simt::lane_id() & (across / 2)) == 0;
        if constexpr (n == 1) {
            key[0] = min_or_max(key[0], __shfl_xor_sync(simt::full_warp, key[0], across - 1), lower);
        } else {
#pragma unroll
            for (unsigned r = 0; r < n / 2; ++r) {
                const Key x = __shfl_xor_sync(simt::full_warp, key[n - 1 - r], across - 1);
                const Key y = __shfl_xor_sync(simt::full_warp, key[r], across - 1);
                key[r] = min_or_max(key[r], x, lower);
                key[n - 1 - r] = min_or_max(key[n - 1 - r], y, lower);
            }
        }
        exchange_between_lanes<across / 4>(key);
        exchange_in_lane<n / 2>(key);
        make_runs<2 * run>(key, lanes);
    }
}

/// Merges the two sorted halves of every step-th key among keys first .. first + n - 1.
template <unsigned first, unsigned n, unsigned step, class Key, unsigned all>
__device__ __forceinline__ void merge_halves(Key (&key)[all]) {
    if constexpr (2 * step < n) {
        merge_halves<first, n, 2 * step>(key);
        merge_halves<first + step, n, 2 * step>(key);
#pragma unroll
        for (unsigned r = first + step; r + step < first + n; r += 2 * step) put_in_order(key[r], key[r + step]);
    } else {
        put_in_order(key[first], key[first + step]);
    }
}

template <unsigned first, unsigned n, class Key, unsigned all>
__device__ __forceinline__ void sort_some(Key (&key)[all]) {
    if constexpr (n > 1) {
        sort_some<first, n / 2>(key);
        sort_some<first + n / 2, n / 2>(key);
        merge_halves<first, n, 1>(key);
    }
}

}  // namespace networks

/// Sorts the first `n` keys (a power of two) of a lane by odd-even merges: within one lane they take fewer exchanges than a
/// bitonic sort.
template <unsigned n, class Key, unsigned all>
__device__ __forceinline__ void sort_in_lane(Key (&key)[all]) {
    networks::sort_some<0, n>(key);
}

/// Sorts the keys of each group of `lanes` neighbouring lanes (a power of two) with n keys a lane (a power of two).
/// Afterwards lane l of a group has the keys of ranks l * n .. l * n + n - 1. All lanes of the warp call with the same `lanes`.
template <class Key, unsigned n>
__device__ __forceinline__ void sort_keys(Key (&key)[n], unsigned lanes) {
    networks::make_runs<2>(key, lanes);
}

}  // namespace graphblas_gpu::cuda
