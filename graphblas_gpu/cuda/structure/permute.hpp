// Rows and columns in another order, on the device.
#pragma once

#include <span>

#include <graphblas_gpu/cuda/device/csr.hpp>

namespace graphblas_gpu::cuda {

/// Entry (k, l) of the result is entry (rows[k], columns[l]) of A. Both arrays are permutations in host memory; if they are the
/// same array, it is copied to the device once. An empty `rows` leaves the rows as they are. O(nvals log nrows + nrows +
/// ncols), and a radix sort of the entries.
csr permuted(const engine_ptr& e, const csr_ref& a, std::span<const column_index> rows, std::span<const column_index> columns);

}  // namespace graphblas_gpu::cuda
