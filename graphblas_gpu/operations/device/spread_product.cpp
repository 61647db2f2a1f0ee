// Products of matrices on several devices.
//
// Idea: rows of C depend on the same rows of A and of the mask, and on all of B. The rows are divided among the devices so that
// each device has the same amount of work. Every device gets its rows of A and of the mask and all of B, and computes its rows
// of C by an ordinary product. So there is no second implementation of any method. C stays distributed until an operation needs
// it on one device.
#include <graphblas_gpu/base/stopwatch.hpp>
#include <graphblas_gpu/cuda/bitmap_tile/convert.hpp>
#include <graphblas_gpu/cuda/devices/peer_copies.hpp>
#include <graphblas_gpu/cuda/dot/common_entries.hpp>
#include <graphblas_gpu/cuda/product/product.hpp>
#include <graphblas_gpu/operations/device/device_product.hpp>
#include <graphblas_gpu/operations/renumbered_product.hpp>

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

namespace graphblas_gpu::device {
namespace {

using operations::product_call;

/// Rows are cut at multiples of this number, so that a device's tiles are also tiles of the whole matrix.
constexpr index rows_of_cuts = formats::tile_side;

cuda::product_recipe recipe_of(const product_call& call, bool structure_only) {
    return structure_only ? cuda::structural_recipe() : call.recipe();
}

/// The tiles of a copy, or of a block, which are made at the first call.
std::shared_ptr<const cuda::tiles> tiles_of_copy(const cuda::matrix_copy& m) {
    return m.in_tiles.get([&] { return cuda::tiled(m.where, m.view); });
}
std::int64_t number_of_tiles(const std::shared_ptr<const cuda::tiles>& cached) {
    return cached == nullptr ? 0 : cached->structure.nvals;
}

/// The call on all devices. The first device is in use while this object lives.
class spread_product final : public device_product {
  public:
    /// `plan`: null, or what was planned for operands of the same structure; the mask of the call is then not read.
    spread_product(const context& ctx, const product_call& call, bool structure_only, const product_plan* plan = nullptr)
        : device_product(ctx, call, recipe_of(call, structure_only), plan == nullptr),
          devices_(*ctx.device_group()),
          plan_(plan) {
        if (plan_ == nullptr) {
            cut_rows();
        } else {
            a_ = call.a->device_rows(engine(), call.desc.transpose_a);
            cuts_ = plan_->cuts;
        }
    }
    /// After an exception copies may still be under way from memory that is given back here.
    ~spread_product() override {
        if (pays()) const cuda::waits_for_all wait(devices_);  // else nothing was copied
    }

    /// Whether there is enough work for several devices.
    bool pays() const { return cuts_.size() > 2; }

    cuda::csr product() override {
        return distributed_rows([&](std::size_t d) { return cuda::multiply(product_on(d)); });
    }
    cuda::csr structure() override {
        return distributed_rows([&](std::size_t d) { return cuda::structure_of(product_on(d)); });
    }
    index nvals() override {
        prepare();
        std::vector<index> counts(shares_.size(), 0);
        on_all([&](std::size_t d) { counts[d] = cuda::count_entries(product_on(d)); });
        const index sum = std::accumulate(counts.begin(), counts.end(), index{0});
        file(sum);
        return sum;
    }
    product_plan plan() override {
        product_plan made;
        made.cuts = cuts_;
        made.of_devices.resize(devices_.engines().size());
        made.structure = distributed_rows([&](std::size_t d) {
            cuda::product& p = product_on(d);
            auto symbolic = cuda::run_symbolic_phase(p);  // may change the method
            made.of_devices[d] = planned_rows{std::move(symbolic), p.choice.method};
            return cuda::structure_shared_with(made.of_devices[d]->symbolic.structure);
        });
        return made;
    }
    std::optional<base::scalar_value> fold(const cuda::product_fold& how) override {
        if (const auto pairs = count_common_pairs(how)) return sum_of_ones(*pairs);
        prepare();
        std::vector<std::optional<base::scalar_value>> sums(shares_.size());
        on_all([&](std::size_t d) { sums[d] = cuda::fold(product_on(d), how); });
        std::optional<base::scalar_value> sum;
        for (const auto& part : sums) {
            if (part && !sum) sum = part;
            else if (part && !how.keeps_any) sum = how.add(*sum, *part);
        }
        file(0);
        return sum;
    }
    const planner::choice& choice() const override { return first_product().choice; }
    std::int64_t estimated_bytes() const override { return first_product().estimated_bytes; }

