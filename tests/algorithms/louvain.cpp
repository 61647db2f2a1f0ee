// louvain and modularity against the definition of modularity as a sum over pairs, and against NetworkX.
#include "check.hpp"
#include "small_graphs.hpp"
#include "tests/catch.hpp"
#include <algorithms/louvain.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace {

namespace gb = graphblas_gpu;

/// The weights of the undirected graph: an edge counts in both directions, and a self loop twice.
std::vector<std::vector<double>> weights_of(const check::graph& g, bool weighted) {
    const auto n = static_cast<std::size_t>(g.n);
    bool symmetric = true;
    for (const auto& [edge, weight] : g.weights) {
        const auto mirror = g.weights.find({edge.second, edge.first});
        symmetric = symmetric && mirror != g.weights.end() && (!weighted || mirror->second == weight);
    }
    std::vector<std::vector<double>> a(n, std::vector<double>(n, 0));
    for (const auto& [edge, weight] : g.weights) {
        const auto i = static_cast<std::size_t>(edge.first), j = static_cast<std::size_t>(edge.second);
        a[i][j] += weighted ? weight : 1;
        if (!symmetric || i == j) a[j][i] += weighted ? weight : 1;
    }
    return a;
}

/// What a pair of communities adds to the modularity if it is one: the sum over pairs of vertices, one of each, of (weight -
/// expected weight) / total weight.
std::map<std::pair<std::int64_t, std::int64_t>, double> shares_of_pairs(const check::graph& g, bool weighted, double resolution,
                                                                        const std::vector<std::int64_t>& labels) {
    const auto a = weights_of(g, weighted);
    std::vector<double> degree(a.size(), 0);
    double all = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        for (std::size_t j = 0; j < a.size(); ++j) degree[i] += a[i][j], all += a[i][j];
    std::map<std::pair<std::int64_t, std::int64_t>, double> shares;
    for (std::size_t i = 0; i < a.size(); ++i)
        for (std::size_t j = 0; j < a.size(); ++j)
            shares[{labels[i], labels[j]}] += all == 0 ? 0 : a[i][j] / all - resolution * degree[i] / all * degree[j] / all;
    return shares;
}

/// At most 200 x 200 terms below 1 are added up.
constexpr double modularity_rounding = 200 * 200 * 0x1p-52;

}  // namespace

TEST_CASE("louvain: modularity is what the sum over pairs says, and joining communities does not raise it",
          "[algorithms][louvain]") {
    const auto ctx = spec::context_with(GENERATE(from_range(spec::team_sizes({1, 3}))));
    auto graphs = check::small_graphs();
    graphs.push_back(check::random_graph<std::int32_t>("sparse, undirected", 100, 250, 0, 9, false, 3));
    graphs.push_back(check::random_graph<std::int32_t>("sparse, directed", 100, 250, 0, 9, true, 3));
    for (const auto& g : graphs) {
        for (const bool weighted : {false, true}) {
            if (!spec::is_tried_where_slow()) continue;
            INFO(g.name << (weighted ? ", weighted, " : ", ") << ctx.threads() << " threads");
            const gb::louvain_options how{.weighted = weighted, .resolution = 1.25};
            const auto found = gb::louvain(ctx, g.matrix(), how);
            const auto labels = found.labels.to_entries().values;
            REQUIRE(labels.size() == static_cast<std::size_t>(g.n));
            CHECK(std::set(labels.begin(), labels.end()).size() == static_cast<std::size_t>(found.communities));
            for (std::size_t v = 0; v < labels.size(); ++v) {
                REQUIRE_EACH(labels[v] <= static_cast<std::int64_t>(v));
                REQUIRE_EACH(labels[static_cast<std::size_t>(labels[v])] == labels[v]);
            }
            double expected = 0;
            for (const auto& [pair, share] : shares_of_pairs(g, weighted, 1.25, labels)) {
                if (pair.first == pair.second) expected += share;
                // The last level has moved no community into another one.
                else REQUIRE_EACH(2 * share <= how.tolerance + modularity_rounding);
            }
            CHECK(std::abs(found.modularity - expected) <= modularity_rounding);
            CHECK(std::abs(gb::modularity(ctx, g.matrix(), found.labels, how) - expected) <= modularity_rounding);
        }
    }
}

