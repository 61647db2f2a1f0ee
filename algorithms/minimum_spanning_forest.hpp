// A minimum spanning forest: edges of least total weight that connect all vertices that the graph connects, without a cycle.
//
// Needs: a square matrix of numbers; entry (i, j) is the weight of an edge between i and j.
// Idea: the edges are ranked by weight, and by their vertices where weights are equal, so that no two edges have the same rank
// and the forest is unique. In each round every tree takes the edge of least rank that leaves it: the smallest entry of each
// row of the matrix of ranks, and the smallest of these in each tree. Trees that are joined become one tree, and edges inside a
// tree are dropped from the matrix. There are at most log2(n) rounds, because in each round every tree that is not complete
// joins another tree.
// Source: Boruvka, "O jistem problemu minimalnim" (1926); Kepner, Gilbert (eds.), "Graph Algorithms in the Language of Linear
// Algebra" (SIAM 2011), for rounds made of operations.
#pragma once

#include <algorithms/common.hpp>
#include <algorithms/selections.hpp>
#include <graphblas_gpu/base/within_memory.hpp>
#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/ewise.hpp>
#include <graphblas_gpu/graph.hpp>
#include <graphblas_gpu/mask.hpp>
#include <graphblas_gpu/matrix.hpp>
#include <graphblas_gpu/reduce.hpp>
#include <graphblas_gpu/select.hpp>
#include <graphblas_gpu/vector.hpp>
#include <semirings/index_operators.hpp>
#include <semirings/operators.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <numeric>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace graphblas_gpu {

/// The forest and its total weight.
template <class T>
struct minimum_spanning_forest_result {
    matrix<T> forest;  ///< both directions of every edge, with its weight
    /// The sum of the weights, added in ascending order.
    std::conditional_t<std::is_floating_point_v<T>, double, std::int64_t> total = 0;
    std::int64_t edges = 0;
    std::int64_t components = 0;  ///< the number of trees, single vertices included: n - edges
};

namespace spanning {

/// Throws invalid_value if an edge of A is NaN. Edges of both directions are looked at before they are joined, because the
/// smaller of a number and NaN is the number.
template <class T>
void require_numbers(const matrix<T>& a) {
    if constexpr (std::is_floating_point_v<T>) {
        for (const auto [i, j, weight] : a.entries()) {
            if (weight == weight || i == j) continue;
            throw invalid_value("minimum_spanning_forest: the weight at (" + std::to_string(i) + ", " + std::to_string(j) +
                                ") is not a number");
        }
    }
}

/// The edges i < j of an undirected graph, by i and then by j, and their ranks: the order of weight, then of i, then of j.
template <class T>
struct ranked_edges {
    std::vector<index> rows, columns;
    std::vector<T> weights;
    std::vector<std::int64_t> ranks;   ///< of each edge
    std::vector<std::size_t> by_rank;  ///< the edge of each rank

    ranked_edges(const context& ctx, const running_call& call, const matrix<T>& undirected) {
        auto edges = select(ctx, triu{1}, undirected).to_edges();
        rows = std::move(edges.rows);
        columns = std::move(edges.columns);
        weights = std::move(edges.values);
        std::vector<std::pair<T, std::size_t>> order(weights.size());
        for (std::size_t e = 0; e < order.size(); ++e) order[e] = {weights[e], e};
        const std::less<> before;
        algorithm::comparison compare(call, before);
        std::sort(order.begin(), order.end(), std::ref(compare));
        ranks.resize(order.size());
        by_rank.resize(order.size());
        for (std::size_t r = 0; r < order.size(); ++r) {
            by_rank[r] = order[r].second;
            ranks[order[r].second] = static_cast<std::int64_t>(r);
        }
    }

    /// The matrix of both directions of all edges; the values are their ranks.
    matrix<std::int64_t> rank_matrix(const context& ctx, index n) const {
        const auto upper = matrix<std::int64_t>::from_edges(ctx, n, n, rows, columns, ranks);
        return ewise_add(ctx, min{}, upper, upper, {.transpose_b = true});
    }

