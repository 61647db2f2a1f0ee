// What a product on one device (product.cpp) and one on several (spread_product.cpp) have in common: the call, its mask, the
// report, and the rule for sums that only count pairs, which need no method (cuda/dot/common_entries.hpp).
#pragma once

#include <graphblas_gpu/cuda/dot/cost.hpp>
#include <graphblas_gpu/operations/device/operation.hpp>
#include <graphblas_gpu/operations/device/product_plan.hpp>
#include <graphblas_gpu/operations/device/reporting.hpp>
#include <graphblas_gpu/operations/product.hpp>
#include <graphblas_gpu/planner/choice.hpp>

#include <fmt/format.h>

#include <cstdint>
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
    /// Finds the structure of the product, for later products of operands with the same structure.
    virtual product_plan plan() = 0;

    virtual const planner::choice& choice() const = 0;
    /// The memory that the product is expected to need in addition to its operands.
    virtual std::int64_t estimated_bytes() const = 0;
    const shapes::shape& shape() const { return shape_; }
    const cuda::mask_ref& mask() const { return mask_.rows(); }

  protected:
    /// `reads_mask`: false if the structure of the product is known already, so that the mask is not applied again.
    device_product(const context& ctx, const operations::product_call& call, cuda::product_recipe recipe,
                   bool reads_mask = true)
        : ctx_(ctx),
          call_(call),
          recipe_(std::move(recipe)),
          here_(*ctx.cuda_engine(), call.operation),
          reporting_(ctx),
          shape_(call.shape()),
          mask_(ctx.cuda_engine(), reads_mask ? call.mask : any_mask()) {
        report_.operation = call.operation;
        if (mask_.rows().present) {
            shapes::check_same(call.operation, "mask", {mask_.rows().rows.nrows, mask_.rows().rows.ncols}, shape_);
        }
    }

    const engine_ptr& engine() const { return ctx_.cuda_engine(); }

    /// The method whose loop the counting of common entries is: a push without transpose_b, dot products with it.
    method method_of_common_pairs() const { return call_.desc.transpose_b ? method::dot : method::hash; }

    /// Whether a sum may be counted as the pairs that rows of the mask, which is A itself, and of B have in common: all
    /// products are 1, they are added up, and the options name no method and no variant, whose own kernels run then.
    bool may_count_common_pairs() const {
        const descriptor& desc = call_.desc;
        const type_code type = recipe_.code.type;
        const bool adds_ones = recipe_.values == cuda::product_values::summed && type != type_code::none &&
                               type != type_code::boolean && recipe_.code.add == cuda::add_code::plus &&
                               recipe_.code.multiply == cuda::multiply_code::pair;
        return desc.method == method::automatic && !desc.transpose_a && adds_ones && planner::named_options(desc).empty() &&
               mask_.rows().admits_only() && !(desc.deterministic && cuda::sums_depend_on_order(recipe_));
    }
    bool is_mask(const cuda::csr_ref& a) const {
        return mask_.rows().rows.columns == a.columns && mask_.rows().rows.offsets == a.offsets;
    }
    void report_common_pairs(std::int64_t entries_looked_at) {
        report_.method = method_of_common_pairs();
        report_.reason =
            fmt::format("the mask is A: columns that rows have in common, {} entries of B looked at", entries_looked_at);
        if (!call_.desc.transpose_b) report_.flops = entries_looked_at;
    }
    /// A sum of `count` ones in the type of the semiring; nothing if there are none.
    std::optional<base::scalar_value> sum_of_ones(std::int64_t count) const {
        if (count == 0) return std::nullopt;
        return base::with_code(recipe_.types.value,
                               [&](auto t) { return base::scalar_value(static_cast<typename decltype(t)::type>(count)); });
    }

    const context& ctx_;
    const operations::product_call& call_;
    cuda::product_recipe recipe_;
    cuda::engine::use here_;
    reporting reporting_;
    shapes::shape shape_;  ///< of the product in the original indices
    device_mask mask_;
    report report_;
};

/// A product that is spread over the devices of the context (docs/several-devices.md), or null if it runs on the first device
/// alone: the context has only that, there is too little work, a side is hypersparse, or kernels of the user's own read
/// positions. Throws what mxm throws. `structure_only`: the caller needs no values.
std::unique_ptr<device_product> spread_product_of(const context& ctx, const operations::product_call& call,
                                                  bool structure_only);
/// A product whose plan is spread over the devices of the context.
std::unique_ptr<device_product> spread_product_of(const context& ctx, const operations::product_call& call,
                                                  const product_plan& plan);

}  // namespace graphblas_gpu::device
