// Products of matrices on several devices.
//
// Idea: rows of C depend on the same rows of A and of the mask, and on all of B. The rows are divided among the devices so that
// each device has the same amount of work. Every device gets its rows of A and of the mask and all of B, and computes its rows
// of C by an ordinary product. So there is no second implementation of any method. C stays distributed until an operation needs
// it on one device.
#include <graphblas_gpu/cuda/devices/peer_copies.hpp>
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

/// A copy as an operand of products on its device.
const any_matrix& operand(const cuda::matrix_copy& m, const type_descriptor& type) {
    return *m.operand.get([&] { return any_matrix(row_storage(m.rows, type)); });
}

/// The call on all devices. The first device is in use while this object lives.
class spread_product final : public device_product {
  public:
    /// `plan`: null, or what was planned for operands of the same structure; the mask of the call is then not read.
    spread_product(const context& ctx, const product_call& call, bool structure_only, const product_plan* plan = nullptr)
        : device_product(ctx.cuda_engine(), &ctx, call, recipe_of(call, structure_only), plan == nullptr),
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
        return distributed_rows([](device_product& rows, std::size_t) { return rows.product(); });
    }
    cuda::csr structure() override {
        return distributed_rows([](device_product& rows, std::size_t) { return rows.structure(); });
    }
    index nvals() override {
        std::vector<index> counts(devices_.engines().size(), 0);
        on_all([&](device_product& rows, std::size_t d) { counts[d] = rows.nvals(); });
        const index sum = std::accumulate(counts.begin(), counts.end(), index{0});
        file_all(sum);
        return sum;
    }
    product_plan plan() override {
        product_plan made;
        made.cuts = cuts_;
        made.of_devices.resize(devices_.engines().size());
        made.structure = distributed_rows([&](device_product& rows, std::size_t d) {
            product_plan own = rows.plan();
            made.of_devices[d] = std::move(own.of_devices.front());
            return std::move(own.structure);
        });
        return made;
    }
    std::optional<base::scalar_value> fold(const cuda::product_fold& how) override {
        std::vector<std::optional<base::scalar_value>> sums(devices_.engines().size());
        on_all([&](device_product& rows, std::size_t d) { sums[d] = rows.fold(how); });
        std::optional<base::scalar_value> sum;
        for (const auto& part : sums) {
            if (part && !sum) sum = part;
            else if (part && !how.keeps_any) sum = how.add(*sum, *part);
        }
        file_all(0);
        return sum;
    }

  private:
    /// What one device multiplies.
    struct share {
        cuda::matrix_copy_ptr a, b, mask;
        product_call call;
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
        made.cuts = cuda::rows_of_equal_work(engine(), before.data(), n, devices_.size());
        for (index& cut : made.cuts)
            if (cut != n) cut = std::min(n, (cut + rows_of_cuts / 2) / rows_of_cuts * rows_of_cuts);
        return made;
    }

    /// Gives every device its share. The copies are queued; nothing waits for them here.
    std::vector<share> shares() const {
        // The copies of B come first: rows of A and of the mask are not copied where they are rows of B.
        const auto right = cuda::copies_on(devices_, call_.b->device_rows(engine(), false));
        const auto left = cuda::blocks_on(devices_, a_, cuts_);
        std::vector<cuda::matrix_copy_ptr> mask(right.size());
        if (mask_.rows().present) mask = cuda::blocks_on(devices_, mask_.matrix(), cuts_);
        std::vector<share> made;
        for (std::size_t d = 0; d < right.size(); ++d) {
            product_call call = call_;
            call.a = &operand(*left[d], call_.a->type());
            if (d > 0) call.b = &operand(*right[d], call_.b->type());
            if (call_.b->is_known_to_be_symmetric()) call.b->set_symmetric(true);
            call.desc.transpose_a = false;
            if (plan_ != nullptr && plan_->of_devices[d]) call.desc.method = plan_->of_devices[d]->method;
            call.mask = {};
            if (mask[d] != nullptr) {
                const bool is_structure = call_.mask.structure() != nullptr;
                call.mask.matrix = &operand(*mask[d], is_structure ? call_.mask.matrix->type() : type_of<void>());
                call.mask.complement = call_.mask.complement;
            }
            made.push_back({left[d], right[d], mask[d], std::move(call)});
        }
        return made;
    }

    /// Calls body(product of its rows, d) for every device d that has rows, at the same time. The work of each device is done
    /// at the end.
    void on_all(base::function_ref<void(device_product&, std::size_t)> body) {
        shares_ = shares();
        said_.resize(shares_.size());
        devices_.run_rows(call_.operation, cuts_, 1, shape_.nrows, [&](int device) {
            const auto d = static_cast<std::size_t>(device);
            const cuda::symbolic_result* const known = plan_ == nullptr ? nullptr : &plan_->of_devices[d]->symbolic;
            const auto rows = product_of_rows(devices_.engines()[d], shares_[d].call, recipe_, cuts_[d], known);
            body(*rows, d);
            said_[d] = rows->said();
        });
    }

    /// The rows of C that every device makes of its own, left there.
    cuda::csr distributed_rows(base::function_ref<cuda::csr(device_product&, std::size_t)> make) {
        std::vector<cuda::csr> made(devices_.engines().size());
        on_all([&](device_product& rows, std::size_t d) { made[d] = make(rows, d); });
        cuda::csr_parts parts;
        for (std::size_t d = 0; d < made.size(); ++d) {
            if (cuts_[d] != cuts_[d + 1]) parts.push_back({cuts_[d], std::move(made[d])});
        }
        cuda::csr whole = cuda::distributed(std::move(parts));
        file_all(whole.nvals);
        return whole;
    }

    /// Method and reason are those of the first device that has rows.
    void file_all(index nvals) {
        const auto has_rows = [](const report& r) { return !r.operation.empty(); };
        report_ = *std::find_if(said_.begin(), said_.end(), has_rows);
        report_.nvals = nvals;
        report_.flops = 0;
        report_.devices = static_cast<int>(std::count_if(said_.begin(), said_.end(), has_rows));
        for (const report& of_rows : said_) {
            report_.flops += of_rows.flops;
            report_.estimated_bytes = std::max(report_.estimated_bytes, of_rows.estimated_bytes);
            report_.panels = std::max(report_.panels, of_rows.panels);
        }
        file_report(true);
    }

    cuda::device_group& devices_;
    const product_plan* plan_;
    std::shared_ptr<const cuda::csr> a_;  ///< on the first device
    std::vector<index> cuts_;             ///< before which row every device begins, and the end
    std::vector<share> shares_;
    std::vector<report> said_;  ///< by the devices
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
