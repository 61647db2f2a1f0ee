// The operands that the kernels of a product get: the caller's, or copies of them on the indices that occur
// (renumbered_product.hpp).
#pragma once

#include <graphblas_gpu/descriptor.hpp>
#include <graphblas_gpu/operations/renumbered_product.hpp>

#include <algorithm>
#include <memory>
#include <optional>

namespace graphblas_gpu::operations {

/// `Engine` has what differs between host threads and a device: the types `numbering` and `numberings`, and
/// the functions identity(side), is_identity(numbers), occurring(matrix, on_columns) and renumbered(matrix, inner_is_columns,
/// inner, other_is_hypersparse, other) of renumbered_product.hpp.
template <class Engine>
class numbered_operands {
  public:
    using numberings = typename Engine::numberings;

    /// The caller has checked the shapes. `may_renumber`: the kernels can compute the values on renumbered operands.
    numbered_operands(const Engine& engine, const any_matrix& a, const any_matrix& b, const descriptor& desc, bool may_renumber)
        : a_(&a), b_(&b) {
        const shapes::shape left = a.shape().transposed_if(desc.transpose_a), right = b.shape().transposed_if(desc.transpose_b);
        const host::product_sides sides(left.nrows, left.ncols, right.ncols, a.nvals(), b.nvals(),
                                        std::min(a.nvals(), b.nvals()));
        if (!may_renumber || !sides.any()) return;
        const auto small = std::make_shared<small_operands>();
        numberings& numbers = small->numbers;
        const bool inner_is_columns_of_a = !desc.transpose_a, inner_is_columns_of_b = desc.transpose_b;
        if (!sides.hypersparse_inner) numbers.inner = engine.identity(left.ncols);
        else if (a.nvals() <= b.nvals()) numbers.inner = engine.occurring(a, inner_is_columns_of_a);
        else numbers.inner = engine.occurring(b, inner_is_columns_of_b);
        // An operand is renumbered unless both of its sides keep their indices.
        const auto take = [&](std::optional<any_matrix>& made, const any_matrix*& m, bool inner_is_columns,
                              bool other_is_hypersparse, typename Engine::numbering& other) {
            if (engine.is_identity(numbers.inner) && !other_is_hypersparse) {
                other = engine.identity(inner_is_columns ? m->shape().nrows : m->shape().ncols);
                return;
            }
            made.emplace(engine.renumbered(*m, inner_is_columns, numbers.inner, other_is_hypersparse, other));
            m = &*made;
        };
        take(small->a, a_, inner_is_columns_of_a, sides.hypersparse_rows, numbers.rows);
        take(small->b, b_, inner_is_columns_of_b, sides.hypersparse_columns, numbers.columns);
        small_ = small;
    }

    const any_matrix& a() const { return *a_; }
    const any_matrix& b() const { return *b_; }
    /// The numbering of the sides, or null if nothing was renumbered. Its owner also keeps the renumbered operands alive.
    std::shared_ptr<const numberings> numbers() const {
        return small_ == nullptr ? nullptr : std::shared_ptr<const numberings>(small_, &small_->numbers);
    }

  private:
    struct small_operands {
        numberings numbers;
        std::optional<any_matrix> a, b;
    };

    const any_matrix* a_;
    const any_matrix* b_;
    std::shared_ptr<const small_operands> small_;
};

}  // namespace graphblas_gpu::operations
