// A product whose symbolic phase is kept: plan once, execute for every new set of values.
//
// Idea: planning chooses the method and finds the structure of C; executing admits just that structure, so that only values
// are computed and nothing is sorted. On a device a plan also lists where the products of every entry come from, where that
// pays.
// Source: the reuse case of kkSpGEMM (Deveci, Trott, Rajamanickam), section 3.
#pragma once

#include <graphblas_gpu/mxm.hpp>

namespace graphblas_gpu {

/// Made by plan_mxm. Refers to A and B, which must outlive it and keep their structure; their values may change.
template <class S, class TA, class TB>
class mxm_plan {
    using value = semiring_value_t<S>;

  public:
    template <matrix_mask Mask>
    mxm_plan(const context& ctx, const Mask& mask, const S& semiring, const matrix<TA>& a, const matrix<TB>& b,
             const descriptor& desc)
        : ctx_(ctx), semiring_(semiring), a_(&a), b_(&b), a_structure_(a.structure_id()), b_structure_(b.structure_id()) {
        desc_ = desc;
        if constexpr (cuda::is_built_in) {
            if (ctx.is_cuda()) {
                plan_on_device(mask);
                return;
            }
        }
        const host::held_mask held(ctx.team(), mask);
        const host::product_call_of call("plan_mxm", semiring, a, b, desc);
        host::product_run run(ctx, call, held.rows());
        structure_ = run.structure();
        nrows_ = structure_.nrows;
        ncols_ = structure_.ncols;
        nvals_ = structure_.nvals();
        desc_.method = run.choice().method;
        reason_ = run.choice().reason;
        estimated_bytes_ = run.estimated_bytes();
    }

    /// C for the values that A and B have now. Throws invalid_value if the structure of A or B has changed.
    matrix<value> execute() const {
        check_structure();
        if constexpr (cuda::is_built_in) {
            if (on_device_ != nullptr) return matrix<value>::from_device(execute_on_device());
        }
        const host::product_call_of call("plan_mxm", semiring_, *a_, *b_, desc_);
        host::product_run run(ctx_, call, {structure_.structure(), true, false});
        return matrix<value>::from_storage(formats::typed<value>(run.product()));
    }

    /// The same into c, whose content is replaced and which must have the shape of the product (dimension_mismatch).
    template <class TC>
    void execute(matrix<TC>& c) const {
        shapes::check_same("plan", "C", shapes::of(c), {nrows_, ncols_});
        if constexpr (cuda::is_built_in) {
            if (on_device_ != nullptr) {
                check_structure();
                c = matrix<TC>::from_device(device::recast<TC>(ctx_, "plan_mxm", execute_on_device()));
                return;
            }
        }
        matrix<value> t = execute();
        c = matrix<TC>::from_storage(host::recast<TC>(ctx_.team(), csr<value>(t.storage())));
    }

    /// The method that execute() will use.
    enum method method() const { return desc_.method; }
    /// Why that one.
    const std::string& reason() const { return reason_; }
    /// Memory that execute() is expected to need beside its operands.
    std::int64_t estimated_bytes() const { return estimated_bytes_; }
    /// Entries of the product.
    index nvals() const { return nvals_; }
    /// Of the last product of the context: after execute(), of that.
    graphblas_gpu::report report() const { return ctx_.last_report(); }

  private:
    void check_structure() const {
        if (a_->structure_id() != a_structure_ || b_->structure_id() != b_structure_) {
            throw invalid_value("plan: the structure of an operand has changed since the plan was made");
        }
    }

    cuda::csr execute_on_device() const {
        device::product_run run(ctx_, "plan_mxm", device::recipe_of("plan_mxm", semiring_), *a_, *b_, *on_device_, desc_);
        return run.compute();
    }

    template <class Mask>
    void plan_on_device(const Mask& mask) {
        device::product_run run(ctx_, "plan_mxm", device::recipe_of("plan_mxm", semiring_), *a_, *b_, mask, desc_);
        on_device_ = std::make_shared<const cuda::known_product>(run.known());
        nrows_ = run.shape().nrows;
        ncols_ = run.shape().ncols;
        nvals_ = on_device_->structure.nvals;
        desc_.method = run.product().choice().method;
        reason_ = run.product().choice().reason + on_device_->about_lists;
        estimated_bytes_ = run.product().estimated_bytes();
    }

    context ctx_;
    S semiring_;
    const matrix<TA>* a_;
    const matrix<TB>* b_;
    std::uint64_t a_structure_;
    std::uint64_t b_structure_;
    descriptor desc_;
    csr<void> structure_;                                  // on the host,
    std::shared_ptr<const cuda::known_product> on_device_;  // or there
    index nrows_ = 0, ncols_ = 0, nvals_ = 0;
    std::string reason_;
    std::int64_t estimated_bytes_ = 0;
};

/// Plans A (+).(x) B under a mask. Errors as mxm. Costs the symbolic phase, and on a device, where reason() says so, a list of
/// all products; execute() costs the multiplications.
template <matrix_mask Mask, semiring_like S, class TA, class TB>
mxm_plan<S, TA, TB> plan_mxm(const context& ctx, const Mask& mask, const S& semiring, const matrix<TA>& a, const matrix<TB>& b,
                             const descriptor& desc = {}) {
    return {ctx, mask, semiring, a, b, desc};
}
/// The same without a mask.
template <semiring_like S, class TA, class TB>
mxm_plan<S, TA, TB> plan_mxm(const context& ctx, const S& semiring, const matrix<TA>& a, const matrix<TB>& b,
                             const descriptor& desc = {}) {
    return {ctx, no_mask, semiring, a, b, desc};
}

}  // namespace graphblas_gpu
