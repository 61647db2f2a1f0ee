// closeness_centrality, harmonic_centrality, eccentricity and average_shortest_path_length against distances of all pairs, and
// against NetworkX.
#include "check.hpp"
#include "small_graphs.hpp"
#include "tests/catch.hpp"
#include <algorithms/distance_centrality.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace {

namespace gb = graphblas_gpu;

constexpr double infinity = std::numeric_limits<double>::infinity();

/// The distances between all pairs by Floyd's algorithm, [from][to], of edges of length 1 or of their weights.
std::vector<std::vector<double>> all_distances(const check::graph& g, bool weighted) {
    const auto n = static_cast<std::size_t>(g.n);
    std::vector<std::vector<double>> d(n, std::vector<double>(n, infinity));
    for (const auto& [edge, weight] : g.weights)
        d[static_cast<std::size_t>(edge.first)][static_cast<std::size_t>(edge.second)] = weighted ? weight : 1;
    for (std::size_t v = 0; v < n; ++v) d[v][v] = 0;
    for (std::size_t k = 0; k < n; ++k)
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t j = 0; j < n; ++j) d[i][j] = std::min(d[i][j], d[i][k] + d[k][j]);
    return d;
}

struct expected {
    std::vector<double> closeness, plain_closeness, harmonic, eccentricity;
    double average = 0;
};

expected from_all_distances(const check::graph& g, bool weighted) {
    const auto d = all_distances(g, weighted);
    const std::size_t n = d.size();
    expected out;
    double pairs = 0;
    for (std::size_t v = 0; v < n; ++v) {
        double others = 0, total = 0, reciprocal = 0, farthest = 0;
        for (std::size_t u = 0; u < n; ++u) {
            farthest = std::max(farthest, d[v][u]);
            pairs += d[v][u];
            if (u == v || d[u][v] == infinity) continue;
            ++others;
            total += d[u][v];
            if (d[u][v] > 0) reciprocal += 1 / d[u][v];
        }
        out.plain_closeness.push_back(total > 0 ? others / total : 0);
        out.closeness.push_back(total > 0 ? others / total * (others / static_cast<double>(n - 1)) : 0);
        out.harmonic.push_back(reciprocal);
        out.eccentricity.push_back(farthest);
    }
    out.average = n > 1 ? pairs / static_cast<double>(n * (n - 1)) : 0;
    return out;
}

/// Fewer than 500 positive terms are added up, each below 1.
constexpr double harmonic_rounding = 500 * 500 * 0x1p-53;

void check_all(const gb::context& ctx, const check::graph& g, bool weighted) {
    INFO(g.name << (weighted ? ", weighted, " : ", ") << ctx.threads() << " threads");
    const auto want = from_all_distances(g, weighted);
    const auto a = g.matrix();
    const gb::distance_options how{.weighted = weighted};
    CHECK(gb::closeness_centrality(ctx, a, gb::all, true, how) == gb::vector<double>::from_dense(want.closeness));
    CHECK(gb::closeness_centrality(ctx, a, gb::all, false, how) == gb::vector<double>::from_dense(want.plain_closeness));
    CHECK(check::largest_difference(gb::harmonic_centrality(ctx, a, gb::all, how), want.harmonic) <= harmonic_rounding);
    CHECK(gb::eccentricity(ctx, a, gb::all, how) == gb::vector<double>::from_dense(want.eccentricity));
    CHECK(gb::average_shortest_path_length(ctx, a, how) == want.average);
    if (!weighted) CHECK(gb::eccentricity(ctx, g.structure()) == gb::vector<double>::from_dense(want.eccentricity));
}

}  // namespace

TEST_CASE("distance_centrality: as sums over the distances of all pairs", "[algorithms][distance_centrality]") {
    const auto ctx = spec::context_with(GENERATE(from_range(spec::team_sizes({1, 3}))));
    for (const auto& g : check::small_graphs())
        if (spec::is_tried_where_slow()) check_all(ctx, g, false);
    for (const bool directed : {false, true}) {
        // More vertices than there are searches at a time; some edges have length 0.
        const auto g = check::random_graph<std::int32_t>("sparse", 150, 500, 0, 9, directed, 3);
        check_all(ctx, g, false);
        check_all(ctx, g, true);
    }
}

