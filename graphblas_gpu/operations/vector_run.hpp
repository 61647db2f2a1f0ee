// One product of a matrix and a vector, from operands without types to kernels. Compiled once for each engine.
#pragma once

#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/descriptor.hpp>
#include <graphblas_gpu/host/vector_product.hpp>
#include <graphblas_gpu/operations/device/operation.hpp>
#include <graphblas_gpu/operations/device/product_run.hpp>
#include <graphblas_gpu/operations/device/recipes.hpp>
#include <graphblas_gpu/operations/product_run.hpp>
#include <graphblas_gpu/operations/vector_source.hpp>
#include <graphblas_gpu/operations/vector_write_back.hpp>
#include <graphblas_gpu/planner/choice.hpp>

namespace graphblas_gpu::host {

/// Bits for a list of positions, in the common scratch of a team. They are cleared by the destructor.
class listed_bits {
  public:
    /// `positions` must outlive this object.
    listed_bits(team& team, scratch::clean slot, const column_index* positions, index count, index size);
    ~listed_bits() {
        for (index n = 0; n < count_; ++n) bits_[formats::word_of(positions_[n])] = 0;
    }
    listed_bits(const listed_bits&) = delete;
    listed_bits& operator=(const listed_bits&) = delete;

    const formats::word* bits() const { return bits_; }

  private:
    const team::common_memory<formats::word> memory_;
    formats::word* const bits_;
    const column_index* positions_;
    index count_;
};

template <class Mask>
void check_vector_mask(const char* operation, const Mask& mask, index size) {
    if constexpr (!std::is_same_v<Mask, no_mask_t>) shapes::check_same(operation, "mask", mask.object->size(), size);
}

/// The operands, the semiring and the options of w = A u, or of u' A, without their types.
struct vector_call {
    const char* operation = nullptr;
    const product_kernels* kernels = nullptr;
    const void* semiring = nullptr;
    bool from_left = false;  ///< u' A
    /// How the device computes the product; throws unsupported if it cannot.
    cuda::product_recipe (*recipe)(const char* operation, const void* caller_semiring) = nullptr;
    const void* caller_semiring = nullptr;

    const operations::matrix_source* a = nullptr;
    const operations::device_matrix_source* a_on_device = nullptr;
    operations::value_conversion a_values;
    const operations::vector_source* u = nullptr;
    const operations::stored_vector* u_on_device = nullptr;
    operations::value_conversion u_values;
    bool transpose = false;  ///< whether A is transposed, as the descriptor says
    descriptor desc;

    const vector_functions& functions() const { return *(from_left ? kernels->vector_left : kernels->vector_right); }
    /// Whether a pull reads the rows of the transpose of the stored matrix.
    bool pulls_transposed() const { return transpose != from_left; }
};

/// A vector_call for public operands, which must outlive this object.
template <class S, bool from_left, class TA, class TU>
class vector_call_of {
    using left = semiring_left_t<S>;
    using right = semiring_right_t<S>;

  public:
    vector_call_of(const char* operation, const S& semiring, const matrix<TA>& a, const vector<TU>& u, bool transpose,
                   const descriptor& desc)
        : a_(a), u_(u) {
        call_.operation = operation;
        call_.kernels = &kernels_of(semiring);
        call_.semiring = object_of(semiring);
        call_.from_left = from_left;
        call_.caller_semiring = &semiring;
        call_.recipe = [](const char* name, const void* s) {
            return device::recipe_of<std::conditional_t<from_left, TU, TA>, std::conditional_t<from_left, TA, TU>>(
                name, *static_cast<const S*>(s));
        };
        call_.a = &a_;
        call_.a_on_device = &a_;
        call_.a_values = operations::conversion<TA, std::conditional_t<from_left, right, left>>();
        call_.u = &u_;
        call_.u_on_device = &u_;
        call_.u_values = operations::conversion<TU, std::conditional_t<from_left, left, right>>();
        call_.transpose = transpose;
        call_.desc = desc;
    }
    vector_call_of(const vector_call_of&) = delete;
    vector_call_of& operator=(const vector_call_of&) = delete;

    operator const vector_call&() const { return call_; }
    const vector_call* operator->() const { return &call_; }

  private:
    operations::source_of<TA> a_;
    operations::vector_source_of<TU> u_;
    vector_call call_;
};

/// The number of entries that a push along these rows reads from the entries of u. Counting stops above `enough`. O(nvals(u)).
std::int64_t counted_push_work(const structure_view& rows, const operations::vector_source& u, std::int64_t enough);

/// The direction of a product, push or pull.
struct direction {
    planner::choice choice;
    std::int64_t push_work = 0;  ///< multiplications: counted, or estimated where the estimate was enough to decide
};

/// The direction for an output of `size` positions of which the mask admits `admitted`. `into_new_row`: vector_product computes
/// the product as a row of its own, and does not update the output in place.
direction choose_direction(team& team, const vector_call& call, index size, index admitted, bool into_new_row);

/// The product under a mask, as one row. Shapes are known to fit.
formats::untyped_csr product_with_vector(const context& ctx, const vector_call& call, const operations::vector_mask_source& mask);

}  // namespace graphblas_gpu::host

namespace graphblas_gpu::operations {

/// w<m, replace> = accum(w, A u), or accum(w, u' A) if from_left; `transpose` is for A. Throws dimension_mismatch.
template <bool from_left, class TW, class Mask, class Accum, class S, class TA, class TU>
void multiply_vector(const context& ctx, const char* operation, vector<TW>& w, const Mask& mask, const Accum& accum, const S& semiring,
                     const matrix<TA>& a, const vector<TU>& u, bool transpose, const descriptor& desc) {
    const index size = shapes::matrix_vector(operation, shapes::of(a), transpose, u.size(), from_left);
    shapes::check_same(operation, "w", w.size(), size);
    host::check_vector_mask(operation, mask, size);
    const host::vector_call_of<S, from_left, TA, TU> call(operation, semiring, a, u, transpose, desc);
    if (ctx.is_cuda()) {
        const cuda::engine_ptr& e = ctx.cuda_engine();
        const cuda::engine::use here(*e, operation);
        const device::held_mask held(e, mask);
        cuda::csr t = device::product_with_vector(ctx, call, held.rows());
        device::finish<semiring_value_t<S>>(e, operation, w, std::move(t), held, accum, desc.replace, true);
        return;
    }
    planner::refuse_variant_on_host(operation, desc.variant);
    planner::refuse_variant_on_host(operation, desc.tile_variant);
    planner::refuse_variant_on_host(operation, desc.merge_variant);
    planner::refuse_mixed_on_host(operation, desc.precision);
    formats::untyped_csr t = host::product_with_vector(ctx, call, vector_mask_source_of(mask));
    host::write_back(ctx.team(), w, formats::typed<semiring_value_t<S>>(std::move(t)), mask, accum, desc.replace, true);
}

}  // namespace graphblas_gpu::operations
