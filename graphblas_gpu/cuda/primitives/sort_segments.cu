// Sorts of segments, apart from sort.cu: these kernels are larger than those of all other sorts together, and only published variants
// of methods need them.
#include <graphblas_gpu/cuda/primitives/sort.hpp>

#include <graphblas_gpu/cuda/primitives/with_temporary.cuh>

#ifdef __CUDACC__
#include <cub/device/device_segmented_sort.cuh>
#else
#include <cub_rehearsal.hpp>
#endif

namespace graphblas_gpu::cuda {

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
