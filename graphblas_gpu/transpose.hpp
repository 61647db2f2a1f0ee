// The transpose of a matrix.
//
// Source: GraphBLAS C API 2.1, section 4.3.11 (GrB_transpose).
#pragma once

#include <graphblas_gpu/operations/operation.hpp>

namespace graphblas_gpu {

/// C<M, replace> = accum(C, A'), or accum(C, A) if desc.transpose_a. Throws dimension_mismatch. O(nvals(A) + nrows + ncols) the
/// first time; the transpose of A is then kept until A changes.
template <class TC, matrix_mask Mask, class Accum, class TA>
void transpose(const context& ctx, matrix<TC>& c, const Mask& mask, const Accum& accum, const matrix<TA>& a,
               const descriptor& desc = {}) {
    host::check_output("transpose", c, mask, host::used_shape(a, !desc.transpose_a));
    csr<TA> t = desc.transpose_a ? a.storage() : *a.transposed_storage();
    host::finish(ctx.team(), c, std::move(t), mask, accum, desc.replace);
}

template <class TA>
matrix<TA> transpose(const context&, const matrix<TA>& a) {
    return matrix<TA>::from_storage(csr<TA>(*a.transposed_storage()));
}

}  // namespace graphblas_gpu
