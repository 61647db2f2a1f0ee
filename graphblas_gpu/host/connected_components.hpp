// Connected components of the graph of a square matrix, on the threads of a team.
//
// Needs: the structure of a square matrix; an entry joins its row and its column.
// Idea: every vertex points to a vertex of its component that is not larger than itself. Once all edges are processed, the root
// of each tree of pointers is the smallest vertex of its component. An edge joins two trees by pointing the larger root to the
// smaller one. Two edges of each vertex are joined first, which leaves nearly all vertices of most graphs in one tree. Each
// remaining edge inside this tree then costs one comparison, and where the matrix is known to be symmetric, the rows of this
// tree are skipped.
// Source: Sutton, Ben-Nun, Barak, "Optimizing parallel graph connectivity computation via subgraph sampling" (IPDPS 2018);
// Jaiganesh, Burtscher, "A high-performance connected components implementation for GPUs" (HPDC 2018).
#pragma once

#include <graphblas_gpu/formats/csr.hpp>

#include <cstdint>

namespace graphblas_gpu::host {

class team;

/// Writes the smallest vertex of its component for each vertex of a square A to labels[0 .. nrows - 1], and returns the number
/// of components. `symmetric`: A is known to have both directions of every edge, so that the rows of the largest tree can be
/// skipped. O(nvals + nrows) in practice.
std::int64_t connected_components(team& team, const structure_view& a, bool symmetric, std::int64_t* labels);

}  // namespace graphblas_gpu::host
