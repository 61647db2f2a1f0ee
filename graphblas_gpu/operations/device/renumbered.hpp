// Operands of a product on a device, renumbered where its sides are far beyond what they hold:
// operations/renumbered_product.hpp on the device.
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

/// The operands as kernels are to have them. The device is current.
template <class TA, class TB>
class product_operands {
  public:
    /// Shapes are known to fit. `may_renumber`: the values can be made that way (cuda::can_be_renumbered).
    product_operands(const engine_ptr& e, const matrix<TA>& a, const matrix<TB>& b, const descriptor& desc, bool may_renumber)
        : a_(&a), b_(&b) {
        const shapes::shape left = shapes::of(a).transposed_if(desc.transpose_a);
        const shapes::shape right = shapes::of(b).transposed_if(desc.transpose_b);
        const host::product_sides sides(left.nrows, left.ncols, right.ncols, a.nvals(), b.nvals(),
                                        std::min(a.nvals(), b.nvals()));
        if (sides.any() && may_renumber) renumber(e, sides, desc);
    }

    const matrix<TA>& a() const { return *a_; }
    const matrix<TB>& b() const { return *b_; }
    /// Null if nothing was renumbered; else whoever holds it holds the operands too.
    std::shared_ptr<const product_numbering> numbers() const {
        return small_ == nullptr ? nullptr : std::shared_ptr<const product_numbering>(small_, &small_->numbers);
    }

  private:
    struct small_operands {
        product_numbering numbers;
        matrix<TA> a;
        matrix<TB> b;
    };

    void renumber(const engine_ptr& e, const host::product_sides& sides, const descriptor& desc) {
        const auto small = std::make_shared<small_operands>();
        product_numbering& numbers = small->numbers;
        const auto a = a_->device_storage(e), b = b_->device_storage(e);
        const bool inner_is_columns_of_a = !desc.transpose_a, inner_is_columns_of_b = desc.transpose_b;
        numbers.inner = cuda::identity_numbering(inner_is_columns_of_a ? a->ncols : a->nrows);
        if (sides.far_inner) {
            numbers.inner = a->nvals <= b->nvals ? occurring(e, a->view(), inner_is_columns_of_a)
                                                 : occurring(e, b->view(), inner_is_columns_of_b);
        }
        take(e, small->a, a_, inner_is_columns_of_a, numbers.inner, sides.far_rows, numbers.rows);
        take(e, small->b, b_, inner_is_columns_of_b, numbers.inner, sides.far_columns, numbers.columns);
        small_ = small;
    }

    /// `m` becomes what it is in new numbers, kept in `small`, unless both its sides stay as they are.
    template <class T>
    static void take(const engine_ptr& e, matrix<T>& small, const matrix<T>*& m, bool inner_is_columns,
                     const cuda::numbering& inner, bool other_is_far, cuda::numbering& other) {
        if (inner.is_identity && !other_is_far) {
            other = cuda::identity_numbering(inner_is_columns ? m->nrows() : m->ncols());
            return;
        }
        const auto from = m->device_storage(e);
        small = matrix<T>::from_device(renumber_operand(e, from->view(), inner_is_columns, inner, other_is_far, other));
        m = &small;
    }

    const matrix<TA>* a_;
    const matrix<TB>* b_;
    std::shared_ptr<const small_operands> small_;
};

}  // namespace graphblas_gpu::device
