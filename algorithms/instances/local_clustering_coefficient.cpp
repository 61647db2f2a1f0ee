// Clustering coefficients: two products count the triangles at each vertex, three the edges between its neighbours.
#include <algorithms/local_clustering_coefficient.hpp>
#include <graphblas_gpu/apply.hpp>
#include <graphblas_gpu/assign.hpp>
#include <graphblas_gpu/ewise.hpp>
#include <graphblas_gpu/graph.hpp>
#include <graphblas_gpu/mask.hpp>
#include <graphblas_gpu/mxm.hpp>
#include <graphblas_gpu/reduce.hpp>
#include <graphblas_gpu/select.hpp>
#include <semirings/bind.hpp>
#include <semirings/index_operators.hpp>
#include <semirings/operators.hpp>
#include <semirings/semirings.hpp>

namespace graphblas_gpu {
namespace {

/// joined / (degree (degree - 1)), and 0 where the degree is less than 2; `joined` counts ordered pairs of neighbours.
vector<double> coefficients_of(const context& ctx, const matrix<void>& undirected, const vector<std::int64_t>& joined) {
    // As floating point: each factor is exact, and so is the product below 2^53.
    const vector<std::int64_t> degrees = reduce_rows(ctx, plus{}, undirected);
    const vector<double> others = apply(ctx, bind_second(minus{}, 1.0), degrees);
    const vector<double> pairs = ewise_mult(ctx, times{}, degrees, others);
    const vector<double> numbers = apply(ctx, bind_second(times{}, 1.0), joined);
    vector<double> coefficients(undirected.nrows());
    assign(ctx, coefficients, no_mask, no_accum, 0.0);
    ewise_mult(ctx, coefficients, no_mask, second{}, divide{}, numbers, select(ctx, value_gt{0.0}, pairs));
    return coefficients;
}

}  // namespace

local_clustering_result clustering::of_edges(const context& ctx, const matrix<void>& edges,
                                             const local_clustering_options& options) {
    const index n = edges.nrows();
    const matrix<void> larger = triu_by_degree(ctx, edges);

    local_clustering_result result{{}, vector<std::int64_t>(n)};
    assign(ctx, result.triangles, no_mask, no_accum, std::int64_t{0});
    matrix<std::int64_t> met(n, n);
    mxm(ctx, met, structure(larger), no_accum, plus_pair<std::int64_t>, larger, larger, {.method = options.method});
    reduce(ctx, result.triangles, no_mask, plus{}, plus{}, met);
    reduce(ctx, result.triangles, no_mask, plus{}, plus{}, met, {.transpose_a = true});
    mxm(ctx, met, structure(larger), no_accum, plus_pair<std::int64_t>, larger, larger,
        {.transpose_b = true, .method = options.method});
    reduce(ctx, result.triangles, no_mask, plus{}, plus{}, met, {.transpose_a = true});

    result.coefficients = coefficients_of(ctx, edges, apply(ctx, bind_second(times{}, std::int64_t{2}), result.triangles));
    return result;
}

local_clustering_result clustering::of_directed_edges(const context& ctx, const matrix<void>& edges,
                                                      const local_clustering_options& options) {
    const index n = edges.nrows();
    const matrix<void> undirected = undirected_structure(ctx, edges), larger = triu_by_degree(ctx, undirected);
    // At each edge of the undirected graph, the number of its directions.
    matrix<std::int64_t> once(n, n), directions(n, n);
    apply(ctx, once, no_mask, no_accum, one{}, edges);
    ewise_add(ctx, directions, structure(larger), no_accum, plus{}, once, once, {.transpose_b = true});

    local_clustering_result result{{}, vector<std::int64_t>(n)};
    assign(ctx, result.triangles, no_mask, no_accum, std::int64_t{0});
    matrix<std::int64_t> met(n, n);
    const auto add_up = [&](const auto& semiring, bool transpose_b, bool columns) {
        mxm(ctx, met, structure(directions), no_accum, semiring, directions, directions,
            {.transpose_b = transpose_b, .method = options.method});
        reduce(ctx, result.triangles, no_mask, plus{}, plus{}, met, {.transpose_a = columns});
    };
    // Of a triangle i -> j -> k, i -> k: the edge (j, k) counts for i, (i, j) for k, and (i, k) for j.
    add_up(plus_second<std::int64_t>, false, false);
    add_up(plus_first<std::int64_t>, false, true);
    add_up(plus_first<std::int64_t>, true, true);
    result.coefficients = coefficients_of(ctx, undirected, result.triangles);
    return result;
}

}  // namespace graphblas_gpu
