// w<m, replace> = accum(w, u (+).(x) op(A)), and the entries of w that changed.
//
// Idea: most graph algorithms repeat a product until nothing changes, and continue from the changed entries. If the product
// reports the changes, the algorithm need not search for them, and the library need not store the product: if w is dense,
// the terms are written to their positions directly.
// Source: beyond the GraphBLAS C API 2.1; w gets the result that section 4.3.2 (GrB_vxm) defines.
#pragma once

#include <graphblas_gpu/mask.hpp>
#include <graphblas_gpu/operations/vector_update.hpp>

namespace graphblas_gpu {

/// Computes vxm(ctx, w, mask, accum, semiring, u, a, desc). `changed` then has the entries of w that are new or whose value
/// differs from before (by ==; NaN equals NaN), with their values cast to the type of `changed`, or their structure alone.
/// Deleted entries are not in it. w, u and the mask may be one object; `changed` may be u or the mask, but not w.
///
/// Shapes and errors as in vxm; dimension_mismatch also if `changed` has another size, invalid_value if it is w. A call that
/// fails leaves both outputs as they were. The result does not depend on the method or the number of threads.
///
/// Cost: that of vxm, and at most O(nvals(w)) in addition to the product. Two cases cost only the entries of A that they read,
/// if w is dense (a vector that was filled, or vector::make_dense()):
///   * vxm_update(ctx, w, changed, !structure(w), no_accum, ...): missing entries are filled in. Pushes from u or pulls from
///     the blank positions, whichever is expected to be cheaper.
///   * w has an entry everywhere, there is no mask, the semiring adds by min or max, which is the accumulator too, and
///     multiplies numbers by plus, times, min, max, first, second or an operator that is noexcept: relaxation. Pushes from u on
///     all threads.
template <class TW, class TC, vector_mask Mask, class Accum, semiring_like S, class TU, class TA>
void vxm_update(const context& ctx, vector<TW>& w, vector<TC>& changed, const Mask& mask, const Accum& accum,
                const S& semiring, const vector<TU>& u, const matrix<TA>& a, const descriptor& desc = {}) {
    const auto call = host::vector_call_of<true>("vxm_update", semiring, a, u, desc.transpose_b, desc);
    operations::update_vector(ctx, call, operations::output_of<semiring_value_t<S>>(w, mask, accum, desc.replace),
                              {&changed.any(), operations::conversion<TW, TC>()},
                              host::update_loops_of<S, TW, Accum, !std::is_same_v<Mask, no_mask_t>>());
}

}  // namespace graphblas_gpu
