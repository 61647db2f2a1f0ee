// Sorts of wide keys and of segments, which few operations need.
#include <graphblas_gpu/cuda/primitives/radix_sort.cuh>

#ifdef __CUDACC__
#include <cub/device/device_segmented_sort.cuh>
#endif

namespace graphblas_gpu::cuda {

GB_SORT_BY_KEY(std::uint64_t, std::uint32_t);
GB_SORT_BY_KEY(std::uint64_t, std::uint64_t);

void sort_segments(const engine_ptr& e, const column_index* keys, column_index* sorted_keys, const std::uint64_t* along,
                   std::uint64_t* sorted_along, std::int64_t n, std::int64_t segments, const row_offset* begins,
                   const row_offset* ends) {
    if (n <= 0) return;
    detail::with_temporary(e, "segmented sort", [&](void* temporary, std::size_t& bytes) {
        return CUB_NS_QUALIFIER::DeviceSegmentedSort::StableSortPairs(temporary, bytes, keys, sorted_keys, along, sorted_along,
                                                                      n, segments, begins, ends, e->stream());
    });
}

}  // namespace graphblas_gpu::cuda
