// The last step of every operation on the device: C<M, replace> = accum(C, T).
//
// Source: GraphBLAS C API 2.1, section 2.3 ("mask and accumulate").
#pragma once

#include <graphblas_gpu/cuda/device/csr.hpp>
#include <graphblas_gpu/cuda/elementwise/function_codes.hpp>

namespace graphblas_gpu::cuda {

/// The new content of C, with values of C's type. T is cast to this type first, and the accumulator computes in it; entries of
/// a T without values read as 1. `t_is_masked`: T has no entry outside the mask. Waits unless T itself is the result. The
/// result shares no array with c or the mask, so these may be parts of the output. O((nvals(C) + nvals(T)) log(row size) +
/// nrows).
csr write_back(const engine_ptr& e, const csr_ref& c, csr&& t, const mask_ref& mask, std::optional<binary_code> accum,
               bool replace, bool t_is_masked);

/// The same for a T that the caller needs afterwards.
csr write_back(const engine_ptr& e, const csr_ref& c, const csr_ref& t, const mask_ref& mask, std::optional<binary_code> accum,
               bool replace, bool t_is_masked);

}  // namespace graphblas_gpu::cuda
