// CUB's radix sort of the device, for sort.cu and sort_wide.cu.
#pragma once

#include <graphblas_gpu/cuda/primitives/sort.hpp>
#include <graphblas_gpu/cuda/primitives/with_temporary.cuh>

#ifdef __CUDACC__
#include <cub/device/device_radix_sort.cuh>
#else
#include <cub_rehearsal.hpp>
#endif

namespace graphblas_gpu::cuda::detail {

template <class Key, class Value>
void sort_pairs(const engine_ptr& e, const Key* keys, Key* sorted_keys, const Value* values, Value* sorted_values,
                std::int64_t n, int last_bit) {
    if (n <= 0) return;
    with_temporary(e, "sort", [&](void* temporary, std::size_t& bytes) {
        return CUB_NS_QUALIFIER::DeviceRadixSort::SortPairs(temporary, bytes, keys, sorted_keys, values, sorted_values, n, 0,
                                                            last_bit, e->stream());
    });
}

}  // namespace graphblas_gpu::cuda::detail
