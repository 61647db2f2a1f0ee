// The driver of a product of two matrices on one device: it turns the call into a cuda::product_task, which cuda/product/
// computes, and files the report.
#include <graphblas_gpu/cuda/masked/common_entries.hpp>
#include <graphblas_gpu/cuda/product/product.hpp>
#include <graphblas_gpu/operations/device/device_product_driver.hpp>
#include <graphblas_gpu/operations/device/product_run.hpp>
#include <graphblas_gpu/operations/device/renumbered.hpp>
#include <graphblas_gpu/operations/numbered_operands.hpp>

#include <algorithm>
#include <utility>

namespace graphblas_gpu::device {
namespace {

using operations::result_rows;
using operations::product_call;

/// The part of a device in numbered_operands. The device is current.
struct numbering_on_device {
    using numbering = cuda::numbering;
    using product_numbering = device::product_numbering;

    static numbering identity(index side) { return cuda::identity_numbering(side); }
    static bool is_identity(const numbering& numbers) { return numbers.is_identity; }
    numbering occurring(const any_matrix& m, bool on_columns) const {
        return device::occurring(e, m.device_rows(e, false)->view(), on_columns);
    }
    any_matrix renumbered(const any_matrix& m, bool inner_is_columns, const numbering& inner, bool other_is_hypersparse,
                          numbering& other) const {
        return device::renumbered(e, m, inner_is_columns, inner, other_is_hypersparse, other);
    }

    const engine_ptr& e;
};
using product_operands = operations::numbered_operands<numbering_on_device>;

/// The operands, the mask and the product of one call. The device is current while this object lives.
class product_run final : public device_product_driver {
  public:
    /// If `symbolic` gives the structure of the product, the mask of the call is not read. `begin`: when the work is counted
    /// and the method chosen; at_fold: only fold() may be called.
    enum class begin { now, at_fold };
    product_run(const context& ctx, const product_call& call, cuda::product_recipe recipe, begin when = begin::now,
                const cuda::symbolic_result* symbolic = nullptr)
        : device_product_driver(ctx, call, std::move(recipe), symbolic == nullptr) {
        if (when == begin::now) start(symbolic);
    }

    result_rows product() override { return made(product_->compute()); }
    result_rows structure() override { return made(product_->structure()); }
    index nvals() override {
        const index count = product_->nvals();
        file(count);
        return count;
    }
    std::optional<formats::scalar_value> fold(host::partial_sum&, bool,
                                              formats::function_ref<cuda::product_fold()> by) override {
        const cuda::product_fold how = by();
        if (how.is_own) {
            if (const auto count = count_common_entries()) return sum_of_ones(*count);
        }
        start(nullptr);
        auto sum = product_->fold(how);
        file(0);
        return sum;
    }
    const planner::choice& choice() const override { return product_->choice(); }
    std::int64_t estimated_bytes() const override { return product_->estimated_bytes(); }

    /// The structure is kept in the numbers that the product runs on.
    product_plan plan() override {
        product_plan made;
        // In this order: symbolic() may change the method.
        made.of_devices.emplace_back(planned_rows{product_->symbolic(), choice().method});
        made.structure = cuda::structure_shared_with(made.of_devices.front()->symbolic.structure);
        file(made.structure.nvals);
        return made;
    }

  private:
    /// Counts the work and chooses the method. Nothing happens the second time.
    void start(const cuda::symbolic_result* symbolic) {
        if (product_) return;
        // The numbering depends only on the structure of A and B, so that a known structure uses the same numbers.
        cuda::product_task t = renumbered_task(recipe_);
        if (symbolic != nullptr) {
            product_.emplace(engine(), std::move(t), recipe_, *symbolic);
            return;
        }
        if (call_.mask.structure() != nullptr && numbers_ == nullptr) {
            t.mask_tiles = [this] { return call_.mask.structure()->device_tiles(engine(), false); };
        }
        product_.emplace(engine(), std::move(t), recipe_);
    }

