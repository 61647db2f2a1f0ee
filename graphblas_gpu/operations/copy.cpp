#include <graphblas_gpu/operations/copy.hpp>

#include <graphblas_gpu/operations/on_engine.hpp>

namespace graphblas_gpu::operations {

result_rows copy_of(const context& ctx, const char* operation, const any_operand& x, bool transpose) {
    if (ctx.is_cuda()) {
        const device::engine_in_use e(ctx.cuda_engine(), operation);
        (void)device::code_of_moved_values(operation, x.type());
        return result_rows(x.is_vector() ? cuda::cloned(e, x.vector->device_rows(e)->view())
                                         : x.matrix->copied_device_rows(e, transpose));
    }
    return result_rows(x.is_vector() ? formats::copy_of(x.vector->list()) : x.matrix->copied_rows(ctx.team(), transpose));
}

void copy(const context& ctx, const char* operation, const any_operand& x, bool transpose, const any_output& out) {
    on_engine(ctx, operation, sizes_of(x), [&](const context& call_ctx) {
        out.check_shape(operation, x.shape(transpose));
        const bool is_admitted_part = !call_ctx.is_cuda() && x.is_vector() && x.vector->is_dense() && out.mask.admits_only();
        if (!is_admitted_part) return store(call_ctx, operation, out, copy_of(call_ctx, operation, x, transpose));
        const host::host_mask admitted(call_ctx.team(), out.mask);
        store(call_ctx, operation, out,
              result_rows(formats::collected_at(x.vector->dense(), x.type().bytes, admitted.rows().rows)),
              {.t_is_masked = true});
    });
}

}  // namespace graphblas_gpu::operations
