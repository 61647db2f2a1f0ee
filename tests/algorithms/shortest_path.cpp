// multi_source_shortest_path against Dijkstra and Bellman-Ford of Boost.Graph, for every method and several thread
// counts.
#include "check.hpp"
#include "tests/catch.hpp"
#include <algorithms/multi_source_shortest_path.hpp>

namespace {

namespace gb = graphblas_gpu;

/// Small integers, so that floating-point sums are exact in any order.
template <class T>
std::vector<check::edge_list<T>> graphs_with_lengths() {
    std::vector<check::edge_list<T>> all;
    all.push_back({"one vertex", 1, {}});
    all.push_back({"one vertex, self loop", 1, {{{0, 0}, T{3}}}});
    all.push_back({"one vertex, self loop of length 0", 1, {{{0, 0}, T{0}}}});
    all.push_back({"no edges", 7, {}});
    all.push_back(check::path_graph<T>(spec::long_path(200), T{2}));
    all.push_back(check::random_graph<T>("sparse, directed", 200, 320, T{1}, T{20}, true, 31));
    all.push_back(check::random_graph<T>("sparse, undirected", 200, 260, T{0}, T{20}, false, 32));
    all.push_back(check::random_graph<T>("dense, many zeros", 90, 1500, T{0}, T{2}, true, 33));
    all.push_back(check::random_graph<T>("all zero", 90, 400, T{0}, T{0}, false, 34));
    all.push_back(check::random_graph<T>("larger", 1500, 6000, T{0}, T{255}, false, 35));
    all.push_back(check::with_heights(check::random_graph<T>("sparse", 200, 500, T{0}, T{20}, true, 36), T{50}, 37));
    all.push_back(
        check::with_heights(check::random_graph<T>("cycles of length 0", 90, 900, T{0}, T{0}, false, 38), T{50}, 39));
    all.push_back(check::with_heights(check::random_graph<T>("dense", 120, 3000, T{0}, T{9}, true, 40), T{50}, 41));
    return all;
}

std::vector<gb::index> first_middle_and_last(gb::index n) {
    std::set<gb::index> all{0, n / 3, n - 1};
    return {all.begin(), all.end()};
}

template <class T>
bool has_negative(const check::edge_list<T>& g) {
    return std::any_of(g.weights.begin(), g.weights.end(), [](const auto& edge) { return edge.second < T{0}; });
}


}  // namespace

TEMPLATE_TEST_CASE("shortest paths: as Boost's, parents a tree", "[algorithms][shortest_path]", std::int32_t,
                   std::int64_t, float, double) {
    const auto ctx = spec::context_with(GENERATE(from_range(spec::team_sizes({1, 3}))));
    const auto method = check::any_method();
    for (const auto& g : graphs_with_lengths<TestType>()) {
        if (!spec::is_tried_where_slow()) continue;
        const auto a = g.matrix();
        auto sources = first_middle_and_last(g.n);
        sources.push_back(sources.front());
        const auto many = gb::multi_source_shortest_path(ctx, a, sources, {.method = method});
        const auto many_bare = gb::multi_source_shortest_path(ctx, a, sources, {.parents = false, .method = method});
        CHECK(many_bare.distances == many.distances);
        CHECK(many_bare.parents == gb::matrix<std::int64_t>(static_cast<gb::index>(sources.size()), g.n));
        for (std::size_t s = 0; s < sources.size(); ++s) {
            const gb::index source = sources[s];
            INFO(g.name << ", source " << source << ", method " << gb::to_string(method) << ", " << ctx.threads()
                        << " threads");
            const auto expected = check::boost_bellman_ford(g, source);
            REQUIRE(expected);
            if (!has_negative(g)) REQUIRE(check::boost_dijkstra(g, source) == *expected);

            const auto found = gb::multi_source_shortest_path(ctx, a, source, {.method = method});
            CHECK(check::as_reached(found.distances) == *expected);
            const auto parents = check::as_reached(found.parents);
            CHECK(check::tree_fault(g, source, *expected, parents, false) == "");

            const auto bare = gb::multi_source_shortest_path(ctx, a, source, {.parents = false, .method = method});
            CHECK(bare.distances == found.distances);
            CHECK(bare.parents.nvals() == 0);

            CHECK(check::row_as_reached(many.distances, static_cast<gb::index>(s)) == *expected);
            CHECK(check::row_as_reached(many.parents, static_cast<gb::index>(s)) == parents);
        }
    }
}