    /// The matrix of both directions of the edges with these ranks; `values` has one value for each of these edges.
    template <class X>
    matrix<X> as_matrix(const context& ctx, index n, const std::vector<std::int64_t>& chosen,
                        const std::vector<X>& values) const {
        std::vector<index> from, to;
        for (const std::int64_t rank : chosen) {
            const std::size_t e = by_rank[static_cast<std::size_t>(rank)];
            from.push_back(rows[e]);
            to.push_back(columns[e]);
        }
        std::vector<index> i = from, j = to;
        std::vector<X> x = values;
        i.insert(i.end(), to.begin(), to.end());
        j.insert(j.end(), from.begin(), from.end());
        x.insert(x.end(), values.begin(), values.end());
        return matrix<X>::from_edges(ctx, n, n, i, j, x);
    }
};

}  // namespace spanning

/// The minimum spanning forest of the undirected graph with an edge of weight A(i, j) between i and j. If both A(i, j) and A(j,
/// i) exist, the smaller one is the weight. Self loops are ignored; weights may be negative or infinite. Among edges of equal
/// weight the edge with the smaller first vertex is preferred, then the edge with the smaller second vertex, so that the forest
/// is the same for every engine and number of threads. A vertex without edges is a tree by itself.
///
/// Throws dimension_mismatch if A is not square, invalid_value if a weight is NaN or the sum does not fit `total`.
/// O(nvals(A) log nvals(A)) for ranking the edges, which is done on the host; then O(nvals(A) + n) for each of at most log2(n)
/// rounds.
template <class T>
minimum_spanning_forest_result<T> minimum_spanning_forest(const context& ctx, const matrix<T>& a) {
    return base::library_call("minimum_spanning_forest", [&] {
        const running_call whole(ctx);
        algorithm::require_square("minimum_spanning_forest", a);
        spanning::require_numbers(a);
        const index n = a.nrows();
        matrix<T> undirected(n, n);
        ewise_add(ctx, undirected, no_mask, no_accum, min{}, a, a, {.transpose_b = true});
        const spanning::ranked_edges<T> edges(ctx, whole, undirected);

        matrix<std::int64_t> leaving = edges.rank_matrix(ctx, n);     // the edges between two trees
        std::vector<std::int64_t> tree(static_cast<std::size_t>(n));  // the tree of each vertex
        std::iota(tree.begin(), tree.end(), std::int64_t{0});
        std::vector<std::int64_t> chosen;
        while (leaving.nvals() > 0) {
            constexpr std::int64_t none = std::numeric_limits<std::int64_t>::max();
            std::vector<std::int64_t> min_of_tree(static_cast<std::size_t>(n), none);
            const vector<std::int64_t> least = reduce_rows(ctx, min{}, leaving);
            for (const auto [v, rank] : least.entries()) {
                std::int64_t& best = min_of_tree[static_cast<std::size_t>(tree[static_cast<std::size_t>(v)])];
                best = std::min(best, rank);
            }
            // Two trees may have chosen the same edge.
            for (const std::int64_t rank : min_of_tree) {
                if (rank != none) chosen.push_back(rank);
            }
            std::sort(chosen.begin(), chosen.end());
            chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());

            const component_labels trees = label_components(ctx, edges.as_matrix(ctx, n, chosen, chosen));
            tree = trees.labels.to_entries().values;
            leaving = algorithm::edges_between(ctx, leaving, trees.labels);
        }

        minimum_spanning_forest_result<T> result;
        std::vector<T> weights;
        for (const std::int64_t rank : chosen) {
            weights.push_back(edges.weights[edges.by_rank[static_cast<std::size_t>(rank)]]);
            if constexpr (std::is_floating_point_v<T>) result.total += weights.back();
            else if (__builtin_add_overflow(result.total, +static_cast<T>(weights.back()), &result.total))
                throw invalid_value("minimum_spanning_forest: the sum of the weights does not fit int64");
        }
        result.forest = edges.as_matrix(ctx, n, chosen, weights);
        result.edges = static_cast<std::int64_t>(chosen.size());
        result.components = n - result.edges;
        return result;
    });
}

/// @cond
// The library has compiled these (algorithms/instances).
extern template minimum_spanning_forest_result<double> minimum_spanning_forest(const context&, const matrix<double>&);
extern template minimum_spanning_forest_result<std::int64_t> minimum_spanning_forest(const context&,
                                                                                     const matrix<std::int64_t>&);
/// @endcond

}  // namespace graphblas_gpu
