// cuSpAMM's own product kernels, as published.
#pragma once

#include <graphblas_gpu/spamm/cuda/product.hpp>

namespace graphblas_gpu::cuda::block_product {

/// C = the products of blocks of 32 whose norms multiply to at least tau. `norms_a` is rows x inner, `norms_b` columns x inner;
/// tau is `tau_value`, or on the device if `tau` is not null. Of `lists` the pools and positions are used. Queued.
void multiply_as_published(const std::shared_ptr<engine>& e, bool fp16, const lists_of_tiles& lists, const double* norms_a,
                           const double* norms_b, const double* tau, double tau_value);

}  // namespace graphblas_gpu::cuda::block_product
