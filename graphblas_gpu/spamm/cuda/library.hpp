// Dense products by cuBLAS, which is loaded when it is needed first: programs neither link it nor need it.
#pragma once

#include <graphblas_gpu/cuda/device/engine.hpp>
#include <graphblas_gpu/spamm/formats/spamm_request.hpp>

#include <memory>

namespace graphblas_gpu::cuda {

/// Whether libcublas.so.13 or .12 was found and works on the device of `e`.
bool has_library(const std::shared_ptr<engine>& e);

/// C = alpha A B + beta C for dense matrices in device memory, row by row: A m x k, B k x n, C m x n, which is not read if beta
/// is 0. Factors have the type of the precision (tf32 and fp32: float), C has double for fp64 and float for all others. Queued.
/// Throws error if cuBLAS fails; has_library must be true.
void library_product(const std::shared_ptr<engine>& e, spamm_precision precision, index m, index n, index k, double alpha,
                     const void* a, const void* b, double beta, void* c);

}  // namespace graphblas_gpu::cuda
