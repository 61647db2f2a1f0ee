// The connected components of a graph, edges counting in both directions: its weak components, if it is directed.
//
// Needs: a square matrix whose entry (i, j), whatever its value, joins i and j. It need not be symmetric.
// Idea: all vertices of a component get the number of its smallest vertex. No product is made: union-find has no rounds and looks at
// each edge once at most, whereas labels that spread by products need as many rounds as the graph is wide.
// Source: Sutton, Ben-Nun, Barak, "Optimizing parallel graph connectivity computation via subgraph sampling" (IPDPS 2018); Jaiganesh,
// Burtscher, "A high-performance connected components implementation for GPUs" (HPDC 2018).
#pragma once

#include <algorithms/common.hpp>

#include <cstdint>
#include <utility>

namespace graphblas_gpu {

/// Every vertex has an entry.
struct connected_components_result {
    vector<std::int64_t> labels;   ///< the smallest vertex of the component that the vertex is in
    std::int64_t components = 0;   ///< how many there are
};

/// The components of the graph of A. Values and self loops mean nothing; a vertex without edges is a component by itself; the graph
/// without vertices has none. Where the graph is directed these are its weak components (strongly_connected_components has the strong
/// ones). The answer is the same on every engine and for any number of threads.
///
/// Throws dimension_mismatch if A is not square. O(nvals(A) + n) in practice. Where A is known to be symmetric (A.is_symmetric has been
/// asked) most rows are not read to their ends.
template <class T>
connected_components_result connected_components(const context& ctx, const matrix<T>& a) {
    algorithm::require_square("connected_components", a);
    component_labels found = label_components(ctx, a);
    return {std::move(found.labels), found.components};
}

/// @cond
// The library has this already (algorithms/instances).
extern template connected_components_result connected_components(const context&, const matrix<void>&);
/// @endcond

}  // namespace graphblas_gpu
