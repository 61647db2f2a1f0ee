// Sorts of keys of 32 bits: what a transpose needs.
#include <graphblas_gpu/cuda/primitives/radix_sort.cuh>

#include <bit>

namespace graphblas_gpu::cuda {

int bits_below(index count) { return std::bit_width(static_cast<std::uint64_t>(count > 1 ? count - 1 : 1)); }

void sort_by_key(const engine_ptr& e, const column_index* keys, column_index* sorted_keys, const std::uint32_t* along,
                 std::uint32_t* sorted_along, std::int64_t n, index key_count) {
    detail::sort_pairs(e, keys, sorted_keys, along, sorted_along, n, bits_below(key_count));
}

void sort_by_key(const engine_ptr& e, const column_index* keys, column_index* sorted_keys, const std::uint64_t* along,
                 std::uint64_t* sorted_along, std::int64_t n, index key_count) {
    detail::sort_pairs(e, keys, sorted_keys, along, sorted_along, n, bits_below(key_count));
}

}  // namespace graphblas_gpu::cuda
