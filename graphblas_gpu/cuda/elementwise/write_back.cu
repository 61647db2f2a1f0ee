#include <graphblas_gpu/cuda/elementwise/combine.hpp>
#include <graphblas_gpu/cuda/elementwise/values.hpp>
#include <graphblas_gpu/cuda/elementwise/write_back.hpp>

namespace graphblas_gpu::cuda {

namespace {

/// Whether T is the result, except for the type of its values.
bool is_answer(const csr_ref& c, const mask_ref& mask, std::optional<binary_code> accum, bool replace, bool t_is_masked) {
    const bool c_is_dropped = !accum && (!mask.present || replace);
    return (!mask.present || t_is_masked) && (c_is_dropped || c.nvals == 0);
}

csr joined(const engine_ptr& e, const csr_ref& c, const csr_ref& t, const mask_ref& mask, std::optional<binary_code> accum,
           bool replace) {
    const merge_rule rule{.left_alone = accum.has_value(), .right_alone = true, .left_outside = !replace};
    return merged(e, c, t, mask, rule, {accum.value_or(binary_code::second), c.type, c.type});
}

}  // namespace

csr write_back(const engine_ptr& e, const csr_ref& c, csr&& t, const mask_ref& mask, std::optional<binary_code> accum,
               bool replace, bool t_is_masked) {
    if (is_answer(c, mask, accum, replace, t_is_masked)) return recast(e, std::move(t), c.type);
    return joined(e, c, t.view(), mask, accum, replace);
}

csr write_back(const engine_ptr& e, const csr_ref& c, const csr_ref& t, const mask_ref& mask, std::optional<binary_code> accum,
               bool replace, bool t_is_masked) {
    if (is_answer(c, mask, accum, replace, t_is_masked)) return recast(e, cloned(e, t), c.type);
    return joined(e, c, t, mask, accum, replace);
}

}  // namespace graphblas_gpu::cuda
