// betweenness_centrality against numbers of shortest paths between all pairs, Brandes' algorithm, Boost.Graph, and closed
// forms.
#include "check.hpp"
#include "small_graphs.hpp"
#include "tests/catch.hpp"
#include "tools/graph_checks.hpp"
#include <algorithms/betweenness_centrality.hpp>

#include <boost/graph/betweenness_centrality.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace {

namespace gb = graphblas_gpu;

/// More than rounding can make here: results are below 10^5, and fewer than 10000 terms are added up.
constexpr double betweenness_rounding = 1e-7;

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

/// Brandes' algorithm as it was published: a queue, lists of predecessors, and the vertices from the last one that was found
/// back. Paths begin at the sources, each of which has a search of its own, or at all of them at once.
std::vector<double> by_brandes(const check::graph& g, const std::vector<std::vector<gb::index>>& searches) {
    const auto n = static_cast<std::size_t>(g.n);
    std::vector<std::vector<std::size_t>> successors(n);
    for (const auto& [edge, weight] : g.weights)
        successors[static_cast<std::size_t>(edge.first)].push_back(static_cast<std::size_t>(edge.second));
    std::vector<double> centrality(n, 0);
    for (const std::vector<gb::index>& sources : searches) {
        std::vector<int> distance(n, -1);
        std::vector<double> paths(n, 0), dependency(n, 0);
        std::vector<std::vector<std::size_t>> predecessors(n);
        std::vector<std::size_t> queue;
        for (const gb::index source : sources) {
            queue.push_back(static_cast<std::size_t>(source));
            distance[queue.back()] = 0;
            paths[queue.back()] = 1;
        }
        for (std::size_t at = 0; at < queue.size(); ++at) {
            const std::size_t v = queue[at];
            for (const std::size_t w : successors[v]) {
                if (distance[w] < 0) {
                    distance[w] = distance[v] + 1;
                    queue.push_back(w);
                }
                if (distance[w] != distance[v] + 1) continue;
                paths[w] += paths[v];
                predecessors[w].push_back(v);
            }
        }
        for (std::size_t at = queue.size(); at-- > 0;) {
            const std::size_t w = queue[at];
            for (const std::size_t v : predecessors[w]) dependency[v] += paths[v] / paths[w] * (1 + dependency[w]);
            if (distance[w] > 0) centrality[w] += dependency[w];
        }
    }
    return centrality;
}

std::vector<double> by_brandes(const check::graph& g, const std::vector<gb::index>& sources) {
    std::vector<std::vector<gb::index>> searches;
    for (const gb::index source : sources) searches.push_back({source});
    return by_brandes(g, searches);
}

/// The largest difference in relation to the expected value, or to 1 if that is less.
double largest_ratio(const gb::vector<double>& found, const std::vector<double>& expected) {
    const std::vector<double> values = found.to_entries().values;
    REQUIRE(values.size() == expected.size());
    double largest = 0;
    for (std::size_t v = 0; v < expected.size(); ++v)
        largest = std::max(largest, std::abs(values[v] - expected[v]) / std::max(1.0, expected[v]));
    return largest;
}

