// Permutation on the CUDA engine: what permute.hpp does on the host.
#pragma once

#include <graphblas_gpu/cuda/structure/permute.hpp>
#include <graphblas_gpu/formats/permutation.hpp>
#include <graphblas_gpu/operations/device/operation.hpp>

namespace graphblas_gpu::device {

/// `rows` may be `columns`.
template <class T>
matrix<T> permuted(const context& ctx, const matrix<T>& a, const formats::permutation& rows,
                   const formats::permutation& columns) {
    const engine_ptr& e = ctx.cuda_engine();
    const cuda::engine::use here(*e, "permute");
    return matrix<T>::from_device(cuda::permuted(e, own_operand(e, a, false)->view(), rows.old_of, columns.old_of));
}

template <class T>
vector<T> permuted(const context& ctx, const vector<T>& u, const formats::permutation& order) {
    const engine_ptr& e = ctx.cuda_engine();
    const cuda::engine::use here(*e, "permute");
    return vector<T>::from_device(cuda::permuted(e, own_operand(e, u, false)->view(), {}, order.old_of));
}

}  // namespace graphblas_gpu::device
