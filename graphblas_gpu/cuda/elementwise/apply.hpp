// A function applied to every entry, on the device.
#pragma once

#include <graphblas_gpu/cuda/device/csr.hpp>
#include <graphblas_gpu/cuda/elementwise/function_codes.hpp>

namespace graphblas_gpu::cuda {

/// The structure of a with the values f(x) of type f.result; without values if that is none. An entry without a value reads as
/// 1. O(nvals + nrows).
csr applied(const engine_ptr& e, const csr_ref& a, const entry_function& f);

}  // namespace graphblas_gpu::cuda
