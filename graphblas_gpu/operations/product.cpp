// Every product of two matrices comes by here and goes on to the functions of the engine that it runs on.
#include <graphblas_gpu/operations/product.hpp>

#include <graphblas_gpu/operations/device/product.hpp>
#include <graphblas_gpu/operations/device/product_plan.hpp>
#include <graphblas_gpu/operations/host_product.hpp>
#include <graphblas_gpu/operations/on_engine.hpp>

namespace graphblas_gpu::operations {

namespace {

/// `out`: what the product is for, or null.
result_rows multiply(const context& ctx, const product_call& call, const any_output* out) {
    return on_engine(ctx, call.operation, sizes_of(*call.a, *call.b), [&](const context& call_ctx) {
        if (out != nullptr) shapes::check_same(call.operation, "C", out->matrix->shape(), call.shape());
        return call_ctx.is_cuda() ? device::multiply(call_ctx, call, out) : host::multiply(call_ctx, call, out);
    });
}

void check_structural_method(const product_call& call) {
    if (call.desc.method == method::dot && !call.mask.admits_only()) {
        throw unsupported(std::string(call.operation) + ": method dot needs a mask that is not complemented");
    }
}

/// The values of a product whose structure a device has found, on the host, because the device refuses to compute them.
result_rows execute_on_host(const context& host, const product_call& call, const planned_product& plan, const any_output* out) {
    const cuda::csr& known = plan.on_device->structure;
    if (known.nrows != plan.shape.nrows || known.ncols != plan.shape.ncols) {
        throw unsupported(
            std::string(call.operation) +
            ": a plan with a hypersparse side, which a device has made, is not executed on the host; plan it with "
            "context::host()");
    }
    planned_product same;
    same.on_host = formats::typed<void>(rows_on_host(known, 0));
    product_call as_named = call;
    as_named.desc.method = plan.named;
    return host::execute_plan(host, as_named, same, out);
}

result_rows execute(const context& ctx, const product_call& call, const planned_product& plan, const any_output* out) {
    return on_engine(ctx, call.operation, sizes_of(*call.a, *call.b), [&](const context& call_ctx) {
        if (call_ctx.is_cuda()) return device::execute_plan(call_ctx, call, plan, out);
        return plan.on_device != nullptr ? execute_on_host(call_ctx, call, plan, out)
                                         : host::execute_plan(call_ctx, call, plan, out);
    });
}

}  // namespace

result_rows multiply(const context& ctx, const product_call& call) { return multiply(ctx, call, nullptr); }

result_rows multiply(const context& ctx, const product_call& call, const any_output& out) { return multiply(ctx, call, &out); }

void multiply_in_batches(const context& ctx, const product_call& call, std::int64_t bytes, batch_receiver consume) {
    on_engine(ctx, call.operation, sizes_of(*call.a, *call.b), [&](const context& call_ctx) {
        if (bytes <= 0) throw invalid_value(std::string(call.operation) + ": parts of " + std::to_string(bytes) + " bytes");
        (void)call.shape();
        if (call_ctx.is_cuda()) device::multiply_in_batches(call_ctx, call, bytes, consume);
        else host::multiply_in_batches(call_ctx, call, bytes, consume);
    });
}

result_rows structure_of_product(const context& ctx, const product_call& call) {
    return on_engine(ctx, call.operation, sizes_of(*call.a, *call.b), [&](const context& call_ctx) {
        check_structural_method(call);
        return call_ctx.is_cuda() ? device::structure_of_product(call_ctx, call) : host::structure_of_product(call_ctx, call);
    });
}

index count_entries(const context& ctx, const product_call& call) {
    return on_engine(ctx, call.operation, sizes_of(*call.a, *call.b), [&](const context& call_ctx) {
        check_structural_method(call);
        return call_ctx.is_cuda() ? device::count_entries(call_ctx, call) : host::count_entries(call_ctx, call);
    });
}

std::optional<base::scalar_value> fold_product(const context& ctx, const product_call& call, host::partial_sum& total,
                                               bool is_own, base::function_ref<cuda::product_fold()> reduction) {
    return on_engine(ctx, call.operation, sizes_of(*call.a, *call.b),
                     [&](const context& call_ctx) -> std::optional<base::scalar_value> {
                         if (call_ctx.is_cuda()) return device::fold_product(call_ctx, call, reduction);
                         host::fold_product(call_ctx, call, total, is_own);
                         return std::nullopt;
                     });
}

std::int64_t count_multiplications(const context& ctx, const product_call& call) {
    return on_engine(ctx, call.operation, sizes_of(*call.a, *call.b), [&](const context& call_ctx) {
        (void)call.shape();
        if (call_ctx.is_cuda()) return device::count_multiplications(call_ctx, call);
        return host::count_multiplications(call_ctx.team(), *call.a, *call.b, call.desc);
    });
}

planned_product plan_product(context& ctx, const product_call& call) {
    const context asked = ctx;
    return on_engine(asked, call.operation, sizes_of(*call.a, *call.b), [&](const context& call_ctx) {
        auto plan = call_ctx.is_cuda() ? device::plan_product(call_ctx, call) : host::plan_product(call_ctx, call);
        plan.named = call.desc.method;
        ctx = context(call_ctx);
        return plan;
    });
}

result_rows execute_plan(const context& ctx, const product_call& call, const planned_product& plan) {
    return execute(ctx, call, plan, nullptr);
}

result_rows execute_plan(const context& ctx, const product_call& call, const planned_product& plan, const any_output& out) {
    return execute(ctx, call, plan, &out);
}

}  // namespace graphblas_gpu::operations
