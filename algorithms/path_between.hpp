// A shortest path from one vertex to another, found without searching the rest of the graph.
//
// Needs: a square matrix whose entry (i, j) is an edge from i to j, of length 1 in a structure, otherwise of the length that
// the value gives. Idea: Dijkstra's algorithm runs from the source, and in a symmetric matrix also from the target; the one
// whose next vertex is nearer goes on. A path is known where both have been, and it is a shortest one when the distances of the
// next vertices of both add up to no less. From the source alone this is when the target would be settled. Source: Dijkstra, "A
// note on two problems in connexion with graphs", Numerische Mathematik 1 (1959); from both ends: Nicholson, "Finding the
// shortest route between two points in a network", The Computer Journal 9 (1966); Pohl, "Bi-directional search", Machine
// Intelligence 6 (1971).
#pragma once

#include <algorithms/common.hpp>
#include <graphblas_gpu/base/within_memory.hpp>
#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/matrix.hpp>

#include <cstdint>
#include <type_traits>
#include <vector>

namespace graphblas_gpu {

/// A path and its length: int64 for edges without values and for integers, otherwise double.
template <class Length>
struct path {
    Length length = 0;
    std::vector<index> vertices;  ///< from the source to the target, both included; empty if there is no path
};

/// The type of the length of a path along edges of type T.
template <class T>
using path_length = std::conditional_t<std::is_void_v<T> || std::is_integral_v<T>, std::int64_t, double>;

namespace paths {

/// The same for vertices of A. In a symmetric A the search runs from both ends.
template <class T>
path<path_length<T>> between(const running_call& call, const csr_view<T>& a, bool symmetric, index source, index target);

}  // namespace paths

/// A shortest path from source to target. Of several it is the same one in every run, for every engine and number of threads.
/// From a vertex to itself the path is that vertex, of length 0.
///
/// T is void, int32, int64, float or double. Lengths must be finite and not negative; those of edges that the search does not
/// come to are not looked at. Sums of integers are exact. Real lengths are added up in double from both ends, so that the
/// length of the path may differ by rounding from the distance of multi_source_shortest_path, and where paths are that near to
/// each other, either may be found.
///
/// Throws dimension_mismatch if A is not square; invalid_index if there is no such vertex; invalid_value for a length of an
/// edge that is negative or not finite, and for a length of a path beyond the range of int64 or double. One host thread; O(n)
/// to begin with, and O((k + n') log n') for the k edges and n' vertices that the search comes to. A is first tested for
/// symmetry, once for a matrix, in O(nvals(A)).
template <class T>
path<path_length<T>> path_between(const context& ctx, const matrix<T>& a, index source, index target) {
    return base::library_call("path_between", [&] {
        const running_call whole(ctx);
        algorithm::require_square("path_between", a);
        for (const index vertex : {source, target}) algorithm::require_vertex("path_between", vertex, a.nrows());
        return paths::between<T>(whole, a.rows(), a.is_symmetric(ctx), source, target);
    });
}

}  // namespace graphblas_gpu
