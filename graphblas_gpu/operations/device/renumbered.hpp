// Renumbered operands on a device, for hypersparse sides: the device's part of operations/renumbered_product.hpp.
#pragma once

#include <graphblas_gpu/any_matrix.hpp>
#include <graphblas_gpu/cuda/structure/renumber.hpp>
#include <graphblas_gpu/operations/device/operation.hpp>
#include <graphblas_gpu/operations/renumbered_product.hpp>

namespace graphblas_gpu::device {

/// The numberings of the three sides of a product.
struct device_numberings {
    cuda::numbering rows, inner, columns;
};

inline cuda::numbering occurring(const engine_ptr& e, const cuda::csr_ref& a, bool on_columns) {
    return on_columns ? cuda::numbered_columns(e, a) : cuda::numbered_rows(e, a);
}

/// The device's host::renumbered.
inline any_matrix renumbered(const engine_ptr& e, const any_matrix& m, bool inner_is_columns, const cuda::numbering& inner,
                             bool other_is_hypersparse, cuda::numbering& other) {
    const auto rows = m.device_rows(e);
    const cuda::csr_ref a = rows->view();
    other = cuda::identity_numbering(inner_is_columns ? a.nrows : a.ncols);
    if (inner_is_columns) {
        if (other_is_hypersparse) other = cuda::numbered_rows(e, a);
        return {cuda::renumbered(e, a, other, inner), m.type()};
    }
    cuda::csr out = cuda::renumbered(e, a, inner, other);
    if (other_is_hypersparse) {
        other = cuda::numbered_columns(e, out.view());
        out = cuda::renumbered(e, out.view(), cuda::identity_numbering(out.nrows), other);
    }
    return {std::move(out), m.type()};
}

}  // namespace graphblas_gpu::device
