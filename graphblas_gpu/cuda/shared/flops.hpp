// Counting the multiplications of every row of a product on the device, before a method is chosen; and offsets from sizes.
#pragma once

#include <graphblas_gpu/cuda/device/csr.hpp>
#include <graphblas_gpu/cuda/shared/types.hpp>

#include <vector>

namespace graphblas_gpu::cuda {

/// The sum, the maximum and the minimum of some numbers (0 if there are none), and the sums of those numbers above 32 and above
/// 4096.
struct sum_and_most {
    std::int64_t sum = 0;
    std::int64_t most = 0;
    std::int64_t least = 0;
    std::int64_t above_32 = 0;
    std::int64_t above_4096 = 0;
};

/// The totals of n numbers that are not negative. Waits for the device.
sum_and_most totals(const engine_ptr& e, const std::int64_t* numbers, index n);

/// The extra elements behind those of the rows that count_multiplications and offsets_of_sizes use as scratch; the caller's
/// array must have them.
/// @{
inline constexpr index room_for_flops = 6;
inline constexpr index room_for_offsets = 7;
/// @}

/// flops[i] (device) = the multiplications of row i of A times B, without a mask; returns their totals. Only columns and
/// offsets of A and offsets of B are read. O(rows + nvals(A)), however entries are distributed over rows. Waits for the device.
sum_and_most count_multiplications(const engine_ptr& e, const csr_ref& a, const csr_ref& b, std::int64_t* flops);
/// The same in two parts. await_count() returns when all that the engine's stream waited for in between is done, and what was
/// written to the engine's answer is there. The device may still be busy.
/// `b_rows`, unless null, is filled with the row of B of each entry of A if these rows lie scattered in memory.
/// b_rows_are_listed() says whether that was done; it is called after await_count() and before any other use of the engine's
/// answer. A needs min_entries_for_listing entries for it, and B fewer than 2^32.
/// @{
inline constexpr row_offset min_entries_for_listing = 32;
void start_counting(const engine_ptr& e, const csr_ref& a, const csr_ref& b, std::int64_t* flops, row_of_b* b_rows);
sum_and_most await_count(const engine_ptr& e, index nrows, std::int64_t* flops);
bool b_rows_are_listed(const engine& e);
/// @}

/// Turns n sizes (device) into n + 1 offsets; returns the totals of the sizes. Waits for the totals only: the device may still
/// make the offsets.
sum_and_most offsets_of_sizes(const engine_ptr& e, row_offset* sizes, index n);

/// before[i] (device, n + 1 elements) = the sum of the numbers before number i.
void sums_before(const engine_ptr& e, const std::int64_t* numbers, index n, std::int64_t* before);

/// Cuts n rows into parts of equal work: the first row of each, and n. The work before row i is before[i] (device, n + 1
/// elements) and work_of_row for each row. Waits for the device.
std::vector<index> rows_of_equal_work(const engine_ptr& e, const std::int64_t* before, index n, int parts,
                                      std::int64_t work_of_row = 0);

/// Returns the largest `last` for which the numbers of rows first .. last - 1 sum up to at most `enough`, but at least first +
/// 1 if there is a row. Waits for the device.
index rows_within(const engine_ptr& e, const std::int64_t* before, index n, index first, std::int64_t enough);

}  // namespace graphblas_gpu::cuda