TEMPLATE_TEST_CASE("shortest paths: from many sources as from each alone", "[algorithms][shortest_path]", std::int32_t, float) {
    using T = TestType;
    const auto ctx = spec::context_with(2);
    std::vector<check::edge_list<T>> graphs;
    graphs.push_back(check::random_graph<T>("sparse, directed", 300, 700, T{1}, T{255}, true, 51));
    graphs.push_back(check::random_graph<T>("undirected, many zeros", 200, 900, T{0}, T{3}, false, 52));
    auto with_hub = check::random_graph<T>("a hub, self loops, isolated vertices", 400, 300, T{0}, T{255}, false, 53);
    for (gb::index v = 2; v < 380; ++v) with_hub.weights[{1, v}] = with_hub.weights[{v, 1}] = static_cast<T>(100 + v % 100);
    for (gb::index v = 0; v < 20; ++v) with_hub.weights[{v, v}] = static_cast<T>(v % 3);
    graphs.push_back(with_hub);
    for (const auto& g : graphs) {
        if (!spec::is_tried_where_slow()) continue;
        const auto a = g.matrix();
        for (const gb::index count : {1, 63, 64, 65, 130}) {
            std::vector<gb::index> sources;
            for (gb::index s = 0; s < count; ++s) sources.push_back(s % 10 == 9 ? sources.back() : (s * 37 + g.n - 1) % g.n);
            const auto found = gb::multi_source_shortest_path(ctx, a, sources, {.parents = count == 63});
            REQUIRE(found.distances.nrows() == count);
            for (gb::index s = 0; s < count; ++s) {
                INFO(g.name << ", source " << sources[static_cast<std::size_t>(s)] << ", number " << s << " of " << count);
                const auto expected = check::boost_dijkstra(g, sources[static_cast<std::size_t>(s)]);
                REQUIRE(check::row_as_reached(found.distances, s) == expected);
                if (count == 63) {
                    CHECK(check::tree_fault(g, sources[static_cast<std::size_t>(s)], expected,
                                            check::row_as_reached(found.parents, s), false) == "");
                }
            }
        }
    }
}

TEST_CASE("shortest paths: of equally short ones, that of the smallest parent", "[algorithms][shortest_path]") {
    const auto ctx = spec::context_with(2);
    // 5 is reached from 4, 3 and 2 in the same round at the same length.
    const check::edge_list<std::int32_t> g{
        "ties", 6, {{{0, 2}, 1}, {{0, 3}, 1}, {{0, 4}, 1}, {{2, 5}, 4}, {{3, 5}, 3}, {{4, 5}, 3}}};
    for (const auto method : {gb::method::automatic, gb::method::hash, gb::method::dense, gb::method::dot}) {
        CHECK(gb::multi_source_shortest_path(ctx, g.matrix(), 0, {.method = method}).parents.get_element(5) == 3);
    }
}

