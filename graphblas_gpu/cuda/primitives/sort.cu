#include <graphblas_gpu/cuda/primitives/sort.hpp>

#include <graphblas_gpu/cuda/primitives/with_temporary.cuh>

#include <bit>

#ifdef __CUDACC__
#include <cub/device/device_radix_sort.cuh>
#else
#include <cub_rehearsal.hpp>
#endif

namespace graphblas_gpu::cuda {

namespace {

template <class Key, class Value>
void sort_pairs(const engine_ptr& e, const Key* keys, Key* sorted_keys, const Value* values, Value* sorted_values,
                std::int64_t n, int last_bit) {
    if (n <= 0) return;
    detail::with_temporary(e, "sort", [&](void* temporary, std::size_t& bytes) {
        return CUB_NS_QUALIFIER::DeviceRadixSort::SortPairs(temporary, bytes, keys, sorted_keys, values, sorted_values, n, 0,
                                                            last_bit, e->stream());
    });
}

}  // namespace

int bits_below(index count) { return std::bit_width(static_cast<std::uint64_t>(count > 1 ? count - 1 : 1)); }

void sort_by_key(const engine_ptr& e, const column_index* keys, column_index* sorted_keys, const std::uint32_t* along,
                 std::uint32_t* sorted_along, std::int64_t n, index key_count) {
    sort_pairs(e, keys, sorted_keys, along, sorted_along, n, bits_below(key_count));
}

void sort_by_key(const engine_ptr& e, const column_index* keys, column_index* sorted_keys, const std::uint64_t* along,
                 std::uint64_t* sorted_along, std::int64_t n, index key_count) {
    sort_pairs(e, keys, sorted_keys, along, sorted_along, n, bits_below(key_count));
}

void sort_by_wide_key(const engine_ptr& e, const std::uint64_t* keys, std::uint64_t* sorted_keys, const std::uint32_t* along,
                      std::uint32_t* sorted_along, std::int64_t n, int bits) {
    sort_pairs(e, keys, sorted_keys, along, sorted_along, n, bits);
}

void sort_by_wide_key(const engine_ptr& e, const std::uint64_t* keys, std::uint64_t* sorted_keys, const std::uint64_t* along,
                      std::uint64_t* sorted_along, std::int64_t n, int bits) {
    sort_pairs(e, keys, sorted_keys, along, sorted_along, n, bits);
}

}  // namespace graphblas_gpu::cuda
