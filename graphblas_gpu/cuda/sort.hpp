// Stable sorts on the device, compiled once.
#pragma once

#include <graphblas_gpu/cuda/array.hpp>

namespace graphblas_gpu::cuda {

using engine_ptr = std::shared_ptr<engine>;

/// Sorts n keys below key_count with what goes along; equal keys keep their order. Input and output are different arrays.
/// @{
void sort_by_key(const engine_ptr& e, const column_index* keys, column_index* sorted_keys, const std::uint32_t* along,
                 std::uint32_t* sorted_along, std::int64_t n, index key_count);
void sort_by_key(const engine_ptr& e, const column_index* keys, column_index* sorted_keys, const std::uint64_t* along,
                 std::uint64_t* sorted_along, std::int64_t n, index key_count);
/// @}

/// The same for keys of up to that many bits.
/// @{
void sort_by_wide_key(const engine_ptr& e, const std::uint64_t* keys, std::uint64_t* sorted_keys, const std::uint32_t* along,
                      std::uint32_t* sorted_along, std::int64_t n, int bits);
void sort_by_wide_key(const engine_ptr& e, const std::uint64_t* keys, std::uint64_t* sorted_keys, const std::uint64_t* along,
                      std::uint64_t* sorted_along, std::int64_t n, int bits);
/// @}

/// Bits of the numbers below `count`; at least 1.
int bits_below(index count);

}  // namespace graphblas_gpu::cuda
