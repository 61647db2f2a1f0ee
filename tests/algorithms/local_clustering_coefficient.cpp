// local_clustering_coefficient against the plain code that grb --verify checks it by, and against closed forms.
#include "check.hpp"
#include "small_graphs.hpp"
#include "tests/catch.hpp"
#include "tools/graph_checks.hpp"
#include <algorithms/local_clustering_coefficient.hpp>

namespace gb = graphblas_gpu;

TEST_CASE("local_clustering_coefficient: marked neighbours, counted", "[algorithms][local_clustering_coefficient]") {
    const auto ctx = spec::context_with(GENERATE(from_range(spec::team_sizes({1, 3}))));
    for (const auto& g : check::small_graphs()) {
        for (const auto method : spec::product_methods()) {
            if (!spec::is_tried_where_slow()) continue;
            INFO(g.name << ", " << gb::to_string(method) << ", " << ctx.threads() << " threads");
            const auto found = gb::local_clustering_coefficient(ctx, g.structure(), {.method = method});
            CHECK(grb::check_clustering(g.structure().rows(), found.triangles.to_entries().values,
                                        found.coefficients.to_entries().values) == "");
            CHECK(gb::reduce(ctx, gb::plus{}, found.triangles) == 3 * check::triangles_by_intersection(g));
        }
        // Values, zeros among them, mean nothing.
        const auto by_values = gb::local_clustering_coefficient(ctx, g.matrix());
        CHECK(by_values.coefficients == gb::local_clustering_coefficient(ctx, g.structure()).coefficients);
    }
}

TEST_CASE("local_clustering_coefficient: what is known", "[algorithms][local_clustering_coefficient]") {
    const auto ctx = spec::context_with(2);
    const auto coefficients = [&](const check::graph& g) {
        return gb::local_clustering_coefficient(ctx, g.structure()).coefficients;
    };
    CHECK(coefficients(check::complete_graph(20)) == gb::vector<double>::full(20, 1.0));
    CHECK(coefficients(check::star_graph(20)) == gb::vector<double>::full(20, 0.0));
    CHECK(coefficients(check::path_graph<std::int32_t>(20, 1)) == gb::vector<double>::full(20, 0.0));

    // Every pair of neighbours on the rim is an edge for the hub; a vertex of the rim has three neighbours and two triangles.
    const auto wheel = check::as_reached(coefficients(check::wheel_graph(11)));
    CHECK(wheel[0] == 2.0 / 9);
    for (std::size_t v = 1; v < wheel.size(); ++v) CHECK(wheel[v] == 2.0 / 3);

    // The average over the karate club, 0.5706 as network analyses state it.
    const auto club = gb::local_clustering_coefficient(ctx, check::karate_club().structure());
    CHECK(gb::reduce(ctx, gb::plus{}, club.triangles) == 3 * 45);
    const double average = gb::reduce(ctx, gb::plus{}, club.coefficients) / 34;
    CHECK(average > 0.57063);
    CHECK(average < 0.57065);
}

TEST_CASE("local_clustering_coefficient: directed, as LDBC Graphalytics defines it",
          "[algorithms][local_clustering_coefficient]") {
    const auto ctx = spec::context_with(GENERATE(from_range(spec::team_sizes({1, 3}))));
    // Counted by the definition, pair by pair; the loop at 7 is ignored.
    const std::vector<gb::index> rows{1, 1, 2, 2, 2, 3, 3, 3, 3, 5, 5, 5, 6, 6, 7, 8, 9, 7},
        columns{3, 5, 4, 5, 10, 1, 5, 8, 10, 3, 4, 8, 3, 4, 4, 1, 4, 7};
    const auto a = gb::matrix<void>::from_edges(11, 11, rows, columns);
    const std::vector<std::int64_t> edges{0, 4, 1, 3, 1, 5, 0, 0, 5, 0, 0};
    const std::vector<double> coefficients{0, 4.0 / 6, 1.0 / 6, 3.0 / 20, 1.0 / 20, 5.0 / 20, 0, 0, 5.0 / 6, 0, 0};
    for (const auto method : spec::product_methods()) {
        const auto found = gb::local_clustering_coefficient(ctx, a, {.method = method, .directed = true});
        CHECK(found.triangles.to_entries().values == edges);
        CHECK(found.coefficients.to_entries().values == coefficients);
    }
    for (const auto& g : check::small_graphs()) {
        INFO(g.name);
        const auto found = gb::local_clustering_coefficient(ctx, g.structure(), {.directed = true});
        CHECK(grb::check_directed_clustering(g.structure().rows(), found.triangles.to_entries().values,
                                             found.coefficients.to_entries().values) == "");
        // In a graph with both directions of every edge both definitions are the same.
        const auto both = gb::undirected_structure(ctx, g.structure());
        CHECK(gb::local_clustering_coefficient(ctx, both, {.directed = true}).coefficients ==
              gb::local_clustering_coefficient(ctx, both).coefficients);
    }
}

TEST_CASE("local_clustering_coefficient: what it refuses", "[algorithms][local_clustering_coefficient]") {
    const auto ctx = spec::context_with(1);
    CHECK_THROWS_AS(gb::local_clustering_coefficient(ctx, gb::matrix<void>(5, 6)), gb::dimension_mismatch);
    CHECK_THROWS_WITH(gb::local_clustering_coefficient(ctx, gb::matrix<void>(5, 6)),
                      contains_text("local_clustering_coefficient: A is 5x6"));
    const gb::matrix<void> complete = check::complete_graph(5).structure();
    CHECK(gb::local_clustering_coefficient(ctx, complete, {.method = gb::method::merge}).triangles ==
          gb::local_clustering_coefficient(ctx, complete).triangles);
}