TEST_CASE("louvain: what is known", "[algorithms][louvain]") {
    const auto ctx = spec::context_with(2);
    // NetworkX 3.6.1: louvain_communities of the karate club finds between 0.4151 and 0.4198, which is the largest there is.
    const auto karate = check::karate_club().structure();
    const auto found = gb::louvain(ctx, karate);
    CHECK((found.modularity >= 0.4151 && found.modularity <= 0.4198));
    CHECK(found.levels >= 1);
    // modularity(G, [set(range(17)), set(range(17, 34))], weight=None)
    std::vector<std::int64_t> halves(34, 0);
    std::fill(halves.begin() + 17, halves.end(), 17);
    CHECK(std::abs(gb::modularity(ctx, karate, gb::vector<std::int64_t>::from_dense(halves)) - 0.24326101249178175) < 1e-15);
    // modularity(Graph([(0, 1), (1, 2), (2, 0), (2, 3), (3, 3)]), [{0, 1, 2}, {3}]): an edge each way, and in one direction.
    const auto label = gb::vector<std::int64_t>::from_dense(std::vector<std::int64_t>{0, 0, 0, 3});
    const std::vector<gb::index> one{0, 1, 2, 2, 3}, other{1, 2, 0, 3, 3};
    CHECK(std::abs(gb::modularity(ctx, gb::matrix<void>::from_edges(4, 4, one, other), label) - 0.22) < 1e-15);
    CHECK(std::abs(gb::modularity(ctx,
                                  gb::matrix<void>::from_edges(4, 4, std::vector<gb::index>{0, 1, 2, 2, 3, 1, 2, 0, 3},
                                                               std::vector<gb::index>{1, 2, 0, 3, 3, 0, 1, 2, 2}),
                                  label) -
                   0.22) < 1e-15);

    // A ring of 12 complete graphs of 5 vertices, each joined to the next one by an edge: each is a community.
    check::graph ring{"ring", 60, {}};
    for (gb::index k = 0; k < 12; ++k) {
        for (gb::index i = 0; i < 5; ++i)
            for (gb::index j = 0; j < i; ++j) check::join(ring, 5 * k + i, 5 * k + j);
        check::join(ring, 5 * k + 4, (5 * k + 5) % 60);
    }
    const auto rings = gb::louvain(ctx, ring.structure());
    CHECK(rings.communities == 12);
    for (gb::index v = 0; v < 60; ++v) REQUIRE_EACH(*rings.labels.get_element(v) == v / 5 * 5);

    CHECK(gb::louvain(ctx, gb::matrix<void>()).communities == 0);
    const auto apart = gb::louvain(ctx, gb::matrix<void>(3, 3));
    CHECK((apart.communities == 3 && apart.modularity == 0 && apart.levels == 0));
    CHECK(apart.labels == gb::vector<std::int64_t>::from_dense(std::vector<std::int64_t>{0, 1, 2}));
}

TEST_CASE("louvain: the same for any number of threads, and what it refuses", "[algorithms][louvain]") {
    const auto g = check::random_graph<std::int32_t>("sparse", 2000, 9000, 1, 9, false, 5);
    const auto alone = gb::louvain(spec::context_with(1), g.matrix(), {.weighted = true});
    for (const int threads : spec::team_sizes({1, 3, 4}))
        CHECK(gb::louvain(spec::context_with(threads), g.matrix(), {.weighted = true}).labels == alone.labels);

    const auto ctx = spec::context_with(1);
    CHECK_THROWS_WITH(gb::louvain(ctx, gb::matrix<void>(5, 6)), contains_text("louvain: A is 5x6"));
    CHECK_THROWS_AS(gb::louvain(ctx, gb::matrix<void>(5, 5), {.weighted = true}), gb::invalid_value);
    for (const double weight : {-1.0, std::nan(""), std::numeric_limits<double>::infinity()}) {
        const auto a = gb::matrix<double>::from_edges(2, 2, std::vector<gb::index>{0}, std::vector<gb::index>{1},
                                                      std::vector<double>{weight});
        CHECK_THROWS_AS(gb::louvain(ctx, a, {.weighted = true}), gb::invalid_value);
    }
    CHECK_THROWS_AS(gb::modularity(ctx, gb::matrix<void>(5, 5), gb::vector<std::int64_t>(5)), gb::dimension_mismatch);
    CHECK_THROWS_AS(gb::modularity(ctx, gb::matrix<void>(5, 5), gb::vector<std::int64_t>::full(5, 5)), gb::invalid_value);
}
