// maximal_independent_set against the loop over the vertices by falling priority.
#include "component_graphs.hpp"
#include "tests/catch.hpp"
#include "tools/graph_checks.hpp"
#include <algorithms/maximal_independent_set.hpp>

namespace {

namespace gb = graphblas_gpu;

std::vector<gb::index> by_falling_priority(const check::small_graph& g, std::uint64_t seed) {
    const auto neighbours = check::neighbours_of(g);
    gb::row_offset entries = 0;
    for (const auto& near : neighbours) entries += static_cast<gb::row_offset>(near.size());
    const gb::independent_set_order priorities(seed, g.n, entries);
    const auto priority = [&](gb::index v) {
        return priorities.priority(v, static_cast<gb::index>(neighbours[static_cast<std::size_t>(v)].size()));
    };
    std::vector<gb::index> order;
    for (gb::index v = 0; v < g.n; ++v) order.push_back(v);
    std::sort(order.begin(), order.end(), [&](gb::index u, gb::index v) { return priority(u) > priority(v); });
    std::set<gb::index> members;
    for (const gb::index v : order) {
        const auto& near = neighbours[static_cast<std::size_t>(v)];
        if (std::none_of(near.begin(), near.end(), [&](gb::index u) { return members.contains(u); })) members.insert(v);
    }
    return {members.begin(), members.end()};
}

}  // namespace

TEST_CASE("maximal independent set: that of the loop by priority", "[algorithms][maximal_independent_set]") {
    const auto ctx = spec::context_with(GENERATE(from_range(spec::team_sizes({1, 3}))));
    for (const auto& graphs : {check::undirected_graphs(), check::directed_graphs()}) {
        for (const auto& g : graphs) {
            for (const std::uint64_t seed : {0, 7}) {
                if (!spec::is_tried_where_slow()) continue;
                INFO(g.name << ", seed " << seed << ", " << ctx.threads() << " threads");
                const auto found = gb::maximal_independent_set(ctx, g.structure(), {.seed = seed});
                const auto members = found.members.to_entries().indices;
                CHECK(members == by_falling_priority(g, seed));
                CHECK(found.members.size() == g.n);
                CHECK(grb::check_independent_set(g.structure().rows(), members) == "");
                CHECK(gb::maximal_independent_set(ctx, g.matrix(), {.seed = seed}).members == found.members);
            }
        }
    }
}

TEST_CASE("maximal independent set: sizes in closed form, and other seeds", "[algorithms][maximal_independent_set]") {
    const auto ctx = spec::context_with(2);
    const auto size = [&](const gb::matrix<void>& a, std::uint64_t seed) {
        return gb::maximal_independent_set(ctx, a, {.seed = seed}).members.nvals();
    };
    std::set<std::vector<gb::index>> sets;
    for (const std::uint64_t seed : {1, 2, 3, 4}) {
        CHECK(size(check::complete_graph(17).structure(), seed) == 1);
        CHECK(size(gb::matrix<void>(9, 9), seed) == 9);
        const gb::index star = size(check::star_graph(30).structure(), seed);
        CHECK(star == 29);  // the hub comes last
        const gb::index path = size(check::path_graph<std::int32_t>(30, 1).structure(), seed);
        CHECK((path >= 10 && path <= 15));
        const auto middling = check::random_graph<std::int32_t>("", 150, 300, 0, 9, false, 22).structure();
        sets.insert(gb::maximal_independent_set(ctx, middling, {.seed = seed}).members.to_entries().indices);
        const auto undirected = gb::undirected_structure(ctx, middling);
        CHECK(gb::maximal_independent_set(ctx, undirected, {.seed = seed, .trusted = true}).members ==
              gb::maximal_independent_set(ctx, middling, {.seed = seed}).members);
    }
    CHECK(sets.size() == 4);
}

TEST_CASE("maximal independent set: what it refuses", "[algorithms][maximal_independent_set]") {
    const auto ctx = spec::context_with(1);
    const gb::matrix<void> oblong(5, 6);
    CHECK_THROWS_AS(gb::maximal_independent_set(ctx, oblong), gb::dimension_mismatch);
    CHECK_THROWS_WITH(gb::maximal_independent_set(ctx, oblong), contains_text("5x6"));
}
