// Products whose sides are far beyond what the operands hold: they run on the indices that occur.
//
// Idea: accumulators, transposes and masks laid out are as long as a side of the product. Where a side is billions and the
// operands have few entries, the indices that occur in them get new numbers, ascending (formats/numbering.hpp), and the product
// of the small operands is what every method computes; the result gets its original indices back. Inner indices are those of
// the operand with fewer entries: what the other one holds elsewhere meets nothing. For ordinary sides this is three
// comparisons.
#pragma once

#include <graphblas_gpu/descriptor.hpp>
#include <graphblas_gpu/formats/numbering.hpp>
#include <graphblas_gpu/host/mask_rows.hpp>
#include <graphblas_gpu/host/position_maps.hpp>
#include <graphblas_gpu/matrix.hpp>
#include <graphblas_gpu/shapes.hpp>
#include <graphblas_gpu/vector.hpp>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>

namespace graphblas_gpu::host {

/// The three sides of a product, C = op(A) op(B): rows of C, the side that is summed over, columns of C.
struct product_sides {
    bool far_rows = false;
    bool far_inner = false;
    bool far_columns = false;

    /// `inner_nvals`: the fewer entries of the two operands.
    constexpr product_sides(index rows, index inner, index columns, index a_nvals, index b_nvals, index inner_nvals)
        : far_rows(formats::is_far_beyond(rows, a_nvals)),
          far_inner(formats::is_far_beyond(inner, inner_nvals)),
          far_columns(formats::is_far_beyond(columns, b_nvals)) {}

    /// Some side is far beyond the entries.
    constexpr bool any() const { return far_rows || far_inner || far_columns; }
};

/// The same of A u, or of u' A if from_left, whose rows are the output.
template <class TA, class TU>
product_sides vector_product_sides(const matrix<TA>& a, const vector<TU>& u, bool transpose, bool from_left) {
    const index output = transpose == from_left ? a.nrows() : a.ncols();
    // A vector that is laid out has a place for every inner index anyway, and is looked up rather than listed.
    const index inner_nvals = u.dense() != nullptr ? a.nvals() : std::min(a.nvals(), u.nvals());
    return {output, u.size(), 1, a.nvals(), a.nvals(), inner_nvals};
}

/// The numbers of the three sides.
struct product_numbering {
    formats::numbering rows;
    formats::numbering inner;
    formats::numbering columns;

    position_maps maps() const { return {rows.map(), inner.map(), columns.map()}; }
    /// To be added to the reason for a method.
    std::string note() const;
};

/// The same for a product with a vector.
std::string note_on_vector(const formats::numbering& output, const formats::numbering& inner);

/// An operand in the numbers of its inner side, which are given, and of its other side, which are found: those that occur if it
/// is far, else all. `inner_is_columns`: of the operand as it is stored.
formats::renumbered_structure renumber_operand(const structure_view& a, bool inner_is_columns, const formats::numbering& inner,
                                               bool other_is_far, formats::numbering& other);

/// The indices that occur on one side of a matrix as it is stored.
formats::numbering occurring(const structure_view& a, bool on_columns);

/// The operands and the mask of a product as its kernels are to have them: as they are, or renumbered.
template <class TA, class TB>
class product_operands {
  public:
    /// Shapes are known to fit.
    product_operands(const matrix<TA>& a, const matrix<TB>& b, const mask_rows& mask, const descriptor& desc)
        : a_(&a), b_(&b), mask_(mask) {
        const shapes::shape left = shapes::of(a).transposed_if(desc.transpose_a);
        const shapes::shape right = shapes::of(b).transposed_if(desc.transpose_b);
        const product_sides sides(left.nrows, left.ncols, right.ncols, a.nvals(), b.nvals(), std::min(a.nvals(), b.nvals()));
        if (sides.any()) renumber(sides, desc);
    }

    const matrix<TA>& a() const { return *a_; }
    const matrix<TB>& b() const { return *b_; }
    const mask_rows& mask() const { return mask_; }
    /// Null if nothing was renumbered; else whoever holds it holds the operands and the mask too.
    std::shared_ptr<const product_numbering> numbers() const {
        return small_ == nullptr ? nullptr : std::shared_ptr<const product_numbering>(small_, &small_->numbers);
    }

  private:
    struct small_operands {
        product_numbering numbers;
        matrix<TA> a;
        matrix<TB> b;
        csr<void> mask;
    };

    void renumber(const product_sides& sides, const descriptor& desc) {
        const auto small = std::make_shared<small_operands>();
        product_numbering& numbers = small->numbers;
        const structure_view a = a_->storage().structure(), b = b_->storage().structure();
        const bool inner_is_columns_of_a = !desc.transpose_a, inner_is_columns_of_b = desc.transpose_b;
        numbers.inner = formats::numbering::identity(inner_is_columns_of_a ? a.ncols : a.nrows);
        if (sides.far_inner) {
            numbers.inner = a.nvals() <= b.nvals() ? occurring(a, inner_is_columns_of_a) : occurring(b, inner_is_columns_of_b);
        }
        take(small->a, a_, inner_is_columns_of_a, numbers.inner, sides.far_rows, numbers.rows);
        take(small->b, b_, inner_is_columns_of_b, numbers.inner, sides.far_columns, numbers.columns);
        if (mask_.present && !(numbers.rows.is_identity() && numbers.columns.is_identity())) {
            small->mask = formats::renumbered(mask_.rows, numbers.rows, numbers.columns).structure;
            mask_.rows = small->mask.structure();
        }
        small_ = small;
    }

    /// `m` becomes what it is in new numbers, kept in `small`, unless both its sides stay as they are.
    template <class T>
    static void take(matrix<T>& small, const matrix<T>*& m, bool inner_is_columns, const formats::numbering& inner,
                     bool other_is_far, formats::numbering& other) {
        if (inner.is_identity() && !other_is_far) {
            other = formats::numbering::identity(inner_is_columns ? m->nrows() : m->ncols());
            return;
        }
        const csr<T>& from = m->storage();
        small = matrix<T>::from_storage(formats::with_values<T>(
            renumber_operand(from.structure(), inner_is_columns, inner, other_is_far, other), from.values.data()));
        m = &small;
    }

    const matrix<TA>* a_;
    const matrix<TB>* b_;
    mask_rows mask_;
    std::shared_ptr<const small_operands> small_;
};

}  // namespace graphblas_gpu::host
