// connected_components against searches along edge lists.
#include "component_graphs.hpp"
#include "tests/catch.hpp"
#include <algorithms/connected_components.hpp>

namespace {

namespace gb = graphblas_gpu;

void check_components(const gb::context& ctx, const check::small_graph& g, const std::vector<std::int64_t>& expected) {
    INFO(g.name << ", " << ctx.threads() << " threads");
    const auto a = g.structure();
    const auto found = gb::connected_components(ctx, a);
    CHECK(check::everywhere(found.labels) == expected);
    CHECK(found.labels.size() == g.n);
    CHECK(found.components == check::number_of_labels(expected));

    // Values, zeros among them, mean nothing.
    const auto by_values = gb::connected_components(ctx, g.matrix());
    CHECK(by_values.labels == found.labels);
    CHECK(by_values.components == found.components);

    // Where the matrix is known to be symmetric, rows are left out.
    const auto both = check::with_both_directions(g).structure();
    CHECK(both.is_symmetric());
    const auto symmetric = gb::connected_components(ctx, both);
    CHECK(symmetric.labels == found.labels);
    CHECK(symmetric.components == found.components);
}

/// Many edges, so that threads work beside each other: a ring through all even numbers and one through all odd ones, and some
/// edges within each of them; or all is one component, by an edge between the last two vertices.
check::small_graph two_rings(gb::index n, bool joined) {
    check::small_graph g{joined ? "joined rings" : "two rings", n, {}};
    std::mt19937_64 random(5);
    for (gb::index v = 0; v < n; ++v) {
        g.weights[{v, (v + 2) % n}] = 1;
        const auto other = static_cast<gb::index>(random() % static_cast<std::uint64_t>(n / 2)) * 2 + v % 2;
        g.weights[{v, other}] = 1;
    }
    if (joined) g.weights[{n - 1, n - 2}] = 1;
    return g;
}

}  // namespace

TEST_CASE("connected components: the smallest vertex that is joined to each", "[algorithms][connected_components]") {
    const auto ctx = spec::context_with(GENERATE(from_range(spec::team_sizes({1, 3}))));
    for (const auto& graphs : {check::undirected_graphs(), check::directed_graphs()}) {
        for (const auto& g : graphs)
            check_components(ctx, g, check::smallest_of_mutually_reachable(check::with_both_directions(g)));
    }
}

TEST_CASE("connected components: several threads at the same trees", "[algorithms][connected_components]") {
    const auto ctx = spec::context_with(GENERATE(from_range(spec::team_sizes({4, 1}))));
    const gb::index n = spec::on_cuda() ? 2000 : 20000;
    std::vector<std::int64_t> expected(static_cast<std::size_t>(n), 0);
    check_components(ctx, two_rings(n, true), expected);
    for (std::size_t v = 1; v < expected.size(); v += 2) expected[v] = 1;
    check_components(ctx, two_rings(n, false), expected);
}

TEST_CASE("connected components: a long row, small components beside it, and rows without entries",
          "[algorithms][connected_components]") {
    const auto ctx = spec::context_with(GENERATE(from_range(spec::team_sizes({1, 3}))));
    // Vertex 3 lists every second vertex from 1000 on; the others from there are pairs or alone, and no row but that is long.
    check::small_graph g{"long row", 5000, {}};
    for (gb::index v = 1000; v < g.n; v += 2) g.weights[{3, v}] = 1;
    for (gb::index v = 1001; v + 4 < g.n; v += 8) g.weights[{v + 4, v}] = 1;
    std::vector<std::int64_t> expected;
    for (gb::index v = 0; v < g.n; ++v) {
        const bool is_second_of_pair = v >= 1005 && (v - 1005) % 8 == 0;
        expected.push_back(v >= 1000 && v % 2 == 0 ? 3 : is_second_of_pair ? v - 4 : v);
    }
    check_components(ctx, g, expected);
}

TEST_CASE("connected components: counts in closed form", "[algorithms][connected_components]") {
    const auto ctx = spec::context_with(2);
    CHECK(gb::connected_components(ctx, check::complete_graph(9).structure()).components == 1);
    CHECK(gb::connected_components(ctx, gb::matrix<void>(11, 11)).components == 11);
    CHECK(gb::connected_components(ctx, gb::matrix<void>(0, 0)).components == 0);
    CHECK(gb::connected_components(ctx, check::path_graph<std::int32_t>(50, 1).structure()).components == 1);
}

TEST_CASE("connected components: sizes that the data's own pages state", "[algorithms][connected_components][data]") {
    const auto ctx = spec::context_with(2);
    for (const auto& [file, largest] : {std::pair("wiki-Vote.mtx.gz", 7066), std::pair("email-Enron.txt.gz", 33696),
                                        std::pair("facebook_combined.txt.gz", 4039), std::pair("power-grid.txt.gz", 4941),
                                        std::pair("karate.mtx", 34)}) {
        const auto a = check::data_graph(ctx, file);
        if (!a) continue;
        INFO(file);
        const auto labels = check::everywhere(gb::connected_components(ctx, *a).labels);
        CHECK(check::sizes_of_groups(labels).front() == largest);
    }
}

TEST_CASE("connected components: what it refuses", "[algorithms][connected_components]") {
    const auto ctx = spec::context_with(1);
    const gb::matrix<void> oblong(5, 6);
    CHECK_THROWS_AS(gb::connected_components(ctx, oblong), gb::dimension_mismatch);
    CHECK_THROWS_WITH(gb::connected_components(ctx, oblong), contains_text("5x6"));
    CHECK_THROWS_AS(gb::label_components(ctx, oblong), gb::dimension_mismatch);
}
