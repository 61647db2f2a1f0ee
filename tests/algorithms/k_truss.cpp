// k_truss and largest_truss against the plain code that grb --verify checks them by, and against known trusses.
#include "check.hpp"
#include "small_graphs.hpp"
#include "tests/catch.hpp"
#include "tools/graph_checks.hpp"
#include <algorithms/k_truss.hpp>
#include <algorithms/structure.hpp>

namespace gb = graphblas_gpu;

TEST_CASE("k_truss: as dropping edges until none is left to drop", "[algorithms][k_truss]") {
    const auto ctx = spec::context_with(GENERATE(from_range(spec::team_sizes({1, 3}))));
    for (const auto& g : check::small_graphs()) {
        const gb::matrix<void> undirected = gb::undirected_structure(ctx, g.structure());
        const gb::structure_view edges = undirected.rows();
        for (std::int64_t k = 2; k <= 13; ++k) {
            for (const auto method : spec::product_methods()) {
                if (!spec::is_tried_where_slow() || (method != gb::method::automatic && k > 5)) continue;
                INFO(g.name << ", k = " << k << ", " << gb::to_string(method) << ", " << ctx.threads() << " threads");
                const auto found = gb::k_truss(ctx, g.structure(), k, {.method = method});
                CHECK(grb::check_truss(edges, found.edges, k, false) == "");
                CHECK(found.k == k);
            }
        }
        INFO(g.name << ", " << ctx.threads() << " threads");
        const auto found = gb::largest_truss(ctx, g.structure());
        CHECK(grb::check_truss(edges, found.edges, found.k, true) == "");
        // Values, zeros among them, mean nothing.
        CHECK(gb::largest_truss(ctx, g.matrix()).edges == found.edges);
    }
}

TEST_CASE("k_truss: what is known", "[algorithms][k_truss]") {
    const auto ctx = spec::context_with(2);
    // Every edge of the complete graph lies in a triangle with each of the other vertices.
    const auto complete = gb::largest_truss(ctx, check::complete_graph(20).structure());
    CHECK(complete.k == 20);
    CHECK(complete.edges.nvals() == 20 * 19);
    CHECK(gb::reduce(ctx, gb::plus{}, complete.edges) == 20 * 19 * 18);
    CHECK(complete.rounds == 1);
    CHECK(gb::k_truss(ctx, check::complete_graph(20).structure(), 21).edges.nvals() == 0);

    CHECK(gb::largest_truss(ctx, check::star_graph(20).structure()).k == 2);
    CHECK(gb::largest_truss(ctx, check::wheel_graph(20).structure()).k == 3);
    CHECK(gb::largest_truss(ctx, check::chain_of_complete_graphs(7).structure()).edges.nvals() == 7 * 6);
    CHECK(gb::largest_truss(ctx, gb::matrix<void>(5, 5)).k == 0);

    // The largest truss of the karate club: the first four members with the eighth and the fourteenth.
    const auto club = gb::largest_truss(ctx, check::karate_club().structure());
    CHECK(club.k == 5);
    CHECK(club.edges.nvals() == 2 * 14);
    for (const gb::index v : {0, 1, 2, 3, 7, 13}) CHECK(gb::extract_row(ctx, club.edges, v, gb::all).nvals() >= 4);
}

TEST_CASE("k_truss: what it refuses", "[algorithms][k_truss]") {
    const auto ctx = spec::context_with(1);
    const auto a = check::complete_graph(5).structure();
    CHECK_THROWS_AS(gb::k_truss(ctx, gb::matrix<void>(5, 6), 3), gb::dimension_mismatch);
    CHECK_THROWS_WITH(gb::k_truss(ctx, gb::matrix<void>(5, 6), 3), contains_text("k_truss: A is 5x6"));
    CHECK_THROWS_AS(gb::largest_truss(ctx, gb::matrix<void>(5, 6)), gb::dimension_mismatch);
    CHECK_THROWS_AS(gb::k_truss(ctx, a, 1), gb::invalid_value);
    CHECK_THROWS_WITH(gb::k_truss(ctx, a, -3), contains_text("k is -3"));
    CHECK(gb::k_truss(ctx, a, 3, {.method = gb::method::merge}).edges == gb::k_truss(ctx, a, 3).edges);
}