  private:
    /// What one device works with.
    struct share {
        cuda::matrix_copy_ptr a, b, b_transposed, mask;
        cuda::product_recipe recipe;
        std::optional<cuda::product> product;
        std::shared_ptr<const cuda::csr> kept_transpose;
    };

    bool is_masked() const { return mask_.rows().admits_only(); }

    /// The rows in which the work is equal. Without a mask the work is that of all multiplications. Under a mask that admits
    /// only its entries and with the columns of B at hand, it is that of looking the columns up: that of a product of the mask
    /// and B'. If there is too little work, there are no cuts.
    void cut_rows() {
        const descriptor& desc = call_.desc;
        const any_matrix &a = *call_.a, &b = *call_.b;
        a_ = a.device_rows(engine(), desc.transpose_a);
        const bool looks_up = is_masked() && desc.transpose_b;
        const auto right = b.device_rows(engine(), desc.transpose_b && !looks_up);
        (looks_up ? b_transposed_ : b_) = right;
        const auto kept = cuda::cuts_kept_with(*a_);
        const bool is_kept = kept != nullptr && kept->right.lock() == right && kept->mask.lock() == mask_.matrix() &&
                             kept->counts_mask == looks_up &&
                             kept->cuts.size() == static_cast<std::size_t>(devices_.size()) + 1;
        if (!is_kept) {
            cuda::keep_cuts(*a_, counted_cuts(looks_up, right));
            return cut_rows();
        }
        if (kept->work > 0 && kept->work >= devices_.spread_from()) cuts_ = kept->cuts;
    }

    cuda::row_cuts counted_cuts(bool looks_up, const std::shared_ptr<const cuda::csr>& right) const {
        const index n = shape_.nrows;
        const cuda::csr_ref left = looks_up ? mask_.rows().rows : a_->view();
        cuda::row_cuts made;
        made.right = right;
        made.mask = mask_.matrix();
        made.counts_mask = looks_up;
        const cuda::array<std::int64_t> work(engine(), static_cast<std::size_t>(n + cuda::room_for_flops));
        made.work = cuda::count_multiplications(engine(), left, right->view(), work.data()).sum;
        const cuda::array<std::int64_t> before(engine(), static_cast<std::size_t>(n) + 1);
        cuda::sums_before(engine(), work.data(), n, before.data());
        made.cuts.push_back(0);
        for (int d = 1; d < devices_.size(); ++d) {
            const index at = cuda::rows_within(engine(), before.data(), n, 0, made.work / devices_.size() * d);
            const index aligned = (at + rows_of_cuts / 2) / rows_of_cuts * rows_of_cuts;
            made.cuts.push_back(std::min(n, std::max(made.cuts.back(), aligned)));
        }
        made.cuts.push_back(n);
        return made;
    }

    /// Gives every device its share. The copies are queued; nothing waits for them here.
    void prepare() {
        const descriptor& desc = call_.desc;
        const any_matrix& b = *call_.b;
        if (b_ == nullptr) b_ = b.device_rows(engine(), desc.transpose_b);
        uses_ = b.count_use();
        // The copies of B come first: rows of A and of the mask are not copied where they are rows of B.
        const auto right = cuda::copies_on(devices_, b_);
        std::vector<cuda::matrix_copy_ptr> transposed(right.size());
        const bool wants_transpose = is_masked() || desc.method == method::dot;
        if (wants_transpose && (desc.transpose_b || b.has_cached_device_transpose())) {
            if (b_transposed_ == nullptr) b_transposed_ = b.device_rows(engine(), !desc.transpose_b);
            transposed = cuda::copies_on(devices_, b_transposed_);
        }
        const auto left = cuda::blocks_on(devices_, a_, cuts_);
        std::vector<cuda::matrix_copy_ptr> mask(right.size());
        if (mask_.rows().present) mask = cuda::blocks_on(devices_, mask_.matrix(), cuts_);
        shares_ = std::vector<share>(right.size());
        for (std::size_t d = 0; d < shares_.size(); ++d) {
            share& s = shares_[d];
            s.a = left[d];
            s.b = right[d];
            s.b_transposed = transposed[d];
            s.mask = mask[d];
            s.recipe = recipe_;
        }
    }

