// page_rank against sums over the list of edges, and against ranks that have a closed form.
#include "check.hpp"
#include "small_graphs.hpp"
#include "tests/catch.hpp"
#include <algorithms/page_rank.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <vector>

namespace {

namespace gb = graphblas_gpu;

/// More than rounding can make in the graphs here, whose vertices have fewer than 1000 edges.
constexpr double rank_rounding = 1e-12;

struct expected_ranks {
    std::vector<double> ranks;
    std::int64_t iterations = 0;
    double residual = 0;
};

expected_ranks ranks_by_edges(const check::graph& g, const gb::page_rank_options& options) {
    const auto n = static_cast<std::size_t>(g.n);
    expected_ranks out{std::vector<double>(n, 1.0 / static_cast<double>(n)), 0, 0};
    std::vector<int> degree(n, 0);
    for (const auto& [edge, weight] : g.weights) ++degree[static_cast<std::size_t>(edge.first)];
    while (out.iterations < options.most_iterations) {
        std::vector<double> next(n, (1 - options.damping) / static_cast<double>(n));
        for (const auto& [edge, weight] : g.weights) {
            const auto i = static_cast<std::size_t>(edge.first), j = static_cast<std::size_t>(edge.second);
            next[j] += options.damping * out.ranks[i] / degree[i];
        }
        for (std::size_t i = 0; i < n && options.definition == gb::page_rank_definition::standard; ++i) {
            if (degree[i] > 0) continue;
            for (double& rank : next) rank += options.damping * out.ranks[i] / static_cast<double>(n);
        }
        out.residual = 0;
        for (std::size_t v = 0; v < n; ++v) out.residual += std::abs(next[v] - out.ranks[v]);
        out.ranks = next;
        ++out.iterations;
        if (out.residual <= options.tolerance) break;
    }
    return out;
}

/// All others have an edge to vertex 0, and it has none.
check::graph edges_to_hub(gb::index n) {
    check::graph g{"edges to a hub", n, {}};
    for (gb::index v = 1; v < n; ++v) g.weights[{v, 0}] = 1;
    return g;
}

}  // namespace

TEST_CASE("page_rank: both definitions as sums over the edges", "[algorithms][page_rank]") {
    const auto ctx = spec::context_with(GENERATE(from_range(spec::team_sizes({1, 3}))));
    auto graphs = check::small_graphs();
    graphs.push_back(edges_to_hub(30));
    for (const auto& g : graphs) {
        if (g.n == 0) continue;
        for (const auto which : {gb::page_rank_definition::standard, gb::page_rank_definition::gap}) {
            for (const double damping : {0.85, 0.5, 0.0}) {
                if (!spec::is_tried_where_slow()) continue;
                INFO(g.name << ", " << gb::to_string(which) << ", damping " << damping << ", " << ctx.threads() << " threads");
                const gb::page_rank_options options{.definition = which, .damping = damping};
                const auto expected = ranks_by_edges(g, options);
                const auto found = gb::page_rank(ctx, g.structure(), options);
                CHECK(check::largest_difference(found.ranks, expected.ranks) < rank_rounding);
                CHECK(found.iterations == expected.iterations);
                CHECK(std::abs(found.residual - expected.residual) < rank_rounding);
                CHECK(found.residual <= options.tolerance);
                // Values, zeros among them, mean nothing.
                const auto by_values = gb::page_rank(ctx, g.matrix(), options);
                CHECK(check::largest_difference(by_values.ranks, expected.ranks) < rank_rounding);
                if (which == gb::page_rank_definition::standard)
                    CHECK(std::abs(gb::reduce(ctx, gb::plus{}, found.ranks) - 1) < rank_rounding);
            }
        }
    }
}

TEST_CASE("page_rank: every method, any number of threads", "[algorithms][page_rank]") {
    const auto g = check::random_graph<std::int32_t>("sparse, directed", 400, 2500, 0, 9, true, 5);
    const auto expected = ranks_by_edges(g, {});
    const auto alone = gb::page_rank(spec::context_with(1), g.structure());
    for (const int threads : spec::team_sizes({1, 3})) {
        const auto ctx = spec::context_with(threads);
        for (const auto method : {gb::method::automatic, gb::method::hash, gb::method::dense, gb::method::dot}) {
            INFO(gb::to_string(method) << ", " << threads << " threads");
            const auto found = gb::page_rank(ctx, g.structure(), {.method = method});
            CHECK(check::largest_difference(found.ranks, expected.ranks) < rank_rounding);
            if (spec::on_cuda()) continue;
            CHECK(found.ranks == alone.ranks);
            CHECK(found.residual == alone.residual);
        }
    }
}

