// The Jaccard similarity of the two ends of every edge: the share of their neighbours that they have in common.
//
// Needs: a square matrix whose entry (i, j), whatever its value, is an edge from i to j.
// Idea: the similarities of the pairs that are edges (pair_similarity.hpp).
// Source: Jaccard, "The distribution of the flora in the alpine zone", New Phytologist 11 (1912); by products: Besta,
// Kanakagiri, Mustafa, Karasikov, Raetsch, Hoefler, Solomonik, "Communication-efficient Jaccard similarity for high-performance
// distributed genome comparisons" (IPDPS 2020).
#pragma once

#include <algorithms/common.hpp>
#include <algorithms/pair_similarity.hpp>
#include <algorithms/structure.hpp>
#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/matrix.hpp>
#include <graphblas_gpu/planner/method.hpp>

namespace graphblas_gpu {

/// The options of jaccard_similarity.
struct jaccard_similarity_options {
    enum method method = method::automatic;  ///< of the product that counts common neighbours
};

/// A matrix with the structure of A whose entry (i, j) is |N(i) and N(j)| / |N(i) or N(j)|, where N(i) are the columns of row
/// i: the vertices to which edges lead from i. It is 0 if the sets have no common vertex, and 1 if N(i) and N(j) are the same
/// set.
///
/// A need not be symmetric. If it is, the result is symmetric too, and N(i) are the neighbours of i. To use the vertices from
/// which edges lead to i, pass the transpose. A self loop makes a vertex its own neighbour, and the entry on its diagonal is 1.
/// Values are ignored. A matrix without entries gives a result without entries.
///
/// Counts are exact, and each similarity is a quotient that is rounded once, so that all engines and numbers of threads give
/// the same result to the bit. Throws dimension_mismatch if A is not square; unsupported for a method that the engine lacks.
/// Cost: that of the product A*A' under the mask A, and O(nvals(A) + n).
template <class T>
matrix<double> jaccard_similarity(const context& ctx, const matrix<T>& a, const jaccard_similarity_options& options = {}) {
    const running_call whole(ctx);
    algorithm::require_square("jaccard_similarity", a);
    const auto& edges = algorithm::without_values(ctx, a);
    return similarities::of_structure(ctx, edges, edges, similarity::jaccard, {.method = options.method});
}

}  // namespace graphblas_gpu
