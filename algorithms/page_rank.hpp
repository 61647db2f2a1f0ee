// PageRank: the share of its time that a random walk spends at each vertex.
//
// Needs: a square matrix whose entry (i, j), whatever its value, is an edge from i to j.
// Idea: a round moves the rank of every vertex along its edges, in equal parts: it is one product of the vector of these parts
// and the matrix. random_walk makes all rounds; where a method of products is named, the rounds are programs on products. Two
// sums over all vertices, the residual that ends the rounds and the rank of the vertices without edges, are computed as sums of
// integers, so that they do not depend on the number of threads.
// Source: Page, Brin, Motwani, Winograd, "The PageRank citation ranking: bringing order to the web" (Stanford InfoLab, 1999);
// Langville, Meyer, "Deeper inside PageRank", Internet Mathematics 1 (2004); Beamer, Asanovic, Patterson, "The GAP benchmark
// suite", arXiv:1508.03619.
#pragma once

#include <algorithms/common.hpp>
#include <graphblas_gpu/apply.hpp>
#include <graphblas_gpu/assign.hpp>
#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/descriptor.hpp>
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/ewise.hpp>
#include <graphblas_gpu/graph.hpp>
#include <graphblas_gpu/mask.hpp>
#include <graphblas_gpu/matrix.hpp>
#include <graphblas_gpu/mxv.hpp>
#include <graphblas_gpu/named_value.hpp>
#include <graphblas_gpu/planner/method.hpp>
#include <graphblas_gpu/reduce.hpp>
#include <graphblas_gpu/vector.hpp>
#include <semirings/bind.hpp>
#include <semirings/operators.hpp>
#include <semirings/semirings.hpp>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace graphblas_gpu {

/// What happens to the rank of a vertex that no edge leaves (a dangling vertex).
enum class page_rank_definition {
    standard,  ///< it is spread over all vertices, so that the ranks add up to 1
    gap,       ///< it is lost, as in the GAP benchmark suite; the ranks add up to less than 1 if there is such a vertex
};

/// The name of the definition, as page_rank_definition_from_string reads it.
constexpr const char* to_string(page_rank_definition d) noexcept { return d == page_rank_definition::gap ? "gap" : "standard"; }

/// The definition of that name. Throws invalid_value with a list of all names.
inline page_rank_definition page_rank_definition_from_string(std::string_view name) {
    using enum page_rank_definition;
    return detail::value_named(name, "page_rank: no definition", std::array{standard, gap});
}

/// The options of page_rank.
struct page_rank_options {
    page_rank_definition definition = page_rank_definition::standard;
    double damping = 0.85;    ///< the probability to follow an edge, at least 0 and less than 1
    double tolerance = 1e-6;  ///< rounds end when the residual is not more than this
    std::int64_t most_iterations = 100;
    enum method method = method::automatic;  ///< of products; automatic: random_walk, without products
};

/// The ranks, and how much they still changed in the last round. Rank is float or double.
template <class Rank>
struct page_rank_ranks {
    vector<Rank> ranks;           ///< an entry for every vertex
    std::int64_t iterations = 0;  ///< the number of rounds
    double residual = 0;          ///< the sum of the absolute changes of all ranks in the last round; 0 if there was none
};
/// The ranks in double.
using page_rank_result = page_rank_ranks<double>;

