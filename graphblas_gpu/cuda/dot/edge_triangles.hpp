// The triangles of every edge of an undirected graph, and what the two ends of an edge have in common.
//
// Needs: a symmetric matrix without a diagonal; `larger` has each of its edges once, pointing to its larger end by degree
// (cuda::edges_by_degree).
// Idea: every triangle is found once, as by a dot product under the mask of the same edges, and counted at its three edges. The
// entry (i, j) of the whole matrix finds its edge by a search in a row of `larger`, which is short.
#pragma once

#include <graphblas_gpu/cuda/device/csr.hpp>

namespace graphblas_gpu::cuda {

/// For every entry of `larger`, how many triangles contain this edge: int64, with the structure of `larger`. O(the look-ups of
/// the dot products, and 3 additions a triangle).
csr triangles_of_edges(const engine_ptr& e, const csr& larger);

/// For every entry (i, j) of A the quotient |N(i) and N(j)| / |N(i) or N(j)| of the neighbours of both ends: double, with the
/// structure of A. O(that of triangles_of_edges, and nvals).
csr jaccard_of_edges(const engine_ptr& e, const csr& a, const csr_ref& larger);

}  // namespace graphblas_gpu::cuda
