// The shares of edges in the shortest paths from 64 sources at a time.
#include <algorithms/edge_betweenness_centrality.hpp>
#include <graphblas_gpu/apply.hpp>
#include <graphblas_gpu/assign.hpp>
#include <graphblas_gpu/ewise.hpp>
#include <graphblas_gpu/mask.hpp>
#include <graphblas_gpu/mxm.hpp>
#include <graphblas_gpu/reduce.hpp>
#include <semirings/bind.hpp>
#include <semirings/operators.hpp>
#include <semirings/semirings.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace graphblas_gpu::edge_betweenness {

namespace {

/// The numbers of shortest paths from source s to the vertices of each level, as row s of a matrix for each level.
std::vector<matrix<double>> paths_by_level(const context& ctx, const matrix<void>& a, std::vector<index> sources) {
    const auto rows = static_cast<index>(sources.size());
    std::vector<index> numbers(sources.size());
    std::iota(numbers.begin(), numbers.end(), index{0});
    std::vector<matrix<double>> levels;
    auto next = matrix<double>::from_edges(rows, a.nrows(), numbers, sources, std::vector<double>(sources.size(), 1));
    auto reached = algorithm::structure_of(ctx, next);
    while (next.nvals() > 0) {
        if (!std::isfinite(reduce(ctx, max{}, next)))
            throw invalid_value("edge_betweenness_centrality: there are more shortest paths than a double can count");
        levels.push_back(std::move(next));
        next = matrix<double>(rows, a.nrows());
        mxm(ctx, next, !structure(reached), no_accum, plus_first<double>, levels.back(), a);
        ewise_add(ctx, reached, no_mask, no_accum, lor{}, reached, algorithm::structure_of(ctx, next));
    }
    return levels;
}

/// Adds the shares of the edges in the shortest paths from these sources.
void add_shares(const context& ctx, matrix<double>& shares, const matrix<void>& a, std::vector<index> sources) {
    const std::vector<matrix<double>> levels = paths_by_level(ctx, a, std::move(sources));
    // What the vertices of the level after this one pass on to each path.
    matrix<double> passed_on(levels.front().nrows(), a.nrows());
    for (std::size_t level = levels.size(); level-- > 0;) {
        const matrix<double>& paths = levels[level];
        mxm(ctx, shares, structure(a), plus{}, plus_times<double>, paths, passed_on, {.transpose_a = true});
        matrix<double> received(paths.nrows(), a.nrows());
        mxm(ctx, received, structure(paths), no_accum, plus_first<double>, passed_on, a, {.transpose_b = true});
        // (1 + paths * received) / paths
        passed_on = ewise_add(ctx, plus{}, apply(ctx, minv{}, paths), received);
    }
}

}  // namespace

matrix<double> of_structure(const context& ctx, const matrix<void>& a, const index_list& sources,
                            const edge_betweenness_options& options) {
    const formats::selection chosen = sources.within(a.nrows(), "edge_betweenness_centrality");
    matrix<double> shares(a.nrows(), a.nrows());
    assign(ctx, shares, structure(a), no_accum, 0.0);
    if (options.progress != nullptr) options.progress->total = static_cast<std::uint64_t>(chosen.size());
    constexpr index at_once = 64;
    for (index first = 0; first < chosen.size(); first += at_once) {
        std::vector<index> batch;
        for (index k = first; k < std::min(chosen.size(), first + at_once); ++k) batch.push_back(chosen[k]);
        add_shares(ctx, shares, a, batch);
        if (options.progress != nullptr) options.progress->done += batch.size();
    }
    if (options.normalized && a.nrows() > 1) {
        const auto n = static_cast<double>(a.nrows());
        apply(ctx, shares, no_mask, no_accum, bind_second(divide{}, n * (n - 1)), shares);
    }
    return shares;
}

}  // namespace graphblas_gpu::edge_betweenness