/// Levels of very different sizes, from vertex 0 on, with rows that a lane, a group, a warp and a block of a device sum, and
/// that threads of the host share or not. Behind the layers lies a path. Some edges lead back or stay within a layer, some are
/// self loops, and the last vertices are not reached.
check::graph layered_graph(bool directed) {
    check::graph g;
    g.name = directed ? "layers, directed" : "layers, undirected";
    std::vector<gb::index> first{0};
    for (const gb::index size : {1, 60, 3000, 400, 5, 2500, 1, 1, 1, 1, 1, 1, 1, 1, 30, 1})
        first.push_back(first.back() + size);
    g.n = first.back() + 20;
    std::uint64_t state = 7;
    const auto random = [&state](gb::index below) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        return static_cast<gb::index>((state >> 33) % static_cast<std::uint64_t>(below));
    };
    const auto add = [&](gb::index i, gb::index j) {
        g.weights[{i, j}] = 1;
        if (!directed) g.weights[{j, i}] = 1;
    };
    for (std::size_t layer = 0; layer + 2 < first.size(); ++layer) {
        const gb::index size = first[layer + 1] - first[layer], next = first[layer + 2] - first[layer + 1];
        for (gb::index j = 0; j < next; ++j) {
            // The first vertex of a layer leads to all of the next layer, and all lead to the first of the next one.
            add(first[layer], first[layer + 1] + j);
            for (gb::index few = j % 7; few-- > 0;) add(first[layer] + random(size), first[layer + 1] + j);
        }
        for (gb::index i = 0; i < size; ++i) add(first[layer] + i, first[layer + 1]);
        if (size > 1) {
            for (gb::index i = 0; i < size / 2; ++i) add(first[layer] + random(size), first[layer] + random(size));
        }
        add(first[layer + 1] + random(next), first[layer] + random(size));
    }
    for (gb::index i = 1; i < 12; ++i) {
        for (gb::index j = first[2]; j < first[2] + 130 * i; ++j) add(i, j);
    }
    add(0, 0);
    add(first[3], first[3]);
    add(g.n - 1, g.n - 2);
    if (directed) add(g.n - 3, 4);
    return g;
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
            for (std::size_t v = 0; v < other.size(); ++v)
                REQUIRE_EACH(std::abs(other[v] - expected[v]) < betweenness_rounding);
        }
        if (!spec::is_tried_here()) continue;
        INFO(g.name << ", " << ctx.threads() << " threads");
        CHECK(check::largest_difference(gb::vector<double>::from_dense(by_brandes(g, all_vertices(g))), expected) <
              betweenness_rounding);
        const auto found = gb::betweenness_centrality(ctx, g.structure(), gb::all);
        CHECK(check::largest_difference(found, expected) < betweenness_rounding);
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
        gb::progress_counters progress;
        const auto found = gb::betweenness_centrality(ctx, g.structure(), sources, {.progress = &progress});
        CHECK((progress.done == 5 && progress.total == 5));
        CHECK(check::largest_difference(found, expected) < betweenness_rounding);
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

TEST_CASE("betweenness_centrality: weighted and normalised, as NetworkX computes it", "[algorithms][betweenness_centrality]") {
    // Weighted searches are the host's.
    const auto ctx = gb::context::host({.threads = GENERATE(1, 3)});
    const std::vector<gb::index> rows{0, 0, 1, 2, 2, 3, 4, 4, 5, 3, 5}, columns{1, 2, 3, 1, 3, 4, 0, 5, 3, 5, 0};
    const auto lengths =
        gb::matrix<std::int64_t>::from_edges(7, 7, rows, columns, std::vector<std::int64_t>{3, 1, 1, 2, 3, 2, 5, 1, 1, 3, 4});
    // betweenness_centrality and betweenness_centrality_subset of NetworkX 3.6.1
    const std::vector<double> weighted{7, 4, 4, 10, 6, 6.5, 0}, unweighted{7, 1.5, 1.5, 10, 3, 4, 0};
    const auto share = [](std::vector<double> numbers) {
        for (double& x : numbers) x /= 30;
        return numbers;
    };
    const auto near = [](const gb::vector<double>& found, const std::vector<double>& expected) {
        return check::largest_difference(found, expected) < 1e-13;
    };
    CHECK(near(gb::betweenness_centrality(ctx, lengths, gb::all, {.weighted = true}), weighted));
    CHECK(near(gb::betweenness_centrality(ctx, lengths, gb::all, {.weighted = true, .normalized = true}), share(weighted)));
    CHECK(near(gb::betweenness_centrality(ctx, lengths, gb::all), unweighted));
    CHECK(near(gb::betweenness_centrality(ctx, lengths, gb::all, {.normalized = true}), share(unweighted)));
    CHECK(near(gb::betweenness_centrality(ctx, lengths, {0, 3}, {.weighted = true}), {2, 2, 3, 2, 3, 2, 0}));
    // 1 or 2 sources other than the vertex, and 5 targets
    CHECK(near(gb::betweenness_centrality(ctx, lengths, {0, 3}, {.weighted = true, .normalized = true}),
               {2.0 / 5, 0.2, 0.3, 2.0 / 5, 0.3, 0.2, 0}));
    CHECK(*gb::betweenness_centrality(ctx, lengths, {3}, {.normalized = true}).get_element(3) == 0);
    for (const gb::index n : {0, 1, 2})
        CHECK(gb::betweenness_centrality(ctx, gb::matrix<void>(n, n), gb::all, {.normalized = true}) ==
              gb::vector<double>::full(n, 0.0));

    // 0.1 + 0.2 is not 0.15 + 0.15 in double: all paths lead over 3.
    const auto real =
        gb::matrix<double>::from_edges(5, 5, std::vector<gb::index>{0, 1, 0, 3, 2}, std::vector<gb::index>{1, 2, 3, 2, 4},
                                       std::vector<double>{0.1, 0.2, 0.15, 0.15, 1});
    CHECK(near(gb::betweenness_centrality(ctx, real, gb::all, {.weighted = true}), {0, 0, 3, 2, 0}));
    // An edge that is lost in the sum still leads somewhere.
    const auto lost = gb::matrix<double>::from_edges(4, 4, std::vector<gb::index>{0, 1, 2}, std::vector<gb::index>{1, 2, 3},
                                                     std::vector<double>{1e20, 1, 1});
    CHECK(near(gb::betweenness_centrality(ctx, lost, gb::all, {.weighted = true}), {0, 2, 2, 0}));

    // With lengths of 1 in every type, it is the unweighted betweenness.
    const auto g = check::random_graph<std::int32_t>("sparse, directed", 150, 700, 1, 1, true, 5);
    const auto expected = gb::betweenness_centrality(ctx, g.structure(), gb::all).to_entries().values;
    const auto alone = gb::betweenness_centrality(gb::context::host({.threads = 1}), g.matrix(), gb::all, {.weighted = true});
    CHECK(check::largest_difference(alone, expected) < betweenness_rounding);
    CHECK(gb::betweenness_centrality(ctx, g.matrix(), gb::all, {.weighted = true}) == alone);
    CHECK(gb::betweenness_centrality(ctx, gb::apply(ctx, gb::bind_second(gb::times{}, 1.f), g.matrix()), gb::all,
                                     {.weighted = true}) == alone);
}

