// What the algorithms ask of a graph on the device beyond the operations: edges chosen by what is known of both ends.
#pragma once

#include <graphblas_gpu/cuda/device/csr.hpp>

namespace graphblas_gpu::cuda {

/// The structure of the edges of a square A that lead to a vertex of larger degree, or of the same degree and a larger number;
/// or of the others. O(nvals).
csr edges_by_degree(const engine_ptr& e, const csr_ref& a, bool to_larger);

/// The structure of the edges of A, square, whose length added to the distance of their start gives no more than the distance of their end:
/// those on shortest paths, once no distance can get shorter. `distances` has an entry for every vertex, of A's type: int32,
/// int64, float or double; too_far (the largest integer, infinity) where a vertex is not reached. O(nvals).
csr tight_edges(const engine_ptr& e, const csr_ref& a, const csr_ref& distances);

/// The sum over the vertices k of p(k)^2, or of p(k) q(k), where p(k) is the size of row k of `part` and q(k) how many entries
/// row k of A has beside it. O(nrows).
/// @{
double squares_of_row_sizes(const engine_ptr& e, const csr_ref& part);
double products_of_row_sizes(const engine_ptr& e, const csr_ref& a, const csr_ref& part);
/// @}

}  // namespace graphblas_gpu::cuda
