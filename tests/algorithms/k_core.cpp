// k_core against the plain code that grb --verify checks it by, which takes away one vertex after the other, and against known
// core numbers.
#include "check.hpp"
#include "small_graphs.hpp"
#include "tests/catch.hpp"
#include "tools/graph_checks.hpp"
#include <algorithms/k_core.hpp>

namespace {

namespace gb = graphblas_gpu;

std::vector<std::int64_t> all_values(const gb::vector<std::int64_t>& v) {
    REQUIRE(v.nvals() == v.size());
    return v.to_entries().values;
}

}  // namespace

TEST_CASE("k_core: as taking away one vertex after the other", "[algorithms][k_core]") {
    const auto ctx = spec::context_with(GENERATE(from_range(spec::team_sizes({1, 3}))));
    for (const auto& g : check::small_graphs()) {
        if (!spec::is_tried_where_slow()) continue;
        INFO(g.name << ", " << ctx.threads() << " threads");
        const auto found = gb::k_core(ctx, g.structure());
        const auto numbers = all_values(found.core_numbers);
        CHECK(grb::check_core_numbers(g.structure().rows(), numbers) == "");
        CHECK(found.degeneracy == (g.n == 0 ? 0 : *std::max_element(numbers.begin(), numbers.end())));
        // Values, zeros among them, mean nothing.
        CHECK(gb::k_core(ctx, g.matrix()).core_numbers == found.core_numbers);
    }
}

TEST_CASE("k_core: what is known", "[algorithms][k_core]") {
    const auto ctx = spec::context_with(2);
    CHECK(gb::k_core(ctx, check::complete_graph(20).structure()).core_numbers == gb::vector<std::int64_t>::full(20, 19));
    CHECK(gb::k_core(ctx, check::star_graph(20).structure()).core_numbers == gb::vector<std::int64_t>::full(20, 1));
    CHECK(gb::k_core(ctx, check::wheel_graph(20).structure()).core_numbers == gb::vector<std::int64_t>::full(20, 3));

    // A path is taken away from both ends, two vertices a round.
    const gb::index length = spec::long_path(200);
    const auto path = gb::k_core(ctx, check::path_graph<std::int32_t>(length, 1).structure());
    CHECK(path.core_numbers == gb::vector<std::int64_t>::full(length, 1));
    CHECK(path.rounds == (length + 1) / 2);

    // The karate club has a 4-core of ten members.
    gb::progress_counters progress;
    const auto club = gb::k_core(ctx, check::karate_club().structure(), {.progress = &progress});
    CHECK((progress.done == 34 && progress.total == 34));
    CHECK(club.degeneracy == 4);
    CHECK(gb::select(ctx, gb::value_ge{4}, club.core_numbers).nvals() == 10);

    // Each of the complete graphs in the chain has its own core number.
    const auto chain = gb::k_core(ctx, check::chain_of_complete_graphs(7).structure());
    for (std::int64_t size = 3; size <= 7; ++size)
        CHECK(gb::select(ctx, gb::value_eq{size - 1}, chain.core_numbers).nvals() == size);
}

TEST_CASE("k_core: what it refuses", "[algorithms][k_core]") {
    const auto ctx = spec::context_with(1);
    CHECK_THROWS_AS(gb::k_core(ctx, gb::matrix<void>(5, 6)), gb::dimension_mismatch);
    CHECK_THROWS_WITH(gb::k_core(ctx, gb::matrix<void>(5, 6)), contains_text("k_core: A is 5x6"));
    CHECK_THROWS_AS(gb::core_numbers(ctx, gb::matrix<void>(5, 6)), gb::dimension_mismatch);
}
