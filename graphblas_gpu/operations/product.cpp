#include <graphblas_gpu/operations/product.hpp>

#include <graphblas_gpu/operations/device/product_run.hpp>
#include <graphblas_gpu/operations/product_run.hpp>

namespace graphblas_gpu::operations {
std::unique_ptr<product_driver> start_product(const context& ctx, const product_call& call) {
    if (ctx.is_cuda()) return device::start_product(ctx, call, false);
    return host::start_product(ctx, call);
}

std::unique_ptr<product_driver> start_fold(const context& ctx, const product_call& call) {
    if (ctx.is_cuda()) return device::start_fold(ctx, call);
    return host::start_product(ctx, call);
}

std::unique_ptr<product_driver> start_structure(const context& ctx, const product_call& call) {
    if (call.desc.method == method::dot && !call.mask->admits_only()) {
        throw unsupported(std::string(call.operation) + ": method dot needs a mask that is not complemented");
    }
    if (ctx.is_cuda()) return device::start_product(ctx, call, true);
    return host::start_product(ctx, call);
}

planned_product plan_product(const context& ctx, const product_call& call) {
    if (ctx.is_cuda()) return device::plan_product(ctx, call);
    return host::plan_product(ctx, call);
}

made_rows execute_plan(const context& ctx, const product_call& call, const planned_product& plan) {
    if (ctx.is_cuda()) return device::execute_plan(ctx, call, plan);
    return host::execute_plan(ctx, call, plan);
}

std::int64_t count_multiplications(const context& ctx, const product_call& call) {
    (void)call.shape();
    if (ctx.is_cuda()) return device::count_multiplications(ctx, call);
    return host::count_multiplications(ctx.team(), *call.a, *call.b, call.desc);
}

}  // namespace graphblas_gpu::operations
