// Products of matrices on several devices: see docs/several-devices.md.
#pragma once

#include <memory>

#include <graphblas_gpu/context.hpp>

namespace graphblas_gpu::operations {
struct product_call;
class product_driver;
}  // namespace graphblas_gpu::operations

namespace graphblas_gpu::device {

/// The driver of a product that is spread over the devices of the context, or null if it runs on the first device alone: the
/// context has only that, there is too little work, a side is hypersparse, or kernels of the user's own read positions. Throws what
/// start_product throws.
std::unique_ptr<operations::product_driver> start_spread_product(const context& ctx, const operations::product_call& call,
                                                                 bool structure_only);

}  // namespace graphblas_gpu::device
