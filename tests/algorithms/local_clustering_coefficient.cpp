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
            CHECK(grb::check_clustering(g.structure().storage().structure(), found.triangles.to_entries().values,
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

TEST_CASE("local_clustering_coefficient: what it refuses", "[algorithms][local_clustering_coefficient]") {
    const auto ctx = spec::context_with(1);
    CHECK_THROWS_AS(gb::local_clustering_coefficient(ctx, gb::matrix<void>(5, 6)), gb::dimension_mismatch);
    CHECK_THROWS_WITH(gb::local_clustering_coefficient(ctx, gb::matrix<void>(5, 6)),
                      contains_text("local_clustering_coefficient: A is 5x6"));
    const gb::matrix<void> complete = check::complete_graph(5).structure();
    CHECK(gb::local_clustering_coefficient(ctx, complete, {.method = gb::method::merge}).triangles ==
          gb::local_clustering_coefficient(ctx, complete).triangles);
}
