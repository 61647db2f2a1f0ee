// Stable sorts on the device, compiled once.
#pragma once

#include <graphblas_gpu/cuda/device/array.hpp>

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

/// Sorts each of the segments begins[s] .. ends[s] by key; what lies between them is not written. For one type of what goes
/// along only: a segmented sort takes longer to compile than all others together.
void sort_segments(const engine_ptr& e, const column_index* keys, column_index* sorted_keys, const std::uint64_t* along,
                   std::uint64_t* sorted_along, std::int64_t n, std::int64_t segments, const row_offset* begins,
                   const row_offset* ends);

/// Bits of the numbers below `count`; at least 1.
int bits_below(index count);

}  // namespace graphblas_gpu::cuda
