// betweenness_centrality against numbers of shortest paths between all pairs, Boost.Graph, and closed forms.
#include "check.hpp"
#include "small_graphs.hpp"
#include "tests/catch.hpp"
#include <algorithms/betweenness_centrality.hpp>

#include <boost/graph/betweenness_centrality.hpp>

#include <cmath>

namespace {

namespace gb = graphblas_gpu;

/// More than rounding can make here: results are below 10^5, and fewer than 1000 terms are added up.
constexpr double betweenness_rounding = 1e-8;

/// From one source: distances (-1: not reached) and numbers of shortest paths.
struct counted_search {
    std::vector<int> distance;
    std::vector<double> paths;
};

counted_search search_from(const check::graph& g, std::size_t source) {
    const auto n = static_cast<std::size_t>(g.n);
    counted_search s{std::vector<int>(n, -1), std::vector<double>(n, 0)};
    s.distance[source] = 0;
    s.paths[source] = 1;
    for (int level = 0, found = 1; found > 0; ++level) {
        found = 0;
        for (const auto& [edge, weight] : g.weights) {
            const auto i = static_cast<std::size_t>(edge.first), j = static_cast<std::size_t>(edge.second);
            if (s.distance[i] != level || (s.distance[j] >= 0 && s.distance[j] <= level)) continue;
            s.distance[j] = level + 1;
            s.paths[j] += s.paths[i];
            ++found;
        }
    }
    return s;
}

std::vector<double> sum_over_pairs(const check::graph& g, const std::vector<gb::index>& sources) {
    std::vector<counted_search> from;
    for (gb::index v = 0; v < g.n; ++v) from.push_back(search_from(g, static_cast<std::size_t>(v)));
    std::vector<double> centrality(from.size(), 0);
    for (const gb::index source : sources) {
        const auto s = static_cast<std::size_t>(source);
        for (std::size_t t = 0; t < from.size(); ++t) {
            for (std::size_t v = 0; v < from.size(); ++v) {
                if (v == s || v == t || from[s].distance[v] < 0 || from[v].distance[t] < 0) continue;
                if (from[s].distance[v] + from[v].distance[t] != from[s].distance[t]) continue;
                centrality[v] += from[s].paths[v] * from[v].paths[t] / from[s].paths[t];
            }
        }
    }
    return centrality;
}

std::vector<double> by_boost(const check::graph& g) {
    const auto b = check::to_boost(g);
    std::vector<double> centrality(static_cast<std::size_t>(g.n), 0);
    boost::brandes_betweenness_centrality(b, check::by_vertex(centrality, b));
    return centrality;
}

std::vector<gb::index> all_vertices(const check::graph& g) {
    std::vector<gb::index> all;
    for (gb::index v = 0; v < g.n; ++v) all.push_back(v);
    return all;
}

}  // namespace

TEST_CASE("betweenness_centrality: as sums over all pairs, and as Boost's", "[algorithms][betweenness_centrality]") {
    const auto ctx = spec::context_with(GENERATE(from_range(spec::team_sizes({1, 3}))));
    for (const auto& g : check::small_graphs()) {
        const auto expected = sum_over_pairs(g, all_vertices(g));
        // A self loop is a path of its own to Boost's count.
        bool has_loops = false;
        for (const auto& [edge, weight] : g.weights) has_loops |= edge.first == edge.second;
        if (!has_loops) {
            const auto other = by_boost(g);
            for (std::size_t v = 0; v < other.size(); ++v) REQUIRE_EACH(std::abs(other[v] - expected[v]) < betweenness_rounding);
        }
        for (const auto method : {gb::method::automatic, gb::method::hash, gb::method::dense}) {
            for (const gb::index batch : {64, 1, 7}) {
                if (!spec::is_tried_here()) continue;
                INFO(g.name << ", " << gb::to_string(method) << ", batches of " << batch << ", " << ctx.threads()
                            << " threads");
                const auto found = gb::betweenness_centrality(ctx, g.structure(), gb::all, {.batch = batch, .method = method});
                CHECK(check::largest_difference(found, expected) < betweenness_rounding);
            }
        }
        // Values, zeros among them, mean nothing.
        CHECK(check::largest_difference(gb::betweenness_centrality(ctx, g.matrix(), gb::all), expected) < betweenness_rounding);
    }
}

TEST_CASE("betweenness_centrality: from some sources", "[algorithms][betweenness_centrality]") {
    const auto g = check::random_graph<std::int32_t>("sparse, directed", 150, 400, 0, 9, true, 1);
    const std::vector<gb::index> sources{3, 149, 0, 3, 77};
    const auto expected = sum_over_pairs(g, sources);
    const auto alone = gb::betweenness_centrality(spec::context_with(1), g.structure(), sources);
    for (const int threads : spec::team_sizes({1, 3})) {
        const auto ctx = spec::context_with(threads);
        const auto found = gb::betweenness_centrality(ctx, g.structure(), sources);
        CHECK(check::largest_difference(found, expected) < betweenness_rounding);
        const auto by_two = gb::betweenness_centrality(ctx, g.structure(), sources, {.batch = 2});
        CHECK(check::largest_difference(by_two, expected) < betweenness_rounding);
        if (!spec::on_cuda()) CHECK(found == alone);
        CHECK(gb::betweenness_centrality(ctx, g.structure(), std::vector<gb::index>{}) == gb::vector<double>::full(150, 0.0));
    }
}

TEST_CASE("betweenness_centrality: what is known", "[algorithms][betweenness_centrality]") {
    const auto ctx = spec::context_with(2);
    const auto centrality = [&](const check::graph& g) { return gb::betweenness_centrality(ctx, g.structure(), gb::all); };
    CHECK(centrality(check::complete_graph(12)) == gb::vector<double>::full(12, 0.0));

    // All paths between the 19 others lead over the hub.
    std::vector<double> expected(20, 0);
    expected[0] = 19 * 18;
    CHECK(check::largest_difference(centrality(check::star_graph(20)), expected) == 0);

    // Over vertex v of a directed path lead the paths from the v vertices before it to those behind it.
    expected.clear();
    for (int v = 0; v < 30; ++v) expected.push_back(v * (29 - v));
    CHECK(check::largest_difference(centrality(check::path_graph<std::int32_t>(30, 1)), expected) == 0);

    // The president of the karate club: 231.0714 of the pairs of the 33 others, each of which counts twice here.
    const double president = *centrality(check::karate_club()).get_element(0);
    CHECK(std::abs(president / 2 - 231.0714286) < 1e-6);
}

TEST_CASE("betweenness_centrality: what it refuses", "[algorithms][betweenness_centrality]") {
    const auto ctx = spec::context_with(1);
    const auto a = check::complete_graph(5).structure();
    CHECK_THROWS_AS(gb::betweenness_centrality(ctx, gb::matrix<void>(5, 6), gb::all), gb::dimension_mismatch);
    CHECK_THROWS_WITH(gb::betweenness_centrality(ctx, gb::matrix<void>(5, 6), gb::all), contains_text("5x6"));
    CHECK_THROWS_AS(gb::betweenness_centrality(ctx, a, std::vector<gb::index>{0, 5}), gb::invalid_index);
    CHECK_THROWS_AS(gb::betweenness_centrality(ctx, a, {-1}), gb::invalid_index);
    CHECK_THROWS_AS(gb::betweenness_centrality(ctx, a, gb::all, {.batch = 0}), gb::invalid_value);
    CHECK(gb::betweenness_centrality(ctx, a, gb::all, {.method = gb::method::merge}).nvals() == a.nrows());
}
