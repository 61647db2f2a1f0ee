// Clustering coefficients of undirected edges: two products count the triangles at each of their vertices.
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

local_clustering_result clustering::of_edges(const context& ctx, const matrix<void>& edges,
                                             const local_clustering_options& options) {
    const index n = edges.nrows();
    const matrix<void> larger = triu_by_degree(ctx, edges);

    local_clustering_result result{vector<double>(n), vector<std::int64_t>(n)};
    assign(ctx, result.triangles, no_mask, no_accum, std::int64_t{0});
    matrix<std::int64_t> met(n, n);
    mxm(ctx, met, structure(larger), no_accum, plus_pair<std::int64_t>, larger, larger, {.method = options.method});
    reduce(ctx, result.triangles, no_mask, plus{}, plus{}, met);
    reduce(ctx, result.triangles, no_mask, plus{}, plus{}, met, {.transpose_a = true});
    mxm(ctx, met, structure(larger), no_accum, plus_pair<std::int64_t>, larger, larger,
        {.transpose_b = true, .method = options.method});
    reduce(ctx, result.triangles, no_mask, plus{}, plus{}, met, {.transpose_a = true});

    // degree (degree - 1), as floating point: each factor is exact, and so is the product below 2^53.
    const vector<std::int64_t> degrees = reduce_rows(ctx, plus{}, edges);
    const vector<double> others = apply(ctx, bind_second(minus{}, 1.0), degrees);
    const vector<double> pairs = ewise_mult(ctx, times{}, degrees, others);
    const vector<double> twice = apply(ctx, bind_second(times{}, 2.0), result.triangles);
    assign(ctx, result.coefficients, no_mask, no_accum, 0.0);
    ewise_mult(ctx, result.coefficients, no_mask, second{}, divide{}, twice, select(ctx, value_gt{0.0}, pairs));
    return result;
}

}  // namespace graphblas_gpu
