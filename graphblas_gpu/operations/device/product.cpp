// Products of two matrices on a device: a call is turned into a cuda::product_task, which cuda/product/ computes; the result is
// stored, and the report is filed.
#include <graphblas_gpu/base/trace.hpp>
#include <graphblas_gpu/cuda/dot/common_entries.hpp>
#include <graphblas_gpu/cuda/dot/cost.hpp>
#include <graphblas_gpu/cuda/product/product.hpp>
#include <graphblas_gpu/operations/device/blocks.hpp>
#include <graphblas_gpu/operations/device/device_product.hpp>
#include <graphblas_gpu/operations/device/product.hpp>
#include <graphblas_gpu/operations/device/renumbered.hpp>
#include <graphblas_gpu/operations/host_product.hpp>
#include <graphblas_gpu/operations/numbered_operands.hpp>
#include <graphblas_gpu/planner/choice.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace graphblas_gpu::device {
namespace {

using operations::any_output;
using operations::product_call;
using operations::result_rows;

/// The part of a device in numbered_operands. The device is current.
struct numbering_on_device {
    using numbering = cuda::numbering;
    using numberings = device_numberings;

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

/// A product on one device. The device is current while this object lives.
class single_product final : public device_product {
  public:
    /// If `known` is the structure of the product, the mask of the call is not read. `first_row`: see product_of_rows().
    single_product(const engine_ptr& e, const context* ctx, const product_call& call, cuda::product_recipe recipe,
                   const cuda::symbolic_result* known, index first_row = 0)
        : device_product(e, ctx, call, std::move(recipe), known == nullptr), known_(known), first_row_(first_row) {}

    cuda::csr product() override { return reported(cuda::multiply(begun())); }
    cuda::csr structure() override { return reported(cuda::structure_of(begun())); }
    index nvals() override {
        const index count = cuda::count_entries(begun());
        file(count);
        return count;
    }
    std::optional<base::scalar_value> fold(const cuda::product_fold& reduction) override {
        if (reduction.is_own) {
            if (const auto count = count_common_entries()) {
                if (*count == 0) return std::nullopt;
                return base::with_code(recipe_.types.value, [&](auto t) {
                    return base::scalar_value(static_cast<typename decltype(t)::type>(*count));
                });
            }
        }
        auto sum = cuda::fold(begun(), reduction);
        file(0);
        return sum;
    }

    bool has_blocks() const override { return known_ == nullptr && product_.has_value(); }
    index begin_blocks() override {
        // Blocks need rows in their original order, and no kernel that makes all rows at once.
        did_not_fit_ = product_.has_value();
        if (!product_ || numbers_ != nullptr || product_->is_small()) (void)begun(true);
        return blocks_nvals_ = cuda::count_for_blocks(*product_);
    }
    void send_blocks(bool structure_only, std::int64_t max_bytes, cuda::rows_to_host::receiver to,
                     base::function_ref<void()> ended) override {
        {
            cuda::rows_to_host sent(engine(), to);
            cuda::multiply_in_blocks(*product_, structure_only, max_bytes, sent);
            ended();
        }
        product_->choice.reason +=
            fmt::format("; C {} the host in blocks of rows: {}",
                        did_not_fit_ ? "did not fit on the device and went to" : "went to", product_->panels);
        file(blocks_nvals_);
    }

    /// The structure is kept in the numbers that the product runs on.
    product_plan plan() override {
        product_plan made;
        auto symbolic = cuda::run_symbolic_phase(begun());  // may change the method
        made.of_devices.emplace_back(planned_rows{std::move(symbolic), product_->choice.method});
        made.structure = cuda::structure_shared_with(made.of_devices.front()->symbolic.structure);
        file(made.structure.nvals);
        return made;
    }

  private:
    /// The product, whose work is counted and whose method is chosen.
    cuda::product& begun(bool in_blocks = false) {
        // The numbering depends only on the structure of A and B, so that a known structure uses the same numbers.
        if (in_blocks) numbers_ = nullptr;
        cuda::product_task t = in_blocks ? task(*call_.a, *call_.b) : renumbered_task(recipe_);
        t.in_blocks = in_blocks;
        if (known_ != nullptr) return product_.emplace(engine(), std::move(t), recipe_, *known_);
        if (call_.mask.structure() != nullptr && numbers_ == nullptr) {
            t.mask_tiles = [this] { return call_.mask.structure()->device_tiles(engine(), false); };
        }
        return product_.emplace(engine(), std::move(t), recipe_);
    }

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

