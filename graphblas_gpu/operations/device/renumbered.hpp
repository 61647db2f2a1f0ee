// Operands on a device in new numbers, where sides are far beyond what the operands hold: operations/renumbered_product.hpp on the
// device.
#pragma once

#include <graphblas_gpu/cuda/structure/renumber.hpp>
#include <graphblas_gpu/operations/device/operation.hpp>
#include <graphblas_gpu/operations/renumbered_product.hpp>

namespace graphblas_gpu::device {

/// The numbers of the three sides.
struct product_numbering {
    cuda::numbering rows, inner, columns;
};

inline cuda::numbering occurring(const engine_ptr& e, const cuda::csr_ref& a, bool on_columns) {
    return on_columns ? cuda::numbered_columns(e, a) : cuda::numbered_rows(e, a);
}

/// As host::renumbered_source.
inline cuda::csr renumber_operand(const engine_ptr& e, const cuda::csr_ref& a, bool inner_is_columns,
                                  const cuda::numbering& inner, bool other_is_far, cuda::numbering& other) {
    other = cuda::identity_numbering(inner_is_columns ? a.nrows : a.ncols);
    if (inner_is_columns) {
        if (other_is_far) other = cuda::numbered_rows(e, a);
        return cuda::renumbered(e, a, other, inner);
    }
    cuda::csr out = cuda::renumbered(e, a, inner, other);
    if (!other_is_far) return out;
    other = cuda::numbered_columns(e, out.view());
    return cuda::renumbered(e, out.view(), cuda::identity_numbering(out.nrows), other);
}

}  // namespace graphblas_gpu::device
