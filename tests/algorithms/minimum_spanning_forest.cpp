// minimum_spanning_forest against Kruskal's algorithm.
#include "component_graphs.hpp"
#include "tests/catch.hpp"
#include <algorithms/minimum_spanning_forest.hpp>

#include <cmath>
#include <tuple>

namespace {

namespace gb = graphblas_gpu;

struct forest {
    std::map<std::pair<gb::index, gb::index>, double> weights;  ///< both directions
    double total = 0;
};

/// Edges in ascending order of weight and ends; each is taken that joins two trees.
forest by_kruskal(const check::small_graph& g) {
    std::map<std::pair<gb::index, gb::index>, double> lightest;
    for (const auto& [edge, weight] : g.weights) {
        const auto ends = std::minmax(edge.first, edge.second);
        if (ends.first == ends.second) continue;
        const auto known = lightest.try_emplace({ends.first, ends.second}, weight).first;
        known->second = std::min(known->second, static_cast<double>(weight));
    }
    std::vector<std::tuple<double, gb::index, gb::index>> edges;
    for (const auto& [edge, weight] : lightest) edges.emplace_back(weight, edge.first, edge.second);
    std::sort(edges.begin(), edges.end());
    std::vector<gb::index> tree;
    for (gb::index v = 0; v < g.n; ++v) tree.push_back(v);
    forest out;
    for (const auto& [weight, i, j] : edges) {
        const gb::index from = tree[static_cast<std::size_t>(i)], to = tree[static_cast<std::size_t>(j)];
        if (from == to) continue;
        std::replace(tree.begin(), tree.end(), from, to);
        out.weights[{i, j}] = out.weights[{j, i}] = weight;
        out.total += weight;
    }
    return out;
}

}  // namespace

TEST_CASE("minimum spanning forest: that of Kruskal, ties broken by the ends", "[algorithms][minimum_spanning_forest]") {
    const auto ctx = spec::context_with(GENERATE(from_range(spec::team_sizes({1, 3}))));
    for (const auto& graphs : {check::undirected_graphs(), check::directed_graphs()}) {
        for (const auto& g : graphs) {
            if (!spec::is_tried_where_slow()) continue;
            INFO(g.name << ", " << ctx.threads() << " threads");
            const forest expected = by_kruskal(g);
            const auto found = gb::minimum_spanning_forest(ctx, check::in_double(g));
            const check::edge_list<double> as_list{g.name, g.n, expected.weights};
            CHECK(found.forest == as_list.matrix());
            CHECK(found.total == expected.total);  // whole numbers
            CHECK(found.edges == static_cast<gb::index>(expected.weights.size()) / 2);
            CHECK(found.components == g.n - found.edges);
        }
    }
}

TEST_CASE("minimum spanning forest: weights in closed form", "[algorithms][minimum_spanning_forest]") {
    const auto ctx = spec::context_with(2);
    // Complete, with the larger of both numbers as the weight: every vertex but the first hangs on one that is smaller.
    check::small_graph g{"", 30, {}};
    for (gb::index i = 0; i < g.n; ++i) {
        for (gb::index j = 0; j < i; ++j) g.weights[{i, j}] = static_cast<std::int32_t>(i);
    }
    const auto found = gb::minimum_spanning_forest(ctx, check::in_double(g));
    CHECK(found.total == 29 * 30 / 2);
    CHECK(found.edges == 29);
    for (gb::index v = 1; v < g.n; ++v) CHECK(found.forest.get_element(v, 0) == static_cast<double>(v));
    CHECK(gb::minimum_spanning_forest(ctx, check::in_double(check::star_graph(12))).edges == 11);
    CHECK(gb::minimum_spanning_forest(ctx, gb::matrix<double>(6, 6)).components == 6);
}

TEST_CASE("minimum spanning forest: other types, infinities, and what it refuses", "[algorithms][minimum_spanning_forest]") {
    const auto ctx = spec::context_with(1);
    using list = std::vector<gb::index>;
    const double infinite = std::numeric_limits<double>::infinity();
    const auto weighted = [](double x, double y, double z) {
        return gb::matrix<double>::from_edges(3, 3, list{0, 1, 2}, list{1, 2, 0}, std::vector<double>{x, y, z});
    };
    CHECK(gb::minimum_spanning_forest(ctx, weighted(infinite, 1, infinite)).forest.has_element(0, 1));
    CHECK(gb::minimum_spanning_forest(ctx, weighted(3, -infinite, 2)).total == -infinite);
    CHECK_THROWS_AS(gb::minimum_spanning_forest(ctx, weighted(3, std::nan(""), 2)), gb::invalid_value);
    CHECK_THROWS_WITH(gb::minimum_spanning_forest(ctx, weighted(3, std::nan(""), 2)), contains_text("(1, 2)"));
    gb::matrix<double> both = weighted(3, 1, 2);
    both.set_element(2, 2, std::nan(""));  // a self loop
    CHECK(gb::minimum_spanning_forest(ctx, both).total == 3);
    both.set_element(2, 1, std::nan(""));  // (1, 2) is a number
    CHECK_THROWS_WITH(gb::minimum_spanning_forest(ctx, both), contains_text("(2, 1)"));
    constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
    const auto path = gb::matrix<std::int64_t>::from_edges(3, 3, {0, 1}, {1, 2}, std::vector<std::int64_t>{most, 1});
    CHECK_THROWS_AS(gb::minimum_spanning_forest(ctx, path), gb::invalid_value);
    CHECK_THROWS_AS(gb::minimum_spanning_forest(ctx, gb::matrix<double>(5, 6)), gb::dimension_mismatch);
    CHECK_THROWS_WITH(gb::minimum_spanning_forest(ctx, gb::matrix<double>(5, 6)), contains_text("5x6"));
}
