// minimum_spanning_forest against Kruskal's algorithm, by which grb --verify checks it.
#include "component_graphs.hpp"
#include "tests/catch.hpp"
#include "tools/graph_checks.hpp"
#include <algorithms/minimum_spanning_forest.hpp>

#include <cmath>

namespace gb = graphblas_gpu;

TEST_CASE("minimum spanning forest: that of Kruskal, ties broken by the ends", "[algorithms][minimum_spanning_forest]") {
    const auto ctx = spec::context_with(GENERATE(from_range(spec::team_sizes({1, 3}))));
    for (const auto& graphs : {check::undirected_graphs(), check::directed_graphs()}) {
        for (const auto& g : graphs) {
            if (!spec::is_tried_where_slow()) continue;
            INFO(g.name << ", " << ctx.threads() << " threads");
            const gb::matrix<double> weights = check::in_double(g);
            const auto found = gb::minimum_spanning_forest(ctx, weights);
            CHECK(grb::check_spanning_forest(weights, found.forest, found.total) == "");  // whole numbers
            CHECK(found.edges == found.forest.nvals() / 2);
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