    /// The number of pairs that a fold counts, if the mask is A itself and the method is free or the one that this is: a push
    /// without transpose_b, dot products with it. Files the report. Nothing if the call is of another kind or other methods may
    /// be faster.
    std::optional<std::int64_t> count_common_entries() {
        const descriptor& desc = call_.desc;
        if (!may_count_common_pairs()) return std::nullopt;
        const any_matrix &a = *call_.a, &b = *call_.b;
        const auto left = a.device_rows(engine(), false), right = b.device_rows(engine(), false);
        if (!is_mask(left->view())) return std::nullopt;
        const host::product_sides sides(left->nrows, left->ncols, shape_.ncols, left->nvals, right->nvals,
                                        std::min(left->nvals, right->nvals));
        if (sides.any() || !cuda::masked::common_entries_pay(right->nrows, right->nvals)) return std::nullopt;
        const bool has_tiles = cached_tiles(a, false) > 0 && cached_tiles(b, desc.transpose_b) > 0;
        if (desc.method == method::automatic && has_tiles) return std::nullopt;
        std::shared_ptr<const cuda::csr> back;
        uses_of_b_ = b.count_use();
        if (left == right && (a.has_cached_device_transpose() ||
                              (uses_of_b_ > 1 && cuda::masked::has_room_for_transpose(*engine(), left->view())))) {
            back = a.device_rows(engine(), true);
        }
        const auto counted = cuda::masked::count_common_entries(engine(), mask_.rows().rows, left->view(), right->view(),
                                                                back == nullptr ? cuda::csr_ref{} : back->view());
        if (!counted) return std::nullopt;
        report_common_pairs(counted->entries);
        reporting_.file(report_);
        return counted->common;
    }

    /// The task on renumbered operands where sides are hypersparse; `recipe` is then changed to one for renumbered
    /// operands.
    cuda::product_task renumbered_task(cuda::product_recipe& recipe) {
        const shapes::shape a = call_.a->shape();
        const index inner = call_.desc.transpose_a ? a.nrows : a.ncols;
        const product_operands from({engine()}, *call_.a, *call_.b, call_.desc, cuda::can_be_renumbered(recipe, inner));
        numbers_ = from.numbers();
        cuda::product_task t = task(from.a(), from.b());
        if (numbers_ == nullptr) return t;
        recipe = cuda::recipe_in_new_numbers(recipe);
        t.original_rows = numbers_->rows.map();
        t.original_inner = numbers_->inner.map();
        if (t.mask.present && !(numbers_->rows.is_identity && numbers_->columns.is_identity)) {
            small_mask_ = cuda::renumbered(engine(), t.mask.rows, numbers_->rows, numbers_->columns);
            t.mask.rows = small_mask_.view();
        }
        return t;
    }

    cuda::product_task task(const any_matrix& a, const any_matrix& b) {
        const descriptor& desc = call_.desc;
        cuda::product_task t;
        if (desc.transpose_a && !a.has_cached_device_transpose()) t.transposed_entries += a.nvals();
        if (desc.transpose_b && !b.has_cached_device_transpose() && (&a != &b || !desc.transpose_a))
            t.transposed_entries += b.nvals();
        a_ = a.device_rows(engine(), desc.transpose_a);
        b_ = b.device_rows(engine(), desc.transpose_b);
        t.operation = call_.operation;
        t.a = a_->view();
        t.b = b_->view();
        t.b_transposed = [this, &b, transposed = desc.transpose_b] {
            if (b_transposed_ == nullptr) b_transposed_ = b.device_rows(engine(), !transposed);
            return b_transposed_->view();
        };
        t.has_cached_transpose = desc.transpose_b || b.has_cached_device_transpose();
        t.a_tiles = [this, &a, transposed = desc.transpose_a] { return a.device_tiles(engine(), transposed); };
        t.b_tiles = [this, &b, transposed = desc.transpose_b] { return b.device_tiles(engine(), transposed); };
        t.a_cached_tiles = cached_tiles(a, desc.transpose_a);
        t.b_cached_tiles = cached_tiles(b, desc.transpose_b);
        t.uses = uses_of_b_ > 0 ? uses_of_b_ : b.count_use();
        t.mask = mask_.rows();
        t.desc = desc;
        return t;
    }