TEST_CASE("betweenness_centrality: weighted, of more paths than a double can count", "[algorithms][betweenness_centrality]") {
    // Diamonds in a row; each doubles the number of paths. Over the end of diamond k lead all paths between the vertices on
    // both sides, over a side half of those that pass it, and all of those that begin or end there.
    const gb::index diamonds = 1100;
    std::vector<gb::index> rows, columns;
    for (gb::index k = 0; k < diamonds; ++k) {
        for (const gb::index side : {1, 2}) {
            rows.insert(rows.end(), {3 * k, 3 * k + side});
            columns.insert(columns.end(), {3 * k + side, 3 * k + 3});
        }
    }
    const auto a = gb::matrix<double>::from_edges(3 * diamonds + 1, 3 * diamonds + 1, rows, columns,
                                                  std::vector<double>(rows.size(), 0.5));
    const auto found =
        gb::betweenness_centrality(gb::context::host({.threads = 2}), a, gb::all, {.weighted = true}).to_entries().values;
    const auto is_near = [](double x, gb::index y) {
        return std::abs(x - static_cast<double>(y)) <= 1e-12 * static_cast<double>(y);
    };
    for (gb::index k = 0; k < diamonds; ++k) {
        const auto at = static_cast<std::size_t>(3 * k);
        REQUIRE_EACH(is_near(found[at], 9 * k * (diamonds - k)));
        REQUIRE_EACH(is_near(2 * found[at + 1], (3 * k + 1) * (3 * (diamonds - k - 1) + 1)));
        REQUIRE_EACH(is_near(2 * found[at + 2], (3 * k + 1) * (3 * (diamonds - k - 1) + 1)));
    }
}

TEST_CASE("betweenness_centrality: lengths that it refuses", "[algorithms][betweenness_centrality]") {
    const auto ctx = gb::context::host({.threads = 2});
    const auto weighted = [&]<class T>(T length) {
        return gb::betweenness_centrality(ctx,
                                          gb::matrix<T>::from_edges(3, 3, std::vector<gb::index>{0, 1},
                                                                    std::vector<gb::index>{1, 2}, std::vector<T>{1, length}),
                                          gb::all, {.weighted = true});
    };
    for (const double length : {0.0, -0.0, -2.0, std::nan(""), std::numeric_limits<double>::infinity()})
        CHECK_THROWS_WITH(weighted(length), contains_text("the edge from 1 to 2 is"));
    CHECK_THROWS_WITH(weighted(std::int32_t{0}), contains_text("the edge from 1 to 2 is 0"));
    CHECK_THROWS_WITH(weighted(std::numeric_limits<std::int64_t>::max()), contains_text("int64"));
    CHECK(weighted(std::numeric_limits<std::int32_t>::max()) ==
          gb::vector<double>::from_entries(3, {0, 1, 2}, std::vector<double>{0, 1, 0}));
    CHECK_THROWS_AS(gb::betweenness_centrality(ctx, gb::matrix<void>(3, 3), gb::all, {.weighted = true}), gb::invalid_value);
    auto totals = gb::vector<double>::full(3, 7.0);
    const auto far = gb::matrix<double>::from_edges(3, 3, std::vector<gb::index>{0, 1}, std::vector<gb::index>{1, 2},
                                                    std::vector<double>{1e308, 1e308});
    CHECK_THROWS_AS(gb::accumulate_weighted_dependencies(ctx, totals, far, std::vector<gb::index>{1, 0}), gb::invalid_value);
    CHECK(totals == gb::vector<double>::full(3, 7.0));
    CHECK_THROWS_AS(gb::accumulate_weighted_dependencies(ctx, totals, far, std::vector<gb::index>{3}), gb::invalid_index);
}

