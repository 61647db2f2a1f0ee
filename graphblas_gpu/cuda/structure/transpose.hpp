// Transposes on the device.
#pragma once

#include <graphblas_gpu/cuda/device/csr.hpp>

namespace graphblas_gpu::cuda {

/// The transpose: entries in stable order by column. Memory for about four copies of columns and values beside the result.
/// O(nvals + nrows + ncols).
csr transposed(const engine_ptr& e, const csr_ref& a);

/// Whether a matrix and its transpose are the same, structure and values (0 and -0 differ, NaN differs from itself). Waits.
/// O(nvals log(row size)), random accesses, but next to no memory.
bool is_symmetric(const engine_ptr& e, const csr_ref& a);

/// The same for who has the transpose at hand. Waits. O(nvals).
bool is_transpose_of_itself(const engine_ptr& e, const csr_ref& a, const csr_ref& transpose);

}  // namespace graphblas_gpu::cuda
