#include <graphblas_gpu/operations/product.hpp>

#include <graphblas_gpu/operations/device/product_run.hpp>
#include <graphblas_gpu/operations/on_engine.hpp>
#include <graphblas_gpu/operations/product_run.hpp>
#include <graphblas_gpu/operations/require_loops.hpp>

namespace graphblas_gpu::host {

void require_loops(const char* operation, const product_kernels& kernels) {
    if (kernels.hash != nullptr) return;
    throw unsupported(std::string(operation) +
                      ": a semiring that is made from strings runs on the host only if it is one of the catalogue, such as min(x, y), "
                      "INFINITY, x + y. Another one needs a CUDA device, with context::cuda() and NVRTC; or it is written as a struct, "
                      "with <graphblas_gpu/own_semiring.hpp>, which runs on the host");
}

}  // namespace graphblas_gpu::host

namespace graphblas_gpu::operations {

namespace {

std::unique_ptr<product_driver> start_product(const context& ctx, const product_call& call) {
    if (ctx.is_cuda()) return device::start_product(ctx, call, false);
    host::require_loops(call.operation, *call.kernels);
    return host::start_product(ctx, call);
}

/// For a call that only folds: the method may be chosen by fold().
std::unique_ptr<product_driver> start_fold(const context& ctx, const product_call& call) {
    if (ctx.is_cuda()) return device::start_fold(ctx, call);
    host::require_loops(call.operation, *call.kernels);
    return host::start_product(ctx, call, host::method_choice::by_rules);
}

std::unique_ptr<product_driver> start_structure(const context& ctx, const product_call& call) {
    if (call.desc.method == method::dot && !call.mask->admits_only()) {
        throw unsupported(std::string(call.operation) + ": method dot needs a mask that is not complemented");
    }
    if (ctx.is_cuda()) return device::start_product(ctx, call, true);
    return host::start_product(ctx, call);
}

}  // namespace

made_rows multiply(const context& ctx, const product_call& call) {
    return on_engine(ctx, call.operation, [&](const context& on) { return start_product(on, call)->product(); });
}

void multiply(const context& ctx, const product_call& call, const shapes::shape& c,
              formats::function_ref<void(const context&, const product_driver&, made_rows&&)> store) {
    on_engine(ctx, call.operation, [&](const context& on) {
        shapes::check_same(call.operation, "C", c, call.shape());
        const auto run = start_product(on, call);
        store(on, *run, run->product());
    });
}

made_rows structure_of_product(const context& ctx, const product_call& call) {
    return on_engine(ctx, call.operation, [&](const context& on) { return start_structure(on, call)->structure(); });
}

index count_entries(const context& ctx, const product_call& call) {
    return on_engine(ctx, call.operation, [&](const context& on) { return start_structure(on, call)->nvals(); });
}

std::optional<formats::scalar_value> fold_product(const context& ctx, const product_call& call, host::partial_sum& total, bool is_own,
                                                  formats::function_ref<cuda::product_fold()> by) {
    return on_engine(ctx, call.operation, [&](const context& on) { return start_fold(on, call)->fold(total, is_own, by); });
}

std::int64_t count_multiplications(const context& ctx, const product_call& call) {
    return on_engine(ctx, call.operation, [&](const context& on) {
        (void)call.shape();
        if (on.is_cuda()) return device::count_multiplications(on, call);
        return host::count_multiplications(on.team(), *call.a, *call.b, call.desc);
    });
}

planned_product plan_product(context& ctx, const product_call& call) {
    const context asked = ctx;
    return on_engine(asked, call.operation, [&](const context& on) {
        if (!on.is_cuda()) host::require_loops(call.operation, *call.kernels);
        auto plan = on.is_cuda() ? device::plan_product(on, call) : host::plan_product(on, call);
        ctx = context(on);
        return plan;
    });
}

made_rows execute_plan(const context& ctx, const product_call& call, const planned_product& plan) {
    if (ctx.is_cuda()) return device::execute_plan(ctx, call, plan);
    return host::execute_plan(ctx, call, plan);
}

}  // namespace graphblas_gpu::operations
