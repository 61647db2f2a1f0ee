// Algorithms on distributed graphs, as short programs on distributed operations.
//
// Source: those of the algorithms of the same names in algorithms/.
#pragma once

#include <graphblas_gpu/diag.hpp>
#include <graphblas_gpu/distributed/elementwise.hpp>
#include <graphblas_gpu/distributed/mxm.hpp>
#include <semirings/semirings.hpp>

#include <cstdint>
#include <utility>

namespace graphblas_gpu::dist {

/// Which of the edges of a block lead to a vertex of larger degree, or of larger number where degrees are equal.
struct leads_to_larger_degree {
    static constexpr bool position_only = true;
    std::span<const std::int64_t> row_degrees, column_degrees;  ///< of the block's rows and columns
    index first_row = 0, first_column = 0;                      ///< their numbers in the whole matrix

    bool operator()(std::int64_t i, std::int64_t j) const {
        const std::int64_t d = row_degrees[static_cast<std::size_t>(i)], e = column_degrees[static_cast<std::size_t>(j)];
        return d != e ? d < e : first_row + i < first_column + j;
    }
};

/// The number of entries of each row, an entry for every row. Called by all ranks.
template <class T>
vector<std::int64_t> degrees(const context& ctx, const matrix<T>& a) {
    vector<std::int64_t> sum(ctx, a.nrows());
    graphblas_gpu::vector<std::int64_t> own;
    (void)ctx.together("degrees", {a.nrows(), a.nvals()}, [&](note&) {
        require_context(ctx, "degrees", a);
        graphblas_gpu::vector<std::int64_t> ones(a.own().ncols);
        graphblas_gpu::assign(ctx.local(), ones, no_mask, no_accum, std::int64_t{1});
        own = graphblas_gpu::vector<std::int64_t>(a.own().nrows);
        graphblas_gpu::assign(ctx.local(), own, no_mask, no_accum, std::int64_t{0});
        graphblas_gpu::mxv(ctx.local(), own, no_mask, plus{}, plus_pair<std::int64_t>, a.block(), ones);
    });
    fold(ctx, "degrees", sum, no_mask, no_accum, monoid<plus, std::int64_t>{}, own, sides_of(a.cuts(), false), false);
    return sum;
}

/// The edges that leads_to_larger_degree keeps, by ready-made functions, which a device runs: those with a positive difference
/// of the degrees at their ends, and of those with equal degrees the ones above the diagonal of the whole matrix.
template <class T>
graphblas_gpu::matrix<void> edges_to_larger_degree(const graphblas_gpu::context& local, const graphblas_gpu::matrix<T>& block,
                                                   const rectangle& own, const graphblas_gpu::vector<std::int64_t>& row_degrees,
                                                   const graphblas_gpu::vector<std::int64_t>& column_degrees) {
    using numbers = graphblas_gpu::matrix<std::int64_t>;
    numbers difference = graphblas_gpu::mxm(local, plus_second<std::int64_t>, block, matrix_diag(local, column_degrees));
    graphblas_gpu::ewise_mult(local, difference, no_mask, no_accum, minus{}, difference,
                              graphblas_gpu::mxm(local, plus_first<std::int64_t>, matrix_diag(local, row_degrees), block));
    graphblas_gpu::matrix<void> larger(own.nrows, own.ncols), edges(own.nrows, own.ncols);
    graphblas_gpu::select(local, larger, no_mask, no_accum, value_gt<std::int64_t>{0}, difference);
    graphblas_gpu::select(local, difference, no_mask, no_accum, value_eq<std::int64_t>{0}, difference);
    graphblas_gpu::select(local, edges, no_mask, no_accum, triu{own.row - own.column + 1}, difference);
    graphblas_gpu::ewise_add(local, edges, no_mask, no_accum, any{}, edges, larger);
    return edges;
}

/// The structure of a square A above its diagonal as it would be with vertices sorted by ascending degree, as triu_by_degree on
/// matrix<T> (graph.hpp); in the shuffled layout vertices of equal degree are in the order in which they are stored. Called by
/// all ranks. Throws dimension_mismatch if A is not square.
template <class T>
matrix<void> triu_by_degree(const context& ctx, const matrix<T>& a) {
    const vector<std::int64_t> degree = degrees(ctx, a);
    matrix<void> edges(ctx, a.nrows(), a.ncols());
    graphblas_gpu::matrix<void> block;
    const auto parts = vector_parts(ctx, a.nrows());
    vector_part<std::int64_t> of_rows(ctx, degree.block(), parts, sides_of(a.cuts(), false));
    vector_part<std::int64_t> of_columns(ctx, degree.block(), parts, sides_of(a.cuts(), true));
    const auto notes = with_parts(
        ctx, "triu_by_degree", {a.nrows(), a.ncols(), a.nvals()}, {of_rows.fetched(), of_columns.fetched()},
        [&] {
            shapes::check_same("triu_by_degree", "A", a.shape(), {a.nrows(), a.nrows()});
        },
        [&](note& own) {
            const auto rows = of_rows.get(), columns = of_columns.get();
            if (ctx.local().is_cuda()) {
                block = edges_to_larger_degree(ctx.local(), a.block(), a.own(), rows, columns);
            } else {
                block = edges.empty_block();
                const leads_to_larger_degree is_kept{rows.values(), columns.values(), a.own().row, a.own().column};
                graphblas_gpu::select(ctx.local(), block, no_mask, no_accum, is_kept, a.block());
            }
            own.number = block.nvals();
        });
    edges.replace(std::move(block), notes);
    return edges;
}

/// The number of triangles of an undirected graph without self loops, which is not checked; values are ignored. Called by all
/// ranks, which get the same number. Throws dimension_mismatch if A is not square. As variant sandia_uu of triangle_count
/// (algorithms/triangle_count.hpp).
template <class T>
std::int64_t triangle_count(const context& ctx, const matrix<T>& a) {
    const matrix<void> u = triu_by_degree(ctx, a);
    return mxm_reduce(ctx, plus{}, structure(u), plus_pair<std::int64_t>, u, u);
}

/// A vector with an entry at one original index. Called by all ranks. Throws invalid_index.
template <class T>
vector<T> only_at(const context& ctx, index size, index i, const T& value) {
    vector<T> w(ctx, size);
    auto block = w.empty_block();
    const auto notes = ctx.together("only_at", {size, i}, [&](note& own) {
        if (i < 0 || i >= size)
            throw invalid_index("vertex " + std::to_string(i) + " is outside [0, " + std::to_string(size) + ")");
        const index at = ctx.place_of(ctx.order_of(size), i) - w.own().column;
        if (at >= 0 && at < block.size()) block.set_element(at, value);
        own.number = block.nvals();
    });
    w.replace(std::move(block), notes);
    return w;
}

/// The levels of a breadth-first search, as bfs (algorithms/bfs.hpp): the number of edges on a shortest path, for the vertices
/// that are reached. Called by all ranks. Throws dimension_mismatch if A is not square, invalid_index. In each level a rank
/// receives the frontier in its rows and what is found in its part.
template <class T>
vector<std::int32_t> bfs_levels(const context& ctx, const matrix<T>& a, index source) {
    vector<std::int32_t> levels = only_at<std::int32_t>(ctx, a.nrows(), source, 0);
    vector<bool> frontier = only_at(ctx, a.nrows(), source, true);
    for (std::int32_t level = 1; frontier.nvals() > 0; ++level) {
        vxm(ctx, frontier, !structure(levels), no_accum, any_pair<bool>, frontier, a, {.replace = true});
        assign(ctx, levels, structure(frontier), no_accum, level);
    }
    return levels;
}

/// A matrix with this entry at (s, sources[s]) for each s. Called by all ranks, with equal lists. Throws index_out_of_bounds.
template <class T>
matrix<T> at_sources(const context& ctx, index size, const integer_list<index>& sources, const T& value) {
    std::vector<index> rows, columns;
    for (std::size_t s = 0; s < sources.size() && ctx.rank() == 0; ++s) {
        rows.push_back(static_cast<index>(s));
        columns.push_back(sources.span()[s]);
    }
    const std::vector<T> values(rows.size(), value);
    return matrix<T>::from_edges(ctx, static_cast<index>(sources.size()), size, rows, columns, values);
}

/// The levels of searches from several vertices: row s is the search from sources[s], equal in all ranks. Called by all ranks;
/// throws as above, and index_out_of_bounds. In each level the frontiers of all searches travel, and A does not.
template <class T>
matrix<std::int32_t> bfs_levels(const context& ctx, const matrix<T>& a, const integer_list<index>& sources) {
    matrix<std::int32_t> levels = at_sources<std::int32_t>(ctx, a.nrows(), sources, 0);
    matrix<bool> frontier(ctx, levels.nrows(), a.nrows());
    assign(ctx, frontier, structure(levels), no_accum, true);
    for (std::int32_t level = 1; frontier.nvals() > 0; ++level) {
        mxm_few_rows(ctx, frontier, !structure(levels), no_accum, any_pair<bool>, frontier, a, true);
        assign(ctx, levels, structure(frontier), no_accum, level);
    }
    return levels;
}

/// Throws invalid_value if lengths still change after as many rounds as a path of n vertices has edges.
inline void require_no_cycle(index round, index n) {
    if (round > n) throw invalid_value("shortest_paths: there is a cycle of negative length");
}

/// The lengths of shortest paths from a vertex, or from several, which are equal in all ranks: row s is the search from
/// sources[s]. By rounds of relaxation from the vertices that have changed (Bellman, Ford); only vertices that are reached have
/// entries. Called by all ranks. Throws as bfs_levels, and invalid_value if a cycle of negative length is reached.
/// @{
template <class T>
vector<T> shortest_paths(const context& ctx, const matrix<T>& a, index source) {
    vector<T> lengths = only_at(ctx, a.nrows(), source, T{0}), changed = lengths;
    for (index round = 0; changed.nvals() > 0; ++round) {
        require_no_cycle(round, a.nrows());
        vxm_update(ctx, lengths, changed, no_mask, min{}, min_plus<T>, changed, a);
    }
    return lengths;
}
template <class T>
matrix<T> shortest_paths(const context& ctx, const matrix<T>& a, const integer_list<index>& sources) {
    matrix<T> lengths = at_sources(ctx, a.nrows(), sources, T{0}), changed = lengths;
    for (index round = 0; changed.nvals() > 0; ++round) {
        require_no_cycle(round, a.nrows());
        mxm_few_rows_update(ctx, lengths, changed, no_mask, min{}, min_plus<T>, changed, a);
    }
    return lengths;
}
/// @}

/// The ranks, and the number of rounds and the sum of the changes in the last one.
struct page_rank_result {
    vector<double> ranks;
    std::int64_t iterations = 0;
    double residual = 0;
};
/// PageRank by the definition `standard`, as page_rank (algorithms/page_rank.hpp); last bits differ. Called by all ranks.
/// Throws dimension_mismatch if A is not square.
template <class T>
page_rank_result page_rank(const context& ctx, const matrix<T>& a, double damping = 0.85, double tolerance = 1e-6,
                           std::int64_t most_iterations = 100) {
    const auto n = static_cast<double>(a.nrows());
    const vector<std::int64_t> degree = degrees(ctx, a);
    vector<double> handed_on(ctx, a.nrows());  // to each neighbour, of the rank of a vertex that has any
    {
        vector<std::int64_t> has_edges(ctx, a.nrows());
        select(ctx, has_edges, no_mask, no_accum, value_gt<std::int64_t>{0}, degree);
        assign(ctx, handed_on, structure(has_edges), no_accum, damping);
        ewise_mult(ctx, handed_on, no_mask, no_accum, divide{}, handed_on, has_edges);
    }
    page_rank_result result{vector<double>(ctx, a.nrows())};
    auto& [ranks, iterations, residual] = result;
    assign(ctx, ranks, no_mask, no_accum, 1 / n);
    for (; iterations < most_iterations && (iterations == 0 || residual > tolerance) && a.nrows() > 0; ++iterations) {
        vector<double> part(ctx, a.nrows()), next(ctx, a.nrows()), change(ctx, a.nrows());
        ewise_mult(ctx, part, no_mask, no_accum, times{}, ranks, handed_on);
        double lost = 0;
        if (handed_on.nvals() < a.nrows()) {
            apply(ctx, change, !structure(handed_on), no_accum, identity{}, ranks);
            lost = reduce(ctx, plus{}, change);
        }
        assign(ctx, next, no_mask, no_accum, (1 - damping + damping * lost) / n);
        vxm(ctx, next, no_mask, plus{}, plus_first<double>, part, a);
        // Ready-made functions, which a device runs.
        ewise_mult(ctx, change, no_mask, no_accum, minus{}, ranks, next);
        apply(ctx, change, no_mask, no_accum, abs{}, change);
        residual = reduce(ctx, plus{}, change);
        ranks = std::move(next);
    }
    return result;
}

/// The original number of each of n vertices. Called by all ranks. O(n).
inline vector<std::int64_t> vertex_numbers(const context& ctx, index n) {
    vector<std::int64_t> numbers(ctx, n);
    blockwise(ctx, "vertex_numbers", numbers, no_mask, no_accum, [&](auto& block) {
        std::vector<std::int64_t> list(static_cast<std::size_t>(block.size()));
        const base::random_permutation order = ctx.order_of(n);
        for (index v = 0; v < n; ++v) {
            const index k = ctx.place_of(order, v) - numbers.own().column;
            if (k >= 0 && k < block.size()) list[static_cast<std::size_t>(k)] = v;
        }
        block = graphblas_gpu::vector<std::int64_t>::from_dense(list);
    });
    return numbers;
}

/// The components of the graph of a square A, in which an entry connects its vertices in both directions, as label_components
/// (graph.hpp) on matrix<T>: for each vertex the smallest vertex of its component. Called by all ranks. Throws
/// dimension_mismatch if A is not square. Runs on host threads. O(nvals) in each rank, and forests are merged in as many steps
/// as the number of ranks has binary digits: half of the ranks need 4 bytes for each vertex of the graph and 8 for each edge of
/// a forest, rank 0 has all labels once.
/// @{
vector<std::int64_t> component_labels(const context& ctx, const any_matrix& block, const rectangle& own, index n);
template <class T>
vector<std::int64_t> component_labels(const context& ctx, const matrix<T>& a) {
    (void)ctx.together("component_labels", {a.nrows(), a.ncols(), a.nvals()}, [&](note&) {
        require_context(ctx, "component_labels", a);
        shapes::check_same("component_labels", "A", a.shape(), {a.nrows(), a.nrows()});
    });
    return component_labels(ctx, a.block().any(), a.own(), a.nrows());
}
/// @}

/// How many components have these labels. Called by all ranks.
inline std::int64_t count_labels(const context& ctx, const vector<std::int64_t>& labels) {
    // A component is counted at its smallest vertex, the only one that has its own number as its label.
    const vector<std::int64_t> numbers = vertex_numbers(ctx, labels.size());
    vector<bool> is_smallest(ctx, labels.size());
    vector<std::int64_t> count(ctx, labels.size());
    ewise_mult(ctx, is_smallest, no_mask, no_accum, eq{}, labels, numbers);
    apply(ctx, count, values(is_smallest), no_accum, identity{}, numbers);
    return count.nvals();
}

/// The number of components. Called by all ranks. Throws as component_labels.
template <class T>
std::int64_t count_components(const context& ctx, const matrix<T>& a) {
    return count_labels(ctx, component_labels(ctx, a));
}

}  // namespace graphblas_gpu::dist
