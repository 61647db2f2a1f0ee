// Similarities of given pairs of vertices by the neighbours that they share.
//
// Needs: a square matrix whose entry (i, j), whatever its value, is an edge from i to j.
// Idea: C<P> = A W A' sums up the weights of common neighbours for the pairs (i, j) of P alone; the weight of a neighbour is 1,
// or depends on its degree. Products with a diagonal matrix on either side bring the degrees of both vertices to the pair.
// Source: Liben-Nowell, Kleinberg, "The link-prediction problem for social networks", J. American Society for Information
// Science and Technology 58 (2007); Adamic, Adar, "Friends and neighbors on the web", Social Networks 25 (2003); Zhou, Lu,
// Zhang, "Predicting missing links via local information", European Physical J. B 71 (2009); Salton, McGill, "Introduction to
// modern information retrieval" (1983), for the cosine; by products: as in jaccard_similarity.hpp.
#pragma once

#include <algorithms/common.hpp>
#include <algorithms/structure.hpp>
#include <graphblas_gpu/base/within_memory.hpp>
#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/matrix.hpp>
#include <graphblas_gpu/named_value.hpp>
#include <graphblas_gpu/planner/method.hpp>

#include <string>
#include <string_view>

namespace graphblas_gpu {

/// How similar i and j are. N(i) are the columns of row i, the vertices to which edges lead from i; d(i) is their number.
enum class similarity {
    common_neighbors,         ///< |N(i) and N(j)|
    jaccard,                  ///< |N(i) and N(j)| / |N(i) or N(j)|; 0 if both sets are empty
    cosine,                   ///< |N(i) and N(j)| / (sqrt(d(i)) sqrt(d(j))); 0 if a set is empty
    adamic_adar,              ///< the sum of 1 / log d(k) over N(i) and N(j)
    resource_allocation,      ///< the sum of 1 / d(k) over N(i) and N(j)
    preferential_attachment,  ///< d(i) d(j)
};

namespace detail {
inline constexpr value_names<similarity::preferential_attachment> similarity_names{
    "common_neighbors", "jaccard", "cosine", "adamic_adar", "resource_allocation", "preferential_attachment"};
}  // namespace detail

/// The name of the similarity, as similarity_from_string reads it.
constexpr const char* to_string(similarity s) noexcept { return detail::similarity_names.of(s); }

/// The similarity of that name. Throws invalid_value with a list of all names.
inline similarity similarity_from_string(std::string_view name) {
    return detail::similarity_names.value(name, "pair_similarity: no similarity");
}

/// The options of pair_similarity.
struct pair_similarity_options {
    enum method method = method::automatic;  ///< of the product that sums up common neighbours
};

namespace similarities {

/// The similarities of pairs in a structure.
matrix<double> of_structure(const context& ctx, const matrix<void>& a, const matrix<void>& pairs, similarity which,
                            const pair_similarity_options& options);

}  // namespace similarities

/// A matrix with the structure of `pairs` whose entry (i, j) is the similarity of i and j. Values of A and of `pairs` are
/// ignored.
///
/// If A is symmetric, N(i) are the neighbours of i; otherwise pass the transpose for the vertices from which edges lead to i. A
/// self loop makes a vertex its own neighbour. If d(k) is 1, k adds infinity to adamic_adar; this needs a pair (i, i), or an A
/// that is not symmetric.
///
/// Counts are exact, and each of the first three and the last similarity is rounded once at each operation of its formula, so
/// that all engines and numbers of threads give the same result to the bit. The two sums are the same for any number of threads
/// on the host; on a device they differ by rounding. Throws dimension_mismatch if A is not square, or `pairs` has another
/// shape; unsupported for a method that the engine lacks. Cost: that of the product A A' under the mask `pairs`, and O(nvals(A)
/// + nvals(pairs) + n).
template <class T, class P>
matrix<double> pair_similarity(const context& ctx, const matrix<T>& a, const matrix<P>& pairs, similarity which,
                               const pair_similarity_options& options = {}) {
    return base::library_call("pair_similarity", [&] {
        const running_call whole(ctx);
        algorithm::require_square("pair_similarity", a);
        if (pairs.nrows() != a.nrows() || pairs.ncols() != a.nrows())
            throw dimension_mismatch("pair_similarity: pairs is " + std::to_string(pairs.nrows()) + "x" +
                                     std::to_string(pairs.ncols()) + ", and the graph has " + std::to_string(a.nrows()) +
                                     " vertices");
        return similarities::of_structure(ctx, algorithm::without_values(ctx, a), algorithm::without_values(ctx, pairs), which,
                                          options);
    });
}

}  // namespace graphblas_gpu
