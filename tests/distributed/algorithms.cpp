// Searches, paths, PageRank, components and clusters, beside the algorithms of one process.
#include "setting.hpp"
#include <algorithms/bfs.hpp>
#include <algorithms/connected_components.hpp>
#include <algorithms/markov_clustering.hpp>
#include <algorithms/multi_source_shortest_path.hpp>
#include <algorithms/page_rank.hpp>
#include <graphblas_gpu/distributed/graph.hpp>
#include <graphblas_gpu/distributed/markov_clustering.hpp>
#include <tests/messages.hpp>

#include <cmath>

namespace {

/// Groups of nine vertices with strong edges, and some weak edges between them.
gb::matrix<double> groups_of_vertices() {
    std::vector<gb::index> rows, columns;
    std::vector<double> values;
    const gb::base::counter_random random(5, 0);
    for (gb::index i = 0; i < 63; ++i) {
        for (gb::index j = 0; j < i; ++j) {
            const auto k = static_cast<std::uint64_t>(i * 63 + j);
            if (i / 9 != j / 9 && random.below(20, k) != 0) continue;
            rows.push_back(i), columns.push_back(j);
            values.push_back((i / 9 == j / 9 ? 1.0 : 0.05) + static_cast<double>(random.below(1000, k + 5000)) / 1e5);
        }
    }
    return gb::matrix<double>::from_edges(63, 63, rows, columns, values);
}

void test_clusters(const setting& s) {
    const std::string& where = s.where;
    const auto graph = groups_of_vertices();
    const auto want = gb::markov_clustering(s.host, graph);
    const auto a = dist::scatter(s.ctx, graph);
    CHECK(want.clusters == 7);
    for (const std::int64_t bytes : {std::int64_t{1} << 28, std::int64_t{900}}) {
        const auto got = dist::markov_clustering(s.ctx, a, {.bytes = bytes});
        CHECK(got.clusters == want.clusters && got.iterations == want.iterations);
        CHECK(is_same(s, got.labels, want.labels));
    }
    CHECK(has(message_of<gb::invalid_value>([&] { (void)dist::markov_clustering(s.ctx, a, {.inflation = 1}); }), "inflation"));
    auto negative = a;
    dist::apply(s.ctx, negative, gb::no_mask, gb::no_accum, gb::ainv{}, a);
    CHECK(has(message_of<gb::invalid_value>([&] { (void)dist::markov_clustering(s.ctx, negative); }), "negative"));
}

}  // namespace

void test_algorithms(const setting& s) {
    for (const auto& graph : {gb::rmat(7, 8), gb::grid2d(9), gb::uniform(40, 2, 3)}) {
        const auto whole = of(graph);
        const std::string where = s.where + ", graph of " + std::to_string(whole.nrows());
        const auto a = dist::scatter(s.ctx, whole);
        const std::vector<gb::index> sources{3, 0, 39, 3};
        CHECK(is_same(s, dist::bfs_levels(s.ctx, a, 3), gb::bfs(s.host, whole, 3).levels));
        CHECK(is_same(s, dist::bfs_levels(s.ctx, a, sources), gb::bfs(s.host, whole, sources).levels));
        // A distance is the sum of the weights along a path, from the source on, whatever the grid is.
        CHECK(is_same(s, dist::shortest_paths(s.ctx, a, 3), gb::multi_source_shortest_path(s.host, whole, 3).distances));
        CHECK(is_same(s, dist::shortest_paths(s.ctx, a, sources),
                      gb::multi_source_shortest_path(s.host, whole, sources).distances));
        const auto components = gb::connected_components(s.host, whole);
        const auto labels = dist::component_labels(s.ctx, a);
        CHECK(is_same(s, labels, components.labels));
        CHECK(dist::count_components(s.ctx, a) == components.components);

        std::vector<gb::index> many;  // more than a word has bits
        for (gb::index v = 0; v < 70; ++v) many.push_back(v * 7 % whole.nrows());
        CHECK(is_same(s, dist::bfs_levels(s.ctx, a, many), gb::bfs(s.host, whole, many).levels));

        const auto alone = gb::page_rank(s.host, whole, {.tolerance = 1e-12});
        const auto& want = alone.ranks;
        const auto ranked = dist::page_rank(s.ctx, a, 0.85, 1e-12);
        const auto got = dist::gather(s.ctx, ranked.ranks);
        if (s.ctx.grid_rows() == 1 && s.ctx.layout() == dist::layout::natural && !s.ctx.local().is_cuda()) {
            CHECK(s.ctx.rank() != 0 || got == want);
            CHECK(ranked.iterations == alone.iterations && ranked.residual == alone.residual);
        }
        CHECK(dist::page_rank(s.ctx, a, 0.85, 0, 7).iterations == 7);
        CHECK(dist::page_rank(s.ctx, a, 0.85, 0, 0).iterations == 0);
        // The ranks after rounds with a residual of 1e-12 are within .85 / .15 of it, in both programs.
        for (gb::index v = 0; v < got.size(); ++v)
            CHECK(std::abs(got.values()[static_cast<std::size_t>(v)] - want.values()[static_cast<std::size_t>(v)]) < 1.2e-11);
    }
    const std::string& where = s.where;
    // Farther than searches with a bit for each go.
    std::vector<gb::index> from, to;
    for (gb::index v = 0; v < 89; ++v) {
        from.insert(from.end(), {v, v + 1});
        to.insert(to.end(), {v + 1, v});
    }
    const auto path = gb::matrix<double>::from_edges(90, 90, from, to, std::vector<double>(from.size(), 1.0));
    const auto a = dist::scatter(s.ctx, path);
    CHECK(is_same(s, dist::bfs_levels(s.ctx, a, 2), gb::bfs(s.host, path, 2).levels));
    CHECK(is_same(s, dist::bfs_levels(s.ctx, a, {2, 88}), gb::bfs(s.host, path, {2, 88}).levels));
    CHECK(has(message_of<gb::invalid_value>([&] { (void)dist::page_rank(s.ctx, a, 1.5); }), "damping"));
    const auto cycle =
        dist::scatter(s.ctx, gb::matrix<double>::from_edges(3, 3, {0, 1, 2}, {1, 2, 0}, std::vector<double>{1.0, -3.0, 1.0}));
    CHECK(has(message_of<gb::invalid_value>([&] { (void)dist::shortest_paths(s.ctx, cycle, 0); }), "negative"));
    CHECK(has(message_of<gb::invalid_index>([&] { (void)dist::bfs_levels(s.ctx, cycle, 3); }), "vertex 3"));
    test_clusters(s);
}
