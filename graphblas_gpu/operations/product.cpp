// Every product of two matrices comes by here: the driver of the engine computes T, which is then merged with C.
#include <graphblas_gpu/formats/within_memory.hpp>
#include <graphblas_gpu/operations/product.hpp>

#include <graphblas_gpu/operations/device/product_plan.hpp>
#include <graphblas_gpu/operations/device/product_run.hpp>
#include <graphblas_gpu/operations/on_engine.hpp>
#include <graphblas_gpu/operations/product_run.hpp>
#include <graphblas_gpu/row_storage.hpp>

namespace graphblas_gpu::operations {

namespace {

/// C<M, replace> = accum(C, T) for a T that was made under the mask.
/// @{
result_rows merged_on_host(const context& ctx, result_rows&& made, const host::mask_rows& mask, const product_output& out) {
    host::team& team = ctx.team();
    formats::untyped_csr t = out.values.converted(team, std::move(made.on_host));
    const bool c_is_dropped = !out.on_host.is_present && (!mask.present || out.replace);
    if (c_is_dropped || out.c->nvals() == 0) return result_rows(std::move(t));
    return result_rows(host::write_back(team, out.c->rows(), std::move(t), mask, out.on_host, out.replace, true, nullptr));
}
result_rows merged_on_device(const context& ctx, const char* operation, result_rows&& made, const device::held_mask& mask,
                           const product_output& out) {
    const cuda::engine_ptr& e = ctx.cuda_engine();
    const auto rows_of_c = [&] { return out.c->device_rows(e, false); };
    return result_rows(device::merged(e, operation, out.c->nvals(), rows_of_c, std::move(made.on_device), mask.rows(),
                                    out.on_device, out.replace, true));
}
/// @}

std::unique_ptr<product_driver> start_product(const context& ctx, const product_call& call) {
    if (ctx.is_cuda()) return device::start_product(ctx, call, false);
    host::require_loops(call.operation, *call.semiring.kernels);
    return host::start_product(ctx, call);
}

/// For a call that only folds: the method may be chosen by fold().
std::unique_ptr<product_driver> start_fold(const context& ctx, const product_call& call) {
    if (ctx.is_cuda()) return device::start_fold(ctx, call);
    host::require_loops(call.operation, *call.semiring.kernels);
    return host::start_product(ctx, call, host::method_choice::by_rules);
}

std::unique_ptr<product_driver> start_structure(const context& ctx, const product_call& call) {
    if (call.desc.method == method::dot && !call.mask.admits_only()) {
        throw unsupported(std::string(call.operation) + ": method dot needs a mask that is not complemented");
    }
    if (ctx.is_cuda()) return device::start_product(ctx, call, true);
    return host::start_product(ctx, call);
}

}  // namespace

result_rows multiply(const context& ctx, const product_call& call) {
    return on_engine(ctx, call.operation, [&](const context& on) { return start_product(on, call)->product(); });
}

result_rows multiply(const context& ctx, const product_call& call, const product_output& out) {
    return on_engine(ctx, call.operation, [&](const context& on) {
        shapes::check_same(call.operation, "C", out.c->shape(), call.shape());
        if (on.is_cuda()) (void)out.on_device.codes_for(call.operation);
        const auto run = start_product(on, call);
        result_rows t = run->product();
        if (t.is_on_device) return merged_on_device(on, call.operation, std::move(t), run->mask_on_device(), out);
        return merged_on_host(on, std::move(t), run->mask_on_host(), out);
    });
}

result_rows structure_of_product(const context& ctx, const product_call& call) {
    return on_engine(ctx, call.operation, [&](const context& on) { return start_structure(on, call)->structure(); });
}

index count_entries(const context& ctx, const product_call& call) {
    return on_engine(ctx, call.operation, [&](const context& on) { return start_structure(on, call)->nvals(); });
}

std::optional<formats::scalar_value> fold_product(const context& ctx, const product_call& call, host::partial_sum& total,
                                                  bool is_own, formats::function_ref<cuda::product_fold()> by) {
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
        if (!on.is_cuda()) host::require_loops(call.operation, *call.semiring.kernels);
        auto plan = on.is_cuda() ? device::plan_product(on, call) : host::plan_product(on, call);
        plan.named = call.desc.method;
        ctx = context(on);
        return plan;
    });
}

namespace {

/// The values of a product whose structure a device has found, on the host, because the device refuses to compute them.
result_rows execute_on_host(const context& host, const product_call& call, const planned_product& plan) {
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
    return host::execute_plan(host, as_named, same);
}

/// `out`: what the product is for, or null.
result_rows execute(const context& ctx, const product_call& call, const planned_product& plan, const product_output* out) {
    return on_engine(ctx, call.operation, [&](const context& on) {
        if (!on.is_cuda())
            return plan.on_device != nullptr ? execute_on_host(on, call, plan) : host::execute_plan(on, call, plan);
        if (out != nullptr) (void)out->on_device.codes_for(call.operation);
        return device::execute_plan(on, call, plan);
    });
}

}  // namespace

result_rows execute_plan(const context& ctx, const product_call& call, const planned_product& plan) {
    return execute(ctx, call, plan, nullptr);
}

result_rows execute_plan(const context& ctx, const product_call& call, const planned_product& plan, const product_output& out) {
    return formats::library_call(call.operation, [&] {
        result_rows t = execute(ctx, call, plan, &out);
        if (!t.is_on_device) return merged_on_host(ctx, std::move(t), {}, out);
        const cuda::engine::use here(*ctx.cuda_engine(), call.operation);
        return merged_on_device(ctx, call.operation, std::move(t), {}, out);
    });
}

}  // namespace graphblas_gpu::operations
