// Orders of the vertices of a graph that bring neighbours, or vertices with the same neighbours, together.
//
// Needs: a square matrix; values are ignored. The graph is A | A' without the diagonal.
// Idea: after permute(ctx, a, order) the entries lie closer together: in fewer tiles of 8x8 (method bitmap_tile), nearer to the
// diagonal, or with the hubs in one corner. An order is computed on one host thread, because each step depends on the step
// before it; a matrix on a device is copied to host memory. The order does not depend on the engine or the number of threads.
// Source: named in the file of each order in vertex_order/.
#pragma once

#include <algorithms/common.hpp>
#include <algorithms/structure.hpp>
#include <graphblas_gpu/base/within_memory.hpp>
#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/matrix.hpp>
#include <graphblas_gpu/named_value.hpp>

#include <string_view>
#include <vector>

namespace graphblas_gpu {

/// The kinds of orders.
enum class vertex_order {
    degree,                 ///< degree_order
    reverse_cuthill_mckee,  ///< reverse_cuthill_mckee_order
    jaccard,                ///< jaccard_order
};

namespace detail {
inline constexpr value_names<vertex_order::jaccard> vertex_order_names("degree", "rcm", "jaccard");
}

/// The name of the order, as vertex_order_from_string reads it.
constexpr const char* to_string(vertex_order o) noexcept { return detail::vertex_order_names.of(o); }

/// The order of that name. Throws invalid_value with a list of all names.
inline vertex_order vertex_order_from_string(std::string_view name) {
    return detail::vertex_order_names.value(name, "no order");
}

namespace ordering {

/// The orders of a symmetric structure without self loops.
/// @{
std::vector<index> by_degree(const running_call& call, const matrix<void>& neighbours);
std::vector<index> by_reverse_cuthill_mckee(const running_call& call, const matrix<void>& neighbours);
std::vector<index> by_common_neighbours(const running_call& call, const matrix<void>& neighbours);
/// @}

}  // namespace ordering

/// Vertices by descending degree, and by number where degrees are equal: the entries of hubs come into one corner. Throws
/// dimension_mismatch unless A is square. O(nvals + n log n).
template <class T>
std::vector<index> degree_order(const context& ctx, const matrix<T>& a) {
    return base::library_call("degree_order", [&] {
        const running_call whole(ctx);
        algorithm::require_square("degree_order", a);
        return ordering::by_degree(whole, undirected_structure(ctx, a));
    });
}

/// Vertices level by level from one end of the graph, neighbours by ascending degree, and then the whole order reversed: bands
/// and meshes get a small bandwidth. Components follow one after the other. Throws dimension_mismatch unless A is square.
/// O(nvals log(row size) + n log n).
template <class T>
std::vector<index> reverse_cuthill_mckee_order(const context& ctx, const matrix<T>& a) {
    return base::library_call("reverse_cuthill_mckee_order", [&] {
        const running_call whole(ctx);
        algorithm::require_square("reverse_cuthill_mckee_order", a);
        return ordering::by_reverse_cuthill_mckee(whole, undirected_structure(ctx, a));
    });
}

/// Vertices in groups of eight that share neighbours, chosen greedily. Of the three orders this one gives the densest tiles of
/// 8x8 on most graphs and takes longest. Throws dimension_mismatch unless A is square. O(nvals + n log n), with some tens of
/// steps for each entry if many vertices have common neighbours, and some hundreds at most.
template <class T>
std::vector<index> jaccard_order(const context& ctx, const matrix<T>& a) {
    return base::library_call("jaccard_order", [&] {
        const running_call whole(ctx);
        algorithm::require_square("jaccard_order", a);
        return ordering::by_common_neighbours(whole, undirected_structure(ctx, a));
    });
}

/// The order of the given kind; errors and cost as above.
template <class T>
std::vector<index> order_vertices(const context& ctx, const matrix<T>& a, vertex_order which) {
    switch (which) {
        case vertex_order::degree: return degree_order(ctx, a);
        case vertex_order::reverse_cuthill_mckee: return reverse_cuthill_mckee_order(ctx, a);
        case vertex_order::jaccard: return jaccard_order(ctx, a);
    }
    throw invalid_value("order_vertices: there is no such order");
}

}  // namespace graphblas_gpu
