// Entries of a matrix chosen and kept in order.
#pragma once

#include <graphblas_gpu/cuda/device/csr.hpp>
#include <graphblas_gpu/cuda/elementwise/function_codes.hpp>

namespace graphblas_gpu::cuda {

/// The entries of which the function is not zero, with their values. An entry without a value reads as 1. Waits. O(nvals +
/// nrows).
csr selected(const engine_ptr& e, const csr_ref& a, const entry_function& f);

/// The positions whose value casts to true. As above.
csr true_structure(const engine_ptr& e, const csr_ref& a);

/// In another shape: entries beyond it are dropped, new rows and columns are empty. As above.
csr resized(const engine_ptr& e, const csr_ref& a, index nrows, index ncols);

}  // namespace graphblas_gpu::cuda