namespace page_ranks {

inline void require_valid(const page_rank_options& options) {
    if (!(options.damping >= 0 && options.damping < 1))
        throw invalid_value("page_rank: damping is " + std::to_string(options.damping) +
                            "; it must be at least 0 and less than 1");
    if (!(options.tolerance >= 0))
        throw invalid_value("page_rank: tolerance is " + std::to_string(options.tolerance) + "; it must not be negative");
    if (options.most_iterations < 0)
        throw invalid_value("page_rank: most_iterations is " + std::to_string(options.most_iterations) +
                            "; it must not be negative");
}

/// The sum of numbers that are not negative and add up to less than 4. Each number is rounded down to a multiple of 2^-61; the
/// sum of integers is the same in any order.
inline double sum(const context& ctx, const vector<double>& parts) {
    vector<std::int64_t> multiples(parts.size());
    apply(ctx, multiples, no_mask, no_accum, bind_second(times{}, 0x1p61), parts);
    return static_cast<double>(reduce(ctx, plus{}, multiples)) * 0x1p-61;
}

/// The ranks by rounds of products with vectors.
template <class T>
page_rank_result by_products(const context& ctx, const matrix<T>& a, const page_rank_options& options) {
    const index n = a.nrows();
    page_rank_result result{.ranks = vector<double>(n)};
    if (n == 0) return result;
    const descriptor desc{.method = options.method};
    if (desc.method == method::dot) (void)a.is_symmetric(ctx);

    vector<double>& ranks = result.ranks;
    assign(ctx, ranks, no_mask, no_accum, 1.0 / static_cast<double>(n));
    const vector<std::int64_t> degrees = mxv(ctx, plus_pair<std::int64_t>, a, ranks);
    const vector<double> part = apply(ctx, bind_first(divide{}, options.damping), degrees);
    vector<double> dangling(n);
    if (options.definition == page_rank_definition::standard && degrees.nvals() < n)
        assign(ctx, dangling, !structure(degrees), no_accum, 1.0);

    const double share = options.damping / static_cast<double>(n);
    vector<double> next(n);
    while (result.iterations < options.most_iterations) {
        double everywhere = (1 - options.damping) / static_cast<double>(n);
        if (dangling.nvals() > 0) everywhere += share * sum(ctx, ewise_mult(ctx, times{}, ranks, dangling));
        assign(ctx, next, no_mask, no_accum, everywhere);
        vxm(ctx, next, no_mask, plus{}, plus_first<double>, ewise_mult(ctx, times{}, ranks, part), a, desc);
        result.residual = sum(ctx, apply(ctx, abs{}, ewise_add(ctx, minus{}, next, ranks)));
        std::swap(ranks, next);
        ++result.iterations;
        if (result.residual <= options.tolerance) break;
    }
    return result;
}

}  // namespace page_ranks

/// The fixed point of rank(j) = (1 - damping) / n + damping * (the sum of rank(i) / out-degree(i) over the edges (i, j)), by
/// rounds that begin with 1 / n everywhere. Under the standard definition a vertex without outgoing edges gives the n-th part
/// of its rank to every vertex. Rounds end when residual <= tolerance, or after most_iterations; compare residual and
/// tolerance to see which.
///
/// Edges have a direction; the matrix of an undirected graph has both directions. A self loop is an edge like any other.
/// Values are ignored. A vertex without any edge gets the rank that every vertex gets without following an edge. In a graph
/// of one vertex its rank is 1 (without a self loop, by definition gap: 1 - damping); for a graph without vertices the result
/// is empty.
///
/// The ranks are the same to the bit for any number of threads on the host. The engines differ by rounding: relative to a
/// rank by at most about ((largest in-degree + 8) 2^-53 + n 2^-61) / (1 - damping). The number of iterations may differ if
/// the residual is within this difference of the tolerance.
///
/// page_rank<float>(ctx, a) gives ranks of the precision of float and moves half of the memory in each round; the residual
/// may stay above a tolerance that is not far above 2^-24. Where a method is named, and on a device, the rounds are in double
/// and the ranks are rounded in the end.
///
/// Throws dimension_mismatch if A is not square; invalid_value for options outside their ranges; unsupported for a method
/// that the engine lacks. O(nvals(A) + n) a round. A is first tested for symmetry, once for a matrix; if it is not symmetric,
/// pulling needs its transpose, which is cached with it.
template <detail::one_of<float, double> Rank = double, class T>
page_rank_ranks<Rank> page_rank(const context& ctx, const matrix<T>& a, const page_rank_options& options = {}) {
    algorithm::require_square("page_rank", a);
    page_ranks::require_valid(options);
    if (options.method != method::automatic) {
        page_rank_result found = page_ranks::by_products(ctx, a, options);
        if constexpr (std::is_same_v<Rank, double>) {
            return found;
        } else {
            page_rank_ranks<Rank> rounded{vector<Rank>(a.nrows()), found.iterations, found.residual};
            apply(ctx, rounded.ranks, no_mask, no_accum, identity{}, found.ranks);
            return rounded;
        }
    }
    random_walk_shares<Rank> walked =
        random_walk<Rank>(ctx, a,
                          {.damping = options.damping,
                           .tolerance = options.tolerance,
                           .most_rounds = options.most_iterations,
                           .spread_dangling = options.definition == page_rank_definition::standard});
    return {std::move(walked.shares), walked.rounds, walked.residual};
}

/// @cond
// The library has compiled these (algorithms/instances).
extern template page_rank_result page_rank(const context&, const matrix<void>&, const page_rank_options&);
extern template page_rank_ranks<float> page_rank(const context&, const matrix<void>&, const page_rank_options&);
/// @endcond

}  // namespace graphblas_gpu
