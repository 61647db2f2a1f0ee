// A function of every entry, on the device.
#pragma once

#include <graphblas_gpu/cuda/device/csr.hpp>
#include <graphblas_gpu/cuda/elementwise/function_codes.hpp>

namespace graphblas_gpu::cuda {

/// The structure of a with values f(x) of f.result; with none where that is none. An entry without a value reads as 1. O(nvals
/// + nrows).
csr applied(const engine_ptr& e, const csr_ref& a, const entry_function& f);

}  // namespace graphblas_gpu::cuda
