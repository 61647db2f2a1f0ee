// Transposes as results, on the CUDA engine.
#pragma once

#include <graphblas_gpu/operations/device/operation.hpp>

namespace graphblas_gpu::device {

/// A or its transpose, as storage of its own.
template <class T>
cuda::csr copied_operand(const context& ctx, const char* operation, const matrix<T>& a, bool transpose) {
    const engine_ptr& e = ctx.cuda_engine();
    const cuda::engine::use here(*e, operation);
    (void)code_of_values<T>(operation);
    if (transpose && formats::is_far_beyond(a.ncols(), a.nvals()) && !a.has_device_transpose_at_hand()) {
        return cuda::transposed(e, a.device_storage(e)->view());
    }
    return cuda::cloned(e, own_operand(e, a, transpose)->view());
}

}  // namespace graphblas_gpu::device
