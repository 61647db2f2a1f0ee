// Markov clustering of a structure and of similarities, compiled once.
#include <algorithms/markov_clustering.hpp>
#include <graphblas_gpu/assign.hpp>
#include <graphblas_gpu/concat.hpp>
#include <graphblas_gpu/diag.hpp>
#include <graphblas_gpu/ewise.hpp>
#include <graphblas_gpu/extract.hpp>
#include <graphblas_gpu/mxm.hpp>
#include <graphblas_gpu/mxv.hpp>
#include <graphblas_gpu/reduce.hpp>
#include <graphblas_gpu/select.hpp>
#include <semirings/bind.hpp>
#include <semirings/index_operators.hpp>
#include <semirings/semirings.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

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

/// The products M*M are made by blocks of rows with at most so many entries each, or of one row. So the square, most of whose
/// entries are dropped in the graphs where it is large, is never stored.
constexpr std::int64_t max_entries_of_block = std::int64_t{1} << 23;

/// Boundaries of the blocks of rows of M*M. `multiplications` is their number in M*M, which bounds its entries.
std::vector<index> blocks_of_square(const context& ctx, const matrix<double>& m, std::int64_t multiplications) {
    std::vector<index> bounds{0};
    if (multiplications > max_entries_of_block) {
        const auto row_sizes = reduce_rows(ctx, plus{}, apply(ctx, one{}, m));
        vector<double> of_rows(m.nrows());
        mxv(ctx, of_rows, no_mask, no_accum, plus_second<double>, m, row_sizes);
        double entries = 0;
        for (const auto [i, flops] : of_rows.entries()) {
            const double here = std::min(flops, static_cast<double>(m.ncols()));
            if (entries > 0 && entries + here > static_cast<double>(max_entries_of_block)) {
                bounds.push_back(i);
                entries = 0;
            }
            entries += here;
        }
    }
    bounds.push_back(m.nrows());
    return bounds;
}

/// One round for the walks from the vertices of a block: its rows of M, expanded, inflated and pruned. The powers of a row with
/// very many entries may all be too small for a double. Only their ratios count, and if `scales` rows are divided by their
/// largest entry first. Nothing is returned if that is needed and not asked for.
std::optional<matrix<double>> walked_on(const context& ctx, const matrix<double>& block, const matrix<double>& walks,
                                        const markov_clustering_options& options, bool scales) {
    auto expanded = mxm(ctx, plus_times<double>, block, walks, {.method = options.method});
    const auto largest = reduce_rows(ctx, max{}, expanded);
    if (scales) {
        expanded = scaled_rows(ctx, apply(ctx, minv{}, largest), expanded);
    } else if (std::pow(reduce(ctx, min{}, largest), options.inflation) < std::numeric_limits<double>::min()) {
        return std::nullopt;
    }
    auto next = expanded;
    // Square and multiply, from the highest binary digit of the power on.
    for (int digit = std::bit_width(static_cast<std::uint32_t>(options.inflation)) - 2; digit >= 0; --digit) {
        next = ewise_mult(ctx, times{}, next, next);
        if ((options.inflation >> digit & 1) != 0) next = ewise_mult(ctx, times{}, next, expanded);
    }
    return stochastic(ctx, pruned(ctx, stochastic(ctx, next), options.prune_below));
}

/// One round for all walks. A row does not depend on the block that it is in, so that blocks change no bit.
matrix<double> walked_on(const context& ctx, const matrix<double>& walks, const markov_clustering_options& options,
                         std::int64_t multiplications) {
    const std::vector<index> bounds = blocks_of_square(ctx, walks, multiplications);
    for (bool scales = false;; scales = true) {
        std::vector<matrix<double>> done;
        for (std::size_t b = 0; b + 1 < bounds.size(); ++b) {
            const range rows{bounds[b], bounds[b + 1]};
            auto block = bounds.size() == 2 ? walked_on(ctx, walks, walks, options, scales)
                                            : walked_on(ctx, extract(ctx, walks, rows, all), walks, options, scales);
            if (!block) break;
            done.push_back(std::move(*block));
        }
        if (done.size() + 1 < bounds.size()) continue;
        return done.size() == 1 ? std::move(done.front()) : concat(ctx, done, static_cast<index>(done.size()), 1);
    }
}

}  // namespace

markov_clustering_result markov::by_iterations(const context& ctx, const matrix<double>& similarity,
                                               const markov_clustering_options& options) {
    matrix<double> walks = first_walks(ctx, similarity);
    markov_clustering_result result;
    for (result.chaos = 1; result.chaos >= options.tolerance && result.iterations < options.most_iterations;
         ++result.iterations) {
        if (walks.nrows() == 0) break;
        const std::int64_t multiplications = mxm_flops(ctx, walks, walks);
        result.multiplications += multiplications;
        walks = walked_on(ctx, walks, options, multiplications);
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
