// operand_rows: the entries of a container in the memory of the engine that an operation runs on, for operations that are
// compiled once (arrange.cpp).
#pragma once

#include <memory>

#include <graphblas_gpu/operations/result_rows.hpp>
#include <graphblas_gpu/operations/matrix_source.hpp>

namespace graphblas_gpu::operations {

/// The rows of a matrix, or a vector as one row. Which of the members is set depends on the engine of the context.
struct operand_rows {
    untyped_rows on_host;
    std::shared_ptr<const cuda::csr> on_device;

    shapes::shape shape() const {
        if (on_device != nullptr) return {on_device->nrows, on_device->ncols};
        return {on_host.nrows, on_host.ncols};
    }
};

/// The rows of a container on the engine of the context. Copies the entries there if they are not there yet; O(1) if they are.
template <container X>
operand_rows rows_of(const context& ctx, const X& x) {
    if (ctx.is_cuda()) return {{}, device::own_operand(ctx.cuda_engine(), x, false)};
    if constexpr (is_matrix<X>) return {{formats::untyped(x.storage().view()), nullptr}, nullptr};
    else return {{formats::untyped(x.list().view()), nullptr}, nullptr};
}

/// A copy of X, transposed if X is a matrix and `transpose`. The transpose of a matrix, once made, is cached with it, unless it
/// has far more rows than entries.
template <container X>
result_rows copy_of(const context& ctx, const char* operation, const X& x, bool transpose) {
    if (ctx.is_cuda()) {
        const device::engine_in_use e(ctx.cuda_engine(), operation);
        (void)device::code_of_moved_values<value_of<X>>(operation);
        if constexpr (is_matrix<X>) {
            if (transpose && formats::is_hypersparse(x.ncols(), x.nvals()) && !x.has_cached_device_transpose()) {
                return result_rows(cuda::transposed(e, x.device_storage(e)->view()));
            }
        }
        return result_rows(cuda::cloned(e, device::own_operand(e, x, transpose)->view()));
    }
    if constexpr (is_matrix<X>) return result_rows(transpose ? x.copied_transpose(ctx.team()) : csr<value_of<X>>(x.storage()));
    else return result_rows(csr<value_of<X>>(x.list()));
}

}  // namespace graphblas_gpu::operations
