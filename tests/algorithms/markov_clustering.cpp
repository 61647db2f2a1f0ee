// markov_clustering against the same flow in a dense matrix.
#include "component_graphs.hpp"
#include "tests/catch.hpp"
#include <algorithms/markov_clustering.hpp>

#include <cmath>

namespace {

namespace gb = graphblas_gpu;

using rows = std::vector<std::vector<double>>;

void scale_to_one(rows& m) {
    for (auto& row : m) {
        double sum = 0;
        for (const double x : row) sum += x;
        for (double& x : row) x /= sum;
    }
}

struct clusters {
    std::vector<std::int64_t> labels;
    std::int32_t iterations = 0;
};

clusters by_dense_flow(const check::small_graph& g, bool weighted, int inflation, double limit, double tolerance) {
    const auto n = static_cast<std::size_t>(g.n);
    rows m(n, std::vector<double>(n, 0.0));
    for (const auto& [edge, weight] : g.weights) {
        const auto i = static_cast<std::size_t>(edge.first), j = static_cast<std::size_t>(edge.second);
        if (i == j) continue;
        m[i][j] = m[j][i] = std::max(m[i][j], weighted ? static_cast<double>(weight) : 1.0);
    }
    for (std::size_t i = 0; i < n; ++i) {
        const double most = *std::max_element(m[i].begin(), m[i].end());
        m[i][i] = most > 0 ? most : 1.0;
    }
    scale_to_one(m);
    clusters out;
    for (double chaos = 1; chaos >= tolerance && n > 0; ++out.iterations) {
        rows next(n, std::vector<double>(n, 0.0));
        for (std::size_t i = 0; i < n; ++i) {
            for (std::size_t k = 0; k < n; ++k) {
                if (m[i][k] == 0) continue;
                for (std::size_t j = 0; j < n; ++j) next[i][j] += m[i][k] * m[k][j];
            }
        }
        for (auto& row : next) {
            for (double& x : row) x = std::pow(x, inflation);
        }
        scale_to_one(next);
        for (auto& row : next) {
            const double bound = std::min(limit, *std::max_element(row.begin(), row.end()));
            for (double& x : row) x = x < bound ? 0 : x;
        }
        scale_to_one(next);
        m = next;
        chaos = 0;
        for (const auto& row : m) {
            double squares = 0;
            for (const double x : row) squares += x * x;
            chaos = std::max(chaos, *std::max_element(row.begin(), row.end()) - squares);
        }
    }
    check::small_graph caught{"", g.n, {}};
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j) {
            if (m[i][j] > 0) caught.weights[{static_cast<gb::index>(i), static_cast<gb::index>(j)}] = 1;
        }
    }
    out.labels = check::smallest_of_mutually_reachable(check::with_both_directions(caught));
    return out;
}

}  // namespace

TEST_CASE("markov clustering: as the flow in a dense matrix", "[algorithms][markov_clustering]") {
    const auto ctx = spec::context_with(GENERATE(from_range(spec::team_sizes({1, 3}))));
    std::vector<check::small_graph> graphs = check::tiny_graphs();
    graphs.push_back(check::chain_of_cliques(5, 6));
    graphs.push_back(check::random_graph<std::int32_t>("sparse, undirected", 60, 60, 1, 97, false, 51));
    graphs.push_back(check::random_graph<std::int32_t>("middling, undirected", 60, 110, 1, 97, false, 52));
    graphs.push_back(check::random_graph<std::int32_t>("directed", 60, 150, 0, 97, true, 53));
    for (const auto& g : graphs) {
        for (const int inflation : {2, 3}) {
            if (!spec::is_tried_where_slow()) continue;
            INFO(g.name << ", inflation " << inflation << ", " << ctx.threads() << " threads");
            const auto expected = by_dense_flow(g, true, inflation, 1e-4, 1e-6);
            const auto found = gb::markov_clustering(ctx, check::in_double(g), {.inflation = inflation});
            CHECK(check::everywhere(found.labels) == expected.labels);
            CHECK(found.iterations == expected.iterations);
            CHECK(found.clusters == check::number_of_labels(expected.labels));
            CHECK((g.n == 0 || found.chaos < 1e-6));
            CHECK(gb::markov_clustering(ctx, g.matrix(), {.inflation = inflation}).labels == found.labels);
        }
    }
}