TEST_CASE("page_rank: in float", "[algorithms][page_rank]") {
    for (const auto& g : {check::random_graph<std::int32_t>("sparse, directed", 400, 2500, 0, 9, true, 5), edges_to_hub(30)}) {
        std::map<gb::index, int> edges_to;
        for (const auto& [edge, weight] : g.weights) ++edges_to[edge.second];
        int most = 0;
        for (const auto& [vertex, edges] : edges_to) most = std::max(most, edges);
        for (const auto method : {gb::method::automatic, gb::method::dense}) {
            const gb::page_rank_options options{.tolerance = 0, .most_iterations = 20, .method = method};
            // Each sum of a round is rounded once for each term, and rounding errors decrease by the damping from round to
            // round.
            const double rounding = 0x1p-24 * (most + 8) / (1 - options.damping);
            const auto expected = ranks_by_edges(g, options).ranks;
            const auto alone = gb::page_rank<float>(spec::context_with(1), g.structure(), options);
            for (const int threads : spec::team_sizes({1, 3})) {
                INFO(g.name << ", " << gb::to_string(method) << ", " << threads << " threads");
                const auto found = gb::page_rank<float>(spec::context_with(threads), g.structure(), options);
                CHECK(found.iterations == 20);
                const std::vector<float> ranks = found.ranks.to_entries().values;
                REQUIRE(ranks.size() == expected.size());
                for (std::size_t v = 0; v < ranks.size(); ++v)
                    CHECK(std::abs(static_cast<double>(ranks[v]) - expected[v]) <= rounding * expected[v]);
                if (!spec::on_cuda()) CHECK(found.ranks == alone.ranks);
            }
        }
    }
    CHECK(gb::page_rank<float>(spec::context_with(1), gb::matrix<void>()).ranks == gb::vector<float>(0));
}

TEST_CASE("page_rank: ranks that have a closed form", "[algorithms][page_rank]") {
    const auto ctx = spec::context_with(2);
    const double d = 0.85, n = 30, alone = (1 - d) / n;
    const gb::page_rank_options exactly{.tolerance = 1e-14, .most_iterations = 1000};

    // hub = alone + d (n - 1) leaf and leaf = alone + d hub / (n - 1)
    const double hub = alone * (1 + d * (n - 1)) / (1 - d * d), leaf = alone + d * hub / (n - 1);
    std::vector<double> expected(30, leaf);
    expected[0] = hub;
    CHECK(check::largest_difference(gb::page_rank(ctx, check::star_graph(30).structure(), exactly).ranks, expected) <
          rank_rounding);

    // Edges to the hub only: its rank is lost by the one definition, and by the other one the ranks are the same but for a
    // factor.
    expected.assign(30, alone);
    expected[0] = alone * (1 + d * (n - 1));
    gb::page_rank_options leaking = exactly;
    leaking.definition = gb::page_rank_definition::gap;
    CHECK(check::largest_difference(gb::page_rank(ctx, edges_to_hub(30).structure(), leaking).ranks, expected) < rank_rounding);
    const double total = expected[0] + (n - 1) * alone;
    for (double& rank : expected) rank /= total;
    CHECK(check::largest_difference(gb::page_rank(ctx, edges_to_hub(30).structure(), exactly).ranks, expected) < rank_rounding);

    const auto even = gb::page_rank(ctx, check::complete_graph(12).structure());
    CHECK(check::largest_difference(even.ranks, std::vector<double>(12, 1.0 / 12)) < rank_rounding);
    CHECK(even.iterations == 1);
}

