// The connected components of a graph whose edges connect in both directions: the weak components of a directed graph.
//
// Needs: a square matrix whose entry (i, j), whatever its value, joins i and j. It need not be symmetric.
// Idea: all vertices of a component get the number of its smallest vertex. No product is needed: union-find has no rounds and
// reads each edge at most once, while labels that spread by products need as many rounds as the graph's diameter.
// Source: Sutton, Ben-Nun, Barak, "Optimizing parallel graph connectivity computation via subgraph sampling" (IPDPS 2018);
// Jaiganesh, Burtscher, "A high-performance connected components implementation for GPUs" (HPDC 2018).
#pragma once

#include <algorithms/common.hpp>
#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/graph.hpp>
#include <graphblas_gpu/matrix.hpp>
#include <graphblas_gpu/vector.hpp>

#include <cstdint>
#include <utility>

namespace graphblas_gpu {

/// The result; every vertex has an entry in `labels`.
struct connected_components_result {
    vector<std::int64_t> labels;  ///< the smallest vertex of the component of the vertex
    std::int64_t components = 0;  ///< the number of components
};

/// The components of the graph of A. Values and self loops are ignored; a vertex without edges is a component by itself; the
/// graph without vertices has no component. For a directed graph these are its weak components (strongly_connected_components
/// finds the strong ones). The result is the same for every engine and number of threads.
///
/// Throws dimension_mismatch if A is not square. O(nvals(A) + n) in practice. If A is known to be symmetric (after a call of
/// A.is_symmetric), most rows are not read to their ends.
template <class T>
connected_components_result connected_components(const context& ctx, const matrix<T>& a) {
    algorithm::require_square("connected_components", a);
    component_labels found = label_components(ctx, a);
    return {std::move(found.labels), found.components};
}

/// @cond
// The library has compiled this (algorithms/instances).
extern template connected_components_result connected_components(const context&, const matrix<void>&);
/// @endcond

}  // namespace graphblas_gpu
