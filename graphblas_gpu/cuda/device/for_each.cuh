// Calling a function for each of n indices, and searching in sorted arrays. Nearly every kernel source needs these, and CUB,
// which has them too, has headers that take longer to read than most kernels to compile.
#pragma once

#include <cstdint>
#include <memory>
#include <type_traits>

#include <graphblas_gpu/base/types.hpp>
#include <graphblas_gpu/cuda/device/engine.hpp>
#include <graphblas_gpu/cuda/device/simt.cuh>
#include <semirings/types.hpp>

/// A lambda that kernels call: captures by value.
#define GB_DEVICE_LAMBDA [=] __device__

namespace graphblas_gpu::cuda {

using engine_ptr = std::shared_ptr<engine>;

namespace detail {

template <class F>
__global__ void for_each_kernel(std::int64_t n, F f) {
    const std::int64_t step = static_cast<std::int64_t>(gridDim.x) * blockDim.x;
    for (std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < n; i += step) f(i);
}

}  // namespace detail

/// Calls f(i) for i = 0 .. n - 1, in any order.
template <class F>
void for_each(const engine_ptr& e, std::int64_t n, const F& f) {
    if (n <= 0) return;
    constexpr unsigned threads = 256;
    const std::int64_t blocks = (n + threads - 1) / threads;
    const std::int64_t most = static_cast<std::int64_t>(e->facts().multiprocessors) * 64;
    simt::launch(e->stream(), static_cast<unsigned>(blocks < most ? blocks : most), threads, 0, detail::for_each_kernel<F>, n,
                 f);
}

template <class T>
void fill(const engine_ptr& e, T* to, std::int64_t n, const T& value) {
    for_each(e, n, GB_DEVICE_LAMBDA(std::int64_t i) { to[i] = value; });
}

/// The first of the numbers first .. last - 1 for which is_before is false, or last. is_before is true for the first numbers
/// and false for the rest.
template <class Number, class IsBefore>
GB_HD inline Number first_not_before(Number first, Number last, const IsBefore& is_before) {
    while (first < last) {
        const Number middle = first + (last - first) / 2;
        if (is_before(middle)) first = middle + 1;
        else last = middle;
    }
    return first;
}

/// The first index in first .. last - 1 whose number is not below x, or last. The numbers are ascending.
template <class T>
GB_HD inline row_offset lower_bound(const T* ascending, row_offset first, row_offset last, std::type_identity_t<T> x) {
    return first_not_before(first, last, [&](row_offset p) { return ascending[p] < x; });
}

/// The row that entry p belongs to: the last row that starts at or before p. offsets has nrows + 1 elements.
GB_HD inline index row_of_entry(const row_offset* offsets, index nrows, row_offset p) {
    index low = 0, high = nrows;
    while (high - low > 1) {
        const index middle = low + (high - low) / 2;
        if (offsets[middle] <= p) low = middle;
        else high = middle;
    }
    return low;
}

}  // namespace graphblas_gpu::cuda
