// Markov clustering of a structure and of similarities, compiled once.
#include <algorithms/markov_clustering.hpp>
#include <graphblas_gpu/assign.hpp>
#include <graphblas_gpu/diag.hpp>
#include <graphblas_gpu/ewise.hpp>
#include <graphblas_gpu/mxm.hpp>
#include <graphblas_gpu/reduce.hpp>
#include <graphblas_gpu/select.hpp>
#include <semirings/bind.hpp>
#include <semirings/index_operators.hpp>
#include <semirings/semirings.hpp>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

namespace graphblas_gpu {

namespace {

/// The matrix M with row i multiplied by f(i).
matrix<double> scaled_rows(const context& ctx, const vector<double>& f, const matrix<double>& m) {
    return mxm(ctx, plus_times<double>, matrix_diag(ctx, f), m);
}

/// The matrix M with every row divided by its sum.
matrix<double> stochastic(const context& ctx, const matrix<double>& m) {
    return scaled_rows(ctx, apply(ctx, minv{}, reduce_rows(ctx, plus{}, m)), m);
}

/// The entries of M that are not below the limit, or that are the largest of their row.
matrix<double> pruned(const context& ctx, const matrix<double>& m, double limit) {
    const auto limits = matrix_diag(ctx, apply(ctx, bind_second(min{}, limit), reduce_rows(ctx, max{}, m)));
    const auto stays = ewise_mult(ctx, ge{}, m, mxm(ctx, min_first<double>, limits, m));
    matrix<double> out(m.nrows(), m.ncols());
    apply(ctx, out, values(stays), no_accum, identity{}, m);
    return out;
}

/// The similarities of A in both directions, with a loop at each vertex that has the weight of its heaviest edge, scaled to
/// probabilities. Rows are divided by this weight first, because their sums might be too large.
matrix<double> first_walks(const context& ctx, const matrix<double>& similarity) {
    const index n = similarity.nrows();
    matrix<double> edges(n, n);
    ewise_add(ctx, edges, no_mask, no_accum, max{}, similarity, similarity, {.transpose_b = true});
    edges = select(ctx, value_ge(std::numeric_limits<double>::min()), select(ctx, offdiag{}, edges));
    auto loops = vector<double>::full(n, 1.0);
    assign(ctx, loops, no_mask, second{}, reduce_rows(ctx, max{}, edges));
    const auto with_loops = ewise_add(ctx, plus{}, edges, matrix_diag(ctx, loops));
    return stochastic(ctx, scaled_rows(ctx, apply(ctx, minv{}, loops), with_loops));
}

}  // namespace

markov_clustering_result markov::by_iterations(const context& ctx, const matrix<double>& similarity,
                                               const markov_clustering_options& options) {
    matrix<double> walks = first_walks(ctx, similarity);
    markov_clustering_result result;
    for (result.chaos = 1; result.chaos >= options.tolerance && result.iterations < options.most_iterations;
         ++result.iterations) {
        if (walks.nrows() == 0) break;
        result.multiplications += mxm_flops(ctx, walks, walks);
        auto expanded = mxm(ctx, plus_times<double>, walks, walks, {.method = options.method});
        // The powers of a row with very many entries may all be too small for a double. Only their ratios count.
        const auto largest = reduce_rows(ctx, max{}, expanded);
        if (std::pow(reduce(ctx, min{}, largest), options.inflation) < std::numeric_limits<double>::min()) {
            expanded = scaled_rows(ctx, apply(ctx, minv{}, largest), expanded);
        }
        walks = expanded;
        // Square and multiply, from the highest binary digit of the power on.
        for (int digit = std::bit_width(static_cast<std::uint32_t>(options.inflation)) - 2; digit >= 0; --digit) {
            walks = ewise_mult(ctx, times{}, walks, walks);
            if ((options.inflation >> digit & 1) != 0) walks = ewise_mult(ctx, times{}, walks, expanded);
        }
        walks = stochastic(ctx, pruned(ctx, stochastic(ctx, walks), options.prune_below));
        const auto squares = reduce_rows(ctx, plus{}, ewise_mult(ctx, times{}, walks, walks));
        result.chaos = reduce(ctx, max{}, ewise_mult(ctx, minus{}, reduce_rows(ctx, max{}, walks), squares));
    }
    component_labels found = label_components(ctx, walks);
    result.labels = std::move(found.labels);
    result.clusters = found.components;
    return result;
}

template markov_clustering_result markov_clustering(const context&, const matrix<void>&, const markov_clustering_options&);
template markov_clustering_result markov_clustering(const context&, const matrix<double>&, const markov_clustering_options&);

}  // namespace graphblas_gpu
