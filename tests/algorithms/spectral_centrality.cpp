// eigenvector_centrality, katz_centrality and hits against NetworkX, and as fixed points of their definitions.
#include "check.hpp"
#include "small_graphs.hpp"
#include "tests/catch.hpp"
#include <algorithms/spectral_centrality.hpp>

#include <cmath>
#include <vector>

namespace {

namespace gb = graphblas_gpu;

/// A graph whose results come from NetworkX 3.6.1.
gb::matrix<double> known_graph() {
    const std::vector<gb::index> rows{0, 0, 1, 2, 2, 3, 4, 4, 5, 3, 5}, columns{1, 2, 3, 1, 3, 4, 0, 5, 3, 5, 0};
    return gb::matrix<double>::from_edges(7, 7, rows, columns, std::vector<double>{3, 1, 1, 2, 3, 2, 5, 1, 1, 3, 4});
}

bool is_near(const gb::vector<double>& found, const std::vector<double>& expected) {
    return check::largest_difference(found, expected) < 1e-11;
}

constexpr gb::spectral_options exactly{.tolerance = 1e-13};

}  // namespace

TEST_CASE("spectral_centrality: as NetworkX computes it", "[algorithms][spectral_centrality]") {
    const auto a = known_graph();
    gb::spectral_options weighted = exactly;
    weighted.weighted = true;
    for (const int threads : spec::team_sizes({1, 3})) {
        INFO(threads << " threads");
        const auto ctx = spec::context_with(threads);
        // eigenvector_centrality(G, weight="weight", tol=1e-14), and without weight
        CHECK(is_near(gb::eigenvector_centrality(ctx, a, weighted).centrality,
                      {0.6088508345998307, 0.5652333805657268, 0.16028146834226378, 0.3644522102092378, 0.19188586784583722,
                       0.33834322485019414, 0}));
        CHECK(is_near(gb::eigenvector_centrality(ctx, a, exactly).centrality,
                      {0.42287546219054767, 0.35198381705496934, 0.22850684888206146, 0.5700894369489121, 0.3080560412357281,
                       0.47451856166010936, 0}));
        // katz_centrality(G, weight="weight", tol=1e-15)
        CHECK(is_near(gb::katz_centrality(ctx, a, 0.1, gb::vector<double>::full(7, 1.0), weighted).centrality,
                      {0.5313626057629404, 0.44317601871011375, 0.28075291463127144, 0.3937995477907208, 0.30637656361312154,
                       0.3763941747535058, 0.22761665405497744}));
        // katz_centrality(G, alpha=0.2, beta={v: v + 1 for v in G}, tol=1e-15, normalized=False)
        gb::spectral_options plain = exactly;
        plain.normalized = false;
        CHECK(is_near(
            gb::katz_centrality(ctx, a, 0.2, gb::vector<double>::from_dense(std::vector<double>{1, 2, 3, 4, 5, 6, 7}), plain)
                .centrality,
            {4.035515792327505, 3.5685237901586007, 3.807103158465501, 7.221770367358005, 6.444354073471601, 8.733224888165921,
             7.0}));
        // _hits_python(G, tol=1e-14), and of the same graph without weights
        const auto found = gb::hits(ctx, a, weighted);
        CHECK(is_near(found.hubs, {0.008024556588315246, 0.012671073929390264, 0.04323653979876266, 0.050306446462424825,
                                   0.49179869060502895, 0.39396269261607814, 0.0}));
        CHECK(is_near(found.authorities, {0.7426426478441174, 0.020346939338864837, 0.0014769784463619705, 0.09871793066275955,
                                          0.01851854026333319, 0.11829696344456306, 0.0}));
        const auto equal = gb::hits(ctx, a, exactly);
        CHECK(is_near(equal.hubs, {0.11388634017642967, 0.1595225694895597, 0.24603470916663697, 0.07038562908336858,
                                   0.15205781267717952, 0.2581129394068255, 0.0}));
        CHECK(is_near(equal.authorities, {0.22286106055114638, 0.19555852377023972, 0.061878694239050694, 0.3605967707405997,
                                          0.038243136219197386, 0.12086181447976597, 0.0}));
    }
}