TEST_CASE("shortest paths: negative cycles are found and named", "[algorithms][shortest_path]") {
    const auto ctx = spec::context_with(GENERATE(from_range(spec::team_sizes({1, 2}))));
    const auto method = check::any_method();
    const bool parents = GENERATE(true, false);
    const gb::shortest_path_options options{.parents = parents, .method = method};

    SECTION("far behind the source") {
        if (!spec::is_tried_where_slow()) return;
        auto g = check::path_graph<std::int64_t>(60, 100);
        g.weights[{50, 40}] = -1001;
        const auto a = g.matrix();
        CHECK_THROWS_AS(gb::multi_source_shortest_path(ctx, a, 3, options), gb::invalid_value);
        try {
            gb::multi_source_shortest_path(ctx, a, 3, options);
        } catch (const gb::error& e) {
            const std::string said = e.what();
            INFO(said);
            CHECK(said.find("source 3") != std::string::npos);
            const auto at = said.find("vertex ");
            REQUIRE(at != std::string::npos);
            const int vertex = std::stoi(said.substr(at + 7));
            CHECK((vertex >= 40 && vertex <= 50));
        }
        // Behind the cycle there is nothing wrong, and only its own source is blamed.
        CHECK_NOTHROW(gb::multi_source_shortest_path(ctx, a, 51, options));
        CHECK_THROWS_WITH(gb::multi_source_shortest_path(ctx, a, std::vector<gb::index>{55, 51, 45}, options),
                          contains_text("source 45"));
        CHECK_NOTHROW(gb::multi_source_shortest_path(ctx, a, std::vector<gb::index>{55, 51}, options));
    }
    SECTION("through the source") {
        const check::edge_list<double> g{"", 3, {{{0, 1}, 1.0}, {{1, 2}, 1.0}, {{2, 0}, -2.5}}};
        CHECK_THROWS_AS(gb::multi_source_shortest_path(ctx, g.matrix(), 1, options), gb::invalid_value);
    }
    SECTION("a self loop, of the source and of another vertex") {
        const check::edge_list<std::int32_t> g{"", 2, {{{0, 1}, 1}, {{1, 1}, -1}}};
        CHECK_THROWS_WITH(gb::multi_source_shortest_path(ctx, g.matrix(), 0, options),
                          contains_text("vertex 1"));
        CHECK_THROWS_WITH(gb::multi_source_shortest_path(ctx, g.matrix(), 1, options),
                          contains_text("vertex 1"));
    }
    SECTION("an undirected negative edge") {
        const check::edge_list<float> g{"", 3, {{{0, 1}, 4.0F}, {{1, 0}, 4.0F}, {{1, 2}, -1.0F}, {{2, 1}, -1.0F}}};
        CHECK_THROWS_AS(gb::multi_source_shortest_path(ctx, g.matrix(), 0, options), gb::invalid_value);
    }
    SECTION("a cycle of length 0 is none") {
        const check::edge_list<std::int32_t> g{"", 3, {{{0, 1}, 4}, {{1, 2}, -3}, {{2, 1}, 3}}};
        CHECK_NOTHROW(gb::multi_source_shortest_path(ctx, g.matrix(), 0, options));
    }
    SECTION("behind it there is one of length 0, which is not blamed") {
        const check::edge_list<std::int32_t> g{
            "", 6, {{{0, 4}, 1}, {{4, 5}, 2}, {{5, 4}, -4}, {{5, 3}, 1}, {{3, 1}, 1}, {{1, 2}, 7}, {{2, 1}, -7}}};
        CHECK_THROWS_WITH(gb::multi_source_shortest_path(ctx, g.matrix(), 0, options),
                          contains_text("vertex 4") || contains_text("vertex 5"));
    }
    SECTION("random graphs: refused exactly where Boost refuses") {
        int refused = 0;
        for (unsigned seed = 0; seed < 30; ++seed) {
            auto g = check::random_graph<std::int32_t>("", 40, 90, -2, 20, true, 100 + seed);
            const auto expected = check::boost_bellman_ford(g, 0);
            refused += !expected;
            if (!spec::is_tried_where_slow()) continue;
            INFO("seed " << seed);
            if (expected) {
                const auto found = gb::multi_source_shortest_path(ctx, g.matrix(), 0, options);
                CHECK(check::as_reached(found.distances) == *expected);
                if (parents) CHECK(check::tree_fault(g, 0, *expected, check::as_reached(found.parents), false) == "");
            } else {
                CHECK_THROWS_AS(gb::multi_source_shortest_path(ctx, g.matrix(), 0, options), gb::invalid_value);
            }
        }
        CHECK((refused > 3 && refused < 27));
    }
}

