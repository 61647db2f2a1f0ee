// PageRank: the share of its time that a random walk spends at each vertex.
//
// Needs: a square matrix whose entry (i, j) is an edge from i to j; its value is ignored, or the weight of the edge.
// Idea: a round moves the rank of every vertex along its edges, in equal parts: it is one product of the vector of these parts
// and the matrix. random_walk makes all rounds; for weights, personalised ranks, ranks to begin with, and where a method of
// products is named, the rounds are programs on products. With weights the matrix has in row i the weights of the edges of i
// divided by their sum. Two sums over all vertices, the residual that ends the rounds and the rank of the vertices without
// edges, are computed as sums of integers, so that they do not depend on the number of threads.
// Source: Page, Brin, Motwani, Winograd, "The PageRank citation ranking: bringing order to the web" (Stanford InfoLab, 1999);
// Langville, Meyer, "Deeper inside PageRank", Internet Mathematics 1 (2004); Beamer, Asanovic, Patterson, "The GAP benchmark
// suite", arXiv:1508.03619; weights and personalised ranks, with the rank of dangling vertices: NetworkX, pagerank.
#pragma once

#include <algorithms/common.hpp>
#include <algorithms/power_iteration.hpp>
#include <algorithms/structure.hpp>
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
    double damping = 0.85;    ///< the probability to follow an edge, at least 0 and at most 1
    double tolerance = 1e-6;  ///< rounds end when the residual is not more than this; NetworkX has n tol here
    std::int64_t most_iterations = 100;
    enum method method = method::automatic;  ///< of products; automatic: random_walk, where it can
    /// A vertex hands its rank on in proportion to the values of its edges, which must be finite and not negative; otherwise in
    /// equal parts, and values are ignored.
    bool weighted = false;
    /// Whoever follows no edge goes to a vertex in proportion to these numbers, and by the standard definition so does the rank
    /// of a vertex without outgoing edges. They are not negative, and a vertex without an entry has 0. Null: all are equal.
    const vector<double>* personalization = nullptr;
    /// The rank of a vertex without outgoing edges goes to a vertex in proportion to these numbers, of which the same holds.
    /// Null: to those of `personalization`. Only by the standard definition.
    const vector<double>* dangling = nullptr;
    /// The ranks before the first round, such as those of the graph before a small change. They are not negative, and a vertex
    /// without an entry has 0. They are scaled to add up to 1, by the definition gap only if they add up to more. Null: all are
    /// equal.
    const vector<double>* start = nullptr;
    bool must_converge = false;  ///< not_converged is thrown if most_iterations rounds do not suffice
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
    if (!(options.damping >= 0 && options.damping <= 1))
        throw invalid_value("page_rank: damping is " + std::to_string(options.damping) +
                            "; it must be at least 0 and at most 1");
    if (options.dangling != nullptr && options.definition == page_rank_definition::gap)
        throw invalid_value(
            "page_rank: by the definition gap dangling vertices lose their rank, and `dangling` has no meaning");
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

/// The numbers of all vertices, scaled to add up to 1, or only if they add up to more. Throws invalid_value for numbers that
/// are not finite or negative, and if all are 0.
vector<double> distribution(const context& ctx, const char* what, const vector<double>& numbers, index n,
                            bool only_if_above_1 = false);

/// The share of its rank that each vertex hands on along each of its edges: the weights of each row divided by their sum. Edges
/// of weight 0 are left out. Throws invalid_value for a weight that is negative or not finite, and if a sum is not finite.
matrix<double> transitions(const context& ctx, const matrix<double>& weights);

/// The ranks by rounds of products with vectors: of plus_first and A, where vertices hand their ranks on in equal parts, or of
/// plus_times and their transitions.
template <class T, class Semiring>
page_rank_result by_products(const context& ctx, const Semiring& semiring, const matrix<T>& a,
                             const page_rank_options& options) {
    const index n = a.nrows();
    page_rank_result result{.ranks = vector<double>(n)};
    if (n == 0) return result;
    const descriptor desc{.method = options.method};
    if (desc.method == method::dot) (void)a.is_symmetric(ctx);

    vector<double>& ranks = result.ranks;
    assign(ctx, ranks, no_mask, no_accum, 1.0 / static_cast<double>(n));
    const vector<std::int64_t> degrees = mxv(ctx, plus_pair<std::int64_t>, a, ranks);
    const bool spreads = options.definition == page_rank_definition::standard;
    if (options.start != nullptr) ranks = distribution(ctx, "start", *options.start, n, !spreads);
    // What follows no edge goes to a vertex in proportion to `goals`; without an entry all vertices get the same.
    vector<double> goals(n), goals_of_dangling(n);
    if (options.personalization != nullptr) goals = distribution(ctx, "personalization", *options.personalization, n);
    if (options.dangling != nullptr) goals_of_dangling = distribution(ctx, "dangling", *options.dangling, n);
    const double among = goals.nvals() > 0 ? 1 : static_cast<double>(n);
    // The part of its rank that a vertex hands on along each edge; with transitions, along all of them.
    vector<double> part = apply(ctx, bind_first(divide{}, options.damping), degrees);
    if (options.weighted) assign(ctx, part, structure(degrees), no_accum, options.damping);
    vector<double> dangling(n);
    if (spreads && degrees.nvals() < n) assign(ctx, dangling, !structure(degrees), no_accum, 1.0);

    const auto round = [&](vector<double>& next, const vector<double>& last) {
        const double lost = dangling.nvals() > 0 ? sum(ctx, ewise_mult(ctx, times{}, last, dangling)) : 0.0;
        double everywhere = (1 - options.damping) / among;
        if (options.dangling == nullptr) everywhere += options.damping / among * lost;
        if (goals.nvals() > 0) apply(ctx, next, no_mask, no_accum, bind_second(times{}, everywhere), goals);
        else assign(ctx, next, no_mask, no_accum, everywhere);
        if (options.dangling != nullptr)
            apply(ctx, next, no_mask, plus{}, bind_second(times{}, options.damping * lost), goals_of_dangling);
        vxm(ctx, next, no_mask, plus{}, semiring, ewise_mult(ctx, times{}, last, part), a, desc);
    };
    const auto end = algorithm::iterate(ranks, options.tolerance, options.most_iterations, round,
                                        [&](const vector<double>& next, const vector<double>& last) {
                                            return sum(ctx, apply(ctx, abs{}, ewise_add(ctx, minus{}, next, last)));
                                        });
    result.iterations = end.rounds;
    result.residual = end.residual;
    return result;
}

