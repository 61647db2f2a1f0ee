// The functions by which operations/product.cpp and vector_run.cpp start a product on a device.
#pragma once

#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/cuda/device/csr.hpp>

#include <memory>

namespace graphblas_gpu::host {
struct vector_call;
}
namespace graphblas_gpu::operations {
struct result_rows;
struct planned_product;
struct product_call;
class product_driver;
}  // namespace graphblas_gpu::operations

namespace graphblas_gpu::device {

class device_product_driver;
struct product_plan;

/// The driver of a product that is spread over the devices of the context (docs/several-devices.md), or null if it runs on the
/// first device alone: the context has only that, there is too little work, a side is hypersparse, or kernels of the user's own
/// read positions. Throws what start_product throws.
std::unique_ptr<device_product_driver> start_spread_product(const context& ctx, const operations::product_call& call,
                                                    bool structure_only);
/// The driver of a product whose plan is spread over the devices of the context.
std::unique_ptr<device_product_driver> start_spread_plan(const context& ctx, const operations::product_call& call,
                                                 const product_plan& plan);

/// `structure_only`: the caller needs no values.
std::unique_ptr<operations::product_driver> start_product(const context& ctx, const operations::product_call& call,
                                                          bool structure_only);
/// For a call whose only use is fold(), which may need no choice of a method.
std::unique_ptr<operations::product_driver> start_fold(const context& ctx, const operations::product_call& call);
operations::planned_product plan_product(const context& ctx, const operations::product_call& call);
operations::result_rows execute_plan(const context& ctx, const operations::product_call& call,
                                   const operations::planned_product& plan);
std::int64_t count_multiplications(const context& ctx, const operations::product_call& call);

/// A u, or u' A, under a mask, as one row. Shapes are known to fit; the device is current.
cuda::csr product_with_vector(const context& ctx, const host::vector_call& call, const cuda::mask_ref& mask);

}  // namespace graphblas_gpu::device
