// What graph algorithms need on the device beyond the operations: edges that are chosen by properties of both ends.
#pragma once

#include <graphblas_gpu/cuda/device/csr.hpp>
#include <graphblas_gpu/formats/orientation.hpp>

namespace graphblas_gpu::cuda {

/// The structure of the edges of a square A that lead to a vertex of larger degree, or of the same degree and a larger number.
/// If `to_larger` is false, the structure of all other edges. O(nvals).
csr edges_by_degree(const engine_ptr& e, const csr_ref& a, bool to_larger);

/// edges_by_degree(a, true), and what the same pass finds out about a square A. Waits. O(nvals + nrows).
csr oriented(const engine_ptr& e, const csr_ref& a, formats::orientation_facts& facts);

/// The structure of the edges of a square A for which distance of the start + length <= distance of the end. When distances are
/// final, these are the edges on shortest paths. `distances` has an entry for every vertex, of A's type: int32, int64, float or
/// double. It is too_far (the largest integer, or infinity) for vertices that are not reached. O(nvals).
csr tight_edges(const engine_ptr& e, const csr_ref& a, const csr_ref& distances);

}  // namespace graphblas_gpu::cuda
