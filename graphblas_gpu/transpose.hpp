// The transpose of a matrix.
//
// Source: GraphBLAS C API 2.1, section 4.3.11 (GrB_transpose).
#pragma once

#include <graphblas_gpu/operations/copy.hpp>
#include <graphblas_gpu/operations/on_engine.hpp>

namespace graphblas_gpu {

/// C<M, replace> = accum(C, A'), or accum(C, A) if desc.transpose_a, because the two transpositions cancel. With A m x n, C and
/// the mask are n x m (m x n if desc.transpose_a). Values are cast to C's type. Throws dimension_mismatch, out_of_memory, what
/// the accumulator throws; C is then as it was. C may be A or the mask. O(nvals(A) + nvals(C) + nvals(M) + nrows + ncols). The
/// transpose of A is cached until A changes, unless it has far more rows than entries.
template <class TC, matrix_mask Mask, class Accum, class TA>
void transpose(const context& ctx, matrix<TC>& c, const Mask& mask, const Accum& accum, const matrix<TA>& a,
               const descriptor& desc = {}) {
    operations::copy(ctx, "transpose", a.any(), !desc.transpose_a, operations::output_of<TA>(c, mask, accum, desc.replace));
}

/// A' as a new matrix of A's type.
template <class TA>
matrix<TA> transpose(const context& ctx, const matrix<TA>& a) {
    return operations::on_engine(ctx, "transpose", operations::sizes_of(a), [&](const context& call_ctx) {
        return operations::copy_of(call_ctx, "transpose", a.any(), true).template as<matrix<TA>>();
    });
}

}  // namespace graphblas_gpu
