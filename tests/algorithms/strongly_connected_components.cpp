// strongly_connected_components against searches from every vertex.
#include "component_graphs.hpp"
#include "tests/catch.hpp"
#include <algorithms/connected_components.hpp>
#include <algorithms/strongly_connected_components.hpp>

#include <chrono>

namespace {

namespace gb = graphblas_gpu;

/// Cycles of different lengths, each with an edge to the next: components that none but colours find.
check::small_graph chain_of_cycles(bool forwards) {
    check::small_graph g{forwards ? "chain of cycles" : "chain of cycles, backwards", 0, {}};
    for (gb::index length = 1; length < 9; ++length) {
        const gb::index first = g.n;
        g.n += length;
        for (gb::index v = first; v < g.n; ++v) g.weights[{v, v + 1 < g.n ? v + 1 : first}] = 1;
        if (first > 0) g.weights[forwards ? std::pair(first - 1, first) : std::pair(first, first - 1)] = 1;
    }
    return g;
}

/// The same graph with its vertices in another order.
check::small_graph shuffled(const check::small_graph& g, unsigned seed) {
    std::vector<gb::index> name;
    for (gb::index v = 0; v < g.n; ++v) name.push_back(v);
    std::shuffle(name.begin(), name.end(), std::mt19937_64(seed));
    check::small_graph out{g.name + ", shuffled", g.n, {}};
    for (const auto& [edge, weight] : g.weights)
        out.weights[{name[static_cast<std::size_t>(edge.first)], name[static_cast<std::size_t>(edge.second)]}] = weight;
    return out;
}

std::vector<check::small_graph> graphs_with_cycles() {
    std::vector<check::small_graph> all = check::directed_graphs();
    for (const auto& g : check::undirected_graphs()) all.push_back(g);
    for (const bool forwards : {true, false}) {
        all.push_back(chain_of_cycles(forwards));
        all.push_back(shuffled(chain_of_cycles(forwards), 3));
        all.push_back(shuffled(chain_of_cycles(forwards), 4));
    }
    for (const unsigned seed : {41, 42, 43})
        all.push_back(check::random_graph<std::int32_t>("at the threshold", 200, 260, 0, 9, true, seed));
    return all;
}

/// Rings of so many vertices, each with an edge from its first vertex to that of the next ring.
gb::matrix<void> rings_in_a_row(const gb::context& ctx, gb::index rings, gb::index length) {
    std::vector<gb::index> from, to;
    for (gb::index first = 0; first < rings * length; first += length) {
        for (gb::index v = first; v < first + length; ++v) {
            from.push_back(v);
            to.push_back(v + 1 < first + length ? v + 1 : first);
        }
        if (first == 0) continue;
        from.push_back(first - length);
        to.push_back(first);
    }
    return gb::matrix<void>::from_edges(ctx, rings * length, rings * length, from, to);
}

}  // namespace

TEST_CASE("strong components: the smallest vertex of those reached both ways", "[algorithms][strongly_connected_components]") {
    const auto ctx = spec::context_with(GENERATE(from_range(spec::team_sizes({1, 3}))));
    for (const auto& g : graphs_with_cycles()) {
        if (!spec::is_tried_where_slow()) continue;
        INFO(g.name << ", " << ctx.threads() << " threads");
        const auto expected = check::smallest_of_mutually_reachable(g);
        const auto found = gb::strongly_connected_components(ctx, g.structure());
        CHECK(check::everywhere(found.labels) == expected);
        CHECK(found.labels.size() == g.n);
        CHECK(found.components == check::number_of_labels(expected));
        CHECK(gb::strongly_connected_components(ctx, g.matrix()).labels == found.labels);
    }
}

TEST_CASE("strong components: of an undirected graph they are the connected ones",
          "[algorithms][strongly_connected_components]") {
    const auto ctx = spec::context_with(2);
    for (const auto& g : check::undirected_graphs()) {
        if (!spec::is_tried_where_slow()) continue;
        INFO(g.name);
        CHECK(gb::strongly_connected_components(ctx, g.structure()).labels ==
              gb::connected_components(ctx, g.structure()).labels);
    }
}

TEST_CASE("strong components: sizes in closed form, and one that the data's own page states",
          "[algorithms][strongly_connected_components][data]") {
    const auto ctx = spec::context_with(2);
    CHECK(gb::strongly_connected_components(ctx, check::cycle_graph(40).structure()).components == 1);
    CHECK(gb::strongly_connected_components(ctx, check::path_graph<std::int32_t>(40, 1).structure()).components == 40);
    CHECK(gb::strongly_connected_components(ctx, chain_of_cycles(true).structure()).components == 8);
    const auto a = check::data_graph(ctx, "wiki-Vote.mtx.gz");
    if (!a) return;
    const auto labels = check::everywhere(gb::strongly_connected_components(ctx, *a).labels);
    CHECK(check::sizes_of_groups(labels).front() == 1300);
}

TEST_CASE("strong components: long chains take linear time", "[algorithms][strongly_connected_components]") {
    const auto ctx = spec::context_with(2);
    // With rings of one vertex, whose self loops mean nothing, this is a path.
    const gb::index n = spec::on_cuda() ? 4000 : 200000;
    for (const gb::index length : {1, 2, 100}) {
        if (!spec::is_tried_where_slow()) continue;
        INFO("rings of " << length);
        const auto a = rings_in_a_row(ctx, n / length, length);
        const auto start = std::chrono::steady_clock::now();
        const auto found = gb::strongly_connected_components(ctx, a);
        const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
        CHECK(found.components == n / length);
        const auto labels = check::everywhere(found.labels);
        for (gb::index v = 0; v < n; ++v) REQUIRE_EACH(labels[static_cast<std::size_t>(v)] == v / length * length);
        // On a device the colours of such a chain take too many rounds.
        CHECK(found.searched_in_depth > n / 2);
        if (!spec::on_cuda()) CHECK(seconds.count() < 2);
    }
}

TEST_CASE("strong components: what it refuses", "[algorithms][strongly_connected_components]") {
    const auto ctx = spec::context_with(1);
    const gb::matrix<void> oblong(5, 6);
    CHECK_THROWS_AS(gb::strongly_connected_components(ctx, oblong), gb::dimension_mismatch);
    CHECK_THROWS_WITH(gb::strongly_connected_components(ctx, oblong), contains_text("5x6"));
}
