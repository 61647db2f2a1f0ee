// triangle_count against a count by set intersection, for every variant, order, method and several thread counts.
#include "check.hpp"
#include "tests/catch.hpp"
#include <algorithms/triangle_count.hpp>
#include <graphblas_gpu/mxm.hpp>

namespace {

namespace gb = graphblas_gpu;
using gb::triangle_variant;

constexpr triangle_variant variants[] = {triangle_variant::automatic, triangle_variant::burkhardt, triangle_variant::cohen,
                                         triangle_variant::sandia_ll, triangle_variant::sandia_uu, triangle_variant::sandia_lut,
                                         triangle_variant::sandia_ult};
constexpr gb::triangle_order orders[] = {gb::triangle_order::automatic, gb::triangle_order::none, gb::triangle_order::degree};

check::edge_list<std::int32_t> complete(gb::index n) {
    check::edge_list<std::int32_t> g{"complete", n, {}};
    for (gb::index i = 0; i < n; ++i) {
        for (gb::index j = 0; j < n; ++j) {
            if (i != j) g.weights[{i, j}] = 1;
        }
    }
    return g;
}

/// A hub with low number that is joined to everything, and a few triangles around it.
check::edge_list<std::int32_t> wheel(gb::index n) {
    check::edge_list<std::int32_t> g{"wheel", n, {}};
    for (gb::index v = 1; v < n; ++v) {
        const gb::index next = v + 1 < n ? v + 1 : 1;
        for (const auto& [i, j] : {std::pair<gb::index, gb::index>{0, v}, {v, next}}) g.weights[{i, j}] = g.weights[{j, i}] = 1;
    }
    return g;
}

std::vector<check::edge_list<std::int32_t>> graphs_with_triangles() {
    std::vector<check::edge_list<std::int32_t>> all;
    all.push_back({"empty", 0, {}});
    all.push_back({"one vertex", 1, {}});
    all.push_back({"no edges", 9, {}});
    all.push_back(complete(3));
    all.push_back(complete(20));
    all.push_back(wheel(200));
    all.push_back(check::random_graph<std::int32_t>("sparse", 150, 400, 1, 9, true, 11));
    all.push_back(check::random_graph<std::int32_t>("dense", 120, 3000, 1, 9, false, 12));
    all.push_back(check::random_graph<std::int32_t>("larger", 1500, 9000, 1, 9, true, 13));
    return all;
}

}  // namespace

TEST_CASE("triangle_count: every variant, order and method counts alike", "[algorithms][triangles]") {
    const auto ctx = spec::context_with(GENERATE(from_range(spec::team_sizes({1, 3}))));
    for (const auto& g : graphs_with_triangles()) {
        const std::int64_t expected = check::triangles_by_intersection(g);
        const auto a = gb::undirected_structure(ctx, g.structure());
        for (const auto variant : variants) {
            for (const auto order : orders) {
                for (const auto method : spec::product_methods()) {
                    if (!spec::is_tried_where_slow()) continue;
                    INFO(g.name << ", " << gb::to_string(variant) << ", order " << static_cast<int>(order) << ", "
                                << gb::to_string(method) << ", " << ctx.threads() << " threads");
                    const auto found = gb::triangle_count(ctx, a, {.variant = variant, .order = order, .method = method});
                    CHECK(found.triangles == expected);
                    CHECK(found.variant != triangle_variant::automatic);
                    if (variant != triangle_variant::automatic) CHECK(found.variant == variant);
                    if (order == gb::triangle_order::none || variant == triangle_variant::burkhardt)
                        CHECK(!found.ordered);
                    else if (order == gb::triangle_order::degree)
                        CHECK(found.ordered);
                    CHECK(!found.reason.empty());
                }
            }
        }
    }
}

