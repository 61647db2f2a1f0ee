#include <graphblas_gpu/cuda/merge.hpp>
#include <graphblas_gpu/cuda/values.hpp>
#include <graphblas_gpu/cuda/write_back.hpp>

namespace graphblas_gpu::cuda {

csr write_back(const engine_ptr& e, const csr_ref& c, csr&& t, const mask_ref& mask, std::optional<binary_code> accum,
               bool replace, bool t_is_masked) {
    const bool c_is_dropped = !accum && (!mask.present || replace);
    if ((!mask.present || t_is_masked) && (c_is_dropped || c.nvals == 0)) return recast(e, std::move(t), c.type);
    const merge_rule rule{.left_alone = accum.has_value(), .right_alone = true, .left_outside = !replace};
    return merged(e, c, t.view(), mask, rule, {accum.value_or(binary_code::second), c.type, c.type});
}

}  // namespace graphblas_gpu::cuda
