// Sorts of wide keys, which few operations need.
#include <graphblas_gpu/cuda/primitives/radix_sort.cuh>

namespace graphblas_gpu::cuda {

void sort_by_wide_key(const engine_ptr& e, const std::uint64_t* keys, std::uint64_t* sorted_keys, const std::uint32_t* along,
                      std::uint32_t* sorted_along, std::int64_t n, int bits) {
    detail::sort_pairs(e, keys, sorted_keys, along, sorted_along, n, bits);
}

void sort_by_wide_key(const engine_ptr& e, const std::uint64_t* keys, std::uint64_t* sorted_keys, const std::uint64_t* along,
                      std::uint64_t* sorted_along, std::int64_t n, int bits) {
    detail::sort_pairs(e, keys, sorted_keys, along, sorted_along, n, bits);
}

}  // namespace graphblas_gpu::cuda
