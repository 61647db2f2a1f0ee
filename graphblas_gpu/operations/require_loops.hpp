// Semirings that are made at run time (jit_semiring.hpp) have no loops on the host.
#pragma once

#include <graphblas_gpu/host/product_kernels.hpp>

namespace graphblas_gpu::host {

/// Throws unsupported if the table has no loops, with what to do instead.
void require_loops(const char* operation, const product_kernels& kernels);

}  // namespace graphblas_gpu::host