namespace {

/// Vertices 0 .. 3 have in-degrees of about 2500, 600, 257 and 256, those from 4 on about `edges`; the last 20 vertices have no
/// outgoing edge.
check::graph rows_of_all_lengths(gb::index edges) {
    check::graph g{"rows of all lengths", 3000, {}};
    const gb::index sizes[] = {2500, 600, 257, 256};
    for (gb::index hub = 0; hub < 4; ++hub) {
        for (gb::index v = 0; v < sizes[hub]; ++v) g.weights[{4 + v, hub}] = 1;
    }
    for (gb::index k = 0; k < edges; ++k) {
        for (gb::index v = 0; v < 2900; ++v) g.weights[{v, 4 + (v * 37 + 11 + 401 * k) % 2996}] = 1;
    }
    for (gb::index v = 2900; v < 2980; ++v) g.weights[{v, v}] = 1;
    return g;
}

}  // namespace

// A device cuts rows above 256 entries. A warp loads the entries of all others, or a lane where rows have at most 8 on average.
TEST_CASE("random_walk: rows that a lane, a warp and several warps of a device load", "[algorithms][page_rank]") {
    for (const auto& g : {rows_of_all_lengths(1), rows_of_all_lengths(11)}) {
        const auto a = g.structure();
        INFO(a.nvals() << " edges");
        const auto by_products = gb::page_rank(spec::context_with(1), a, {.method = gb::method::dot});
        for (const int threads : spec::team_sizes({1, 2, 5})) {
            for (const bool spread : {true, false}) {
                const auto ctx = spec::context_with(threads);
                INFO(threads << " threads, " << (spread ? "spread" : "lost"));
                const auto expected = ranks_by_edges(
                    g, {.definition = spread ? gb::page_rank_definition::standard : gb::page_rank_definition::gap});
                const auto walk = gb::random_walk(ctx, a, {.spread_dangling = spread});
                CHECK(check::largest_difference(walk.shares, expected.ranks) < rank_rounding);
                CHECK(walk.rounds == expected.iterations);
                CHECK(std::abs(walk.residual - expected.residual) < rank_rounding);
                if (spec::on_cuda() || !spread) continue;
                CHECK(walk.shares == by_products.ranks);
                CHECK(walk.residual == by_products.residual);
            }
        }
    }
}

TEST_CASE("random_walk: the empty graph, and what it refuses", "[algorithms][page_rank]") {
    const auto a = rows_of_all_lengths(1).structure();
    const auto ctx = spec::context_with(2);
    CHECK(gb::random_walk(ctx, gb::matrix<void>()).shares == gb::vector<double>(0));
    CHECK_THROWS_AS(gb::random_walk(ctx, gb::matrix<void>(5, 6)), gb::dimension_mismatch);
    CHECK_THROWS_WITH(gb::random_walk(ctx, a, {.damping = 1}), contains_text("random_walk: damping is 1"));
    CHECK_THROWS_AS(gb::random_walk(ctx, a, {.tolerance = std::nan("")}), gb::invalid_value);
    CHECK_THROWS_AS(gb::random_walk(ctx, a, {.most_rounds = -1}), gb::invalid_value);
}

TEST_CASE("page_rank: when rounds end", "[algorithms][page_rank]") {
    const auto ctx = spec::context_with(2);
    const auto a = check::star_graph(30).structure();
    const auto none = gb::page_rank(ctx, a, {.most_iterations = 0});
    CHECK(none.iterations == 0);
    CHECK(none.residual == 0);
    CHECK(none.ranks == gb::vector<double>::full(30, 1.0 / 30));
    const auto seven = gb::page_rank(ctx, a, {.tolerance = 0, .most_iterations = 7});
    CHECK(seven.iterations == 7);
    CHECK(seven.residual > 0.1);
    const auto rough = gb::page_rank(ctx, a, {.tolerance = 0.1});
    CHECK(rough.residual <= 0.1);
    CHECK(gb::page_rank(ctx, a, {.most_iterations = rough.iterations - 1}).residual > 0.1);

    const auto empty = gb::page_rank(ctx, gb::matrix<void>());
    CHECK(empty.ranks == gb::vector<double>(0));
    CHECK(empty.iterations == 0);
}