TEST_CASE("betweenness_centrality: what it refuses", "[algorithms][betweenness_centrality]") {
    const auto ctx = spec::context_with(1);
    const auto a = check::complete_graph(5).structure();
    CHECK_THROWS_AS(gb::betweenness_centrality(ctx, gb::matrix<void>(5, 6), gb::all), gb::dimension_mismatch);
    CHECK_THROWS_WITH(gb::betweenness_centrality(ctx, gb::matrix<void>(5, 6), gb::all), contains_text("5x6"));
    CHECK_THROWS_AS(gb::betweenness_centrality(ctx, a, std::vector<gb::index>{0, 5}), gb::invalid_index);
    CHECK_THROWS_AS(gb::betweenness_centrality(ctx, a, {-1}), gb::invalid_index);
}

TEST_CASE("betweenness_centrality: levels and rows of all sizes", "[algorithms][betweenness_centrality]") {
    const bool directed = GENERATE(true, false);
    const auto g = layered_graph(directed);
    const gb::matrix<void> a = g.structure();
    const std::vector<gb::index> sources{0, 70, g.n - 1, 3461, g.n - 4};
    const auto expected = by_brandes(g, sources);
    const auto alone = gb::betweenness_centrality(spec::context_with(1), a, sources);
    for (const int threads : spec::team_sizes({1, 2, 5})) {
        INFO(g.name << ", " << threads << " threads");
        const auto found = gb::betweenness_centrality(spec::context_with(threads), a, sources);
        CHECK(check::largest_difference(found, expected) < betweenness_rounding);
        // Sums do not depend on the number of threads, and on a device they are the same in every run.
        CHECK(found == alone);
    }
}

TEST_CASE("betweenness_centrality: many levels", "[algorithms][betweenness_centrality]") {
    const auto ctx = spec::context_with(3);
    // A path, and on its way a star whose leaves lead on to the rest of the path.
    check::graph g;
    g.name = "path over a star";
    g.n = 7000;
    constexpr gb::index hub = 1500, leaves = 3000, behind = hub + leaves + 1;
    const auto add = [&](gb::index i, gb::index j) { g.weights[{i, j}] = g.weights[{j, i}] = 1; };
    for (gb::index v = 0; v < hub; ++v) add(v, v + 1);
    for (gb::index v = hub + 1; v < behind; ++v) {
        add(hub, v);
        add(v, behind);
    }
    for (gb::index v = behind; v + 1 < g.n; ++v) add(v, v + 1);
    const std::vector<gb::index> sources{0, g.n - 1, hub + 5};
    const auto expected = by_brandes(g, sources);
    const auto found = gb::betweenness_centrality(ctx, g.structure(), sources);
    CHECK(largest_ratio(found, expected) < 1e-12);
}

TEST_CASE("betweenness_centrality: enough vertices to be sorted in several parts", "[algorithms][betweenness_centrality]") {
    const auto g = check::random_graph<std::int32_t>("large, directed", 150000, 400000, 0, 9, true, 8);
    const std::vector<gb::index> sources{1};
    const auto expected = by_brandes(g, sources);
    for (const int threads : spec::team_sizes({1, 4})) {
        const auto found = gb::betweenness_centrality(spec::context_with(threads), g.structure(), sources);
        CHECK(largest_ratio(found, expected) < 1e-12);
    }
}

namespace {

/// Diamonds in a row, each of which doubles the number of paths, and behind them so many vertices in a row that begins at the
/// first vertex.
check::graph diamonds_and_path(gb::index diamonds, gb::index path) {
    check::graph g;
    g.name = "diamonds";
    g.n = 3 * diamonds + 1 + path;
    for (gb::index k = 0; k < diamonds; ++k) {
        for (const gb::index side : {1, 2}) g.weights[{3 * k, 3 * k + side}] = g.weights[{3 * k + side, 3 * k + 3}] = 1;
    }
    for (gb::index v = 3 * diamonds + 1; v < g.n; ++v) g.weights[{v == 3 * diamonds + 1 ? 0 : v - 1, v}] = 1;
    return g;
}

}  // namespace