TEST_CASE("distance_centrality: as NetworkX computes it", "[algorithms][distance_centrality]") {
    const auto ctx = spec::context_with(2);
    const std::vector<gb::index> rows{0, 0, 1, 2, 2, 3, 4, 4, 5, 3, 5}, columns{1, 2, 3, 1, 3, 4, 0, 5, 3, 5, 0};
    const std::vector<double> lengths{3, 1, 1, 2, 3, 2, 5, 1, 1, 3, 4};
    const auto a = gb::matrix<double>::from_edges(7, 7, rows, columns, lengths);
    const gb::distance_options weighted{.weighted = true};
    // NetworkX 3.6.1: closeness_centrality(G), closeness_centrality(G, distance="weight", wf_improved=False),
    // harmonic_centrality(G), harmonic_centrality(G, distance="weight")
    CHECK(gb::closeness_centrality(ctx, a) ==
          gb::vector<double>::from_dense(std::vector<double>{0.4166666666666667, 0.462962962962963, 0.34722222222222227,
                                                             0.5952380952380952, 0.4166666666666667, 0.462962962962963, 0.0}));
    CHECK(
        gb::closeness_centrality(ctx, a, gb::all, false, weighted) ==
        gb::vector<double>::from_dense(std::vector<double>{0.14705882352941177, 0.16666666666666666, 0.1724137931034483,
                                                           0.45454545454545453, 0.2631578947368421, 0.23809523809523808, 0.0}));
    CHECK(check::largest_difference(gb::harmonic_centrality(ctx, a), {3.1666666666666665, 3.3333333333333335, 2.583333333333333,
                                                                      4.0, 2.833333333333333, 3.333333333333333, 0.0}) <=
          harmonic_rounding);
    CHECK(check::largest_difference(gb::harmonic_centrality(ctx, a, gb::all, weighted),
                                    {0.8178571428571428, 1.201190476190476, 1.6027777777777779, 3.083333333333333,
                                     1.5333333333333332, 1.8928571428571428, 0.0}) <= harmonic_rounding);
    // Vertex 6 is not reached; without it: eccentricity(H), eccentricity(H, weight="weight"), average_shortest_path_length
    CHECK(gb::eccentricity(ctx, a) == gb::vector<double>::full(7, infinity));
    CHECK(gb::average_shortest_path_length(ctx, a) == infinity);
    const auto six = gb::matrix<double>::from_edges(6, 6, rows, columns, lengths);
    CHECK(gb::eccentricity(ctx, six) == gb::vector<double>::from_dense(std::vector<double>{3, 4, 3, 3, 2, 2}));
    CHECK(gb::eccentricity(ctx, six, gb::all, weighted) ==
          gb::vector<double>::from_dense(std::vector<double>{7, 9, 10, 10, 8, 7}));
    CHECK(gb::average_shortest_path_length(ctx, six) == 1.9);
    CHECK(gb::average_shortest_path_length(ctx, six, weighted) == 4.8);

    // Of some vertices, in the order that was asked for.
    gb::progress_counters progress;
    CHECK(gb::eccentricity(ctx, six, {4, 1, 4}, {.progress = &progress}) ==
          gb::vector<double>::from_dense(std::vector<double>{2, 4, 2}));
    CHECK((progress.done == 3 && progress.total == 3));
    CHECK(gb::closeness_centrality(ctx, a, {3}).get_element(0) == 0.5952380952380952);
}

TEST_CASE("distance_centrality: small graphs, and what it refuses", "[algorithms][distance_centrality]") {
    const auto ctx = spec::context_with(1);
    const gb::matrix<void> none, single(1, 1);
    CHECK(gb::closeness_centrality(ctx, none) == gb::vector<double>(0));
    CHECK(gb::average_shortest_path_length(ctx, none) == 0);
    CHECK(gb::closeness_centrality(ctx, single) == gb::vector<double>::full(1, 0.0));
    CHECK(gb::eccentricity(ctx, single) == gb::vector<double>::full(1, 0.0));
    CHECK(gb::average_shortest_path_length(ctx, single) == 0);
    CHECK_THROWS_WITH(gb::eccentricity(ctx, gb::matrix<void>(5, 6)), contains_text("eccentricity: A is 5x6"));
    CHECK_THROWS_AS(gb::harmonic_centrality(ctx, single, {1}), gb::index_out_of_bounds);
    CHECK_THROWS_AS(gb::harmonic_centrality(ctx, single, gb::all, {.weighted = true}), gb::invalid_value);
    for (const double length : {-1.0, infinity, std::nan("")}) {
        const auto a = gb::matrix<double>::from_edges(2, 2, std::vector<gb::index>{0}, std::vector<gb::index>{1},
                                                      std::vector<double>{length});
        CHECK_THROWS_AS(gb::closeness_centrality(ctx, a, gb::all, true, {.weighted = true}), gb::invalid_value);
    }
}
