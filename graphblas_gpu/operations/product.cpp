#include <graphblas_gpu/operations/product.hpp>

#include <graphblas_gpu/operations/device/product_run.hpp>
#include <graphblas_gpu/operations/product_run.hpp>
#include <graphblas_gpu/operations/require_loops.hpp>

namespace graphblas_gpu::host {

void require_loops(const char* operation, const product_kernels& kernels) {
    if (kernels.hash != nullptr) return;
    throw unsupported(std::string(operation) +
                      ": a semiring that is made from strings runs on the host only if it is one of the catalogue, such as min(x, y), "
                      "INFINITY, x + y; another one runs with context::cuda(), or written as a struct "
                      "(<graphblas_gpu/own_semiring.hpp>) on the host too");
}

}  // namespace graphblas_gpu::host

namespace graphblas_gpu::operations {

std::unique_ptr<product_driver> start_product(const context& ctx, const product_call& call) {
    if (ctx.is_cuda()) return device::start_product(ctx, call, false);
    host::require_loops(call.operation, *call.kernels);
    return host::start_product(ctx, call);
}

std::unique_ptr<product_driver> start_fold(const context& ctx, const product_call& call) {
    if (ctx.is_cuda()) return device::start_fold(ctx, call);
    host::require_loops(call.operation, *call.kernels);
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
    host::require_loops(call.operation, *call.kernels);
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
