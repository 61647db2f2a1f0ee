#include <graphblas_gpu/operations/sort.hpp>

#include <graphblas_gpu/operations/on_engine.hpp>

namespace graphblas_gpu::operations {
namespace {

sorted_rows sorted_on_device(const context& ctx, const order_view& order, const any_operand& x) {
    const device::engine_in_use e(ctx.cuda_engine(), "sort");
    (void)device::code_of_moved_values("sort", x.type());
    device::require_device_cast("sort", x.type(), *order.compared);
    const auto rows = x.device_rows(e, false);
    cuda::memory keep;
    const cuda::csr_ref keys = cuda::with_values_of(e, rows->view(), order.compared->code, keep);
    cuda::sorted_rows made = cuda::sorted(e, rows->view(), order.on_device(e, keys, order.order));
    return {result_rows(std::move(made.values)), result_rows(std::move(made.permutation))};
}

}  // namespace

order_view order_of_numbers(const type_descriptor& type, bool descending) {
    order_view out{&type, nullptr, host::sort_functions_of_numbers(type.code, descending), nullptr};
    out.on_device = descending ? &device::positions_of_numbers<true> : &device::positions_of_numbers<false>;
    return out;
}

sorted_rows sorted(const context& ctx, const order_view& order, const any_operand& x) {
    return on_engine(ctx, "sort", sizes_of(x), [&](const context& call_ctx) -> sorted_rows {
        const value_conversion cast = conversion("sort", x.type(), *order.compared);
        if (call_ctx.is_cuda()) return sorted_on_device(call_ctx, order, x);
        host::team& team = call_ctx.team();
        const untyped_rows rows = x.rows(team, false);
        buffer<std::byte> converted;
        formats::untyped_view keys = rows;
        if (cast.is_needed()) {
            converted = cast.converted(team, rows);
            keys.values = converted.data();
            keys.value_bytes = cast.bytes;
        }
        host::rows_in_order made = host::sorted(team, rows, keys, order.on_host, order.order);
        return {result_rows(std::move(made.values)), result_rows(std::move(made.permutation))};
    });
}

}  // namespace graphblas_gpu::operations