TEST_CASE("shortest paths: lengths that do not fit are refused, others are not", "[algorithms][shortest_path]") {
    const auto ctx = spec::context_with(1);
    const bool parents = GENERATE(true, false);
    const gb::shortest_path_options options{.parents = parents};
    constexpr std::int32_t big = std::numeric_limits<std::int32_t>::max() / 2;

    SECTION("too long") {
        const auto a = check::path_graph<std::int32_t>(4, big).matrix();
        CHECK_THROWS_AS(gb::multi_source_shortest_path(ctx, a, 0, options), gb::invalid_value);
        CHECK_THROWS_WITH(gb::multi_source_shortest_path(ctx, a, 0, options),
                          contains_text("vertex 3 does not fit int32"));
        CHECK(gb::multi_source_shortest_path(ctx, a, 1, options).distances.get_element(3) == 2 * big);
        CHECK_THROWS_WITH(gb::multi_source_shortest_path(ctx, a, std::vector<gb::index>{1, 0}, options),
                          contains_text("source 0"));
        CHECK_THROWS_WITH(gb::multi_source_shortest_path(ctx, a, std::vector<gb::index>{1, 2, 3, 2, 0, 1}, options),
                          contains_text("source 0"));
        CHECK_NOTHROW(gb::multi_source_shortest_path(ctx, a, std::vector<gb::index>{1, 2, 3, 2, 1}, options));
    }
    SECTION("a detour does not fit, the way does") {
        auto g = check::path_graph<std::int32_t>(5, big);
        g.weights[{0, 3}] = 7;
        g.weights[{0, 4}] = 9;
        const auto found = gb::multi_source_shortest_path(ctx, g.matrix(), 0, options);
        CHECK(found.distances.get_element(3) == 7);
        CHECK(found.distances.get_element(4) == 9);
    }
    SECTION("what did not fit on the way is not taken for an answer") {
        const check::edge_list<std::int32_t> g{"", 5, {{{0, 1}, big}, {{1, 2}, big}, {{2, 3}, big}, {{3, 4}, -big}}};
        CHECK_THROWS_AS(gb::multi_source_shortest_path(ctx, g.matrix(), 0, options), gb::invalid_value);
    }
    SECTION("too negative") {
        const auto a = check::path_graph<std::int64_t>(5, std::numeric_limits<std::int64_t>::min() / 2).matrix();
        CHECK_THROWS_WITH(gb::multi_source_shortest_path(ctx, a, 0, options),
                          contains_text("does not fit int64"));
        CHECK_NOTHROW(gb::multi_source_shortest_path(ctx, a, 3, options));
    }
    SECTION("floating point") {
        const auto a = check::path_graph<float>(4, 2e38F).matrix();
        CHECK_THROWS_WITH(gb::multi_source_shortest_path(ctx, a, 0, options),
                          contains_text("does not fit float"));
        CHECK(gb::multi_source_shortest_path(ctx, a, 2, options).distances.get_element(3) == 2e38F);
    }
}

TEST_CASE("shortest paths: what it refuses", "[algorithms][shortest_path]") {
    const auto ctx = spec::context_with(1);
    const gb::matrix<double> oblong(5, 6);
    gb::matrix<double> a(5, 5);
    CHECK_THROWS_AS(gb::multi_source_shortest_path(ctx, oblong, 0), gb::dimension_mismatch);
    CHECK_THROWS_WITH(gb::multi_source_shortest_path(ctx, oblong, 0), contains_text("5x6"));
    CHECK_THROWS_AS(gb::multi_source_shortest_path(ctx, a, 5), gb::invalid_index);
    CHECK_THROWS_AS(gb::multi_source_shortest_path(ctx, a, -1), gb::invalid_index);
    CHECK_THROWS_AS(gb::multi_source_shortest_path(ctx, a, std::vector<gb::index>{0, 5}), gb::invalid_index);
    CHECK_THROWS_AS(gb::multi_source_shortest_path(ctx, a, 0, {.method = gb::method::merge}), gb::unsupported);

    a.set_element(0, 1, 1.0);
    a.set_element(3, 2, std::numeric_limits<double>::quiet_NaN());
    CHECK_THROWS_AS(gb::multi_source_shortest_path(ctx, a, 0), gb::invalid_value);
    CHECK_THROWS_WITH(gb::multi_source_shortest_path(ctx, a, 0), contains_text("(3, 2)"));
    a.set_element(3, 2, std::numeric_limits<double>::infinity());
    CHECK_THROWS_WITH(gb::multi_source_shortest_path(ctx, a, 0), contains_text("(3, 2) is inf"));

    const auto none = gb::multi_source_shortest_path(ctx, gb::matrix<float>(4, 4), std::vector<gb::index>{});
    CHECK(none.distances == gb::matrix<float>(0, 4));
    CHECK(none.parents == gb::matrix<std::int64_t>(0, 4));
}