    /// The number of tiles that are cached with an operand, or 0.
    std::int64_t cached_tiles(const any_matrix& m, bool transpose) const {
        const auto tiles = m.cached_device_tiles(engine(), transpose);
        return tiles == nullptr ? 0 : tiles->structure.nvals;
    }

    result_rows made(cuda::csr&& c) {
        if (numbers_ != nullptr) c = cuda::in_original_numbers(engine(), std::move(c), numbers_->rows, numbers_->columns);
        file(c.nvals);
        return result_rows(std::move(c));
    }

    void file(index nvals) {
        // The host has waited once for a small product; the kernel that puts its rows in order takes less time than another
        // wait.
        if (!product_->is_small() || numbers_ != nullptr) engine()->synchronise();
        report_.method = product_->choice().method;
        report_.reason = product_->choice().reason;
        report_.estimates = product_->estimates();
        if (numbers_ != nullptr) report_.reason += "; computed on the indices that occur";
        report_.reason += cuda::take_note(recipe_, product_->flops());
        report_.compressed = product_->is_compressed();
        report_.flops = product_->flops();
        report_.nvals = nvals;
        report_.estimated_bytes = product_->estimated_bytes();
        report_.panels = product_->panels();
        reporting_.file(report_);
    }

    std::shared_ptr<const product_numbering> numbers_;  ///< null for ordinary sides; holds the operands in new numbers
    std::shared_ptr<const cuda::csr> a_, b_, b_transposed_;
    cuda::csr small_mask_;  ///< the mask in new numbers
    std::int64_t uses_of_b_ = 0;  ///< if this call has counted its use of B
    std::optional<cuda::product> product_;
};

cuda::product_recipe recipe_of(const product_call& call) { return call.recipe(); }

}  // namespace

std::unique_ptr<operations::product_driver> start_product(const context& ctx, const product_call& call, bool structure_only) {
    if (auto spread = start_spread_product(ctx, call, structure_only)) return spread;
    return std::make_unique<product_run>(ctx, call, structure_only ? cuda::structural_recipe() : recipe_of(call));
}

std::unique_ptr<operations::product_driver> start_fold(const context& ctx, const product_call& call) {
    if (auto spread = start_spread_product(ctx, call, false)) return spread;
    return std::make_unique<product_run>(ctx, call, recipe_of(call), product_run::begin::at_fold);
}

operations::planned_product plan_product(const context& ctx, const product_call& call) {
    std::unique_ptr<device_product_driver> run = start_spread_product(ctx, call, false);
    if (run == nullptr) run = std::make_unique<product_run>(ctx, call, recipe_of(call));
    operations::planned_product out;
    const auto plan = std::make_shared<const product_plan>(run->plan());
    out.on_device = plan;
    out.shape = run->shape();
    out.nvals = plan->structure.nvals;
    out.method = run->choice().method;
    out.reason = run->choice().reason + plan->about_lists();
    out.estimated_bytes = run->estimated_bytes();
    return out;
}

operations::result_rows execute_plan(const context& ctx, const product_call& call, const operations::planned_product& plan) {
    const product_plan& on = *plan.on_device;
    if (!on.cuts.empty()) return start_spread_plan(ctx, call, on)->product();
    return product_run(ctx, call, recipe_of(call), product_run::begin::now, &on.of_devices.front()->symbolic).product();
}

std::int64_t count_multiplications(const context& ctx, const product_call& call) {
    const engine_in_use e(ctx.cuda_engine(), call.operation);
    const product_operands from({e}, *call.a, *call.b, call.desc, true);
    const auto left = from.a().device_rows(e, call.desc.transpose_a);
    const auto right = from.b().device_rows(e, call.desc.transpose_b);
    const cuda::array<std::int64_t> flops(e, static_cast<std::size_t>(left->nrows + cuda::room_for_flops));
    return cuda::count_multiplications(e, left->view(), right->view(), flops.data()).sum;
}

}  // namespace graphblas_gpu::device
