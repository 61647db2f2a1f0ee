#include <graphblas_gpu/operations/copy.hpp>

namespace graphblas_gpu::operations {
result_rows copy_of(const context& ctx, const char* operation, const any_matrix& x, bool transpose) {
    if (ctx.is_cuda()) {
        const device::engine_in_use e(ctx.cuda_engine(), operation);
        (void)device::code_of_moved_values(operation, x.type());
        return result_rows(x.copied_device_rows(e, transpose));
    }
    return result_rows(x.copied_rows(ctx.team(), transpose));
}

result_rows copy_of(const context& ctx, const char* operation, const any_vector& x, bool) {
    if (ctx.is_cuda()) {
        const device::engine_in_use e(ctx.cuda_engine(), operation);
        (void)device::code_of_moved_values(operation, x.type());
        return result_rows(cuda::cloned(e, x.device_rows(e)->view()));
    }
    return result_rows(formats::copied(x.list()));
}

}  // namespace graphblas_gpu::operations