TEST_CASE("count_triangles_of_short_rows: triangles, symmetry and self loops in one pass", "[algorithms][triangles]") {
    const auto ctx = spec::context_with(GENERATE(from_range(spec::team_sizes({1, 3}))));
    const auto random = check::random_graph<std::int32_t>("random", 20000, 60000, 1, 9, true, 14);
    for (const auto& g : {complete(8), random}) {
        const auto a = gb::undirected_structure(ctx, g.structure());
        const std::int64_t expected = check::triangles_by_intersection(g);
        for (const bool is_known : {false, true}) {
            if (is_known) REQUIRE(a.is_symmetric(ctx));
            const auto found = gb::count_triangles_of_short_rows(ctx, a);
            REQUIRE(found.has_value());
            CHECK(found->triangles == expected);
            CHECK(found->is_symmetric);
            CHECK(found->self_loops == 0);
        }
        CHECK(gb::triangle_count(ctx, a).triangles == expected);
        CHECK(gb::triangle_count(ctx, a).variant == triangle_variant::sandia_ll);
        CHECK_FALSE(gb::triangle_count(ctx, a).ordered);

        auto changed = a;
        changed.set_element(7, 7, {});
        CHECK(gb::count_triangles_of_short_rows(ctx, changed).value().self_loops == 1);
        CHECK_THROWS_WITH(gb::triangle_count(ctx, changed), contains_text("self loop at (7, 7)"));
        changed.remove_element(7, 7);
        changed.remove_element(0, a.columns()[0]);
        CHECK_FALSE(gb::count_triangles_of_short_rows(ctx, changed).value().is_symmetric);
        CHECK_THROWS_AS(gb::triangle_count(ctx, changed), gb::invalid_value);
        // As many entries above the diagonal as below it, but two of them without a mirror entry.
        gb::index last = a.nrows() - 1;
        while (a.row_offsets()[static_cast<std::size_t>(last)] == a.nvals()) --last;
        changed.remove_element(last, a.columns().back());
        CHECK(changed.nvals() == a.nvals() - 2);
        CHECK_FALSE(gb::count_triangles_of_short_rows(ctx, changed).value().is_symmetric);
    }
    // Rows of 32 and 33 entries among short ones, and rows that are not short on average.
    for (const gb::index spokes : {32, 33}) {
        auto star = wheel(spokes + 1);
        star.n = 2000;
        const auto found = gb::count_triangles_of_short_rows(ctx, star.structure());
        REQUIRE(found.has_value() == (spokes == 32));
        if (found) CHECK(found->triangles == 32);
        CHECK(gb::triangle_count(ctx, star.structure()).triangles == spokes);
    }
    CHECK_FALSE(gb::count_triangles_of_short_rows(ctx, complete(10).structure()).has_value());
    CHECK_FALSE(gb::count_triangles_of_short_rows(ctx, gb::matrix<void>()).has_value());
    CHECK_THROWS_AS(gb::count_triangles_of_short_rows(ctx, gb::matrix<void>(2, 3)), gb::dimension_mismatch);
}

TEST_CASE("triangle_count: values are not looked at", "[algorithms][triangles]") {
    const auto ctx = spec::context_with(2);
    auto g = complete(12);
    std::int32_t x = 0;
    for (auto& [edge, weight] : g.weights) weight = x++;  // a zero, and another value in each direction
    const auto a = g.matrix();
    REQUIRE(!a.is_symmetric());
    for (const auto variant : variants) CHECK(gb::triangle_count(ctx, a, {.variant = variant}).triangles == 220);
}

TEST_CASE("triangle_count: the degree order makes a hub with many triangles cheap", "[algorithms][triangles]") {
    const auto ctx = spec::context_with(1);
    auto g = wheel(3000);
    // The hub in the middle of the numbers, so that every wedge over it counts in the given order.
    check::edge_list<std::int32_t> moved{"wheel, hub in the middle", g.n, {}};
    const auto number = [](gb::index v) { return v == 0 ? 1500 : v == 1500 ? 0 : v; };
    for (const auto& [edge, weight] : g.weights) moved.weights[{number(edge.first), number(edge.second)}] = weight;
    const auto a = moved.structure();
    const auto by_itself = gb::triangle_count(ctx, a);
    CHECK(by_itself.triangles == 2999);
    CHECK(by_itself.ordered);
    CHECK(ctx.last_report().flops < 20000);
    CHECK(gb::triangle_count(ctx, a, {.variant = triangle_variant::cohen}).triangles == 2999);
    CHECK(ctx.last_report().flops < 20000);
    const auto by_number = gb::triangle_count(ctx, a, {.order = gb::triangle_order::none});
    CHECK(by_number.triangles == 2999);
    CHECK(ctx.last_report().flops > 2000000);
}

TEST_CASE("triangle_count: more triangles than 32 bits count", "[algorithms][triangles]") {
    if (!spec::runs_at_full_speed()) return std::puts("left out: 4.5 * 10^9 look-ups on an emulated device"), void();
    const auto ctx = spec::context_with(2);
    constexpr gb::index n = 3000;
    std::vector<gb::row_offset> offsets{0};
    std::vector<gb::column_index> columns;
    for (gb::index i = 0; i < n; ++i) {
        for (gb::index j = 0; j < n; ++j) {
            if (i != j) columns.push_back(static_cast<gb::column_index>(j));
        }
        offsets.push_back(static_cast<gb::row_offset>(columns.size()));
    }
    const auto a = gb::matrix<void>::from_csr(n, n, offsets, columns, {}, gb::csr_check::trusted);
    CHECK(gb::triangle_count(ctx, a).triangles == n * (n - 1) * (n - 2) / 6);
}

