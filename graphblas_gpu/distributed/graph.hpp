// Algorithms on distributed graphs, as short programs on distributed operations.
//
// Source: those of the algorithms of the same names in algorithms/.
#pragma once

#include <graphblas_gpu/bit_rows.hpp>
#include <graphblas_gpu/distributed/elementwise.hpp>
#include <graphblas_gpu/distributed/mxm.hpp>
#include <graphblas_gpu/graph.hpp>
#include <graphblas_gpu/propagate.hpp>
#include <semirings/semirings.hpp>

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>

namespace graphblas_gpu::dist {

/// A matrix<T>, whatever T is, for what reads no values.
class any_graph {
  public:
    const any_matrix& block;
    const grid_cuts& cuts;
    index nvals;

    template <class T>
    any_graph(const matrix<T>& a) : block(a.block().any()), cuts(a.cuts()), nvals(a.nvals()), context_(a.of()) {}
    const context& of() const { return context_; }  ///< that of the matrix

  private:
    const context& context_;
};

/// The number of entries of each row, an entry for every row. Called by all ranks.
vector<std::int64_t> degrees(const context& ctx, const any_graph& a);

/// The structure of a square A above its diagonal as it would be with vertices sorted by ascending degree, as triu_by_degree on
/// matrix<T> (graph.hpp); in the shuffled layout vertices of equal degree are in the order in which they are stored. Called by
/// all ranks. Throws dimension_mismatch if A is not square.
matrix<void> triu_by_degree(const context& ctx, const any_graph& a);

/// The number of triangles of an undirected graph without self loops, which is not checked; values are ignored. Called by all
/// ranks, which get the same number. Throws dimension_mismatch if A is not square. As variant sandia_uu of triangle_count
/// (algorithms/triangle_count.hpp). Devices that NCCL joins count for each edge what the rows of U at its ends have in common,
/// where the vertex with the longer row has the edge: a column of the shorter row is looked up in the longer one.
std::int64_t triangle_count(const context& ctx, const any_graph& a);

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

/// For bfs_levels: throws in all ranks what its arguments forbid; searches of a program of one rank, as those of the library;
/// and searches with a bit for each, which return false if a path has more than 64 edges.
/// @{
void check_search(const context& ctx, const any_graph& a, std::span<const index> sources);
template <class T>
vector<std::int32_t> searched_alone(const context& ctx, const matrix<T>& a, index source) {
    vector<std::int32_t> levels(ctx, a.nrows());
    auto rounds = levels.empty_block();
    const auto notes = ctx.together("bfs_levels", {}, [&](note& own) {
        (void)a.block().is_symmetric(ctx.local());
        graphblas_gpu::vector<void> reached(a.nrows());
        reached.set_element(ctx.place_of(ctx.order_of(a.nrows()), source));
        propagate(ctx.local(), reached, reached, visit, any_pair<bool>, a.block(), {.rounds = &rounds});
        own.number = rounds.nvals();
    });
    levels.replace(std::move(rounds), notes);
    return levels;
}
template <class T>
matrix<std::int32_t> searched_alone(const context& ctx, const matrix<T>& a, std::span<const index> sources) {
    matrix<std::int32_t> levels(ctx, static_cast<index>(sources.size()), a.nrows());
    auto rounds = levels.empty_block();
    const auto notes = ctx.together("bfs_levels", {}, [&](note& own) {
        (void)a.block().is_symmetric(ctx.local());
        graphblas_gpu::matrix<void> reached(levels.nrows(), a.nrows());
        const base::random_deal order = ctx.order_of(a.nrows());
        for (std::size_t s = 0; s < sources.size(); ++s)
            reached.set_element(static_cast<index>(s), ctx.place_of(order, sources[s]));
        propagate(ctx.local(), reached, reached, visit, any_pair<bool>, a.block(), {.rounds_of_rows = &rounds});
        own.number = rounds.nvals();
    });
    levels.replace(std::move(rounds), notes);
    return levels;
}
bool search_by_bits(const context& ctx, const any_graph& a, index source, vector<std::int32_t>& levels);
bool search_by_bits(const context& ctx, const any_graph& a, const integer_list<index>& sources, matrix<std::int32_t>& levels);
/// @}

/// The levels of a breadth-first search, as bfs (algorithms/bfs.hpp): the number of edges on a shortest path, for the vertices
/// that are reached. Called by all ranks. Throws dimension_mismatch if A is not square, invalid_index. In each level a rank
/// receives 8 bytes for each vertex in its rows, and for what it has found in its columns; from level 65 on, where the search
/// begins anew, only those in the frontier travel.
template <class T>
vector<std::int32_t> bfs_levels(const context& ctx, const matrix<T>& a, index source) {
    check_search(ctx, a, {&source, 1});
    if (ctx.size() == 1) return searched_alone(ctx, a, source);
    vector<std::int32_t> levels(ctx, a.nrows());
    if (search_by_bits(ctx, a, source, levels)) return levels;
    levels = only_at<std::int32_t>(ctx, a.nrows(), source, 0);
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
/// throws as above. Up to 64 searches run at once, with a bit for each, and A does not travel.
template <class T>
matrix<std::int32_t> bfs_levels(const context& ctx, const matrix<T>& a, const integer_list<index>& sources) {
    check_search(ctx, a, sources.span());
    const auto count = static_cast<index>(sources.size());
    matrix<std::int32_t> levels(ctx, count, a.nrows());
    if (ctx.size() == 1) {
        // As bfs does in one process.
        bool is_bits_faster = searching_at_once_is_profitable(ctx.local(), count, 1, false);
        if (is_bits_faster) {
            const auto probe = searched_alone(ctx, a, sources.span().front());
            const index deepest = reduce(ctx, max{}, probe);
            is_bits_faster =
                searching_at_once_is_profitable(ctx.local(), std::min(count, index{bit_rows::max_rows}), deepest, false);
        }
        if (!is_bits_faster || !search_by_bits(ctx, a, sources, levels)) return searched_alone(ctx, a, sources.span());
        return levels;
    }
    if (search_by_bits(ctx, a, sources, levels)) return levels;
    levels = at_sources<std::int32_t>(ctx, a.nrows(), sources, 0);
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
/// PageRank by the definition `standard`, as page_rank (algorithms/page_rank.hpp). On a grid of one row in the natural layout
/// the ranks have the bits that one process computes on host threads; else last bits differ. Values are ignored. Called by all
/// ranks. Throws dimension_mismatch if A is not square; invalid_value for a damping outside 0 .. 1, and a negative tolerance or
/// number of iterations. In each round a rank receives 8 bytes for each vertex in its rows, and on a grid of several rows as
/// many for each of its own vertices and each of these.
page_rank_result page_rank(const context& ctx, const any_graph& a, double damping = 0.85, double tolerance = 1e-6,
                           std::int64_t most_iterations = 100);

/// The original number of each of n vertices. Called by all ranks. O(n).
inline vector<std::int64_t> vertex_numbers(const context& ctx, index n) {
    vector<std::int64_t> numbers(ctx, n);
    blockwise(ctx, "vertex_numbers", numbers, no_mask, no_accum, [&](auto& block) {
        std::vector<std::int64_t> list(static_cast<std::size_t>(block.size()));
        const base::random_deal order = ctx.order_of(n);
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
/// dimension_mismatch if A is not square. O(nvals) in each rank, then labels are joined in as many steps as the number of ranks
/// has binary digits: each rank needs 4 bytes for each vertex of the graph, half of them 8, rank 0 at the end 8 more.
/// `components` gets their number, in all ranks.
vector<std::int64_t> component_labels(const context& ctx, const any_graph& a, std::int64_t* components = nullptr);

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
inline std::int64_t count_components(const context& ctx, const any_graph& a) {
    std::int64_t components = 0;
    (void)component_labels(ctx, a, &components);
    return components;
}

}  // namespace graphblas_gpu::dist
