// Renumbered operands on a device, for hypersparse sides: the device's part of operations/renumbered_product.hpp.
#pragma once

#include <graphblas_gpu/cuda/structure/renumber.hpp>
#include <graphblas_gpu/operations/device/operation.hpp>
#include <graphblas_gpu/operations/renumbered_product.hpp>
#include <graphblas_gpu/operations/matrix_source.hpp>

namespace graphblas_gpu::device {

/// The numberings of the three sides of a product.
struct product_numbering {
    cuda::numbering rows, inner, columns;
};

inline cuda::numbering occurring(const engine_ptr& e, const cuda::csr_ref& a, bool on_columns) {
    return on_columns ? cuda::numbered_columns(e, a) : cuda::numbered_rows(e, a);
}

/// The device's host::renumbered_source.
inline cuda::csr renumber_operand(const engine_ptr& e, const cuda::csr_ref& a, bool inner_is_columns,
                                  const cuda::numbering& inner, bool other_is_hypersparse, cuda::numbering& other) {
    other = cuda::identity_numbering(inner_is_columns ? a.nrows : a.ncols);
    if (inner_is_columns) {
        if (other_is_hypersparse) other = cuda::numbered_rows(e, a);
        return cuda::renumbered(e, a, other, inner);
    }
    cuda::csr out = cuda::renumbered(e, a, inner, other);
    if (!other_is_hypersparse) return out;
    other = cuda::numbered_columns(e, out.view());
    return cuda::renumbered(e, out.view(), cuda::identity_numbering(out.nrows), other);
}

/// A renumbered operand, which belongs to one product.
class renumbered_source final : public operations::device_matrix_source {
  public:
    explicit renumbered_source(cuda::csr&& rows) : rows_(std::make_shared<const cuda::csr>(std::move(rows))) {}

    shapes::shape shape() const override { return {rows_->nrows, rows_->ncols}; }
    index nvals() const override { return rows_->nvals; }
    std::shared_ptr<const cuda::csr> device_rows(const engine_ptr& e, bool transpose) const override {
        if (!transpose) return rows_;
        if (transpose_ == nullptr) transpose_ = std::make_shared<const cuda::csr>(cuda::transposed(e, rows_->view()));
        return transpose_;
    }
    bool has_cached_device_transpose() const override { return transpose_ != nullptr; }
    std::shared_ptr<const cuda::tiles> device_tiles(const engine_ptr& e, bool transpose) const override {
        auto& cached = transpose ? transpose_tiles_ : tiles_;
        if (cached == nullptr) cached = std::make_shared<const cuda::tiles>(cuda::tiled(e, device_rows(e, transpose)->view()));
        return cached;
    }
    std::shared_ptr<const cuda::tiles> cached_device_tiles(const engine_ptr&, bool transpose) const override {
        return transpose ? transpose_tiles_ : tiles_;
    }
    /// Renumbered operands live for one product.
    std::int64_t count_use() const override { return 1; }

  private:
    std::shared_ptr<const cuda::csr> rows_;
    mutable std::shared_ptr<const cuda::csr> transpose_;
    mutable std::shared_ptr<const cuda::tiles> tiles_, transpose_tiles_;
};

}  // namespace graphblas_gpu::device