TEST_CASE("page_rank: weighted, personalised and from other ranks, as NetworkX computes them", "[algorithms][page_rank]") {
    // pagerank of NetworkX 3.6.1 with tol=1e-16. The edge (4, 5) has weight 0, and neither 5 nor 6 has another one that leaves
    // it.
    const std::vector<gb::index> rows{0, 0, 1, 2, 2, 3, 4, 4, 1, 3}, columns{1, 2, 2, 0, 3, 3, 0, 5, 5, 4};
    const auto a =
        gb::matrix<double>::from_edges(7, 7, rows, columns, std::vector<double>{3, 1, 2.5, 1, 0.5, 2, 7, 0, 0.25, 1.5});
    const auto goals = gb::vector<double>::from_entries(7, {1, 5}, std::vector<double>{2, 1});
    struct known {
        bool weighted;
        bool personalised;
        double damping;
        std::vector<double> ranks;
    };
    const std::vector<known> table{{true,
                                    false,
                                    0.85,
                                    {0.23934190332790611, 0.1831521169651476, 0.2229584438874925, 0.18227846912929063,
                                     0.096973095919277691, 0.044724317177278032, 0.030571653593607542}},
                                   {true,
                                    true,
                                    0.85,
                                    {0.18546094415607911, 0.27454048513502294, 0.25155537096477537, 0.13858837567040869,
                                     0.050485765422791727, 0.099369058650922132, 0}},
                                   {false,
                                    true,
                                    0.85,
                                    {0.091846181127254789, 0.29509483684155191, 0.1644499326367429, 0.12154995020976647,
                                     0.05165872883915075, 0.27540037034553305, 0}},
                                   {true,
                                    false,
                                    0.5,
                                    {0.20383343408840365, 0.16037836492301122, 0.18231926318409736, 0.16005831940542653,
                                     0.11823903844102271, 0.091230752818178579, 0.083940827139859883}}};
    const auto distance = [](const gb::vector<double>& found, const std::vector<double>& expected) {
        double sum = 0;
        for (std::size_t v = 0; v < expected.size(); ++v)
            sum += std::abs(*found.get_element(static_cast<gb::index>(v)) - expected[v]);
        return sum;
    };
    for (const int threads : spec::team_sizes({1, 3})) {
        const auto ctx = spec::context_with(threads);
        for (const known& one : table) {
            for (const auto method : {gb::method::automatic, gb::method::dense, gb::method::dot}) {
                INFO(one.weighted << one.personalised << one.damping << ' ' << gb::to_string(method) << ", " << threads
                                  << " threads");
                gb::page_rank_options options{.damping = one.damping,
                                              .tolerance = 1e-6,
                                              .most_iterations = 1000,
                                              .method = method,
                                              .weighted = one.weighted,
                                              .personalization = one.personalised ? &goals : nullptr};
                const auto found = gb::page_rank(ctx, a, options);
                CHECK(found.residual <= options.tolerance);
                // What is left to the fixed point is a geometric series; NetworkX stops at a residual of 7e-16.
                const double series = one.damping / (1 - one.damping);
                CHECK(distance(found.ranks, one.ranks) <= series * (found.residual + 7e-16) + rank_rounding);
                CHECK(found.iterations > 5);

                // Weights of another scale, and numbers of another scale, near the ends of the range of double.
                for (const double scale : {0x1p1019, 0x1p-1060}) {
                    const auto scaled = gb::apply(ctx, gb::bind_second(gb::times{}, scale), a);
                    const auto scaled_goals = gb::apply(ctx, gb::bind_second(gb::times{}, scale), goals);
                    gb::page_rank_options with_scaled = options;
                    if (one.personalised) with_scaled.personalization = &scaled_goals;
                    CHECK(distance(gb::page_rank(ctx, scaled, with_scaled).ranks, one.ranks) <= 2 * series * 1e-6);
                }

                // From its own ranks, twice as large, a round or two are enough; from other ranks it is the same fixed point.
                const auto twice = gb::apply(ctx, gb::bind_second(gb::times{}, 2.0), found.ranks);
                options.start = &twice;
                CHECK(gb::page_rank(ctx, a, options).iterations <= 2);
                const auto one_vertex = gb::vector<double>::from_entries(7, {3}, std::vector<double>{5});
                options.start = &one_vertex;
                CHECK(distance(gb::page_rank(ctx, a, options).ranks, one.ranks) <= series * (1e-6 + 7e-16) + rank_rounding);
                options.most_iterations = 0;
                CHECK(distance(gb::page_rank(ctx, a, options).ranks, {0, 0, 0, 1, 0, 0, 0}) == 0);
            }
        }
    }

    // By the definition gap ranks add up to less than 1, and are taken as they are.
    const auto ctx = spec::context_with(2);
    gb::page_rank_options leaking{.definition = gb::page_rank_definition::gap, .tolerance = 1e-9, .weighted = true};
    const auto lost = gb::page_rank(ctx, a, leaking);
    leaking.start = &lost.ranks;
    CHECK(gb::page_rank(ctx, a, leaking).iterations == 1);
    CHECK(gb::page_rank(ctx,
                        gb::matrix<bool>::from_edges(2, 2, std::vector<gb::index>{0, 1}, std::vector<gb::index>{1, 0},
                                                     std::vector<bool>{true, true}),
                        {.weighted = true})
              .ranks == gb::vector<double>::full(2, 0.5));
}

