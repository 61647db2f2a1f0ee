// bfs against Boost.Graph, for every method and several thread counts.
#include "check.hpp"
#include "tests/catch.hpp"
#include <algorithms/bfs.hpp>

namespace {

namespace gb = graphblas_gpu;

std::vector<check::edge_list<std::int32_t>> graphs_to_search() {
    std::vector<check::edge_list<std::int32_t>> all;
    all.push_back({"one vertex", 1, {}});
    all.push_back({"one vertex, self loop", 1, {{{0, 0}, 5}}});
    all.push_back({"no edges", 7, {}});
    all.push_back(check::path_graph<std::int32_t>(spec::long_path(300), 1));
    all.push_back(check::random_graph<std::int32_t>("sparse, directed", 200, 300, 0, 9, true, 1));
    all.push_back(check::random_graph<std::int32_t>("sparse, undirected", 200, 250, 0, 9, false, 2));
    all.push_back(check::random_graph<std::int32_t>("dense, directed", 90, 2500, 0, 9, true, 3));
    all.push_back(check::random_graph<std::int32_t>("dense, undirected", 130, 2500, 0, 9, false, 4));
    all.push_back(check::random_graph<std::int32_t>("larger, undirected", 3000, 9000, 0, 9, false, 5));
    return all;
}

std::vector<gb::index> vertices_to_search_from(gb::index n) {
    std::set<gb::index> all{0, n / 3, n / 2, n - 1};
    return {all.begin(), all.end()};
}

/// A search from `count` sources: levels alone, and one product a level, find the same.
template <class Graph>
void check_many_sources(const gb::context& ctx, const Graph& g, gb::index count) {
    INFO(g.name << ", " << count << " sources, " << ctx.threads() << " threads");
    const auto a = g.structure();
    std::vector<gb::index> sources;
    for (gb::index s = 0; s < count; ++s) sources.push_back((s * 7) % g.n);
    const auto found = gb::bfs(ctx, a, sources);
    const auto levels_only = gb::bfs(ctx, a, sources, {.parents = false});
    CHECK(levels_only.levels == found.levels);
    CHECK(levels_only.parents == gb::matrix<std::int64_t>(count, g.n));
    const auto by_products = gb::bfs(ctx, a, sources, {.method = gb::method::dense});
    CHECK(found.levels == by_products.levels);
    CHECK(found.parents == by_products.parents);
}

}  // namespace

TEST_CASE("bfs: levels as Boost's, parents the smallest possible", "[algorithms][bfs]") {
    const auto ctx = spec::context_with(GENERATE(from_range(spec::team_sizes({1, 3}))));
    const auto method = check::any_method();
    for (const auto& g : graphs_to_search()) {
        const auto a = g.structure();
        const auto valued = g.matrix();
        for (const gb::index source : vertices_to_search_from(g.n)) {
            if (!spec::is_tried_where_slow()) continue;
            INFO(g.name << ", source " << source << ", method " << gb::to_string(method) << ", " << ctx.threads()
                        << " threads");
            const auto expected = check::boost_levels(g, source);
            const auto found = gb::bfs(ctx, a, source, {.method = method});
            CHECK(check::as_reached(found.levels) == expected);
            const auto parents = check::as_reached(found.parents);
            CHECK(check::tree_fault(g, source, expected, parents, true) == "");
            CHECK(parents == check::smallest_parents(g, source, expected));

            const auto levels_only = gb::bfs(ctx, a, source, {.parents = false, .method = method});
            CHECK(levels_only.levels == found.levels);
            CHECK(levels_only.parents.nvals() == 0);
            CHECK(levels_only.parents.size() == g.n);

            // Values, zeros among them, mean nothing.
            const auto by_values = gb::bfs(ctx, valued, source, {.method = method});
            CHECK(by_values.levels == found.levels);
            CHECK(by_values.parents == found.parents);
        }
    }
}

TEST_CASE("bfs: many sources are as many searches", "[algorithms][bfs]") {
    const auto ctx = spec::context_with(GENERATE(from_range(spec::team_sizes({1, 4}))));
    const auto method = check::any_method();
    for (const auto& g : graphs_to_search()) {
        if (!spec::is_tried_where_slow()) continue;
        INFO(g.name << ", method " << gb::to_string(method) << ", " << ctx.threads() << " threads");
        const auto a = g.structure();
        auto sources = vertices_to_search_from(g.n);
        sources.push_back(sources.front());
        const auto found = gb::bfs(ctx, a, sources, {.method = method});
        const auto levels_only = gb::bfs(ctx, a, sources, {.parents = false, .method = method});
        REQUIRE(found.levels.nrows() == static_cast<gb::index>(sources.size()));
        REQUIRE(found.parents.nrows() == static_cast<gb::index>(sources.size()));
        CHECK(found.levels.ncols() == g.n);
        CHECK(levels_only.levels == found.levels);
        CHECK(levels_only.parents == gb::matrix<std::int64_t>(found.parents.nrows(), g.n));
        for (std::size_t s = 0; s < sources.size(); ++s) {
            const auto row = static_cast<gb::index>(s);
            const auto levels = check::boost_levels(g, sources[s]);
            CHECK(check::row_as_reached(found.levels, row) == levels);
            CHECK(check::row_as_reached(found.parents, row) == check::smallest_parents(g, sources[s], levels));
        }
    }
}

