// Sorting on the device, compiled once.
#pragma once

#include <graphblas_gpu/cuda/device/csr.hpp>

namespace graphblas_gpu::cuda {

/// Sorts numbers by their lowest `bits` bits, and the positions with them; equal ones keep their order. As many again are
/// needed meanwhile.
void sort_with_positions(const engine_ptr& e, array<std::uint64_t>& keys, array<row_offset>& positions, int bits);

/// Every row of A in the order of its values, ascending or descending; equal ones stay in the order of their columns, NaN come
/// last. Gives where the n-th entry of the result stood in A (so that of row i stand offsets[i] .. offsets[i + 1]). O(nvals),
/// by radix sort.
array<row_offset> sorted_positions(const engine_ptr& e, const csr_ref& a, bool descending);

/// What sort() returns: the values at 0, 1, 2 .. of each row, and the columns they came from, as int64.
struct sorted_rows {
    csr values;
    csr permutation;
};
sorted_rows sorted(const engine_ptr& e, const csr_ref& a, bool descending);

}  // namespace graphblas_gpu::cuda
