// What a product on one device (product.cpp) and one on several (spread_product.cpp), which is made of products on one device,
// have in common: the call, its mask and the report.
#pragma once

#include <graphblas_gpu/operations/device/operation.hpp>
#include <graphblas_gpu/operations/device/product_plan.hpp>
#include <graphblas_gpu/operations/device/reporting.hpp>
#include <graphblas_gpu/operations/product.hpp>

#include <memory>
#include <optional>
#include <utility>

namespace graphblas_gpu::device {

/// The device, or the first of several, is current while this object lives.
class device_product {
  public:
    device_product(const device_product&) = delete;
    device_product& operator=(const device_product&) = delete;
    virtual ~device_product() = default;

    /// Under the mask: the product, with values of the semiring's type; its structure; its number of entries.
    /// @{
    virtual cuda::csr product() = 0;
    virtual cuda::csr structure() = 0;
    virtual index nvals() = 0;
    /// @}
    /// The sum of the entries under a monoid; nothing if there are no entries.
    virtual std::optional<base::scalar_value> fold(const cuda::product_fold& reduction) = 0;
    /// The product, or its structure, in blocks of rows for host memory, one after the other (cuda/product/product.hpp). After
    /// out_of_memory from product() or structure() it does without their C on the device, if has_blocks() says so.
    /// @{
    virtual bool has_blocks() const { return false; }
    /// Counts the entries. Throws unsupported if the product is spread over several devices.
    virtual index begin_blocks() { throw unsupported(std::string(call_.operation) + ": blocks of rows come from one device"); }
    /// Calls `ended` after the last block, before the report is filed.
    virtual void send_blocks(bool /*structure_only*/, std::int64_t /*max_bytes*/, cuda::rows_to_host::receiver /*to*/,
                             base::function_ref<void()> /*ended*/) {}
    /// @}
    /// Finds the structure of the product, for later products of operands with the same structure.
    virtual product_plan plan() = 0;

    const shapes::shape& shape() const { return shape_; }
    /// What the call that was made says of itself.
    const report& said() const { return report_; }
    const cuda::mask_ref& mask() const { return mask_.rows(); }
    const engine_ptr& engine() const { return engine_; }
    /// The type of the values of the product.
    type_code value_type() const { return recipe_.types.value; }

  protected:
    /// `ctx`: null for a product that is a part of another one, which files the report. `reads_mask`: false if the structure of
    /// the product is known already, so that the mask is not applied again.
    device_product(const engine_ptr& e, const context* ctx, const operations::product_call& call, cuda::product_recipe recipe,
                   bool reads_mask)
        : engine_(e),
          call_(call),
          recipe_(std::move(recipe)),
          here_(*e, call.operation),
          reporting_(ctx == nullptr ? std::nullopt : std::optional<reporting>(std::in_place, *ctx)),
          shape_(call.shape()),
          mask_(e, reads_mask ? call.mask : any_mask()) {
        report_.operation = call.operation;
        if (mask_.rows().present) {
            shapes::check_same(call.operation, "mask", {mask_.rows().rows.nrows, mask_.rows().rows.ncols}, shape_);
        }
    }

    bool is_part() const { return !reporting_; }
    void file_report(bool is_spread = false) {
        if (is_part()) return;
        report_.reason += cuda::take_note(recipe_, report_.flops);
        reporting_->file(report_, is_spread);
    }

    engine_ptr engine_;
    const operations::product_call& call_;
    cuda::product_recipe recipe_;
    cuda::engine::use here_;
    std::optional<reporting> reporting_;
    shapes::shape shape_;  ///< of the product in the original indices
    device_mask mask_;
    report report_;
};

/// A product on the device of `e`, in use by this thread, of rows of A whose first one is `first_row`; `known`: of a plan, or
/// null. `call` outlives it. It is a part of another one.
std::unique_ptr<device_product> product_of_rows(const engine_ptr& e, const operations::product_call& call,
                                                const cuda::product_recipe& recipe, index first_row,
                                                const cuda::symbolic_result* known);

/// A product that is spread over the devices of the context (docs/several-devices.md), or null if it runs on the first device
/// alone: the context has only that, there is too little work, a side is hypersparse, or kernels of the user's own read
/// positions. Throws what mxm throws. `structure_only`: the caller needs no values.
std::unique_ptr<device_product> spread_product_of(const context& ctx, const operations::product_call& call,
                                                  bool structure_only);
/// A product whose plan is spread over the devices of the context.
std::unique_ptr<device_product> spread_product_of(const context& ctx, const operations::product_call& call,
                                                  const product_plan& plan);

}  // namespace graphblas_gpu::device
