// A product whose symbolic phase is kept: plan once, execute for every new set of values.
//
// Idea: planning chooses the method and finds the structure of C. Executing uses this structure as the mask, so that only
// values are computed and nothing is sorted. On a device, where it pays, a plan also lists the products of which every entry is
// the sum.
// Source: the reuse case of kkSpGEMM (Deveci, Trott, Rajamanickam), section 3.
#pragma once

#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/descriptor.hpp>
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/mask.hpp>
#include <graphblas_gpu/matrix.hpp>
#include <graphblas_gpu/operations/product.hpp>
#include <graphblas_gpu/operations/wrong_call.hpp>
#include <graphblas_gpu/shapes.hpp>

#include <cstdint>
#include <string>
#include <utility>

namespace graphblas_gpu {

/// The result of plan_mxm. It refers to A and B, which must outlive it and keep their structure; their values may change.
template <class S, class TA, class TB>
class mxm_plan {
    using value = semiring_value_t<S>;

  public:
    template <matrix_mask Mask>
    mxm_plan(const context& ctx, const Mask& mask, const S& semiring, const matrix<TA>& a, const matrix<TB>& b,
             const descriptor& desc)
        : ctx_(ctx),
          semiring_(semiring),
          a_(&a),
          b_(&b),
          a_structure_(a.any().structure_id()),
          b_structure_(b.any().structure_id()) {
        desc_ = desc;
        plan_ = operations::plan_product(ctx_, operations::product_call_of("plan_mxm", semiring, a, b, mask, desc));
        desc_.method = plan_.method;
    }

    /// C for the values that A and B have now. Throws invalid_value if the structure of A or B has changed.
    matrix<value> execute() const {
        check_structure();
        return operations::execute_plan(ctx_, call(), plan_).template as<matrix<value>>();
    }

    /// The same, stored in c, whose content is replaced. c must have the shape of the product (dimension_mismatch otherwise).
    template <class TC>
    void execute(matrix<TC>& c) const {
        shapes::check_same("plan", "C", shapes::of(c), plan_.shape);
        check_structure();
        const auto out = operations::output_of<value>(c, no_mask, no_accum, true);
        c = operations::execute_plan(ctx_, call(), plan_, out).template as<matrix<TC>>();
    }

    /// The method that execute() will use.
    enum method method() const { return desc_.method; }
    /// Why this method was chosen.
    const std::string& reason() const { return plan_.reason; }
    /// The memory that execute() is expected to need in addition to its operands.
    std::int64_t estimated_bytes() const { return plan_.estimated_bytes; }
    /// The number of entries of the product.
    index nvals() const { return plan_.nvals; }
    /// The report of the last product of the context; after execute(), of this product.
    graphblas_gpu::report report() const { return ctx_.last_report(); }

  private:
    void check_structure() const {
        if (a_->any().structure_id() != a_structure_ || b_->any().structure_id() != b_structure_) {
            throw invalid_value("plan: the structure of an operand has changed since the plan was made");
        }
    }

    operations::product_call call() const {
        return operations::product_call_of("plan_mxm", semiring_, *a_, *b_, no_mask, desc_);
    }

    context ctx_;
    S semiring_;
    const matrix<TA>* a_;
    const matrix<TB>* b_;
    std::uint64_t a_structure_;
    std::uint64_t b_structure_;
    descriptor desc_;
    operations::planned_product plan_;
};

/// Plans A (+).(x) B under a mask. Throws what mxm throws. Planning costs the symbolic phase, and on a device, if reason() says
/// so, a list of all products; execute() costs the multiplications.
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

/// @cond
#define GB_REFUSE_TEMPORARY(a_type, b_type)                                                        \
    template <matrix_mask Mask, semiring_like S, class TA, class TB>                               \
    auto plan_mxm(const context&, const Mask&, const S&, a_type, b_type, const descriptor& = {}) { \
        return operations::refuse_temporary_operand<S>();                                          \
    }                                                                                              \
    template <semiring_like S, class TA, class TB>                                                 \
    auto plan_mxm(const context&, const S&, a_type, b_type, const descriptor& = {}) {              \
        return operations::refuse_temporary_operand<S>();                                          \
    }
GB_REFUSE_TEMPORARY(const matrix<TA>&&, const matrix<TB>&)
GB_REFUSE_TEMPORARY(const matrix<TA>&, const matrix<TB>&&)
GB_REFUSE_TEMPORARY(const matrix<TA>&&, const matrix<TB>&&)
#undef GB_REFUSE_TEMPORARY
/// @endcond

}  // namespace graphblas_gpu
