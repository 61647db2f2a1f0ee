// Where products on a device begin; see operations/product.hpp.
#pragma once

#include <memory>

#include <graphblas_gpu/context.hpp>

namespace graphblas_gpu::operations {
struct made_rows;
struct planned_product;
struct product_call;
class product_driver;
}  // namespace graphblas_gpu::operations

namespace graphblas_gpu::device {

/// `structure_only`: the caller needs no values.
std::unique_ptr<operations::product_driver> start_product(const context& ctx, const operations::product_call& call, bool structure_only);
/// For a call whose only use is fold(), which may need no choice of a method.
std::unique_ptr<operations::product_driver> start_fold(const context& ctx, const operations::product_call& call);
operations::planned_product plan_product(const context& ctx, const operations::product_call& call);
operations::made_rows execute_plan(const context& ctx, const operations::product_call& call, const operations::planned_product& plan);
std::int64_t count_multiplications(const context& ctx, const operations::product_call& call);

}  // namespace graphblas_gpu::device
