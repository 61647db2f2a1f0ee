// What the engine asks of a whole device: sums, sorting, and (scan.hpp) scans.
//
// Idea: one place knows CUB and its temporary memory, which comes from the engine. Everything is queued on the engine's stream;
// only functions that return a number wait for it.
#pragma once

#include <cstdint>
#include <functional>

#include <graphblas_gpu/cuda/array.hpp>
#include <graphblas_gpu/cuda/for_each.cuh>
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

namespace graphblas_gpu::cuda {

namespace detail {

/// Runs a call of CUB twice: for the size of its temporary memory, and with it.
template <class Call>
void with_temporary(const engine_ptr& e, const char* what, const Call& call) {
    std::size_t bytes = 0;
    simt::check(call(nullptr, bytes), what);
    const memory temporary(e, bytes > 0 ? bytes : 1);
    simt::check(call(temporary.data(), bytes), what);
}

}  // namespace detail

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

}  // namespace graphblas_gpu::cuda