TEST_CASE("mxm_reduce: a product that only counts pairs, under a mask that is its operand", "[algorithms][triangles]") {
    const auto ctx = spec::context_with(2);
    const auto host = gb::context::host({.threads = 1});
    auto g = check::random_graph<std::int32_t>("directed, with loops", 300, 3000, 1, 9, true, 31);
    for (gb::index v = 0; v < 300; v += 2) g.weights[{17, v}] = 1;  // a row that is not short
    g.weights[{3, 3}] = 2;
    const auto a = g.structure();
    const auto other = check::random_graph<std::int32_t>("other", 300, 2000, 1, 9, true, 32).structure();
    for (const bool transpose : {false, true}) {
        for (const gb::matrix<void>* b : {&a, &other}) {
            const auto c = gb::mxm(host, gb::plus_pair<std::int64_t>, a, *b, {.transpose_b = transpose});
            std::int64_t expected = 0;
            for (const auto [i, j, x] : c.entries()) expected += a.has_element(i, j) ? x : 0;
            for (const auto how : {gb::method::automatic, gb::method::hash, gb::method::dot}) {
                INFO("transposed " << transpose << ", B is A " << (b == &a) << ", " << gb::to_string(how));
                const gb::descriptor desc{.transpose_b = transpose, .method = how};
                const auto sum = [&]<class T>(T) {
                    return gb::mxm_reduce(ctx, gb::plus{}, gb::structure(a), gb::plus_pair<T>, a, *b, desc);
                };
                CHECK(sum(std::int64_t{}) == expected);
                CHECK(sum(std::int8_t{}) == static_cast<std::int8_t>(expected));
                CHECK(sum(float{}) == static_cast<float>(expected));
                // Another monoid, a complement, and a mask of the same structure by value are other products.
                CHECK(gb::mxm_reduce(ctx, gb::max{}, gb::structure(a), gb::plus_pair<std::int64_t>, a, *b, desc) ==
                      gb::reduce(host, gb::max{}, [&] {
                          gb::matrix<std::int64_t> masked(300, 300);
                          gb::mxm(host, masked, gb::structure(a), gb::no_accum, gb::plus_pair<std::int64_t>, a, *b,
                                  {.transpose_b = transpose});
                          return masked;
                      }()));
            }
        }
    }
    // The method that was named cannot promise the order of floating-point sums, in whatever way it would count.
    if (spec::on_cuda()) {
        CHECK_THROWS_AS(gb::mxm_reduce(ctx, gb::plus{}, gb::structure(a), gb::plus_pair<float>, a, a,
                                       {.method = gb::method::hash, .deterministic = true}),
                        gb::unsupported);
    }
    const gb::matrix<void> none(300, 300);
    CHECK(gb::mxm_reduce(ctx, gb::plus{}, gb::structure(none), gb::plus_pair<std::int64_t>, none, a) == 0);
    CHECK(gb::mxm_reduce(ctx, gb::plus{}, gb::structure(a), gb::plus_pair<std::int64_t>, a, none) == 0);
}

TEST_CASE("triangle_count: what it refuses", "[algorithms][triangles]") {
    const auto ctx = spec::context_with(1);
    CHECK_THROWS_AS(gb::triangle_count(ctx, gb::matrix<void>(3, 4)), gb::dimension_mismatch);
    CHECK_THROWS_WITH(gb::triangle_count(ctx, gb::matrix<void>(3, 4)), contains_text("3x4"));

    auto directed = complete(5).structure();
    directed.remove_element(4, 2);
    CHECK_THROWS_AS(gb::triangle_count(ctx, directed), gb::invalid_value);
    CHECK_THROWS_WITH(gb::triangle_count(ctx, directed), contains_text("(2, 4) but none at (4, 2)"));
    CHECK_NOTHROW(gb::triangle_count(ctx, directed, {.trusted = true}));
    CHECK(gb::triangle_count(ctx, gb::undirected_structure(ctx, directed)).triangles == 10);

    auto looped = complete(5).structure();
    looped.set_element(3, 3);
    CHECK_THROWS_AS(gb::triangle_count(ctx, looped), gb::invalid_value);
    CHECK_THROWS_WITH(gb::triangle_count(ctx, looped), contains_text("self loop at (3, 3)"));
    CHECK(gb::triangle_count(ctx, gb::undirected_structure(ctx, looped)).triangles == 10);

    CHECK(gb::triangle_count(ctx, complete(5).structure(), {.method = gb::method::merge}).triangles == 10);
}

TEST_CASE("undirected_structure: A | A' without the diagonal", "[algorithms][triangles]") {
    const auto ctx = spec::context_with(2);
    for (const bool directed : {true, false}) {
        const auto g = check::random_graph<std::int32_t>("mixed", 80, 600, 0, 9, directed, 21);
        check::edge_list<std::int32_t> expected{"", g.n, {}};
        for (const auto& [edge, weight] : g.weights) {
            if (edge.first != edge.second) expected.weights[edge] = expected.weights[{edge.second, edge.first}] = 1;
        }
        CHECK(gb::undirected_structure(ctx, g.structure()) == expected.structure());
        CHECK(gb::undirected_structure(ctx, g.matrix()) == expected.structure());
    }
    CHECK_THROWS_AS(gb::undirected_structure(ctx, gb::matrix<void>(3, 4)), gb::dimension_mismatch);
}

TEST_CASE("triangle_variant: names there and back", "[algorithms][triangles]") {
    for (const auto variant : variants) CHECK(gb::triangle_variant_from_string(gb::to_string(variant)) == variant);
    CHECK_THROWS_AS(gb::triangle_variant_from_string("sandia"), gb::invalid_value);
    CHECK_THROWS_WITH(gb::triangle_variant_from_string("sandia"), contains_text("sandia_lut"));
}