    /// The number of pairs that a fold counts, if the mask is A itself: by a push without transpose_b, dot products with it.
    /// Files the report. Nothing if the call is of another kind or other methods may be faster.
    std::optional<std::int64_t> count_common_entries() {
        const descriptor& desc = call_.desc;
        if (!may_count_common_pairs()) return std::nullopt;
        const any_matrix &a = *call_.a, &b = *call_.b;
        const auto left = a.device_rows(engine(), false), right = b.device_rows(engine(), false);
        const cuda::csr_ref& mask = mask_.rows().rows;
        if (mask.columns != left->columns.data() || mask.offsets != left->offsets.data()) return std::nullopt;
        const host::product_sides sides(left->nrows, left->ncols, shape_.ncols, left->nvals, right->nvals,
                                        std::min(left->nvals, right->nvals));
        if ((sides.any() && !is_part()) || !cuda::masked::common_entries_are_profitable(right->nrows, right->nvals))
            return std::nullopt;
        const bool has_tiles = cached_tiles(a, false) > 0 && cached_tiles(b, desc.transpose_b) > 0;
        if (has_tiles) return std::nullopt;
        const base::phase counting("common entries counted");
        std::shared_ptr<const cuda::csr> back;
        uses_of_b_ = b.count_use();
        if (left == right && (a.has_cached_device_transpose() ||
                              (uses_of_b_ > 1 && cuda::masked::has_room_for_transpose(*engine(), left->view())))) {
            back = a.device_rows(engine(), true);
        }
        const auto counted = cuda::masked::count_common_entries(engine(), mask, left->view(), right->view(),
                                                                back == nullptr ? cuda::csr_ref{} : back->view());
        if (!counted) return std::nullopt;
        report_.method = desc.transpose_b ? method::dot : method::hash;
        report_.reason =
            fmt::format("the mask is A: columns that rows have in common, {} entries of B looked at", counted->entries);
        if (!desc.transpose_b) report_.flops = counted->entries;
        file_report();
        return counted->common;
    }

