// The words that sums of a product are accumulated in, and how many threads add to one.
//
// Idea: an accumulator is a word of 32 or 64 bits with a value in its low bits, so that any operator can be applied by
// compare-and-swap; sums of numbers use the atomic instructions for them. nvcc reads this with the kernels, NVRTC with a
// semiring that carries its source (cuda/jit/).
#pragma once

#ifndef __CUDACC_RTC__
#include <graphblas_gpu/cuda/device/simt.cuh>
#endif

#include <cmath>
#include <cstring>
#include <type_traits>

#include <semirings/types.hpp>

namespace graphblas_gpu::cuda {

/// The word that a value of T is accumulated in.
template <class T>
using accumulator_t = std::conditional_t<(sizeof(T) > 4), unsigned long long, unsigned>;

template <class T>
GB_HD inline accumulator_t<T> to_accumulator(const T& x) {
    accumulator_t<T> bits = 0;
    memcpy(&bits, &x, sizeof(T));
    return bits;
}

template <class T>
GB_HD inline T from_accumulator(accumulator_t<T> bits) {
    T x;
    memcpy(&x, &bits, sizeof(T));
    return x;
}

namespace detail {

/// Adds x to an accumulator of a sum of numbers. Sums of short integers wrap, so it does not matter what is in the bits above
/// them.
template <class T>
__device__ inline void add_number(accumulator_t<T>* to, const T& x) {
    if constexpr (std::is_same_v<T, float>) atomicAdd(reinterpret_cast<float*>(to), x);
    else if constexpr (std::is_same_v<T, double>) atomicAdd(reinterpret_cast<double*>(to), x);
    else atomicAdd(to, static_cast<accumulator_t<T>>(x));
}

/// Replaces the value at `to` by sum(value), even if other threads change it at the same time.
template <class Word, class Sum>
__device__ inline void add_by_exchange(Word* to, const Sum& sum) {
    Word seen = *static_cast<volatile Word*>(to);
    for (;;) {
        const Word wanted = sum(seen);
        if (wanted == seen) return;
        const Word before = atomicCAS(to, seen, wanted);
        if (before == seen) return;
        seen = before;
    }
}

/// add_number() in global memory, where atomic additions of fp32 treat subnormal operands and sums as 0. This does not matter
/// if the addend is at least 2^-100: a subnormal number is less than half of the addend's last bit, and with any other number
/// the sum is 0 or normal.
template <class T>
__device__ inline void add_number_in_global(accumulator_t<T>* to, const T& x) {
    if constexpr (std::is_same_v<T, float>) {
        if (!(fabsf(x) >= 0x1p-100f)) {
            add_by_exchange(to, [&](accumulator_t<T> p) { return to_accumulator<T>(from_accumulator<T>(p) + x); });
            return;
        }
    }
    add_number<T>(to, x);
}

}  // namespace detail

}  // namespace graphblas_gpu::cuda
