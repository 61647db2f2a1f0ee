// One product of two matrices, on whichever engine a context has.
//
// Idea: mxm, mxm_structure, mxm_nvals, mxm_reduce and plans describe what they want in a product_call, which has no types. Each
// engine has the same functions for such calls (host_product.hpp, device/product.hpp), which are compiled once. The public
// templates only know how to make the call and how to store the rows that come back.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include <graphblas_gpu/base/function_ref.hpp>
#include <graphblas_gpu/catalogued.hpp>
#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/descriptor.hpp>
#include <graphblas_gpu/host/product/product_loops.hpp>
#include <graphblas_gpu/operations/device/operation.hpp>
#include <graphblas_gpu/operations/result_rows.hpp>
#include <graphblas_gpu/operations/semiring_view.hpp>
#include <graphblas_gpu/operations/structural_mask.hpp>
#include <graphblas_gpu/operations/value_conversion.hpp>
#include <graphblas_gpu/operations/write_back.hpp>
#include <graphblas_gpu/planner/choice.hpp>
#include <graphblas_gpu/shapes.hpp>

namespace graphblas_gpu::cuda {
struct product_fold;
}  // namespace graphblas_gpu::cuda
namespace graphblas_gpu::device {
struct product_plan;
}  // namespace graphblas_gpu::device

namespace graphblas_gpu::operations {

/// The operands, the semiring, the mask and the options of a product, without their types.
struct product_call {
    const char* operation = nullptr;
    semiring_view semiring;

    const any_matrix* a = nullptr;
    value_conversion a_values;
    const any_matrix* b = nullptr;
    value_conversion b_values;
    any_mask mask;
    descriptor desc;

    /// How the device computes the product; throws unsupported if it cannot.
    cuda::product_recipe recipe() const { return semiring.recipe_for(operation, a->type(), b->type()); }

    /// The shape of the product. Throws dimension_mismatch.
    shapes::shape shape() const {
        return shapes::product(operation, a->shape(), desc.transpose_a, b->shape(), desc.transpose_b);
    }
};

/// conversion<T, To>() for an operand. One whose values are not read may be of structs that are not cast.
template <bool is_read, class T, class To>
constexpr value_conversion conversion_of_operand() {
    if constexpr (!is_read && !std::is_void_v<T> && !graphblas_gpu::detail::castable_to<T, To>) return {sizeof(To)};
    else return conversion<T, To>();
}

/// A product_call for public operands and a public mask, which must outlive it, as must the semiring.
template <class S, class TA, class TB, class Mask>
product_call product_call_of(const char* operation, const S& semiring, const matrix<TA>& a, const matrix<TB>& b,
                             const Mask& mask, const descriptor& desc) {
    product_call call;
    call.operation = operation;
    call.semiring = view_of(semiring);
    call.a = &a.any();
    call.a_values = conversion_of_operand<semiring_traits<S>::reads_left, TA, semiring_left_t<S>>();
    call.b = &b.any();
    call.b_values = conversion_of_operand<semiring_traits<S>::reads_right, TB, semiring_right_t<S>>();
    call.mask = any_mask_of(mask);
    call.desc = desc;
    return call;
}

/// What mxm and its relatives do with a call, on the context's engine (on_engine.hpp). They check shapes and options, count the
/// work, choose the method, and throw what mxm throws.
/// @{
/// The product, with values of the semiring's type.
result_rows multiply(const context& ctx, const product_call& call);
/// The new content of C: C<M, replace> = accum(C, product), with values of its type.
result_rows multiply(const context& ctx, const product_call& call, const any_output& out);
/// What takes a part of a product, and the number of its first row.
using batch_receiver = base::function_ref<void(any_matrix&& part, index first_row)>;
/// The product in parts of consecutive rows, which take at most so many bytes unless a part is one row.
void multiply_in_batches(const context& ctx, const product_call& call, std::int64_t bytes, batch_receiver consume);
/// The structure of the product and its number of entries: no value is read. Throws unsupported for method dot without a mask
/// that lists the positions to compute.
result_rows structure_of_product(const context& ctx, const product_call& call);
index count_entries(const context& ctx, const product_call& call);
/// The sum of the entries under a monoid. The host adds them to `total` and returns nothing; `is_own`: `total` sums by the
/// semiring's own monoid, so that multiplications may be added to it one by one. A device returns the sum, or nothing if there
/// are no entries.
std::optional<base::scalar_value> fold_product(const context& ctx, const product_call& call, host::partial_sum& total,
                                               bool is_own, base::function_ref<cuda::product_fold()> reduction);
/// The number of multiplications of a product without a mask.
std::int64_t count_multiplications(const context& ctx, const product_call& call);
/// @}

/// The structure of a product and the method that found it. It is kept so that the product can be computed again with new
/// values.
struct planned_product {
    csr<void> on_host;
    std::shared_ptr<const device::product_plan> on_device;  ///< null on the host
    shapes::shape shape{};
    index nvals = 0;
    enum method method = method::automatic;
    enum method named = method::automatic;  ///< by the caller
    std::string reason;
    std::int64_t estimated_bytes = 0;
};
/// Plans the call on the context's engine, and makes `ctx` the context that it was planned on.
planned_product plan_product(context& ctx, const product_call& call);
/// The product of operands that have the structure they were planned with. The mask of the call is not read.
result_rows execute_plan(const context& ctx, const product_call& call, const planned_product& plan);
/// The same as the content of an output without an accumulator.
result_rows execute_plan(const context& ctx, const product_call& call, const planned_product& plan, const any_output& out);

}  // namespace graphblas_gpu::operations