    /// Calls body(d) for every device that has rows, at the same time. The work of each device is done at the end.
    void on_all(base::function_ref<void(std::size_t)> body) {
        devices_.run(call_.operation, [&](int device) {
            const auto d = static_cast<std::size_t>(device);
            cuda::engine& e = *devices_.engines()[d];
            const index first = cuts_[d], last = cuts_[d + 1];
            if (first == last) return e.synchronise();  // copies of the operands may still be running
            try {
                await_copies(e);
                body(d);
                e.synchronise();
            } catch (const out_of_memory& x) {
                throw out_of_memory(
                    fmt::format("{} (rows {} to {} of {}, on device {})", x.what(), first, last - 1, shape_.nrows, e.device()));
            }
        });
    }

    /// Waits until the device has its operands, and counts the time, but for the first device: nothing is copied to it.
    void await_copies(cuda::engine& e) const {
        if (&e == engine().get()) return;
        const base::stopwatch time;
        e.synchronise();
        e.count_pulled(0, time.milliseconds());
    }

    /// The product of a device's share, begun: its work is counted and its method chosen. Called on the thread of the device.
    cuda::product& product_on(std::size_t d) {
        share& s = shares_[d];
        if (plan_ == nullptr) return s.product.emplace(s.a->where, task(d), std::move(s.recipe));
        return s.product.emplace(s.a->where, task(d), std::move(s.recipe), plan_->of_devices[d]->symbolic);
    }

    cuda::product_task task(std::size_t d) {
        const descriptor& desc = call_.desc;
        share& s = shares_[d];
        cuda::product_task t;
        t.operation = call_.operation;
        t.a = s.a->view;
        t.b = s.b->view;
        t.first_row = s.a->first_row;
        t.mask = mask_.rows();
        if (t.mask.present) t.mask.rows = s.mask->view.structure();
        t.b_transposed = [this, d] { return b_transposed_on(d); };
        t.has_cached_transpose = s.b_transposed != nullptr || s.b->transpose.get_if_cached() != nullptr;
        t.a_tiles = [a = s.a] { return tiles_of_copy(*a); };
        t.a_cached_tiles = number_of_tiles(s.a->in_tiles.get_if_cached());
        if (d == 0) {
            // The first device has what is cached with the matrix.
            t.b_tiles = [this] { return call_.b->device_tiles(engine(), call_.desc.transpose_b); };
            t.b_cached_tiles = number_of_tiles(call_.b->cached_device_tiles(engine(), desc.transpose_b));
        } else {
            t.b_tiles = [b = s.b] { return tiles_of_copy(*b); };
            t.b_cached_tiles = number_of_tiles(s.b->in_tiles.get_if_cached());
        }
        if (t.mask.present && call_.mask.structure() != nullptr)
            t.mask_tiles = [mask = s.mask] { return tiles_of_copy(*mask); };
        t.uses = uses_;
        t.desc = desc;
        if (plan_ != nullptr) t.desc.method = plan_->of_devices[d]->method;
        return t;
    }

    cuda::csr_ref b_transposed_on(std::size_t d) {
        share& s = shares_[d];
        if (s.b_transposed != nullptr) return s.b_transposed->view;
        if (d == 0) s.kept_transpose = call_.b->device_rows(engine(), !call_.desc.transpose_b);
        else s.kept_transpose = s.b->transpose.get([&] { return cuda::transposed(s.b->where, s.b->view); });
        return s.kept_transpose->view();
    }

    /// The rows of C that make(d) makes on every device d that has some, left there.
    cuda::csr distributed_rows(base::function_ref<cuda::csr(std::size_t)> make) {
        prepare();
        std::vector<cuda::csr> made(shares_.size());
        on_all([&](std::size_t d) { made[d] = make(d); });
        cuda::csr_parts parts;
        for (std::size_t d = 0; d < made.size(); ++d) {
            if (cuts_[d] != cuts_[d + 1]) parts.push_back({cuts_[d], std::move(made[d])});
        }
        cuda::csr whole = cuda::distributed(std::move(parts));
        file(whole.nvals);
        return whole;
    }

