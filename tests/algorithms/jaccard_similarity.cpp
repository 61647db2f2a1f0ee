// jaccard_similarity against the plain code that grb --verify checks it by, and against closed forms.
#include "check.hpp"
#include "small_graphs.hpp"
#include "tests/catch.hpp"
#include "tools/graph_checks.hpp"
#include <algorithms/jaccard_similarity.hpp>

namespace gb = graphblas_gpu;

TEST_CASE("jaccard_similarity: shares of sets of neighbours", "[algorithms][jaccard_similarity]") {
    const auto ctx = spec::context_with(GENERATE(from_range(spec::team_sizes({1, 3}))));
    for (const auto& g : check::small_graphs()) {
        const gb::matrix<void> edges = g.structure();
        for (const auto method : spec::product_methods()) {
            if (!spec::is_tried_where_slow()) continue;
            INFO(g.name << ", " << gb::to_string(method) << ", " << ctx.threads() << " threads");
            const auto found = gb::jaccard_similarity(ctx, edges, {.method = method});
            CHECK(grb::check_similarities(edges.rows(), found) == "");
        }
        // Values, zeros among them, mean nothing.
        CHECK(gb::jaccard_similarity(ctx, g.matrix()) == gb::jaccard_similarity(ctx, edges));
    }
}

TEST_CASE("jaccard_similarity: what is known", "[algorithms][jaccard_similarity]") {
    const auto ctx = spec::context_with(2);
    const auto all_are = [&](const gb::matrix<double>& found, gb::index nvals, double value) {
        CHECK(found.nvals() == nvals);
        CHECK(gb::select(ctx, gb::value_eq{value}, found).nvals() == nvals);
    };
    // Two vertices of a complete graph share all others, and each has the other one beside that.
    all_are(gb::jaccard_similarity(ctx, check::complete_graph(20).structure()), 20 * 19, 18.0 / 20);
    all_are(gb::jaccard_similarity(ctx, check::star_graph(20).structure()), 2 * 19, 0.0);
    // With self loops they share everything.
    auto looped = check::complete_graph(9);
    for (gb::index v = 0; v < 9; ++v) looped.weights[{v, v}] = 1;
    all_are(gb::jaccard_similarity(ctx, looped.structure()), 81, 1.0);

    // 0 -> 1, 0 -> 2, 1 -> 2, and no edge leaves 2.
    const check::graph triangle{"", 3, {{{0, 1}, 1}, {{0, 2}, 1}, {{1, 2}, 1}}};
    const auto found = gb::jaccard_similarity(ctx, triangle.structure());
    CHECK(found.get_element(0, 1) == 0.5);
    CHECK(found.get_element(0, 2) == 0.0);
    CHECK(found.get_element(1, 2) == 0.0);
}

TEST_CASE("jaccard_similarity: what it refuses", "[algorithms][jaccard_similarity]") {
    const auto ctx = spec::context_with(1);
    CHECK_THROWS_AS(gb::jaccard_similarity(ctx, gb::matrix<void>(5, 6)), gb::dimension_mismatch);
    CHECK_THROWS_WITH(gb::jaccard_similarity(ctx, gb::matrix<void>(5, 6)), contains_text("jaccard_similarity: A is 5x6"));
    const gb::matrix<void> complete = check::complete_graph(5).structure();
    CHECK(gb::jaccard_similarity(ctx, complete, {.method = gb::method::merge}) == gb::jaccard_similarity(ctx, complete));
}