/// The same, of A or its transitions as the options say.
template <class T>
page_rank_result by_products(const context& ctx, const matrix<T>& a, const page_rank_options& options) {
    if (options.weighted)
        return by_products(ctx, plus_times<double>, transitions(ctx, algorithm::weights_of(ctx, "page_rank", a)), options);
    return by_products(ctx, plus_first<double>, a, options);
}

}  // namespace page_ranks

/// The fixed point of rank(j) = (1 - damping) / n + damping * (the sum of rank(i) / out-degree(i) over the edges (i, j)), by
/// rounds that begin with 1 / n everywhere. Under the standard definition a vertex without outgoing edges gives the n-th part
/// of its rank to every vertex. Rounds end when residual <= tolerance, or after most_iterations; compare residual and
/// tolerance to see which, or set must_converge: the ranks then differ from the fixed point by at most damping / (1 - damping)
/// times the residual, added up over all vertices. With damping 1 the rounds need not converge.
///
/// Weighted, rank(i) / out-degree(i) is replaced by rank(i) times the weight of (i, j), divided by the sum of the weights of
/// all edges from i; a vertex whose edges all have weight 0 is one without outgoing edges. Personalised, 1 / n is replaced by
/// the share of vertex j in the numbers, in both places: the rank of vertices without outgoing edges follows them too, as in
/// NetworkX, unless `dangling` says where it goes. Ranks to begin with change the number of rounds, and the result by no more
/// than the bound above.
///
/// Edges have a direction; the matrix of an undirected graph has both directions. A self loop is an edge like any other.
/// Unweighted, values are ignored. A vertex without any edge gets the rank that it gets without following an edge. In a graph
/// of one vertex its rank is 1 (without a self loop, by definition gap: 1 - damping); for a graph without vertices the result
/// is empty.
///
/// The ranks are the same to the bit for any number of threads on the host. The engines differ by rounding: relative to a
/// rank by at most about ((largest in-degree + 8) 2^-53 + n 2^-61) / (1 - damping). The number of iterations may differ if
/// the residual is within this difference of the tolerance.
///
/// page_rank<float>(ctx, a) gives ranks of the precision of float and moves half of the memory in each round; the residual
/// may stay above a tolerance that is not far above 2^-24. Where the rounds are products (a method, weights, personalised,
/// dangling, ranks to begin with, damping 1), and on a device, they are in double and the ranks are rounded in the end.
///
/// Throws dimension_mismatch if A is not square, or a vector has another size; invalid_value for options outside their ranges,
/// for numbers or weights that are negative or not finite, for numbers that are all 0, and for weights of a matrix without
/// any; not_converged if must_converge says so; unsupported for a method that the engine lacks. O(nvals(A) + n) a round. A is
/// first tested for symmetry, once for a matrix; if it is not symmetric, pulling needs its transpose, which is cached with it.
/// Weighted, the transitions take the memory of another matrix.
template <detail::one_of<float, double> Rank = double, class T>
page_rank_ranks<Rank> page_rank(const context& ctx, const matrix<T>& a, const page_rank_options& options = {}) {
    const running_call whole(ctx);
    algorithm::require_square("page_rank", a);
    page_ranks::require_valid(options);
    page_rank_ranks<Rank> result;
    if (options.method != method::automatic || options.weighted || options.personalization != nullptr ||
        options.dangling != nullptr || options.start != nullptr || options.damping == 1) {
        page_rank_result found = page_ranks::by_products(ctx, a, options);
        if constexpr (std::is_same_v<Rank, double>) {
            result = std::move(found);
        } else {
            result = {vector<Rank>(a.nrows()), found.iterations, found.residual};
            apply(ctx, result.ranks, no_mask, no_accum, identity{}, found.ranks);
        }
    } else {
        random_walk_shares<Rank> walked =
            random_walk<Rank>(ctx, a,
                              {.damping = options.damping,
                               .tolerance = options.tolerance,
                               .most_rounds = options.most_iterations,
                               .spread_dangling = options.definition == page_rank_definition::standard});
        result = {std::move(walked.shares), walked.rounds, walked.residual};
    }
    if (options.must_converge && a.nrows() > 0)
        algorithm::require_converged("page_rank", {result.iterations, result.residual}, options.tolerance);
    return result;
}

/// @cond
// The library has compiled these (algorithms/instances).
extern template page_rank_result page_rank(const context&, const matrix<void>&, const page_rank_options&);
extern template page_rank_ranks<float> page_rank(const context&, const matrix<void>&, const page_rank_options&);
/// @endcond

}  // namespace graphblas_gpu
