// edge_betweenness_centrality against numbers of shortest paths between all pairs, and against NetworkX.
#include "check.hpp"
#include "small_graphs.hpp"
#include "tests/catch.hpp"
#include <algorithms/edge_betweenness_centrality.hpp>

#include <cmath>
#include <numeric>
#include <queue>
#include <vector>

namespace {

namespace gb = graphblas_gpu;

/// More than rounding can make here: results are below 10^4, and fewer than 10000 terms are added up.
constexpr double betweenness_rounding = 1e-8;

/// Distances and numbers of shortest paths from a vertex, by a queue.
struct counted_search {
    std::vector<int> distance;
    std::vector<double> paths;
};

counted_search search_from(const std::vector<std::vector<std::size_t>>& successors, std::size_t source) {
    counted_search s{std::vector<int>(successors.size(), -1), std::vector<double>(successors.size(), 0)};
    s.distance[source] = 0;
    s.paths[source] = 1;
    for (std::queue<std::size_t> waiting({source}); !waiting.empty(); waiting.pop()) {
        const std::size_t v = waiting.front();
        for (const std::size_t w : successors[v]) {
            if (s.distance[w] < 0) {
                s.distance[w] = s.distance[v] + 1;
                waiting.push(w);
            }
            if (s.distance[w] == s.distance[v] + 1) s.paths[w] += s.paths[v];
        }
    }
    return s;
}

/// The betweenness of each edge, in the order of g.weights.
std::vector<double> sum_over_pairs(const check::graph& g, const std::vector<gb::index>& sources) {
    std::vector<std::vector<std::size_t>> successors(static_cast<std::size_t>(g.n));
    for (const auto& [edge, weight] : g.weights)
        successors[static_cast<std::size_t>(edge.first)].push_back(static_cast<std::size_t>(edge.second));
    std::vector<counted_search> from;
    for (std::size_t v = 0; v < successors.size(); ++v) from.push_back(search_from(successors, v));
    std::vector<double> shares;
    for (const auto& [edge, weight] : g.weights) {
        const auto i = static_cast<std::size_t>(edge.first), j = static_cast<std::size_t>(edge.second);
        double& share = shares.emplace_back(0);
        for (const gb::index source : sources) {
            const auto s = static_cast<std::size_t>(source);
            if (from[s].distance[i] < 0) continue;
            for (std::size_t t = 0; t < successors.size(); ++t)
                if (from[j].distance[t] >= 0 && from[s].distance[i] + 1 + from[j].distance[t] == from[s].distance[t])
                    share += from[s].paths[i] * from[j].paths[t] / from[s].paths[t];
        }
    }
    return shares;
}

bool is_near(const gb::matrix<double>& found, const std::vector<double>& expected) {
    const std::vector<double> values = found.to_edges().values;
    bool near = values.size() == expected.size();
    for (std::size_t e = 0; near && e < values.size(); ++e) near = std::abs(values[e] - expected[e]) <= betweenness_rounding;
    return near;
}

}  // namespace

TEST_CASE("edge_betweenness_centrality: as sums over all pairs", "[algorithms][edge_betweenness_centrality]") {
    const auto ctx = spec::context_with(GENERATE(from_range(spec::team_sizes({1, 3}))));
    auto graphs = check::small_graphs();
    // More sources than there are searches at a time.
    graphs.push_back(check::random_graph<std::int32_t>("sparse, directed", 150, 500, 0, 9, true, 3));
    graphs.push_back(check::random_graph<std::int32_t>("sparse, undirected", 100, 250, 0, 9, false, 3));
    for (const auto& g : graphs) {
        if (!spec::is_tried_where_slow()) continue;
        INFO(g.name << ", " << ctx.threads() << " threads");
        std::vector<gb::index> all(static_cast<std::size_t>(g.n));
        std::iota(all.begin(), all.end(), gb::index{0});
        const auto found = gb::edge_betweenness_centrality(ctx, g.structure());
        CHECK(is_near(found, sum_over_pairs(g, all)));
        if (!spec::on_cuda()) CHECK(found == gb::edge_betweenness_centrality(spec::context_with(1), g.matrix()));
        if (g.n < 4) continue;
        const std::vector<gb::index> some{2, 0, 3, 2};
        CHECK(is_near(gb::edge_betweenness_centrality(ctx, g.structure(), some), sum_over_pairs(g, some)));
    }
}

TEST_CASE("edge_betweenness_centrality: as NetworkX computes it", "[algorithms][edge_betweenness_centrality]") {
    const auto ctx = spec::context_with(2);
    const std::vector<gb::index> rows{0, 0, 1, 2, 2, 3, 4, 4, 5, 3, 5}, columns{1, 2, 3, 1, 3, 4, 0, 5, 3, 5, 0};
    const auto a = gb::matrix<void>::from_edges(7, 7, rows, columns);
    // NetworkX 3.6.1: edge_betweenness_centrality(G, normalized=False) and normalized=True, and
    // edge_betweenness_centrality_subset(G, [0, 3], list(G))
    CHECK(is_near(gb::edge_betweenness_centrality(ctx, a), {5.5, 6.5, 6.5, 1, 5.5, 8, 7, 6, 2, 6, 3}));
    CHECK(is_near(gb::edge_betweenness_centrality(ctx, a, gb::all, {.normalized = true}),
                  {0.13095238095238093, 0.15476190476190477, 0.15476190476190477, 0.023809523809523808, 0.13095238095238093,
                   0.19047619047619047, 0.16666666666666666, 0.14285714285714285, 0.047619047619047616, 0.14285714285714285,
                   0.07142857142857142}));
    gb::progress_counters progress;
    CHECK(is_near(gb::edge_betweenness_centrality(ctx, a, {0, 3}, {.progress = &progress}),
                  {3.5, 3.5, 1.5, 0, 1.5, 3.5, 3.5, 1.5, 0, 1.5, 0}));
    CHECK((progress.done == 2 && progress.total == 2));
}

TEST_CASE("edge_betweenness_centrality: what it refuses", "[algorithms][edge_betweenness_centrality]") {
    const auto ctx = spec::context_with(1);
    CHECK_THROWS_WITH(gb::edge_betweenness_centrality(ctx, gb::matrix<void>(5, 6)), contains_text("A is 5x6"));
    CHECK_THROWS_AS(gb::edge_betweenness_centrality(ctx, gb::matrix<void>(5, 5), {5}), gb::index_out_of_bounds);
    CHECK(gb::edge_betweenness_centrality(ctx, gb::matrix<void>()).nvals() == 0);
    CHECK(gb::edge_betweenness_centrality(ctx, gb::matrix<void>(5, 5)).nvals() == 0);

    // Each of these diamonds in a row doubles the number of paths, beyond every double.
    std::vector<gb::index> rows, columns;
    for (gb::index k = 0; k < 1100; ++k) {
        for (const gb::index side : {1, 2}) {
            rows.insert(rows.end(), {3 * k, 3 * k + side});
            columns.insert(columns.end(), {3 * k + side, 3 * k + 3});
        }
    }
    CHECK_THROWS_WITH(gb::edge_betweenness_centrality(ctx, gb::matrix<void>::from_edges(3301, 3301, rows, columns), {0}),
                      contains_text("more shortest paths"));
}
