// label_propagation against the rule, counted neighbour by neighbour.
#include "component_graphs.hpp"
#include "tests/catch.hpp"
#include <algorithms/label_propagation.hpp>

namespace {

namespace gb = graphblas_gpu;

struct communities {
    std::vector<std::int64_t> labels;
    std::int32_t rounds = 0;
    bool settled = false;
};

communities by_counting(const check::small_graph& g, std::int32_t most_rounds, bool counts_itself) {
    std::vector<std::set<gb::index>> neighbours(static_cast<std::size_t>(g.n));
    for (const auto& [edge, weight] : g.weights) {
        if (edge.first == edge.second) continue;
        neighbours[static_cast<std::size_t>(edge.first)].insert(edge.second);
        neighbours[static_cast<std::size_t>(edge.second)].insert(edge.first);
    }
    communities out;
    for (gb::index v = 0; v < g.n; ++v) {
        out.labels.push_back(v);
        if (counts_itself) neighbours[static_cast<std::size_t>(v)].insert(v);
    }
    while (!out.settled && out.rounds < most_rounds) {
        std::vector<std::int64_t> next = out.labels;
        for (std::size_t v = 0; v < next.size(); ++v) {
            std::map<std::int64_t, int> count;
            for (const gb::index u : neighbours[v]) ++count[out.labels[static_cast<std::size_t>(u)]];
            int most = 0;
            for (const auto& [label, times] : count) {
                if (times > most) next[v] = label;
                most = std::max(most, times);
            }
        }
        out.settled = next == out.labels;
        out.rounds += !out.settled;
        out.labels = next;
    }
    return out;
}

}  // namespace

TEST_CASE("label propagation: the rule, round by round", "[algorithms][label_propagation]") {
    const auto ctx = spec::context_with(GENERATE(from_range(spec::team_sizes({1, 3}))));
    for (const auto& graphs : {check::undirected_graphs(), check::directed_graphs()}) {
        for (const auto& g : graphs) {
            for (const bool counts_itself : {true, false}) {
                for (const std::int32_t most_rounds : {0, 1, 2, 12}) {
                    if (!spec::is_tried_here()) continue;
                    INFO(g.name << ", " << most_rounds << " rounds, itself " << counts_itself << ", " << ctx.threads()
                                << " threads");
                    const communities expected = by_counting(g, most_rounds, counts_itself);
                    const auto found = gb::label_propagation(ctx, g.structure(),
                                                             {.most_rounds = most_rounds, .counts_itself = counts_itself});
                    CHECK(check::everywhere(found.labels) == expected.labels);
                    CHECK(found.rounds == expected.rounds);
                    CHECK(found.settled == expected.settled);
                    CHECK(found.communities == check::number_of_labels(expected.labels));
                }
            }
        }
    }
}

TEST_CASE("label propagation: cliques, and halves that swap their labels", "[algorithms][label_propagation]") {
    const auto ctx = spec::context_with(2);
    const auto cliques = gb::label_propagation(ctx, check::chain_of_cliques(5, 8).structure());
    CHECK(cliques.settled);
    CHECK(cliques.communities == 5);
    for (gb::index v = 0; v < 40; ++v) CHECK(cliques.labels.get_element(v) == v / 8 * 8);
    CHECK(gb::label_propagation(ctx, check::complete_graph(12).matrix()).communities == 1);
    CHECK(gb::label_propagation(ctx, gb::matrix<void>(6, 6)).communities == 6);

    const auto two = check::path_graph<std::int32_t>(2, 1).structure();
    CHECK(gb::label_propagation(ctx, two).settled);
    const auto swapping = gb::label_propagation(ctx, two, {.most_rounds = 7, .counts_itself = false});
    CHECK_FALSE(swapping.settled);
    CHECK(swapping.rounds == 7);
    CHECK(swapping.labels.get_element(0) == 1);
}

TEST_CASE("label propagation: what it refuses", "[algorithms][label_propagation]") {
    const auto ctx = spec::context_with(1);
    const gb::matrix<void> oblong(5, 6);
    CHECK_THROWS_AS(gb::label_propagation(ctx, oblong), gb::dimension_mismatch);
    CHECK_THROWS_WITH(gb::label_propagation(ctx, oblong), contains_text("5x6"));
    CHECK_THROWS_AS(gb::label_propagation(ctx, gb::matrix<void>(2, 2), {.most_rounds = -1}), gb::invalid_value);
}
