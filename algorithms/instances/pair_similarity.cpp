// Similarities of pairs in a structure: common neighbours are summed up by one product, and the rest follows from the degrees.
// On a device, the Jaccard similarities of the edges of an undirected graph follow from the triangles of each edge.
#include <algorithms/pair_similarity.hpp>
#include <graphblas_gpu/apply.hpp>
#include <graphblas_gpu/assign.hpp>
#include <graphblas_gpu/diag.hpp>
#include <graphblas_gpu/ewise.hpp>
#include <graphblas_gpu/graph.hpp>
#include <graphblas_gpu/mask.hpp>
#include <graphblas_gpu/mxm.hpp>
#include <graphblas_gpu/mxv.hpp>
#include <graphblas_gpu/select.hpp>
#include <graphblas_gpu/vector.hpp>
#include <semirings/index_operators.hpp>
#include <semirings/operators.hpp>
#include <semirings/semirings.hpp>

#include <cmath>
#include <vector>

namespace graphblas_gpu::similarities {

namespace {

/// A matrix with an entry 0 for each pair.
matrix<double> zeros(const context& ctx, const matrix<void>& pairs) {
    matrix<double> all(pairs.nrows(), pairs.ncols());
    assign(ctx, all, structure(pairs), no_accum, 0.0);
    return all;
}

/// |N(i) and N(j)| of the pairs.
matrix<double> counts(const context& ctx, const matrix<void>& a, const matrix<void>& pairs, method how) {
    matrix<double> common = zeros(ctx, pairs);
    mxm(ctx, common, structure(pairs), plus{}, plus_pair<double>, a, a, {.transpose_b = true, .method = how});
    return common;
}

/// The sum of the values of common neighbours.
matrix<double> sums(const context& ctx, const matrix<void>& a, const matrix<void>& pairs, const vector<double>& values,
                    method how) {
    const matrix<double> valued = mxm(ctx, plus_second<double>, a, matrix_diag(ctx, values));
    matrix<double> common = zeros(ctx, pairs);
    mxm(ctx, common, structure(pairs), plus{}, plus_first<double>, valued, a, {.transpose_b = true, .method = how});
    return common;
}

/// The numbers of i (first) or of j at the pairs; none where there is none.
matrix<double> numbers_at(const context& ctx, const matrix<void>& pairs, const vector<double>& numbers, bool first) {
    const matrix<double> diagonal = matrix_diag(ctx, numbers);
    if (first) return mxm(ctx, plus_first<double>, diagonal, pairs);
    return mxm(ctx, plus_second<double>, pairs, diagonal);
}

/// f of each degree: a device has no logarithms and roots.
template <class F>
vector<double> of_degrees(const vector<double>& degrees, F&& f) {
    auto [vertices, numbers] = degrees.to_entries();
    for (double& x : numbers) x = f(x);
    return vector<double>::from_entries(degrees.size(), vertices, numbers);
}

}  // namespace

matrix<double> of_structure(const context& ctx, const matrix<void>& a, const matrix<void>& pairs, similarity which,
                            const pair_similarity_options& options) {
    if (which == similarity::jaccard && &a == &pairs && options.method == method::automatic && ctx.is_cuda()) {
        const oriented_graph graph = orient_by_degree(ctx, a);
        if (graph.is_symmetric && graph.self_loops == 0) {
            return operations::on_engine(ctx, "jaccard_similarity", operations::sizes_of(a), [&](const context& call_ctx) {
                return operations::jaccard_of_edges(call_ctx, a.any(), graph.edges.any());
            });
        }
    }
    const vector<double> degrees = mxv(ctx, plus_pair<double>, a, vector<double>::full(a.nrows(), 1.0));
    if (which == similarity::common_neighbors) return counts(ctx, a, pairs, options.method);
    if (which == similarity::adamic_adar)
        return sums(ctx, a, pairs, of_degrees(degrees, [](double d) { return 1 / std::log(d); }), options.method);
    if (which == similarity::resource_allocation) return sums(ctx, a, pairs, apply(ctx, minv{}, degrees), options.method);

    const vector<double> factors =
        which == similarity::cosine ? of_degrees(degrees, [](double d) { return std::sqrt(d); }) : degrees;
    const matrix<double> first = numbers_at(ctx, pairs, factors, true), second = numbers_at(ctx, pairs, factors, false);
    matrix<double> result = zeros(ctx, pairs);
    if (which == similarity::preferential_attachment) {
        ewise_mult(ctx, result, no_mask, plus{}, times{}, first, second);
        return result;
    }
    const matrix<double> common = counts(ctx, a, pairs, options.method);
    const matrix<double> divisors = which == similarity::cosine
                                        ? ewise_mult(ctx, times{}, first, second)
                                        : ewise_add(ctx, minus{}, ewise_add(ctx, plus{}, first, second), common);
    // Where both sets are empty the divisor is 0, and the similarity too.
    ewise_mult(ctx, result, no_mask, plus{}, divide{}, common, select(ctx, value_gt{0.0}, divisors));
    return result;
}

}  // namespace graphblas_gpu::similarities
