// w<m, replace> = accum(w, u A) and the entries that changed, on the CUDA engine.
//
// Idea: the product is computed under the mask and merged into w. Only positions of the product are compared with w before: no
// other entry of w can be new or have another value. If the product only fills positions that w lacks, the merge is a union,
// and the changed entries are the product itself.
#pragma once

#include <graphblas_gpu/cuda/structure/arrange.hpp>
#include <graphblas_gpu/operations/device/operation.hpp>
#include <graphblas_gpu/operations/vector_run.hpp>

namespace graphblas_gpu::device {

template <class TW, class TC, class Mask, class Accum, class S, class TU, class TA>
void vector_update(const context& ctx, vector<TW>& w, vector<TC>& changed, const Mask& mask, const Accum& accumulator, const S& semiring,
                   const vector<TU>& u, const matrix<TA>& a, const descriptor& desc) {
    constexpr const char* operation = "vxm_update";
    const engine_ptr& e = ctx.cuda_engine();
    const cuda::engine::use here(*e, operation);
    const type_code type = code_of_moved_values<TW>(operation), report_type = code_of_moved_values<TC>(operation);

    const held_mask held(e, mask);
    const host::vector_call_of<S, true, TA, TU> call(operation, semiring, a, u, desc.transpose_b, desc);
    cuda::csr t = product_with_vector(ctx, call, held.rows());
    std::optional<cuda::binary_code> accum;
    if constexpr (!sourced_accumulator<Accum, TW>) accum = accumulator_code<TW>(operation, accumulator, t.type);
    const auto before = w.device_list(e);

    bool fills_blanks = false;
    if constexpr (std::is_same_v<Mask, mask_view<vector<TW>>>) {
        fills_blanks = mask.object == &w && mask.complement && !mask.by_value && !desc.replace;
    }
    cuda::csr after, fresh;
    if (fills_blanks) {
        fresh = cuda::recast(e, std::move(t), type);
        after = cuda::write_back(e, before->view(), fresh.view(), {}, cuda::binary_code::second, false, true);
    } else {
        if constexpr (sourced_accumulator<Accum, TW>) {
            after = accumulated<TW>(e, operation, before->view(), t.view(), accumulator);
            if (held.rows().present) {
                after = cuda::write_back(e, before->view(), std::move(after), held.rows(), std::nullopt, desc.replace, false);
            }
        } else {
            after = cuda::write_back(e, before->view(), t.view(), held.rows(), accum, desc.replace, true);
        }
        fresh = cuda::changes(e, before->view(), after.view(), t.view());
    }
    auto report = ctx.last_report();
    report.nvals = fresh.nvals;
    vector<TC> reported = vector<TC>::from_device(cuda::recast(e, std::move(fresh), report_type));
    w = vector<TW>::from_device(std::move(after));
    changed = std::move(reported);
    ctx.set_report(std::move(report));
}

}  // namespace graphblas_gpu::device
