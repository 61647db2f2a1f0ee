// Transposes on the device.
#pragma once

#include <graphblas_gpu/cuda/device/csr.hpp>

namespace graphblas_gpu::cuda {

/// The transpose, by a stable sort of the entries by column. Memory: about four copies of columns and values beside the result.
/// O(nvals + nrows + ncols).
csr transposed(const engine_ptr& e, const csr_ref& a);

/// Whether a matrix equals its transpose in structure and values. Off the diagonal, 0 and -0 differ, and NaN differs from
/// itself. The answer is that of two sums of hashes (base/graph/orientation.hpp): a matrix that is not symmetric passes with a
/// chance of about 2^-126. Waits. O(nvals), which reads the entries in their order.
bool is_symmetric(const engine_ptr& e, const csr_ref& a);

/// The same for a caller that has the transpose already, without chance. Waits. O(nvals).
bool is_transpose_of_itself(const engine_ptr& e, const csr_ref& a, const csr_ref& transpose);

}  // namespace graphblas_gpu::cuda
