#include <graphblas_gpu/operations/device/operation.hpp>

namespace graphblas_gpu::device {

held_mask::held_mask(const engine_ptr& e, std::shared_ptr<const cuda::csr> entries, bool by_value, bool complement)
    : keep_(std::move(entries)) {
    if (by_value) keep_ = std::make_shared<const cuda::csr>(cuda::true_structure(e, keep_->view()));
    rows_.present = true;
    rows_.complement = complement;
    rows_.rows = keep_->view().structure();
}

cuda::csr merged(const engine_ptr& e, const char* operation, index nvals_of_c,
                 formats::function_ref<std::shared_ptr<const cuda::csr>()> rows_of_c, cuda::csr&& t, const cuda::mask_ref& mask,
                 const accumulation& by, bool replace, bool t_is_masked) {
    const accumulation::codes codes = by.codes_for(operation, by.accum, t.type);
    if (by.by_source != nullptr) {
        if (t.parts != nullptr) t = cuda::gathered(e, t);
        // Z = accum(C, T) without a mask, of which C gets what the mask admits.
        const auto before = rows_of_c();
        cuda::csr z = by.by_source(e, operation, before->view(), t.view(), by.accum);
        if (!mask.present) return z;
        return cuda::write_back(e, before->view(), std::move(z), mask, std::nullopt, replace, false);
    }
    const bool masks_nothing = !mask.present || t_is_masked;
    const bool stays = nvals_of_c > 0 && (codes.accum || (mask.present && !replace));  // of C
    if (t.parts != nullptr && (t.type != codes.type || !masks_nothing || stays)) t = cuda::gathered(e, t);
    // Nothing of C stays, so that C need not be sent to the device.
    if (masks_nothing && !stays) return cuda::recast(e, std::move(t), codes.type);
    const auto before = rows_of_c();
    return cuda::write_back(e, before->view(), std::move(t), mask, codes.accum, replace, t_is_masked);
}

}  // namespace graphblas_gpu::device