TEST_CASE("betweenness_centrality: more paths than a double can count", "[algorithms][betweenness_centrality]") {
    const auto ctx = spec::context_with(2);
    const auto centrality = [&](const check::graph& g) {
        return gb::betweenness_centrality(ctx, g.structure(), std::vector<gb::index>{0}).to_entries().values;
    };
    const auto is_right = [](double found, double right) { return std::abs(found - right) <= 1e-11 * right; };
    // There are 2^D paths to the end of D diamonds. The path beside them has one path to each of its vertices: in one level
    // numbers differ by 10^421 with 1400 diamonds. Over the end of diamond k leads every path to the three vertices of each
    // later one.
    for (const gb::index count : {999, 1000, 1001, 1023, 1024, 1400}) {
        if (spec::on_cuda() && count != 1000 && !spec::is_tried_where_slow()) continue;
        INFO(count << " diamonds");
        const gb::index path = 2 * count + 3;
        const auto found = centrality(diamonds_and_path(count, path));
        CHECK(found[0] == 0);
        for (gb::index k = 0; k < count; ++k) {
            const auto behind = static_cast<double>(3 * (count - k - 1));
            const auto at = static_cast<std::size_t>(3 * k);
            REQUIRE_EACH(is_right(found[at + 1], (behind + 1) / 2));
            REQUIRE_EACH(is_right(found[at + 2], (behind + 1) / 2));
            REQUIRE_EACH(is_right(found[at + 3], behind));
        }
        for (gb::index v = 0; v < path; ++v)
            REQUIRE_EACH(found[static_cast<std::size_t>(3 * count + 1 + v)] == static_cast<double>(path - 1 - v));
    }
}

TEST_CASE("betweenness_centrality: all sources of a row of diamonds, by formula", "[algorithms][betweenness_centrality]") {
    if (spec::on_cuda()) return;
    const gb::index count = 1024;
    const auto a = diamonds_and_path(count, 0).structure();
    const auto found = gb::betweenness_centrality(spec::context_with(2), a, gb::all).to_entries().values;
    CHECK(found.size() == 3 * 1024 + 1);
    for (gb::index k = 0; k <= count; ++k) {
        const auto at = static_cast<std::size_t>(3 * k);
        const auto before = static_cast<double>(3 * k), behind = static_cast<double>(3 * (count - k));
        REQUIRE_EACH(std::abs(found[at] - before * behind) <= 1e-9 * before * behind);
        if (k == count) break;
        const double side = (before + 1) * (behind - 2) / 2;
        for (const std::size_t v : {at + 1, at + 2}) REQUIRE_EACH(std::abs(found[v] - side) <= 1e-9 * side);
    }
    // The check of grb --verify counts with exponents of its own.
    std::vector<gb::index> sources = all_vertices(diamonds_and_path(count, 0));
    CHECK(grb::check_betweenness(a.rows(), sources, found).empty());
    auto wrong = found;
    wrong[3] = std::numeric_limits<double>::quiet_NaN();
    CHECK(!grb::check_betweenness(a.rows(), std::vector<gb::index>{0}, wrong).empty());
}

TEST_CASE("betweenness_centrality: a grid with too many paths", "[algorithms][betweenness_centrality]") {
    if (spec::on_cuda() && !spec::is_tried_where_slow()) return;
    // From a corner there are C(x + y, x) paths to (x, y), 10^311 to the opposite corner. By symmetry (x, y) has what (y, x)
    // has, and the vertices of a level together have every vertex of a later level once.
    const gb::index side = 520;
    std::vector<gb::index> from, to;
    const auto add = [&](gb::index v, gb::index w) {
        from.insert(from.end(), {v, w});
        to.insert(to.end(), {w, v});
    };
    for (gb::index x = 0; x < side; ++x) {
        for (gb::index y = 0; y < side; ++y) {
            if (x + 1 < side) add(x * side + y, (x + 1) * side + y);
            if (y + 1 < side) add(x * side + y, x * side + y + 1);
        }
    }
    const auto ctx = spec::context_with(2);
    const auto a = gb::matrix<void>::from_edges(ctx, side * side, side * side, from, to);
    const auto found = gb::betweenness_centrality(ctx, a, std::vector<gb::index>{0}).to_entries().values;
    std::vector<double> of_level(static_cast<std::size_t>(2 * side - 1)), vertices(of_level.size());
    for (gb::index x = 0; x < side; ++x) {
        for (gb::index y = 0; y < side; ++y) {
            const double here = found[static_cast<std::size_t>(x * side + y)];
            REQUIRE_EACH(std::abs(here - found[static_cast<std::size_t>(y * side + x)]) <= 1e-10 * here);
            of_level[static_cast<std::size_t>(x + y)] += here;
            vertices[static_cast<std::size_t>(x + y)] += 1;
        }
    }
    double behind = 0;
    for (std::size_t level = of_level.size(); level-- > 1; behind += vertices[level])
        REQUIRE_EACH(std::abs(of_level[level] - behind) <= 1e-9 * behind);
}

