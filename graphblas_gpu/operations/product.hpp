// One product of two matrices, on whichever engine a context has.
//
// Idea: mxm, mxm_structure, mxm_nvals, mxm_reduce and plans describe what they want in a product_call, which has no types. Each
// engine has a driver behind the same interface (product_run.cpp, device/product_run.cpp), which is compiled once. The public
// templates only know how to make the call and how to store the rows that come back.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include <graphblas_gpu/catalogued.hpp>
#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/descriptor.hpp>
#include <graphblas_gpu/formats/function_ref.hpp>
#include <graphblas_gpu/host/product_kernels.hpp>
#include <graphblas_gpu/operations/device/operation.hpp>
#include <graphblas_gpu/operations/device/recipes.hpp>
#include <graphblas_gpu/operations/result_rows.hpp>
#include <graphblas_gpu/operations/mask_source.hpp>
#include <graphblas_gpu/operations/matrix_source.hpp>
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
    const host::product_kernels* kernels = nullptr;
    const void* semiring = nullptr;  ///< the object that the kernels read
    /// How the device computes the product; throws unsupported if it cannot.
    cuda::product_recipe (*recipe)(const char* operation, const void* caller_semiring) = nullptr;
    const void* caller_semiring = nullptr;

    const stored_matrix* a = nullptr;
    value_conversion a_values;
    const stored_matrix* b = nullptr;
    value_conversion b_values;
    matrix_mask_source mask;
    descriptor desc;

    /// The shape of the product. Throws dimension_mismatch.
    shapes::shape shape() const {
        return shapes::product(operation, a->shape(), desc.transpose_a, b->shape(), desc.transpose_b);
    }
};

/// conversion<T, To>() for an operand. One whose values are not read may be of structs that are not cast.
template <bool is_read, class T, class To>
constexpr value_conversion conversion_of_operand() {
    if constexpr (!is_read && !std::is_void_v<T> && !graphblas_gpu::detail::castable_to<T, To>) return {sizeof(To), nullptr};
    else return conversion<T, To>();
}

/// A product_call for public operands and a public mask, which must outlive this object.
template <class S, class TA, class TB, class Mask>
class product_call_of {
  public:
    product_call_of(const char* operation, const S& semiring, const matrix<TA>& a, const matrix<TB>& b, const Mask& mask,
                    const descriptor& desc)
        : a_(a), b_(b), mask_(mask) {
        call_.operation = operation;
        call_.kernels = &host::kernels_of(semiring);
        call_.semiring = host::object_of(semiring);
        call_.caller_semiring = &semiring;
        call_.recipe = [](const char* name, const void* s) {
            return device::recipe_of<TA, TB>(name, *static_cast<const S*>(s));
        };
        call_.a = &a_;
        call_.a_values = conversion_of_operand<semiring_traits<S>::reads_left, TA, semiring_left_t<S>>();
        call_.b = &b_;
        call_.b_values = conversion_of_operand<semiring_traits<S>::reads_right, TB, semiring_right_t<S>>();
        call_.mask = mask_;
        call_.desc = desc;
    }
    product_call_of(const product_call_of&) = delete;
    product_call_of& operator=(const product_call_of&) = delete;

    operator const product_call&() const { return call_; }
    const product_call* operator->() const { return &call_; }

  private:
    source_of<TA> a_;
    source_of<TB> b_;
    mask_source_of<Mask> mask_;
    product_call call_;
};

/// The output of a product, its accumulator and its options, without their types.
struct product_output {
    const stored_matrix* c = nullptr;
    value_conversion values;  ///< of the semiring's type to the type of C
    host::accumulator on_host;
    device::accumulation on_device;
    bool replace = false;
};

/// A product_output for a public C and an accumulator, which must outlive this object. T is the type of the semiring's values.
template <class T, class TC, class Accum>
class product_output_of {
  public:
    product_output_of(const matrix<TC>& c, const Accum& accum, bool replace)
        : c_(c),
          out_{&c_, conversion<T, TC>(), host::accumulator_of<TC>(accum), device::accumulation_of<T, TC>(accum), replace} {}
    product_output_of(const product_output_of&) = delete;
    product_output_of& operator=(const product_output_of&) = delete;

    operator const product_output&() const { return out_; }

  private:
    source_of<TC> c_;
    product_output out_;
};

/// A product whose operands are checked and whose method is chosen. It occupies its engine until it is destroyed.
class product_driver {
  public:
    virtual ~product_driver() = default;

    /// Under the mask: the product, with values of the semiring's type; its structure; its number of entries.
    /// @{
    virtual result_rows product() = 0;
    virtual result_rows structure() = 0;
    virtual index nvals() = 0;
    /// @}
    /// The sum of the entries under a monoid. The host adds them to `total` and returns nothing; `is_own`: `total` sums by the
    /// semiring's own monoid, so that multiplications may be added to it one by one. A device returns the sum, or nothing if
    /// there are no entries.
    virtual std::optional<formats::scalar_value> fold(host::partial_sum& total, bool is_own,
                                                      formats::function_ref<cuda::product_fold()> by) = 0;

    virtual const planner::choice& choice() const = 0;
    /// The memory that the product is expected to need in addition to its operands.
    virtual std::int64_t estimated_bytes() const = 0;

    /// The mask on this driver's engine. The function for the other engine must not be called.
    /// @{
    const host::mask_rows& mask_on_host() const { return host_mask_->rows(); }
    const device::held_mask& mask_on_device() const { return *device_mask_; }
    /// @}

  protected:
    const host::held_mask* host_mask_ = nullptr;
    const device::held_mask* device_mask_ = nullptr;
};

/// What mxm and its relatives do with a call, on the context's engine (on_engine.hpp). They check shapes and options, count the
/// work, choose the method, and throw what mxm throws.
/// @{
/// The product, with values of the semiring's type.
result_rows multiply(const context& ctx, const product_call& call);
/// The new content of C: C<M, replace> = accum(C, product), with values of its type.
result_rows multiply(const context& ctx, const product_call& call, const product_output& out);
/// The structure of the product and its number of entries: no value is read. Throws unsupported for method dot without a mask
/// that lists the positions to compute.
result_rows structure_of_product(const context& ctx, const product_call& call);
index count_entries(const context& ctx, const product_call& call);
/// product_driver::fold.
std::optional<formats::scalar_value> fold_product(const context& ctx, const product_call& call, host::partial_sum& total,
                                                  bool is_own, formats::function_ref<cuda::product_fold()> by);
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
result_rows execute_plan(const context& ctx, const product_call& call, const planned_product& plan, const product_output& out);

}  // namespace graphblas_gpu::operations
