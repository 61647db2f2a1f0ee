// The local clustering coefficient of every vertex of a graph, undirected or directed, and the numbers of triangles or edges
// that it is the quotient of.
//
// Needs: a square matrix. The undirected graph is A | A' without the diagonal; values are ignored.
// Idea: let U have the edges that point to the endpoint of larger degree. C<U> = U*U counts every triangle i -> j -> k, i -> k
// once, at its edge (i, k): the rows of C add up the triangles whose smallest vertex is i, the columns those whose largest
// vertex is k. C<U> = U*U' counts the same triangle once at its edge (i, j), and its columns add up the triangles whose middle
// vertex is j. For a directed graph U has at each edge the number of its directions, 1 or 2, and a triangle brings each of its
// vertices the number at the edge between the other two; then the rows and the columns of C take a product each.
// Source: Watts, Strogatz, "Collective dynamics of 'small-world' networks", Nature 393 (1998); the products: Azad, Buluc,
// Gilbert, "Parallel triangle counting and enumeration using matrix algebra" (GABB 2015); the order by degree: see
// triangle_count.hpp; directed: Iosup et al., "The LDBC Graphalytics benchmark", arXiv:2011.15028, section 2.
#pragma once

#include <algorithms/common.hpp>
#include <algorithms/structure.hpp>
#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/matrix.hpp>
#include <graphblas_gpu/planner/method.hpp>
#include <graphblas_gpu/vector.hpp>

#include <cstdint>

namespace graphblas_gpu {

/// The options of local_clustering_coefficient.
struct local_clustering_options {
    enum method method = method::automatic;  ///< of the products
    bool directed = false;                   ///< edges between neighbours count in each direction
};

/// The result; both vectors have an entry for every vertex.
struct local_clustering_result {
    vector<double> coefficients;  ///< between 0 and 1
    /// The triangles that contain the vertex; their sum is three times the number of triangles of the graph. Directed: the
    /// edges from one neighbour of the vertex to another.
    vector<std::int64_t> triangles;
};

namespace clustering {

/// The coefficients of a graph whose matrix is symmetric, without self loops.
local_clustering_result of_edges(const context& ctx, const matrix<void>& edges, const local_clustering_options& options);

/// The directed coefficients; self loops are ignored.
local_clustering_result of_directed_edges(const context& ctx, const matrix<void>& edges,
                                          const local_clustering_options& options);

}  // namespace clustering

/// For every vertex, the share of the pairs of its neighbours that are neighbours of each other: triangles / (degree (degree -
/// 1) / 2). It is 0 if the degree is less than 2, also for isolated vertices.
///
/// The graph is undirected: an edge in one direction counts as an edge in both directions, and self loops are ignored. Values
/// are ignored. Numbers of triangles are exact, and coefficients are their quotients rounded once, so that all engines and
/// numbers of threads give the same result to the bit.
///
/// With options.directed it is the coefficient of LDBC Graphalytics: neighbours of a vertex are those that an edge leads to and
/// those that an edge comes from, each counted once, and the coefficient is the number of edges from one neighbour to another
/// divided by degree (degree - 1), where degree is the number of neighbours. For a symmetric A both are the same.
///
/// Throws dimension_mismatch if A is not square; unsupported for a method that the engine lacks. Cost: that of two triangle
/// counts, or directed of three, and O(nvals(A) + n).
template <class T>
local_clustering_result local_clustering_coefficient(const context& ctx, const matrix<T>& a,
                                                     const local_clustering_options& options = {}) {
    const running_call whole(ctx);
    algorithm::require_square("local_clustering_coefficient", a);
    if (options.directed) return clustering::of_directed_edges(ctx, algorithm::without_values(ctx, a), options);
    return clustering::of_edges(ctx, undirected_structure(ctx, a), options);
}

}  // namespace graphblas_gpu
