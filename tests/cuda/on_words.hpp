// The library's semiring for a semiring of the tests, so that no kernel is compiled again.
//
// Idea: semirings that are known to the compiler are the library's. Those that look their operators up are compiled for
// floating-point numbers and for unsigned words, in which integers of any type are stored.
#pragma once

#include <bit>
#include <cstdint>
#include <type_traits>

#include <graphblas_gpu/cuda/bitmap_tile/method.hpp>
#include <graphblas_gpu/cuda/dense/method.hpp>
#include <graphblas_gpu/cuda/dot/method.hpp>
#include <graphblas_gpu/cuda/hash/method.hpp>
#include <graphblas_gpu/cuda/shared/kernel_semiring.cuh>

namespace cuda_tests {

template <class S>
const graphblas_gpu::cuda::direct<S>& on_words(const graphblas_gpu::cuda::direct<S>& k) {
    return k;
}

template <class T>
auto on_words(const graphblas_gpu::cuda::interpreted<T>& k) {
    using small = std::conditional_t<sizeof(T) == 1, std::uint8_t, std::uint16_t>;
    using large = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
    using unsigned_word = std::conditional_t<(sizeof(T) < 4), small, large>;
    using word = std::conditional_t<std::is_floating_point_v<T>, T, unsigned_word>;
    return graphblas_gpu::cuda::interpreted<word>{k.code, std::bit_cast<word>(k.identity)};
}

/// Values of K as the library's kernels write them.
template <class K>
auto* values_on_words(const K& k, void* values) {
    using stored = typename std::remove_cvref_t<decltype(on_words(k))>::value;
    return static_cast<stored*>(values);
}

}  // namespace cuda_tests
