// One product on a device, from public operands to cuda::product.
#pragma once

#include <memory>
#include <utility>

#include <graphblas_gpu/cuda/product/product.hpp>
#include <graphblas_gpu/cuda/elementwise/reduce.hpp>
#include <graphblas_gpu/operations/device/operation.hpp>
#include <graphblas_gpu/operations/device/recipes.hpp>
#include <graphblas_gpu/operations/device/renumbered.hpp>
#include <graphblas_gpu/operations/device/reporting.hpp>
#include <graphblas_gpu/operations/device/tiles.hpp>
#include <graphblas_gpu/shapes.hpp>

namespace graphblas_gpu::device {

/// Operands, mask and product of one call. The device is current while it lives.
class product_run {
  public:
    template <class Mask, class TA, class TB>
    product_run(const context& ctx, const char* operation, cuda::product_recipe recipe, const matrix<TA>& a, const matrix<TB>& b,
                const Mask& mask, const descriptor& desc)
        : product_run(ctx, operation, a, b, mask, desc) {
        cuda::product_task t = renumbered_task(operation, recipe, a, b, desc);
        if constexpr (!std::is_same_v<Mask, no_mask_t>) {
            // Tiles of what is true are not those of the matrix.
            constexpr bool is_structure = std::is_void_v<typename std::remove_cvref_t<decltype(*mask.object)>::value_type>;
            if ((is_structure || !mask.by_value) && numbers_ == nullptr) {
                t.mask_tiles = [&ctx, of = mask.object] { return tiles_of(ctx.cuda_engine(), *of, false); };
            }
        }
        product_.emplace(ctx.cuda_engine(), std::move(t), std::move(recipe));
    }

    /// With a structure that is known (known()), the mask is not looked at again.
    template <class TA, class TB>
    product_run(const context& ctx, const char* operation, cuda::product_recipe recipe, const matrix<TA>& a, const matrix<TB>& b,
                const cuda::known_product& known, const descriptor& desc)
        : product_run(ctx, operation, a, b, no_mask, desc) {
        // The structure is in the same new numbers: they depend on the structure of A and B alone.
        cuda::product_task t = renumbered_task(operation, recipe, a, b, desc);
        product_.emplace(ctx.cuda_engine(), std::move(t), std::move(recipe), known);
    }
    product_run(const product_run&) = delete;
    product_run& operator=(const product_run&) = delete;

    const held_mask& mask() const { return mask_; }
    cuda::product& product() { return *product_; }
    /// Of the product in original numbers.
    const shapes::shape& shape() const { return shape_; }

    cuda::csr compute() { return reported(with_original_indices(product_->compute())); }
    cuda::csr structure() { return reported(with_original_indices(product_->structure())); }
    /// In the numbers that the product runs on: for another product_run of the same operands.
    cuda::known_product known() {
        cuda::known_product made = product_->known();
        file(made.structure.nvals);
        return made;
    }
    index nvals() {
        const index count = product_->nvals();
        file(count);
        return count;
    }
    std::optional<formats::scalar_value> fold(const cuda::product_fold& by) {
        auto sum = product_->fold(by);
        file(0);
        return sum;
    }

  private:
    template <class Mask, class TA, class TB>
    product_run(const context& ctx, const char* operation, const matrix<TA>& a, const matrix<TB>& b, const Mask& mask,
                const descriptor& desc)
        : ctx_(ctx),
          here_(*ctx.cuda_engine(), operation),
          reporting_(ctx),
          shape_(shapes::product(operation, shapes::of(a), desc.transpose_a, shapes::of(b), desc.transpose_b)),
          mask_(ctx.cuda_engine(), mask) {
        if (mask_.rows().present) {
            shapes::check_same(operation, "mask", {mask_.rows().rows.nrows, mask_.rows().rows.ncols}, shape_);
        }
        report_.operation = operation;
    }

    /// The task on the indices that occur where sides are far beyond them; `recipe` then makes values that fit.
    template <class TA, class TB>
    cuda::product_task renumbered_task(const char* operation, cuda::product_recipe& recipe, const matrix<TA>& a, const matrix<TB>& b,
                                       const descriptor& desc) {
        const engine_ptr& e = ctx_.cuda_engine();
        const index inner = desc.transpose_a ? a.nrows() : a.ncols();
        const product_operands<TA, TB> from(e, a, b, desc, cuda::can_be_renumbered(recipe, inner));
        numbers_ = from.numbers();
        cuda::product_task t = task(operation, from.a(), from.b(), desc);
        if (numbers_ == nullptr) return t;
        recipe = cuda::recipe_in_new_numbers(recipe);
        t.original_rows = numbers_->rows.map();
        t.original_inner = numbers_->inner.map();
        if (t.mask.present && !(numbers_->rows.is_identity && numbers_->columns.is_identity)) {
            small_mask_ = cuda::renumbered(e, t.mask.rows, numbers_->rows, numbers_->columns);
            t.mask.rows = small_mask_.view();
        }
        return t;
    }

