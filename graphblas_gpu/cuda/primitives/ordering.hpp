// Sorting on the device, compiled once for all types.
#pragma once

#include <graphblas_gpu/cuda/device/csr.hpp>

namespace graphblas_gpu::cuda {

/// Sorts numbers by their lowest `bits` bits, and the positions along with them; equal numbers keep their order. Needs as much
/// memory again while it runs.
void sort_with_positions(const engine_ptr& e, array<std::uint64_t>& keys, array<row_offset>& positions, int bits);

/// Sorts every row of A by value, ascending or descending. Equal values keep the order of their columns, and NaN comes last.
/// Returns the index in A of each entry of the result (row i has offsets[i] .. offsets[i + 1]). O(nvals), by radix sort.
array<row_offset> sorted_positions(const engine_ptr& e, const csr_ref& a, bool descending);

/// The result of sort(): the values in columns 0, 1, 2, .. of each row, and the columns they come from, as int64.
struct sorted_rows {
    csr values;
    csr permutation;
};
sorted_rows sorted(const engine_ptr& e, const csr_ref& a, bool descending);

}  // namespace graphblas_gpu::cuda
