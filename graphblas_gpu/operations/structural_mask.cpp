#include <graphblas_gpu/operations/structural_mask.hpp>

#include <graphblas_gpu/cuda/elementwise/select.hpp>

namespace graphblas_gpu {

host::host_mask::host_mask(team& team, const any_mask& mask) {
    if (!mask.is_present()) return;
    structure_view entries;
    if (mask.by_value) {
        filtered_ = mask.matrix != nullptr ? mask.matrix->true_entries(team) : mask.vector->true_entries(team);
        entries = filtered_.structure();
    } else {
        entries = mask.matrix != nullptr ? mask.matrix->rows() : mask.vector->list();
    }
    rows_ = {entries, true, mask.complement};
}

device::device_mask::device_mask(const cuda::engine_ptr& e, const any_mask& mask) {
    if (!mask.is_present()) return;
    keep_ = mask.matrix != nullptr ? mask.matrix->device_rows(e) : mask.vector->device_rows(e);
    if (mask.by_value) keep_ = std::make_shared<const cuda::csr>(cuda::true_structure(e, keep_->view()));
    rows_.present = true;
    rows_.complement = mask.complement;
    rows_.rows = keep_->view().structure();
}

}  // namespace graphblas_gpu