    cuda::csr with_original_indices(cuda::csr&& c) {
        if (numbers_ == nullptr) return std::move(c);
        return cuda::in_original_numbers(ctx_.cuda_engine(), std::move(c), numbers_->rows, numbers_->columns);
    }

    template <class TA, class TB>
    cuda::product_task task(const char* operation, const matrix<TA>& a, const matrix<TB>& b, const descriptor& desc) {
        a_ = own_operand(ctx_.cuda_engine(), a, desc.transpose_a);
        b_ = own_operand(ctx_.cuda_engine(), b, desc.transpose_b);
        cuda::product_task t;
        t.operation = operation;
        t.a = a_->view();
        t.b = b_->view();
        t.b_transposed = [this, &b, transposed = desc.transpose_b] {
            if (b_transposed_ == nullptr) b_transposed_ = own_operand(ctx_.cuda_engine(), b, !transposed);
            return b_transposed_->view();
        };
        t.has_transpose_at_hand = desc.transpose_b || b.has_device_transpose_at_hand();
        t.a_tiles = [this, &a, transposed = desc.transpose_a] { return tiles_of(ctx_.cuda_engine(), a, transposed); };
        t.b_tiles = [this, &b, transposed = desc.transpose_b] { return tiles_of(ctx_.cuda_engine(), b, transposed); };
        t.tiles_at_hand = tiles_at_hand(a, b, desc);
        t.mask = mask_.rows();
        t.method = desc.method;
        t.variant = desc.variant;
        t.tile_variant = desc.tile_variant;
        t.precision = desc.precision;
        return t;
    }

    template <class TA, class TB>
    planner::tile_facts tiles_at_hand(const matrix<TA>& a, const matrix<TB>& b, const descriptor& desc) const {
        const auto left = a.device_tiles_at_hand(ctx_.cuda_engine(), desc.transpose_a);
        const auto right = b.device_tiles_at_hand(ctx_.cuda_engine(), desc.transpose_b);
        if (left == nullptr || right == nullptr) return {};
        return {left->nvals, left->structure.nvals, right->nvals, right->structure.nvals};
    }

    cuda::csr reported(cuda::csr&& c) {
        file(c.nvals);
        return std::move(c);
    }

    void file(index nvals) {
        ctx_.cuda_engine()->synchronise();
        report_.method = product_->choice().method;
        report_.reason = product_->choice().reason;
        if (numbers_ != nullptr) report_.reason += "; computed on the indices that occur";
        report_.compressed = product_->is_compressed();
        report_.flops = product_->flops();
        report_.nvals = nvals;
        report_.estimated_bytes = product_->estimated_bytes();
        report_.panels = product_->panels();
        reporting_.file(report_);
    }