TEST_CASE("accumulate_dependencies: levels, totals and what it refuses", "[algorithms][betweenness_centrality]") {
    const auto ctx = spec::context_with(2);
    const auto g = check::random_graph<std::int32_t>("sparse, directed", 150, 300, 0, 9, true, 4);
    const gb::matrix<void> a = g.structure();

    // Paths begin at several vertices of level 0; the levels are a list, and the totals before are added to.
    const std::vector<gb::index> sources{3, 20, 140};
    gb::vector<std::int32_t> levels(g.n);
    gb::vector<void> reached(g.n);
    for (const gb::index s : sources) reached.set_element(s);
    gb::propagate(ctx, reached, reached, gb::visit, gb::any_pair<bool>, a, {.rounds = &levels});
    gb::vector<double> totals = gb::vector<double>::full(g.n, 2.5);
    const auto as_list = levels.to_entries();
    gb::accumulate_dependencies(ctx, totals, a, gb::vector<std::int32_t>::from_entries(g.n, as_list.indices, as_list.values));
    auto expected = by_brandes(g, std::vector<std::vector<gb::index>>{sources});
    for (double& x : expected) x += 2.5;
    CHECK(check::largest_difference(totals, expected) < betweenness_rounding);

    // A level that no vertex of a graph can have counts as none.
    gb::vector<std::int32_t> with_others = levels;
    constexpr std::int32_t outside[] = {-1, 150, std::numeric_limits<std::int32_t>::max()};
    for (gb::index v = 0; v < g.n; ++v) {
        if (!levels.has_element(v)) with_others.set_element(v, outside[v % 3]);
    }
    gb::vector<double> again = gb::vector<double>::full(g.n, 2.5);
    gb::accumulate_dependencies(ctx, again, a, with_others);
    CHECK(check::largest_difference(again, expected) < betweenness_rounding);

    // Levels without any vertex between them give arbitrary totals, and nothing worse.
    gb::vector<std::int32_t> wrong(g.n);
    for (gb::index v = 0; v < g.n; ++v) wrong.set_element(v, static_cast<std::int32_t>(v * 37 % 150 / 3 * 3));
    gb::accumulate_dependencies(ctx, again, a, wrong);
    CHECK(again.nvals() == g.n);
    constexpr gb::index long_path = 3000;
    gb::vector<std::int32_t> far = gb::vector<std::int32_t>::full(long_path, 2000);
    far.set_element(0, 0);
    gb::vector<double> of_path = gb::vector<double>::full(long_path, 0.0);
    gb::accumulate_dependencies(ctx, of_path, check::path_graph<std::int32_t>(long_path, 1).structure(), far);
    CHECK(of_path.nvals() == long_path);

    const gb::vector<double> before = totals;
    gb::accumulate_dependencies(ctx, totals, a, gb::vector<std::int32_t>(g.n));
    CHECK(totals == before);
    CHECK_THROWS_AS(gb::accumulate_dependencies(ctx, totals, gb::matrix<void>(150, 151), levels), gb::dimension_mismatch);
    CHECK_THROWS_AS(gb::accumulate_dependencies(ctx, totals, a, gb::vector<std::int32_t>(149)), gb::dimension_mismatch);
    gb::vector<double> few = gb::vector<double>::full(149, 0.0);
    CHECK_THROWS_AS(gb::accumulate_dependencies(ctx, few, a, levels), gb::dimension_mismatch);
    few.resize(150);
    CHECK_THROWS_WITH(gb::accumulate_dependencies(ctx, few, a, levels), contains_text("149 entries for 150 vertices"));
    CHECK(few.nvals() == 149);
    CHECK(totals == before);
}