TEST_CASE("page_rank: where the rank of dangling vertices goes, and damping 1", "[algorithms][page_rank]") {
    // pagerank of NetworkX 3.6.1 with tol=1e-16: dangling={1: 2, 5: 1}; the same and personalization={0: 1, 6: 3}; alpha=1
    const std::vector<gb::index> rows{0, 0, 1, 2, 2, 3, 4, 4, 1, 3}, columns{1, 2, 2, 0, 3, 3, 0, 5, 5, 4};
    const auto a =
        gb::matrix<double>::from_edges(7, 7, rows, columns, std::vector<double>{3, 1, 2.5, 1, 0.5, 2, 7, 0, 0.25, 1.5});
    const auto dangling = gb::vector<double>::from_entries(7, {1, 5}, std::vector<double>{2, 1});
    const auto goals = gb::vector<double>::from_entries(7, {0, 6}, std::vector<double>{1, 3});
    for (const int threads : spec::team_sizes({1, 3})) {
        INFO(threads << " threads");
        const auto ctx = spec::context_with(threads);
        gb::page_rank_options options{
            .tolerance = 1e-14, .most_iterations = 1000, .weighted = true, .dangling = &dangling, .must_converge = true};
        const std::vector<double> by_dangling{0.22322769362935116, 0.21048368921874838, 0.23151094344838702, 0.1692120475479539,
                                              0.08307010303532607, 0.06106695169166211, 0.021428571428571432};
        CHECK(check::largest_difference(gb::page_rank(ctx, a, options).ranks, by_dangling) < rank_rounding);
        options.personalization = &goals;
        CHECK(check::largest_difference(gb::page_rank(ctx, a, options).ranks,
                                        {0.20037527855057147, 0.23079410167967335, 0.22092064344447143, 0.12171091004579668,
                                         0.04433754580239737, 0.06936152047708953, 0.11250000000000002}) < rank_rounding);
        const gb::page_rank_options undamped{
            .damping = 1, .tolerance = 1e-14, .most_iterations = 1000, .weighted = true, .must_converge = true};
        CHECK(check::largest_difference(gb::page_rank(ctx, a, undamped).ranks,
                                        {0.2535211267605632, 0.19366197183098566, 0.24295774647887286, 0.1971830985915491,
                                         0.08802816901408439, 0.02112676056338025, 0.0035211267605633778}) < rank_rounding);

        // Along a cycle a rank that is not spread evenly moves on without end.
        const auto cycle = gb::matrix<void>::from_edges(3, 3, std::vector<gb::index>{0, 1, 2}, std::vector<gb::index>{1, 2, 0});
        const auto first = gb::vector<double>::from_entries(3, {0}, std::vector<double>{1});
        const auto walk = gb::page_rank(ctx, cycle, {.damping = 1, .most_iterations = 4, .start = &first});
        CHECK(walk.ranks == gb::vector<double>::from_dense(std::vector<double>{0, 1, 0}));
        CHECK_THROWS_WITH(gb::page_rank(ctx, cycle, {.damping = 1, .start = &first, .must_converge = true}),
                          contains_text("page_rank: 100 rounds have not converged"));
        CHECK_THROWS_AS(gb::page_rank(ctx, a, {.most_iterations = 2, .must_converge = true}), gb::not_converged);
        CHECK_THROWS_AS(gb::page_rank<float>(ctx, a, {.most_iterations = 0, .must_converge = true}), gb::not_converged);
        CHECK(gb::page_rank(ctx, gb::matrix<void>(), {.must_converge = true}).iterations == 0);
    }
}

