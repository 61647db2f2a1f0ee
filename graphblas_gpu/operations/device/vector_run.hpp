// One product of a matrix and a vector on a device, from operands without types to cuda::vector_product. Compiled once for all
// types.
#pragma once

#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/cuda/device/csr.hpp>

namespace graphblas_gpu::host {
struct vector_call;
}

namespace graphblas_gpu::device {

/// A u, or u' A, under a mask, as one row. Shapes are known to fit; the device is current.
cuda::csr product_with_vector(const context& ctx, const host::vector_call& call, const cuda::mask_ref& mask);

}  // namespace graphblas_gpu::device
