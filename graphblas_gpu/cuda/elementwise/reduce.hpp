// Sums under a monoid on the device: of all entries, or of each row.
//
// Idea: entries are summed in tiles of a fixed size and in their order, so that a result depends on the matrix alone, not on
// the device nor on the run.
#pragma once

#include <graphblas_gpu/cuda/device/csr.hpp>
#include <graphblas_gpu/cuda/elementwise/function_codes.hpp>

namespace graphblas_gpu::cuda {

/// The sum of n > 0 values, each cast to `type`; values of type none read as 1. Terms keep their order. Waits. O(n).
formats::scalar_value sum_of_values(const engine_ptr& e, type_code from, const void* values, std::int64_t n, binary_code op,
                                    type_code type);

/// The sums of the rows, as the list of a vector over `type`: a row without entries has none. Waits. O(nvals + nrows).
csr sums_of_rows(const engine_ptr& e, const csr_ref& a, binary_code op, type_code type);

}  // namespace graphblas_gpu::cuda
