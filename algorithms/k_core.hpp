// The core number of every vertex: the largest k for which the vertex is in the k-core.
//
// Needs: a square matrix. The graph is A | A' without the diagonal; values are ignored.
// Idea: let k be the smallest number of remaining edges of any vertex. All vertices with k edges are removed at once, then
// those that are left with k edges or fewer, until there are none: k is the core number of all of these. This is repeated with
// the next smallest number of edges (core_numbers, graphblas_gpu/graph.hpp).
// Source: Seidman, "Network structure and minimum degree", Social Networks 5 (1983).
#pragma once

#include <algorithms/common.hpp>
#include <algorithms/structure.hpp>
#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/graph.hpp>
#include <graphblas_gpu/matrix.hpp>
#include <graphblas_gpu/progress.hpp>

namespace graphblas_gpu {

/// The options of k_core.
struct k_core_options {
    progress_counters* progress = nullptr;  ///< counts vertices with a core number
};

/// The core number of every vertex, the largest of them, and the number of rounds.
using k_core_result = core_decomposition;

/// Core numbers of all vertices. The graph is undirected: an edge in one direction counts as an edge in both directions, and
/// self loops are ignored. Values are ignored. Isolated vertices have core number 0. The numbers are exact, the same for every
/// engine and number of threads.
///
/// Throws dimension_mismatch if A is not square. O(nvals(A) + n), and for each core number that occurs the vertices that are
/// left.
template <class T>
k_core_result k_core(const context& ctx, const matrix<T>& a, const k_core_options& options = {}) {
    const running_call whole(ctx);
    algorithm::require_square("k_core", a);
    return core_numbers(ctx, undirected_structure(ctx, a), options.progress);
}

/// @cond
// The library has compiled these (algorithms/instances).
extern template k_core_result k_core(const context&, const matrix<void>&, const k_core_options&);
/// @endcond

}  // namespace graphblas_gpu
