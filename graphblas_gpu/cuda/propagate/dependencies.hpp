// The dependencies of a breadth-first search on the device; host/propagate/dependencies.hpp has its twin.
#pragma once

#include <graphblas_gpu/cuda/device/csr.hpp>

namespace graphblas_gpu::cuda {

/// The totals, a vector of double with an entry for every vertex of a graph of at least one vertex, with the dependency of a
/// search added to each. `levels` is a vector of int32. Row i of `outgoing` lists the vertices to which an edge leads from i,
/// row j of `incoming` those from which an edge leads to j. The sums are the same in every run. Does not wait. O(nvals + n).
csr with_dependencies(const engine_ptr& e, const csr_ref& outgoing, const csr_ref& incoming, const csr_ref& levels,
                      const csr& totals);

}  // namespace graphblas_gpu::cuda