TEST_CASE("page_rank: weights and numbers that it refuses", "[algorithms][page_rank]") {
    const auto ctx = spec::context_with(1);
    const auto weights = [](double w) {
        return gb::matrix<double>::from_edges(3, 3, std::vector<gb::index>{0, 1}, std::vector<gb::index>{1, 2},
                                              std::vector<double>{1, w});
    };
    const double infinity = std::numeric_limits<double>::infinity();
    for (const double w : {-1.0, std::nan(""), infinity, -infinity}) {
        CHECK_THROWS_WITH(gb::page_rank(ctx, weights(w), {.weighted = true}), contains_text("the edge from 1 to 2 is"));
        CHECK(gb::page_rank(ctx, weights(w)).ranks == gb::page_rank(ctx, weights(1)).ranks);
        const auto bad = gb::vector<double>::from_entries(3, {0, 2}, std::vector<double>{1, w});
        CHECK_THROWS_WITH(gb::page_rank(ctx, weights(1), {.personalization = &bad}),
                          contains_text("personalization of vertex 2"));
        CHECK_THROWS_WITH(gb::page_rank(ctx, weights(1), {.start = &bad}), contains_text("start of vertex 2"));
    }
    const auto far = gb::matrix<double>::from_edges(2, 2, std::vector<gb::index>{1, 1}, std::vector<gb::index>{0, 1},
                                                    std::vector<double>{1e308, 1e308});
    CHECK_THROWS_WITH(gb::page_rank(ctx, far, {.weighted = true}), contains_text("the edges from 1 is beyond"));
    const auto nothing = gb::vector<double>::full(3, 0.0);
    const gb::vector<double> nobody(3), longer(4);
    CHECK_THROWS_WITH(gb::page_rank(ctx, weights(1), {.personalization = &nothing}), contains_text("0 for every vertex"));
    CHECK_THROWS_AS(gb::page_rank(ctx, weights(1), {.start = &nobody}), gb::invalid_value);
    CHECK_THROWS_AS(gb::page_rank(ctx, weights(1), {.personalization = &longer}), gb::dimension_mismatch);
    CHECK_THROWS_AS(gb::page_rank(ctx, gb::matrix<void>(3, 3), {.weighted = true}), gb::invalid_value);
    CHECK(gb::page_rank(ctx, gb::matrix<double>(), {.weighted = true}).ranks == gb::vector<double>(0));
    CHECK(gb::page_rank(ctx, gb::matrix<double>(4, 4), {.weighted = true}).ranks == gb::vector<double>::full(4, 0.25));
}

TEST_CASE("page_rank: what it refuses", "[algorithms][page_rank]") {
    const auto ctx = spec::context_with(1);
    const gb::matrix<void> a(5, 5);
    CHECK_THROWS_AS(gb::page_rank(ctx, gb::matrix<void>(5, 6)), gb::dimension_mismatch);
    CHECK_THROWS_WITH(gb::page_rank(ctx, gb::matrix<void>(5, 6)), contains_text("5x6"));
    for (const double damping : {1.1, -0.1, std::nan("")})
        CHECK_THROWS_AS(gb::page_rank(ctx, a, {.damping = damping}), gb::invalid_value);
    for (const double tolerance : {-1e-9, std::nan("")})
        CHECK_THROWS_AS(gb::page_rank(ctx, a, {.tolerance = tolerance}), gb::invalid_value);
    CHECK_THROWS_AS(gb::page_rank(ctx, a, {.most_iterations = -1}), gb::invalid_value);
    const auto goals = gb::vector<double>::full(5, 1.0);
    CHECK_THROWS_WITH(gb::page_rank(ctx, a, {.definition = gb::page_rank_definition::gap, .dangling = &goals}),
                      contains_text("dangling"));
    CHECK_THROWS_AS(gb::page_rank(ctx, a, {.method = gb::method::merge}), gb::unsupported);
    CHECK(gb::page_rank_definition_from_string("gap") == gb::page_rank_definition::gap);
    CHECK(gb::page_rank_definition_from_string("standard") == gb::page_rank_definition::standard);
    CHECK_THROWS_WITH(gb::page_rank_definition_from_string("leak"), contains_text("standard, gap"));
}
