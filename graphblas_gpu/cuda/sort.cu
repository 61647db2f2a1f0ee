#include <graphblas_gpu/cuda/sort.hpp>

#include <graphblas_gpu/cuda/primitives.cuh>

#include <bit>

namespace graphblas_gpu::cuda {

int bits_below(index count) { return std::bit_width(static_cast<std::uint64_t>(count > 1 ? count - 1 : 1)); }

void sort_by_key(const engine_ptr& e, const column_index* keys, column_index* sorted_keys, const std::uint32_t* along,
                 std::uint32_t* sorted_along, std::int64_t n, index key_count) {
    sort_pairs(e, keys, sorted_keys, along, sorted_along, n, 0, bits_below(key_count));
}

void sort_by_key(const engine_ptr& e, const column_index* keys, column_index* sorted_keys, const std::uint64_t* along,
                 std::uint64_t* sorted_along, std::int64_t n, index key_count) {
    sort_pairs(e, keys, sorted_keys, along, sorted_along, n, 0, bits_below(key_count));
}

void sort_by_wide_key(const engine_ptr& e, const std::uint64_t* keys, std::uint64_t* sorted_keys, const std::uint32_t* along,
                      std::uint32_t* sorted_along, std::int64_t n, int bits) {
    sort_pairs(e, keys, sorted_keys, along, sorted_along, n, 0, bits);
}

void sort_by_wide_key(const engine_ptr& e, const std::uint64_t* keys, std::uint64_t* sorted_keys, const std::uint64_t* along,
                      std::uint64_t* sorted_along, std::int64_t n, int bits) {
    sort_pairs(e, keys, sorted_keys, along, sorted_along, n, 0, bits);
}

}  // namespace graphblas_gpu::cuda
