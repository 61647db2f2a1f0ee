// Markov clustering on distributed operations, compiled once.
#include <graphblas_gpu/distributed/markov_clustering.hpp>

#include <graphblas_gpu/diag.hpp>
#include <graphblas_gpu/distributed/graph.hpp>
#include <graphblas_gpu/distributed/parts.hpp>
#include <semirings/bind.hpp>

#include <bit>
#include <cmath>
#include <limits>
#include <utility>

namespace graphblas_gpu::dist {
namespace {

using local_matrix = graphblas_gpu::matrix<double>;
using local_vector = graphblas_gpu::vector<double>;

/// The matrix whose blocks are compute(block of M, the values of u that lie over the block's columns).
template <class Compute>
matrix<double> over_columns(const context& ctx, const matrix<double>& m, const vector<double>& u, const Compute& compute) {
    matrix<double> made(ctx, m.nrows(), m.ncols());
    vector_part<double> part(ctx, u.block(), vector_parts(ctx, u.size()), sides_of(m.cuts(), true));
    local_matrix block;
    const auto notes = with_parts(
        ctx, "markov_clustering", {}, {part.fetched()}, [] {},
        [&](note& own) {
            block = compute(m.block(), part.get());
            own.number = block.nvals();
        });
    made.replace(std::move(block), notes);
    return made;
}

/// The matrix M with column j divided by u(j).
matrix<double> divided(const context& ctx, const matrix<double>& m, const vector<double>& u) {
    return over_columns(ctx, m, u, [&](const local_matrix& block, const local_vector& part) {
        const auto factors = matrix_diag(ctx.local(), graphblas_gpu::apply(ctx.local(), minv{}, part));
        return graphblas_gpu::mxm(ctx.local(), plus_times<double>, block, factors);
    });
}
vector<double> largest_of_columns(const context& ctx, const matrix<double>& m) { return reduce_rows(ctx, max{}, m, true); }
matrix<double> stochastic(const context& ctx, const matrix<double>& m) {
    return divided(ctx, m, reduce_rows(ctx, plus{}, m, true));
}

/// The entries of M that are not below the limit, or that are the largest of their column.
matrix<double> pruned(const context& ctx, const matrix<double>& m, double limit) {
    return over_columns(ctx, m, largest_of_columns(ctx, m), [&](const local_matrix& block, const local_vector& largest) {
        const auto limits = matrix_diag(ctx.local(), graphblas_gpu::apply(ctx.local(), bind_second(min{}, limit), largest));
        const auto stays = graphblas_gpu::ewise_mult(ctx.local(), ge{}, block,
                                                     graphblas_gpu::mxm(ctx.local(), min_second<double>, block, limits));
        local_matrix kept(block.nrows(), block.ncols());
        graphblas_gpu::apply(ctx.local(), kept, values(stays), no_accum, identity{}, block);
        return kept;
    });
}

/// The similarities in both directions, with a loop at each vertex that has the weight of its heaviest edge, as probabilities.
/// Columns are divided by this weight first, because their sums might be too large.
matrix<double> first_walks(const context& ctx, const matrix<double>& similarity) {
    const index n = similarity.nrows();
    const vector<std::int64_t> vertices = vertex_numbers(ctx, n);
    const auto diagonal = [&](const vector<double>& values) {
        const auto here = vertices.block().values();
        return matrix<double>::from_edges(ctx, n, n, here, here, values.block().values());
    };
    vector<double> loops(ctx, n);
    assign(ctx, loops, no_mask, no_accum, 1.0);
    matrix<double> both(ctx, n, n), edges(ctx, n, n), with_loops(ctx, n, n);
    ewise_add(ctx, both, no_mask, no_accum, max{}, similarity, transpose(ctx, similarity));
    select(ctx, both, no_mask, no_accum, value_ge(std::numeric_limits<double>::min()), both);
    const matrix<double> unit = diagonal(loops);
    assign(ctx, edges, !structure(unit), no_accum, both);
    assign(ctx, loops, no_mask, second{}, largest_of_columns(ctx, edges));
    ewise_add(ctx, with_loops, no_mask, no_accum, plus{}, edges, diagonal(loops));
    return stochastic(ctx, divided(ctx, with_loops, loops));
}

/// Inflates and prunes walks. Columns are divided by their largest entry first, because the powers of many small entries may
/// all be too small for a double.
matrix<double> inflated(const context& ctx, const matrix<double>& expanded, const markov_clustering_options& options) {
    const matrix<double> base = divided(ctx, expanded, largest_of_columns(ctx, expanded));
    matrix<double> powers = base;
    // Square and multiply, from the highest binary digit of the power on.
    for (int digit = std::bit_width(static_cast<std::uint32_t>(options.inflation)) - 2; digit >= 0; --digit) {
        ewise_mult(ctx, powers, no_mask, no_accum, times{}, powers, powers);
        if ((options.inflation >> digit & 1) != 0) ewise_mult(ctx, powers, no_mask, no_accum, times{}, powers, base);
    }
    return stochastic(ctx, pruned(ctx, stochastic(ctx, powers), options.prune_below));
}

/// One round for all walks.
matrix<double> walked_on(const context& ctx, const matrix<double>& walks, const markov_clustering_options& options) {
    if (ctx.layout() == layout::shuffled) return inflated(ctx, mxm(ctx, plus_times<double>, walks, walks), options);
    matrix<double> next(ctx, walks.nrows(), walks.ncols());
    mxm_batches(ctx, plus_times<double>, walks, walks, options.bytes, [&](const matrix<double>& part, index first) {
        if (part.ncols() == walks.ncols()) next = inflated(ctx, part, options);
        else assign(ctx, next, no_mask, no_accum, inflated(ctx, part, options), all, range{first, first + part.ncols()});
    });
    return next;
}

}  // namespace

markov_clustering_result markov_clustering(const context& ctx, const matrix<double>& a,
                                           const markov_clustering_options& options) {
    (void)ctx.together("markov_clustering", {a.nrows(), a.ncols(), a.nvals(), options.inflation, options.most_iterations},
                       [&](note&) {
                           require_context(ctx, "markov_clustering", a);
                           shapes::check_same("markov_clustering", "A", a.shape(), {a.nrows(), a.nrows()});
                           if (options.inflation < 2 || options.inflation > 64 || options.most_iterations < 0 ||
                               !(options.prune_below >= 0) || !(options.tolerance >= 0) || options.bytes <= 0)
                               throw invalid_value("markov_clustering: inflation is 2 to 64, and no other option is negative");
                           for (const double x : a.block().values()) {
                               if (!std::isfinite(x) || x < 0)
                                   throw invalid_value("markov_clustering: a similarity is negative or not finite");
                           }
                       });
    matrix<double> walks = first_walks(ctx, a);
    markov_clustering_result result{vector<std::int64_t>(ctx, a.nrows())};
    for (result.chaos = 1; result.chaos >= options.tolerance && result.iterations < options.most_iterations;
         ++result.iterations) {
        if (walks.nrows() == 0) break;
        walks = walked_on(ctx, walks, options);
        matrix<double> squares(ctx, walks.nrows(), walks.ncols());
        vector<double> chaos(ctx, walks.ncols());
        ewise_mult(ctx, squares, no_mask, no_accum, times{}, walks, walks);
        ewise_mult(ctx, chaos, no_mask, no_accum, minus{}, largest_of_columns(ctx, walks),
                   reduce_rows(ctx, plus{}, squares, true));
        result.chaos = reduce(ctx, max{}, chaos);
    }
    result.labels = component_labels(ctx, walks);
    result.clusters = count_labels(ctx, result.labels);
    return result;
}

}  // namespace graphblas_gpu::dist