    const context& ctx_;
    cuda::engine::use here_;
    reporting reporting_;
    shapes::shape shape_;
    std::shared_ptr<const product_numbering> numbers_;  ///< null for ordinary sides; holds the operands in new numbers
    std::shared_ptr<const cuda::csr> a_, b_, b_transposed_;
    held_mask mask_;
    cuda::csr small_mask_;  ///< the mask in new numbers
    std::optional<cuda::product> product_;
    report report_;
};

/// C<M, replace> = accum(C, A (+).(x) B).
template <class TC, class Mask, class Accum, class S, class TA, class TB>
void mxm(const context& ctx, matrix<TC>& c, const Mask& mask, const Accum& accum, const S& semiring, const matrix<TA>& a,
         const matrix<TB>& b, const descriptor& desc) {
    shapes::check_same("mxm", "C", shapes::of(c),
                       shapes::product("mxm", shapes::of(a), desc.transpose_a, shapes::of(b), desc.transpose_b));
    product_run run(ctx, "mxm", recipe_of("mxm", semiring), a, b, mask, desc);
    finish(ctx.cuda_engine(), "mxm", c, run.compute(), run.mask(), accum, desc.replace, true);
}

/// The product as a matrix, under a mask.
template <class T, class Mask, class TA, class TB>
matrix<T> made(const context& ctx, const char* operation, cuda::product_recipe recipe, const Mask& mask, const matrix<TA>& a,
               const matrix<TB>& b, const descriptor& desc) {
    product_run run(ctx, operation, std::move(recipe), a, b, mask, desc);
    return matrix<T>::from_device(run.compute());
}

/// t with values of another type.
template <class T>
cuda::csr recast(const context& ctx, const char* operation, cuda::csr&& t) {
    const engine_ptr& e = ctx.cuda_engine();
    const cuda::engine::use here(*e, operation);
    return cuda::recast(e, std::move(t), code_of_values<T>(operation));
}

/// Throws unsupported if method dot is asked for without a mask that lists the positions to look at.
template <class Mask>
void require_mask_for_dot(const char* operation, const Mask& mask, method wanted) {
    if (wanted != method::dot) return;
    if constexpr (!std::is_same_v<Mask, no_mask_t>) {
        if (!mask.complement) return;
    }
    throw unsupported(std::string(operation) + ": method dot needs a mask that is not complemented");
}

template <class Mask, class TA, class TB>
matrix<void> mxm_structure(const context& ctx, const Mask& mask, const matrix<TA>& a, const matrix<TB>& b, const descriptor& desc) {
    require_mask_for_dot("mxm_structure", mask, desc.method);
    return made<void>(ctx, "mxm_structure", cuda::structural_recipe(), mask, a, b, desc);
}

template <class Mask, class TA, class TB>
index mxm_nvals(const context& ctx, const Mask& mask, const matrix<TA>& a, const matrix<TB>& b, const descriptor& desc) {
    require_mask_for_dot("mxm_nvals", mask, desc.method);
    product_run run(ctx, "mxm_nvals", cuda::structural_recipe(), a, b, mask, desc);
    return run.nvals();
}

/// How values of a semiring are folded by a monoid. Throws unsupported for one that has no code.
template <class S, class Monoid>
cuda::product_fold fold_by(const char* operation, const S& semiring, const Monoid& monoid) {
    using value = monoid_value_t<Monoid>;
    cuda::product_fold by;
    if constexpr (semiring_like<S>) by.is_own = std::is_same_v<Monoid, semiring_add_t<S>>;
    by.keeps_any = monoid_is_any<Monoid>;
    if constexpr (formats::has_type_code<value>) {
        by.add = [monoid](const formats::scalar_value& x, const formats::scalar_value& y) {
            return formats::scalar_value(static_cast<value>(monoid(x.template as<value>(), y.template as<value>())));
        };
    }
    if constexpr (!formats::has_type_code<value>) {
        // refused below
    } else if constexpr (monoid_is_any<Monoid>) {
        return by;
    } else if constexpr (requires { typename Monoid::operator_type; }) {
        constexpr std::optional<cuda::binary_code> code = cuda::binary_code_of<typename Monoid::operator_type>();
        if constexpr (code) {
            by.sum = [op = *code](const engine_ptr& e, const void* values, std::int64_t n) {
                return cuda::sum_of_values(e, formats::code_of<value>(), values, n, op, formats::code_of<value>());
            };
            return by;
        }
    } else if constexpr (has_own_kernels<S> && std::is_same_v<Monoid, semiring_add_t<S>>) {
        by.sum = [own = own_semiring<S>::kernels(semiring)](const engine_ptr& e, const void* values, std::int64_t n) {
            return own->sum(e, values, n);
        };
        return by;
    }
    refuse_own_function(operation, "monoid");
}

template <class Monoid, class Mask, class S, class TA, class TB>
semiring_value_t<S> mxm_reduce(const context& ctx, const Monoid& monoid, const Mask& mask, const S& semiring, const matrix<TA>& a,
                               const matrix<TB>& b, const descriptor& desc) {
    using value = semiring_value_t<S>;
    const cuda::product_fold by = fold_by("mxm_reduce", semiring, monoid);
    product_run run(ctx, "mxm_reduce", recipe_of("mxm_reduce", semiring), a, b, mask, desc);
    const auto sum = run.fold(by);
    if constexpr (formats::has_type_code<value>) return sum ? sum->template as<value>() : static_cast<value>(Monoid::identity());
    else refuse_own_function("mxm_reduce", "semiring");
}

/// Multiplications without a mask.
template <class TA, class TB>
std::int64_t mxm_flops(const context& ctx, const matrix<TA>& a, const matrix<TB>& b, const descriptor& desc) {
    const engine_ptr& e = ctx.cuda_engine();
    const cuda::engine::use here(*e, "mxm_flops");
    const product_operands<TA, TB> from(e, a, b, desc, true);
    const auto left = own_operand(e, from.a(), desc.transpose_a);
    const auto right = own_operand(e, from.b(), desc.transpose_b);
    const cuda::array<std::int64_t> flops(e, static_cast<std::size_t>(left->nrows + cuda::room_for_flops));
    return cuda::count_multiplications(e, left->view(), right->view(), flops.data()).sum;
}

}  // namespace graphblas_gpu::device
