// Selecting entries of a matrix; they keep their order.
#pragma once

#include <graphblas_gpu/cuda/device/csr.hpp>
#include <graphblas_gpu/cuda/elementwise/function_codes.hpp>

namespace graphblas_gpu::cuda {

/// The entries for which the function is not zero, with their values. An entry without a value reads as 1. Waits. O(nvals +
/// nrows).
csr selected(const engine_ptr& e, const csr_ref& a, const entry_function& f);

/// The positions of the entries whose value casts to true. Waits. O(nvals + nrows).
csr true_structure(const engine_ptr& e, const csr_ref& a);

/// The matrix in another shape: entries outside it are dropped, new rows and columns are empty. Waits. O(nvals + nrows).
csr resized(const engine_ptr& e, const csr_ref& a, index nrows, index ncols);

}  // namespace graphblas_gpu::cuda
