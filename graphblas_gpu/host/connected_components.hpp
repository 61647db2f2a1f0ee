// Connected components of the graph of a square matrix, on the threads of a team.
//
// Needs: the structure of a square matrix; an entry joins its row and its column.
// Idea: every vertex points to a vertex of its component that is not larger than itself, so that the trees of these pointers have the
// smallest vertex of their component as the root once all edges are seen. An edge joins two trees by pointing the larger root to
// the smaller one. Two edges of each vertex are joined first, which leaves nearly all vertices of most graphs in one tree; the edges within
// that tree need one look each, and none at all where the matrix is known to be symmetric.
// Source: Sutton, Ben-Nun, Barak, "Optimizing parallel graph connectivity computation via subgraph sampling" (IPDPS 2018); Jaiganesh,
// Burtscher, "A high-performance connected components implementation for GPUs" (HPDC 2018).
#pragma once

#include <graphblas_gpu/formats/csr.hpp>

#include <cstdint>

namespace graphblas_gpu::host {

class team;

/// Writes the smallest vertex of its component for each vertex of a square A to labels[0 .. nrows - 1], and returns the number of
/// components. `symmetric`: it is known that A has both directions of every edge, so that rows may be left out. O(nvals + nrows) in
/// practice.
std::int64_t connected_components(team& team, const structure_view& a, bool symmetric, std::int64_t* labels);

}  // namespace graphblas_gpu::host
