// The decisions of bhSPARSE: the bin of a row, and how the list of a long row grows.
//
// Idea: these are constants and arithmetic only, for host and device, so that they can be tested without a device.
// Source: Liu, Vinter, "A framework for general sparse matrix-matrix multiplication on GPUs and heterogeneous processors"
// (bhSPARSE), section 4.
#pragma once

#include <graphblas_gpu/base/types.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace graphblas_gpu::cuda::merge_paper {

/// The 38 bins of rows by their upper bounds, the numbers of their multiplications, in five groups: bin 0 has the empty rows,
/// bin 1 those of one multiplication, bins 2 .. 32 those of 2 .. 32, a bin each. Bins 33 .. 36 have those of up to 64, 128, 256
/// and 512, and the last bin has the long rows.
/// @{
inline constexpr unsigned last_heap_bin = 32, first_block_bin = 33, long_bin = 37, bins = 38;

/// The most multiplications of a row of bins 33 .. 36.
GB_HD constexpr unsigned block_products(unsigned bin) { return 64u << (bin - first_block_bin); }
inline constexpr std::int64_t max_bounded_products = block_products(long_bin - 1);

GB_HD constexpr unsigned bin_of(std::int64_t products) {
    if (products <= last_heap_bin) return static_cast<unsigned>(products);
    unsigned bin = first_block_bin;
    while (bin < long_bin && block_products(bin) < products) ++bin;
    return bin;
}
/// @}

/// The threads of a block that computes rows by heaps.
inline constexpr unsigned heap_threads = 64;

/// The threads of a block that merges a long row, and the most entries of a row of B that are merged at a time.
inline constexpr unsigned merge_threads = 256;

/// The entries of a long row that shared memory has room for at a level: 256, and twice as many at each further level.
constexpr unsigned capacity_of(unsigned level) { return 256u << level; }
/// The shared memory of a block at a level: the list of the row, and a part of a row of B.
constexpr std::size_t merge_bytes(unsigned capacity, std::size_t value_bytes) {
    return (std::size_t{capacity} + merge_threads) * (sizeof(column_index) + value_bytes);
}

/// The number of levels in shared memory: as many as a block of the device has shared memory for, and not more than the longest
/// row can need.
constexpr unsigned shared_levels(std::int64_t shared_bytes_per_block, std::size_t value_bytes, std::int64_t longest_row) {
    constexpr std::int64_t reserved = 1024;
    unsigned levels = 1;
    while (capacity_of(levels - 1) < longest_row &&
           static_cast<std::int64_t>(merge_bytes(capacity_of(levels), value_bytes)) + reserved <= shared_bytes_per_block)
        ++levels;
    return levels;
}

/// The room of a list in global memory that has become too short, at most the upper bound of the row. A part of a row of B
/// fits.
GB_HD constexpr row_offset grown_room(row_offset room, row_offset bound) {
    const row_offset wanted = room < merge_threads ? 2 * row_offset{merge_threads} : 2 * room;
    return wanted < bound ? wanted : bound;
}

/// The entries that lists of long rows have room for at first. As in the paper a row has 256, but not less than a quarter of
/// the upper bounds: then kernels that find no room, which the host has to start again, are rare.
constexpr std::int64_t first_room(std::int64_t rows, std::int64_t products) {
    constexpr std::int64_t least = std::int64_t{1} << 16;
    return std::max({least, rows * capacity_of(0), products / 4});
}

/// An estimate of the memory that a product takes until its rows are arranged, if it adds nothing up: upper bounds, as many
/// entries again for lists that have been saved, the multiplications before every entry of A, and the numbers of a row.
constexpr double estimated_bytes(index rows, row_offset entries_of_a, std::int64_t products, std::size_t value_bytes) {
    constexpr double bytes_a_row = 32;
    return static_cast<double>(rows) * bytes_a_row + static_cast<double>(entries_of_a) * sizeof(row_offset) +
           2 * static_cast<double>(products) * static_cast<double>(sizeof(column_index) + value_bytes);
}

/// The memory of columns and values in bytes, which the paper compares.
struct memory_use {
    std::int64_t upper_bound = 0;  ///< if every row had memory for its upper bound
    std::int64_t hybrid = 0;       ///< what the rows were computed in
    std::int64_t exact = 0;        ///< what they take in C
};

}  // namespace graphblas_gpu::cuda::merge_paper