    /// The task on renumbered operands where sides are hypersparse, unless these are rows of a product that has no such sides;
    /// `recipe` is then changed to one for renumbered operands.
    cuda::product_task renumbered_task(cuda::product_recipe& recipe) {
        const shapes::shape a = call_.a->shape();
        const index inner = call_.desc.transpose_a ? a.nrows : a.ncols;
        const product_operands from({engine()}, *call_.a, *call_.b, call_.desc,
                                    !is_part() && cuda::can_be_renumbered(recipe, inner));
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
        t.first_row = first_row_;
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

    /// C in the original numbers, once the report is filed.
    cuda::csr reported(cuda::csr&& c) {
        if (numbers_ != nullptr) c = cuda::in_original_numbers(engine(), std::move(c), numbers_->rows, numbers_->columns);
        file(c.nvals);
        return std::move(c);
    }

    void file(index nvals) {
        // The host has waited once for a small product; the kernel that puts its rows in order takes less time than another
        // wait.
        if (!product_->is_small() || numbers_ != nullptr) engine()->await();
        report_.method = product_->choice.method;
        report_.reason = product_->choice.reason;
        report_.estimates = product_->estimates;
        if (numbers_ != nullptr) report_.reason += "; computed on the indices that occur";
        report_.compressed = product_->compressed;
        report_.flops = product_->work.totals.sum;
        report_.nvals = nvals;
        report_.estimated_bytes = product_->estimated_bytes;
        report_.panels = product_->panels;
        file_report();
    }

    const cuda::symbolic_result* known_;                ///< of a plan, or null
    index first_row_;
    std::shared_ptr<const device_numberings> numbers_;  ///< null for ordinary sides; holds the operands in new numbers
    std::shared_ptr<const cuda::csr> a_, b_, b_transposed_;
    cuda::csr small_mask_;        ///< the mask in new numbers
    std::int64_t uses_of_b_ = 0;  ///< if this call has counted its use of B
    index blocks_nvals_ = 0;      ///< entries of a product in blocks
    bool did_not_fit_ = false;    ///< blocks are sent because there was no room for all of C
    std::optional<cuda::product> product_;
};

/// The product of a call, on all devices of the context if that pays. `structure_only`: the caller needs no values.
std::unique_ptr<device_product> product_of(const context& ctx, const product_call& call, bool structure_only) {
    if (auto spread = spread_product_of(ctx, call, structure_only)) return spread;
    return std::make_unique<single_product>(ctx.cuda_engine(), &ctx, call,
                                            structure_only ? cuda::structural_recipe() : call.recipe(), nullptr);
}

/// C<M, replace> = accum(C, T) for a T that was made under the mask; or T itself if `out` is null.
result_rows store_product(const context& ctx, const product_call& call, cuda::csr&& t, const cuda::mask_ref& mask,
                          const any_output* out) {
    if (out == nullptr) return result_rows(std::move(t));
    const base::phase merging("merge with C");
    const cuda::engine_ptr& e = ctx.cuda_engine();
    const auto rows_of_c = [&] { return out->matrix->device_rows(e, false); };
    return result_rows(merge_entries(e, out->matrix->nvals(), rows_of_c, std::move(t), mask, out->on_device(call.operation),
                                     out->replace, true));
}

/// Throws unsupported for an output that the device cannot accumulate in, before anything is computed.
void check_output(const product_call& call, const any_output* out) {
    if (out != nullptr) (void)out->on_device(call.operation);
}

}  // namespace

std::unique_ptr<device_product> product_of_rows(const engine_ptr& e, const product_call& call,
                                                const cuda::product_recipe& recipe, index first_row,
                                                const cuda::symbolic_result* known) {
    return std::make_unique<single_product>(e, nullptr, call, recipe, known, first_row);
}

result_rows multiply(const context& ctx, const product_call& call, const any_output* out) {
    check_output(call, out);
    const auto p = product_of(ctx, call, false);
    try {
        return store_product(ctx, call, p->product(), p->mask(), out);
    } catch (const out_of_memory&) {
        if (!p->has_blocks()) throw;
    }
    formats::untyped_csr t = rows_by_blocks(*p, false);
    if (out == nullptr) return result_rows(std::move(t));
    const base::phase merging("merge with C");
    const host::host_mask held(ctx.team(), call.mask);
    return host::merged_into(ctx.team(), *out, std::move(t), held.rows().present, [&] { return held.rows(); });
}

result_rows structure_of_product(const context& ctx, const product_call& call) {
    const auto p = product_of(ctx, call, true);
    try {
        return result_rows(p->structure());
    } catch (const out_of_memory&) {
        if (!p->has_blocks()) throw;
    }
    return result_rows(rows_by_blocks(*p, true));
}

void multiply_in_batches(const context& ctx, const product_call& call, std::int64_t bytes, operations::batch_receiver consume) {
    single_product p(ctx.cuda_engine(), &ctx, call, call.recipe(), nullptr);
    (void)p.begin_blocks();
    p.send_blocks(
        false, bytes,
        [&](formats::untyped_rows&& block, index first) {
            consume(any_matrix(row_storage(std::move(block), *call.semiring.value)), first);
        },
        [] {});
}

index count_entries(const context& ctx, const product_call& call) { return product_of(ctx, call, true)->nvals(); }

std::optional<base::scalar_value> fold_product(const context& ctx, const product_call& call,
                                               base::function_ref<cuda::product_fold()> reduction) {
    const auto p = product_of(ctx, call, false);
    return p->fold(reduction());
}

operations::planned_product plan_product(const context& ctx, const product_call& call) {
    const auto p = product_of(ctx, call, false);
    operations::planned_product out;
    const auto plan = std::make_shared<const product_plan>(p->plan());
    out.on_device = plan;
    out.shape = p->shape();
    out.nvals = plan->structure.nvals;
    out.method = p->said().method;
    out.reason = p->said().reason + plan->about_lists();
    out.estimated_bytes = p->said().estimated_bytes;
    return out;
}

result_rows execute_plan(const context& ctx, const product_call& call, const operations::planned_product& plan,
                         const any_output* out) {
    check_output(call, out);
    const product_plan& device_plan = *plan.on_device;
    std::unique_ptr<device_product> p;
    if (device_plan.cuts.empty())
        p = std::make_unique<single_product>(ctx.cuda_engine(), &ctx, call, call.recipe(),
                                             &device_plan.of_devices.front()->symbolic);
    else p = spread_product_of(ctx, call, device_plan);
    return store_product(ctx, call, p->product(), {}, out);
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
