// Connected components on the device; what the answer means is in host/connected_components.hpp.
#pragma once

#include <graphblas_gpu/cuda/device/csr.hpp>

namespace graphblas_gpu::cuda {

struct labelled_components {
    csr labels;                   ///< a vector of int64: the smallest vertex of its component for each vertex
    std::int64_t components = 0;
};

/// Of a square A. `symmetric`: it is known that A has both directions of every edge. Waits. O(nvals + nrows) in practice.
labelled_components connected_components(const engine_ptr& e, const csr_ref& a, bool symmetric);

}  // namespace graphblas_gpu::cuda
