// How much work a product is, counted on the device.
#pragma once

#include <graphblas_gpu/cuda/device/csr.hpp>

namespace graphblas_gpu::cuda {

/// The sum of some numbers, the largest and the smallest (0 if there are none).
struct sum_and_most {
    std::int64_t sum = 0;
    std::int64_t most = 0;
    std::int64_t least = 0;
};

/// Of n numbers that are not negative. Waits for the device.
sum_and_most totals(const engine_ptr& e, const std::int64_t* numbers, index n);

/// Elements that count_multiplications and offsets_of_sizes use behind those of the rows: an array has that many more.
/// @{
inline constexpr index room_for_flops = 4;
inline constexpr index room_for_offsets = 5;
/// @}

/// flops[i] (device): multiplications of row i of A times B, without a mask; returns what they come to. Of A columns
/// and offsets are read, of B offsets. O(rows + nvals(A)), however entries are spread over rows. Waits for the device.
sum_and_most count_multiplications(const engine_ptr& e, const csr_ref& a, const csr_ref& b, std::int64_t* flops);

/// Turns n sizes (device) into n + 1 offsets; returns what the sizes come to. Waits for the device.
sum_and_most offsets_of_sizes(const engine_ptr& e, row_offset* sizes, index n);

/// `before` (device, n + 1): the sum of the numbers before each.
void sums_before(const engine_ptr& e, const std::int64_t* numbers, index n, std::int64_t* before);

/// The most rows first .. last - 1 of n whose numbers add up to at most `enough`, but at least one where there is any:
/// returns last. Waits for the device.
index rows_within(const engine_ptr& e, const std::int64_t* before, index n, index first, std::int64_t enough);

}  // namespace graphblas_gpu::cuda
