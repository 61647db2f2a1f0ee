// CUB's radix sort of the device, for sort.cu and sort_wide.cu.
#pragma once

#include <graphblas_gpu/cuda/primitives/sort.hpp>
#include <graphblas_gpu/cuda/primitives/with_temporary.cuh>

#ifdef __CUDACC__
#include <cub/device/device_radix_sort.cuh>
#else
#include <cub_rehearsal.hpp>
#endif

namespace graphblas_gpu::cuda {

template <class Key, class Along>
void sort_by_key(const engine_ptr& e, const Key* keys, Key* sorted_keys, const Along* along, Along* sorted_along,
                 std::int64_t n, int bits) {
    if (n <= 0) return;
    detail::with_temporary(e, "sort", [&](void* temporary, std::size_t& bytes) {
        return CUB_NS_QUALIFIER::DeviceRadixSort::SortPairs(temporary, bytes, keys, sorted_keys, along, sorted_along, n, 0,
                                                            bits, e->stream());
    });
}

#define GB_SORT_BY_KEY(Key, Along) \
    template void sort_by_key(const engine_ptr&, const Key*, Key*, const Along*, Along*, std::int64_t, int)

}  // namespace graphblas_gpu::cuda