TEST_CASE("bfs: so many sources that they are one search, and several of those", "[algorithms][bfs]") {
    const auto ctx = spec::context_with(GENERATE(from_range(spec::team_sizes({1, 3}))));
    for (const auto& g : {check::random_graph<std::int32_t>("dense, directed", 90, 2500, 0, 9, true, 3),
                          check::random_graph<std::int32_t>("dense, undirected", 130, 2500, 0, 9, false, 4),
                          check::random_graph<std::int32_t>("sparse, directed", 200, 700, 0, 9, true, 1)}) {
        for (const gb::index count : {20, 64, 65, 150}) {
            if (spec::is_tried_where_slow()) check_many_sources(ctx, g, count);
        }
    }
    // Hundreds of levels; on a device, where each costs the launches of its kernels, once.
    const auto path = check::path_graph<std::int32_t>(spec::long_path(300), 1);
    for (const gb::index count : {20, 64, 65, 150}) {
        if (!spec::on_cuda() || count == 65) check_many_sources(ctx, path, count);
    }
}

TEST_CASE("bfs: levels from many sources as Boost's", "[algorithms][bfs]") {
    const auto ctx = spec::context_with(2);
    auto with_loops = check::random_graph<std::int32_t>("undirected, pieces, loops", 400, 420, 0, 9, false, 6);
    for (gb::index v = 0; v < with_loops.n; v += 5) with_loops.weights[{v, v}] = 1;
    ++with_loops.n;  // the last vertex is alone
    for (const auto& g : {with_loops, check::random_graph<std::int32_t>("directed", 300, 900, 0, 9, true, 7)}) {
        const auto a = g.structure();
        for (const gb::index count : {1, 2, 63, 64, 65, 130}) {
            if (!spec::is_tried_where_slow()) continue;
            INFO(g.name << ", " << count << " sources");
            std::vector<gb::index> sources;
            for (gb::index s = 0; s < count; ++s) sources.push_back(s % 3 == 0 ? g.n - 1 : (s * 7) % g.n);
            const auto found = gb::bfs(ctx, a, sources, {.parents = false});
            CHECK(found.parents == gb::matrix<std::int64_t>(count, g.n));
            for (std::size_t s = 0; s < sources.size(); ++s)
                CHECK(check::row_as_reached(found.levels, static_cast<gb::index>(s)) == check::boost_levels(g, sources[s]));
        }
    }
}

TEST_CASE("bfs: the first of many sources may promise less than the others keep", "[algorithms][bfs]") {
    const auto ctx = spec::context_with(2);
    // The last vertex is alone, all other sources are where a path begins.
    auto g = check::path_graph<std::int32_t>(spec::long_path(300), 1);
    std::vector<gb::index> sources{g.n};
    ++g.n;
    for (gb::index s = 0; s < 30; ++s) sources.push_back(s);
    const auto found = gb::bfs(ctx, g.structure(), sources);
    for (std::size_t s = 0; s < sources.size(); ++s)
        CHECK(check::row_as_reached(found.levels, static_cast<gb::index>(s)) == check::boost_levels(g, sources[s]));
}

TEST_CASE("bfs: no sources", "[algorithms][bfs]") {
    const auto ctx = spec::context_with(1);
    const auto found = gb::bfs(ctx, gb::matrix<void>(4, 4), std::vector<gb::index>{});
    CHECK(found.levels == gb::matrix<std::int32_t>(0, 4));
    CHECK(found.parents == gb::matrix<std::int64_t>(0, 4));
}

TEST_CASE("bfs: what it refuses", "[algorithms][bfs]") {
    const auto ctx = spec::context_with(1);
    const gb::matrix<void> a(5, 5);
    const gb::matrix<void> oblong(5, 6);
    CHECK_THROWS_AS(gb::bfs(ctx, oblong, 0), gb::dimension_mismatch);
    CHECK_THROWS_WITH(gb::bfs(ctx, oblong, 0), contains_text("5x6"));
    CHECK_THROWS_AS(gb::bfs(ctx, a, 5), gb::invalid_index);
    CHECK_THROWS_AS(gb::bfs(ctx, a, -1), gb::invalid_index);
    CHECK_THROWS_WITH(gb::bfs(ctx, a, 5), contains_text("source 5 is outside [0, 5)"));
    CHECK_THROWS_AS(gb::bfs(ctx, gb::matrix<void>(), 0), gb::invalid_index);
    CHECK_THROWS_AS(gb::bfs(ctx, a, std::vector<gb::index>{0, 7}), gb::invalid_index);
    CHECK_THROWS_AS(gb::bfs(ctx, oblong, std::vector<gb::index>{0}), gb::dimension_mismatch);
    CHECK_THROWS_AS(gb::bfs(ctx, a, 0, {.method = gb::method::merge}), gb::unsupported);
}