TEST_CASE("markov clustering: of a structure every edge counts as one", "[algorithms][markov_clustering]") {
    const auto ctx = spec::context_with(2);
    const auto g = check::chain_of_cliques(4, 7);
    const auto found = gb::markov_clustering(ctx, g.structure());
    CHECK(found.clusters == 4);
    for (gb::index v = 0; v < g.n; ++v) CHECK(found.labels.get_element(v) == v / 7 * 7);
    CHECK(found.multiplications > 0);
    CHECK(check::everywhere(found.labels) == by_dense_flow(g, false, 2, 1e-4, 1e-6).labels);
    CHECK(gb::markov_clustering(ctx, g.structure(), {.method = gb::method::hash}).labels == found.labels);
    CHECK(gb::markov_clustering(ctx, check::complete_graph(15).structure()).clusters == 1);
    CHECK(gb::markov_clustering(ctx, gb::matrix<void>(6, 6)).clusters == 6);
    CHECK(gb::markov_clustering(ctx, g.structure(), {.most_iterations = 1}).iterations == 1);
}

TEST_CASE("markov clustering: a row of so many vertices that all its powers are too small for a double",
          "[algorithms][markov_clustering]") {
    // Vertex 0 has weak edges to the centres of stars, to which it is equally likely to belong: all are one cluster.
    const gb::index stars = 2600, leaves = 45, n = 1 + stars * (1 + leaves);
    gb::matrix<double> graph(n, n);
    std::vector<gb::index> from, to;
    std::vector<double> weights;
    const auto add = [&](gb::index i, gb::index j, double weight) {
        from.push_back(i), to.push_back(j), weights.push_back(weight);
    };
    for (gb::index s = 0; s < stars; ++s) {
        add(0, 1 + s, 1e-6);
        for (gb::index l = 0; l < leaves; ++l) add(1 + s, 1 + stars + s * leaves + l, 1);
    }
    graph.build(from, to, weights);
    CHECK(gb::markov_clustering(spec::context_with(2), graph, {.inflation = 64}).clusters == 1);
}

TEST_CASE("markov clustering: what it refuses", "[algorithms][markov_clustering]") {
    const auto ctx = spec::context_with(1);
    const auto one = [](double x) {
        return gb::matrix<double>::from_edges(2, 2, std::vector<gb::index>{0}, std::vector<gb::index>{1},
                                              std::vector<double>{x});
    };
    CHECK_THROWS_AS(gb::markov_clustering(ctx, gb::matrix<void>(5, 6)), gb::dimension_mismatch);
    CHECK_THROWS_WITH(gb::markov_clustering(ctx, gb::matrix<void>(5, 6)), contains_text("5x6"));
    CHECK_THROWS_AS(gb::markov_clustering(ctx, one(-1.0)), gb::invalid_value);
    CHECK_THROWS_AS(gb::markov_clustering(ctx, one(std::nan(""))), gb::invalid_value);
    CHECK_THROWS_AS(gb::markov_clustering(ctx, one(1.0), {.inflation = 1}), gb::invalid_value);
    CHECK_THROWS_AS(gb::markov_clustering(ctx, one(1.0), {.inflation = 65}), gb::invalid_value);
    for (const double extreme : {1e308, 1e-307}) CHECK(gb::markov_clustering(ctx, one(extreme)).clusters == 1);
    CHECK_THROWS_AS(gb::markov_clustering(ctx, one(1.0), {.prune_below = -1}), gb::invalid_value);
}

TEST_CASE("markov_clustering: a square that is made by blocks of rows", "[algorithms][markov_clustering]") {
    if (spec::on_cuda()) return;
    // Two stars, of the even and of the odd vertices, whose square has more entries than a block.
    const gb::index leaves = 2200;
    std::vector<gb::index> from, to;
    for (gb::index v = 2; v < 2 * leaves + 2; ++v) {
        from.push_back(v % 2);
        to.push_back(v);
    }
    const auto ctx = spec::context_with(2);
    const auto found = gb::markov_clustering(ctx, gb::matrix<void>::from_edges(ctx, 2 * leaves + 2, 2 * leaves + 2, from, to));
    CHECK(found.clusters == 2);
    const auto labels = found.labels.to_entries().values;
    for (std::size_t v = 0; v < labels.size(); ++v) REQUIRE_EACH(labels[v] == static_cast<std::int64_t>(v % 2));
    // A row of a hub has an entry for each of its vertices, a row of a leaf has two.
    CHECK(found.multiplications >= 2 * (leaves * leaves + 6 * leaves + 1));
}
