// Products on a device, from the description of a call to rows in its memory.
#pragma once

#include <graphblas_gpu/base/function_ref.hpp>
#include <graphblas_gpu/base/type_code.hpp>
#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/cuda/device/csr.hpp>

#include <optional>

namespace graphblas_gpu {
class any_matrix;
}
namespace graphblas_gpu::host {
struct vector_call;
}
namespace graphblas_gpu::cuda {
struct product_fold;
}
namespace graphblas_gpu::operations {
struct result_rows;
struct planned_product;
struct product_call;
struct any_output;
}  // namespace graphblas_gpu::operations

namespace graphblas_gpu::device {

/// See operations/product.hpp. `out`: what the product is for, or null.
/// @{
operations::result_rows multiply(const context& ctx, const operations::product_call& call, const operations::any_output* out);
operations::result_rows structure_of_product(const context& ctx, const operations::product_call& call);
index count_entries(const context& ctx, const operations::product_call& call);
void multiply_in_batches(const context& ctx, const operations::product_call& call, std::int64_t bytes,
                         base::function_ref<void(any_matrix&& part, index first_row)> consume);
std::optional<base::scalar_value> fold_product(const context& ctx, const operations::product_call& call,
                                               base::function_ref<cuda::product_fold()> reduction);
operations::planned_product plan_product(const context& ctx, const operations::product_call& call);
operations::result_rows execute_plan(const context& ctx, const operations::product_call& call,
                                     const operations::planned_product& plan, const operations::any_output* out);
std::int64_t count_multiplications(const context& ctx, const operations::product_call& call);
/// @}

/// A u, or u' A, under a mask, as one row. Shapes are known to fit; the device is current.
cuda::csr product_with_vector(const context& ctx, const host::vector_call& call, const cuda::mask_ref& mask);

}  // namespace graphblas_gpu::device
