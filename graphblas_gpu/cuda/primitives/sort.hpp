// Sorts on the device, compiled once: of keys, of segments, and of the values of each row.
#pragma once

#include <graphblas_gpu/cuda/device/csr.hpp>

namespace graphblas_gpu::cuda {

/// Sorts n keys by their lowest `bits` bits, with another array sorted along. Equal keys keep their order. Input and output
/// must be different arrays. Compiled for keys, and for what is sorted along, of 32 and of 64 bits.
template <class Key, class Along>
void sort_by_key(const engine_ptr& e, const Key* keys, Key* sorted_keys, const Along* along, Along* sorted_along,
                 std::int64_t n, int bits);

/// Sorts each of the segments begins[s] .. ends[s] by key; elements outside the segments are not written. There is only one
/// type of values that are sorted along, because a segmented sort takes longer to compile than all other sorts together.
void sort_segments(const engine_ptr& e, const column_index* keys, column_index* sorted_keys, const std::uint64_t* along,
                   std::uint64_t* sorted_along, std::int64_t n, std::int64_t segments, const row_offset* begins,
                   const row_offset* ends);

/// The number of bits of the numbers below `count`; at least 1.
int bits_below(index count);

/// Sorts numbers by their lowest `bits` bits, and the positions along with them; equal numbers keep their order. Needs as much
/// memory again while it runs.
void sort_with_positions(const engine_ptr& e, array<std::uint64_t>& keys, array<row_offset>& positions, int bits);

/// Sorts every row of A by value, ascending or descending. Equal values keep the order of their columns, and NaN comes last.
/// Returns the index in A of each entry of the result (row i has offsets[i] .. offsets[i + 1]). O(nvals), by radix sort.
array<row_offset> sorted_positions(const engine_ptr& e, const csr_ref& a, bool descending);

/// The number of entries of the longest row. Waits. O(nrows).
row_offset longest_row(const engine_ptr& e, const csr_ref& a);

/// The result of sort(): the values in columns 0, 1, 2, .. of each row, and the columns they come from, as int64.
struct sorted_rows {
    csr values;
    csr permutation;
};
/// Of the entries of A in this order, as sorted_positions() returns it.
sorted_rows sorted(const engine_ptr& e, const csr_ref& a, const array<row_offset>& positions);

}  // namespace graphblas_gpu::cuda
