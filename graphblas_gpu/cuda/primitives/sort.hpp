// Stable sorts on the device, compiled once.
#pragma once

#include <graphblas_gpu/cuda/device/array.hpp>

namespace graphblas_gpu::cuda {

using engine_ptr = std::shared_ptr<engine>;

/// Sorts n keys below key_count, with other arrays sorted along. Equal keys keep their order. Input and output must be
/// different arrays.
/// @{
void sort_by_key(const engine_ptr& e, const column_index* keys, column_index* sorted_keys, const std::uint32_t* along,
                 std::uint32_t* sorted_along, std::int64_t n, index key_count);
void sort_by_key(const engine_ptr& e, const column_index* keys, column_index* sorted_keys, const std::uint64_t* along,
                 std::uint64_t* sorted_along, std::int64_t n, index key_count);
/// @}

/// The same for keys of up to `bits` bits.
/// @{
void sort_by_wide_key(const engine_ptr& e, const std::uint64_t* keys, std::uint64_t* sorted_keys, const std::uint32_t* along,
                      std::uint32_t* sorted_along, std::int64_t n, int bits);
void sort_by_wide_key(const engine_ptr& e, const std::uint64_t* keys, std::uint64_t* sorted_keys, const std::uint64_t* along,
                      std::uint64_t* sorted_along, std::int64_t n, int bits);
/// @}

/// Sorts each of the segments begins[s] .. ends[s] by key; elements outside the segments are not written. There is only one
/// type of values that are sorted along, because a segmented sort takes longer to compile than all other sorts together.
void sort_segments(const engine_ptr& e, const column_index* keys, column_index* sorted_keys, const std::uint64_t* along,
                   std::uint64_t* sorted_along, std::int64_t n, std::int64_t segments, const row_offset* begins,
                   const row_offset* ends);

/// The number of bits of the numbers below `count`; at least 1.
int bits_below(index count);

}  // namespace graphblas_gpu::cuda
