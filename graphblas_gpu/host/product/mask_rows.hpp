// A mask as kernels read it. It is always structural: a mask by value was reduced to its true entries before.
#pragma once

#include <graphblas_gpu/formats/csr.hpp>

namespace graphblas_gpu::host {

struct mask_rows {
    structure_view rows;
    bool present = false;
    bool complement = false;

    /// Only positions in the mask may be written.
    bool admits_only() const { return present && !complement; }
    /// Positions in the mask may not be written.
    bool forbids() const { return present && complement; }
};

}  // namespace graphblas_gpu::host
