// Connected components on the device; what the answer means is in host/connected_components.hpp.
#pragma once

#include <graphblas_gpu/cuda/device/csr.hpp>

namespace graphblas_gpu::cuda {

struct labelled_components {
    csr labels;                   ///< an int64 vector: for each vertex, the smallest vertex of its component
    std::int64_t components = 0;
};

/// The components of a square A. `symmetric`: A is known to have both directions of every edge. Waits. O(nvals + nrows) in
/// practice.
labelled_components connected_components(const engine_ptr& e, const csr_ref& a, bool symmetric);

}  // namespace graphblas_gpu::cuda