    /// The number of pairs that a fold counts, if all devices can count it without a product (see single_product).
    std::optional<std::int64_t> count_common_pairs(const cuda::product_fold& how) {
        if (!how.is_own || !may_count_common_pairs() || !is_mask(a_->view())) return std::nullopt;
        const any_matrix& b = *call_.b;
        const auto stored = b.device_rows(engine(), false);
        if (!cuda::masked::common_entries_are_profitable(stored->nrows, stored->nvals)) return std::nullopt;
        const auto right = cuda::copies_on(devices_, stored);
        const auto pairs = cuda::blocks_on(devices_, a_, cuts_);
        std::vector<std::optional<cuda::masked::common_entries>> counted(right.size(), cuda::masked::common_entries{});
        on_all([&](std::size_t d) {
            const cuda::csr_ref rows = pairs[d]->view;
            counted[d] = cuda::masked::count_common_entries(pairs[d]->where, rows.structure(), rows, right[d]->view);
        });
        std::int64_t common = 0, entries = 0;
        for (const auto& part : counted) {
            if (!part) return std::nullopt;
            common += part->common;
            entries += part->entries;
        }
        (void)b.count_use();
        report_common_pairs(entries);
        finish_report();
        return common;
    }

    /// Of the first device that has rows.
    const cuda::product& first_product() const {
        return *std::find_if(shares_.begin(), shares_.end(), [](const share& s) { return s.product.has_value(); })->product;
    }

    void file(index nvals) {
        const cuda::product& first = first_product();
        report_.method = first.choice.method;
        report_.reason = first.choice.reason;
        report_.estimates = first.estimates;
        report_.compressed = first.compressed;
        report_.nvals = nvals;
        for (const share& s : shares_) {
            if (!s.product) continue;
            report_.flops += s.product->work.totals.sum;
            report_.estimated_bytes = std::max(report_.estimated_bytes, s.product->estimated_bytes);
            report_.panels = std::max(report_.panels, s.product->panels);
        }
        report_.reason += cuda::take_note(recipe_, report_.flops);
        finish_report();
    }

    void finish_report() {
        report_.devices = 0;
        for (std::size_t d = 0; d + 1 < cuts_.size(); ++d) report_.devices += cuts_[d] != cuts_[d + 1] ? 1 : 0;
        reporting_.file(report_, true);
    }

    cuda::device_group& devices_;
    const product_plan* plan_;
    std::shared_ptr<const cuda::csr> a_, b_, b_transposed_;  ///< on the first device; B and B' as far as they are needed
    std::vector<index> cuts_;                                ///< before which row every device begins, and the end
    std::int64_t uses_ = 1;
    std::vector<share> shares_;  ///< of the devices, from prepare() on
};

}  // namespace

std::unique_ptr<device_product> spread_product_of(const context& ctx, const product_call& call, const product_plan& plan) {
    return std::make_unique<spread_product>(ctx, call, false, &plan);
}

std::unique_ptr<device_product> spread_product_of(const context& ctx, const product_call& call, bool structure_only) {
    if (ctx.device_group() == nullptr) return nullptr;
    const shapes::shape left = call.a->shape().transposed_if(call.desc.transpose_a);
    const shapes::shape right = call.b->shape().transposed_if(call.desc.transpose_b);
    const index least = std::min(call.a->nvals(), call.b->nvals());
    if (host::product_sides(left.nrows, left.ncols, right.ncols, call.a->nvals(), call.b->nvals(), least).any()) return nullptr;
    const cuda::product_recipe recipe = recipe_of(call, structure_only);
    if (recipe.run != nullptr && recipe.values == cuda::product_values::summed && recipe.run->reads_positions()) return nullptr;
    auto run = std::make_unique<spread_product>(ctx, call, structure_only);
    if (!run->pays()) return nullptr;
    return run;
}

}  // namespace graphblas_gpu::device
