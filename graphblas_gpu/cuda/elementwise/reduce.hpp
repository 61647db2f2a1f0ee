// Sums under a monoid on the device: of all entries, or of each row.
//
// Idea: entries are summed in their order in tiles of a fixed size, so that a result depends only on the matrix, and not on the
// device or the run.
#pragma once

#include <graphblas_gpu/cuda/device/csr.hpp>
#include <graphblas_gpu/cuda/elementwise/function_codes.hpp>

namespace graphblas_gpu::cuda {

/// The sum of n > 0 values, each cast to `type`; values of type none read as 1. The order of the terms is kept. Waits. O(n).
base::scalar_value sum_of_values(const engine_ptr& e, type_code from, const void* values, std::int64_t n, binary_code op,
                                 type_code type);

/// The sums of the rows as the list of a vector of `type`; a row without entries has no sum. Waits. O(nvals + nrows).
csr sums_of_rows(const engine_ptr& e, const csr_ref& a, binary_code op, type_code type);

/// Sums that are there already, one for each row of a, as such a list.
csr list_of_sums(const engine_ptr& e, const csr_ref& a, const memory& sums, type_code type);

}  // namespace graphblas_gpu::cuda
