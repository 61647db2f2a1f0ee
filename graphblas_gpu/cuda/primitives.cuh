// What the engine asks of a whole device: a function for each of n, scans, sums, sorting.
//
// Idea: one place knows CUB and its temporary memory, which comes from the engine. Everything is queued on the engine's stream;
// only functions that return a number wait for it.
#pragma once

#include <cstdint>
#include <functional>

#include <graphblas_gpu/cuda/array.hpp>
#include <graphblas_gpu/cuda/simt.cuh>
#include <graphblas_gpu/formats/types.hpp>
#include <semirings/types.hpp>

#ifdef __CUDACC__
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_scan.cuh>
#include <cub/device/device_segmented_sort.cuh>
#else
#include <cub_rehearsal.hpp>  // the same calls, in order on the host (tests/rehearsal)
#endif

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

/// Runs a call of CUB twice: for the size of its temporary memory, and with it.
template <class Call>
void with_temporary(const engine_ptr& e, const char* what, const Call& call) {
    std::size_t bytes = 0;
    simt::check(call(nullptr, bytes), what);
    const memory temporary(e, bytes > 0 ? bytes : 1);
    simt::check(call(temporary.data(), bytes), what);
}

}  // namespace detail

/// f(i) for i in 0 .. n, in any order.
template <class F>
void for_each(const engine_ptr& e, std::int64_t n, const F& f) {
    if (n <= 0) return;
    constexpr unsigned threads = 256;
    const std::int64_t blocks = (n + threads - 1) / threads;
    const std::int64_t most = static_cast<std::int64_t>(e->facts().multiprocessors) * 64;
    simt::launch(e->stream(), static_cast<unsigned>(blocks < most ? blocks : most), threads, 0, detail::for_each_kernel<F>, n, f);
}

template <class T>
void fill(const engine_ptr& e, T* to, std::int64_t n, const T& value) {
    for_each(e, n, GB_DEVICE_LAMBDA(std::int64_t i) { to[i] = value; });
}

/// out[i] = in[0] + .. + in[i - 1]; in and out may be one. In is an iterator, Out a pointer to a sum type.
template <class In, class Out>
void exclusive_scan(const engine_ptr& e, In in, Out* out, std::int64_t n) {
    if (n <= 0) return;
    detail::with_temporary(e, "exclusive scan", [&](void* temporary, std::size_t& bytes) {
        return cub::DeviceScan::ExclusiveSum(temporary, bytes, in, out, n, e->stream());
    });
}

/// out[i] = in[0] + .. + in[i].
template <class In, class Out>
void inclusive_scan(const engine_ptr& e, In in, Out* out, std::int64_t n) {
    if (n <= 0) return;
    detail::with_temporary(e, "inclusive scan", [&](void* temporary, std::size_t& bytes) {
        return cub::DeviceScan::InclusiveSum(temporary, bytes, in, out, n, e->stream());
    });
}

/// Turns n sizes (in an array of n + 1) into n + 1 offsets and returns the last one.
template <class T>
T sizes_to_offsets(const engine_ptr& e, T* sizes, std::int64_t n) {
    e->set_bytes(sizes + n, 0, sizeof(T));
    exclusive_scan(e, sizes, sizes, n + 1);
    return peeked(*e, sizes + n);
}

/// The sum of n terms under op, starting with init. Waits.
template <class In, class T, class Op>
T reduce(const engine_ptr& e, In in, std::int64_t n, const T& init, const Op& op) {
    if (n <= 0) return init;
    const array<T> sum(e, 1);
    detail::with_temporary(e, "reduction", [&](void* temporary, std::size_t& bytes) {
        return cub::DeviceReduce::Reduce(temporary, bytes, in, sum.data(), n, op, init, e->stream());
    });
    return peeked(*e, sum.data());
}

/// Sorts n pairs by the bits first_bit .. last_bit of the keys; equal keys keep their order. Instantiate in few places: a sort
/// takes long to compile (sort_by_position in sort.hpp is ready-made).
template <class Key, class Value>
void sort_pairs(const engine_ptr& e, const Key* keys, Key* sorted_keys, const Value* values, Value* sorted_values,
                std::int64_t n, int first_bit = 0, int last_bit = sizeof(Key) * 8) {
    if (n <= 0) return;
    detail::with_temporary(e, "sort", [&](void* temporary, std::size_t& bytes) {
        return cub::DeviceRadixSort::SortPairs(temporary, bytes, keys, sorted_keys, values, sorted_values, n, first_bit,
                                               last_bit, e->stream());
    });
}

/// Sorts each of the segments begins[s] .. ends[s] by key; what lies between them is not written.
template <class Key, class Value>
void sort_segments(const engine_ptr& e, const Key* keys, Key* sorted_keys, const Value* values, Value* sorted_values,
                   std::int64_t n, std::int64_t segments, const row_offset* begins, const row_offset* ends) {
    if (n <= 0) return;
    detail::with_temporary(e, "segmented sort", [&](void* temporary, std::size_t& bytes) {
        return cub::DeviceSegmentedSort::SortPairs(temporary, bytes, keys, sorted_keys, values, sorted_values, n, segments,
                                                   begins, ends, e->stream());
    });
}

/// The same without values.
template <class Key>
void sort_segments(const engine_ptr& e, const Key* keys, Key* sorted_keys, std::int64_t n, std::int64_t segments,
                   const row_offset* begins, const row_offset* ends) {
    if (n <= 0) return;
    detail::with_temporary(e, "segmented sort", [&](void* temporary, std::size_t& bytes) {
        return cub::DeviceSegmentedSort::SortKeys(temporary, bytes, keys, sorted_keys, n, segments, begins, ends, e->stream());
    });
}

/// Sorts each of the segments offsets[s] .. offsets[s + 1] by key.
template <class Key, class Value>
void sort_segments(const engine_ptr& e, const Key* keys, Key* sorted_keys, const Value* values, Value* sorted_values,
                   std::int64_t n, std::int64_t segments, const row_offset* offsets) {
    sort_segments(e, keys, sorted_keys, values, sorted_values, n, segments, offsets, offsets + 1);
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

/// The first of the ascending columns first .. last that is not below j, or last.
GB_HD inline row_offset lower_bound(const column_index* columns, row_offset first, row_offset last, column_index j) {
    while (first < last) {
        const row_offset middle = first + (last - first) / 2;
        if (columns[middle] < j) first = middle + 1;
        else last = middle;
    }
    return first;
}

}  // namespace graphblas_gpu::cuda