TEST_CASE("spectral_centrality: rounds, and numbers to begin with", "[algorithms][spectral_centrality]") {
    const auto ctx = spec::context_with(2);
    const auto a = known_graph();
    const auto found = gb::eigenvector_centrality(ctx, a, exactly);
    CHECK((found.iterations > 10 && found.residual <= exactly.tolerance));
    gb::spectral_options again = exactly;
    // The first round scales to length 1.
    again.start = &found.centrality;
    CHECK(gb::eigenvector_centrality(ctx, a, again).iterations <= 2);
    again.tolerance = 0.1;
    const auto fixed =
        gb::katz_centrality(ctx, a, 0.1, gb::vector<double>::full(7, 1.0), {.normalized = false, .tolerance = 0});
    again.start = &fixed.centrality;
    again.normalized = false;
    CHECK(gb::katz_centrality(ctx, a, 0.1, gb::vector<double>::full(7, 1.0), again).iterations == 1);
    const auto some = gb::vector<double>::from_entries(7, {0, 4}, std::vector<double>{1, 3});
    again.start = &some;
    again.tolerance = 1e-13;
    CHECK(is_near(gb::eigenvector_centrality(ctx, a, again).centrality, found.centrality.to_entries().values));
    CHECK(gb::hits(ctx, a, {.normalized = false, .tolerance = 1e-9}).hubs.get_element(5) == 1.0);

    const auto complete = gb::eigenvector_centrality(ctx, check::complete_graph(16).structure(), exactly);
    CHECK(is_near(complete.centrality, std::vector<double>(16, 0.25)));
    CHECK(gb::eigenvector_centrality(ctx, gb::matrix<void>()).centrality == gb::vector<double>(0));
    CHECK(gb::hits(ctx, gb::matrix<void>(3, 3)).hubs == gb::vector<double>::full(3, 0.0));
    CHECK(gb::katz_centrality(ctx, gb::matrix<void>(4, 4), 0.1, gb::vector<double>::full(4, 3.0)).centrality ==
          gb::vector<double>::full(4, 0.5));
}

TEST_CASE("spectral_centrality: what it refuses", "[algorithms][spectral_centrality]") {
    const auto ctx = spec::context_with(1);
    const auto a = known_graph();
    const auto beta = gb::vector<double>::full(7, 1.0);
    CHECK_THROWS_WITH(gb::eigenvector_centrality(ctx, a, {.tolerance = 1e-13, .most_iterations = 5}),
                      contains_text("eigenvector_centrality: 5 rounds have not converged; the last one changed 0."));
    CHECK_THROWS_WITH(gb::hits(ctx, a, {.tolerance = 1e-13, .most_iterations = 5}), contains_text("the tolerance is 1e-13"));
    CHECK_THROWS_AS(gb::katz_centrality(ctx, a, 2, beta), gb::not_converged);
    CHECK_THROWS_AS(gb::hits(ctx, a, {.most_iterations = 0}), gb::not_converged);
    CHECK_THROWS_WITH(gb::hits(ctx, gb::matrix<void>(5, 6)), contains_text("hits: A is 5x6"));
    CHECK_THROWS_AS(gb::hits(ctx, gb::matrix<void>(5, 5), {.weighted = true}), gb::invalid_value);
    CHECK_THROWS_AS(gb::hits(ctx, a, {.tolerance = std::nan("")}), gb::invalid_value);
    const gb::vector<double> longer(8), zeros(7);
    CHECK_THROWS_WITH(gb::katz_centrality(ctx, a, 0.1, longer), contains_text("beta has size 8"));
    CHECK_THROWS_WITH(gb::hits(ctx, a, {.start = &longer}), contains_text("start has size 8"));
    CHECK_THROWS_WITH(gb::eigenvector_centrality(ctx, a, {.start = &zeros}), contains_text("add up to 0"));
}
