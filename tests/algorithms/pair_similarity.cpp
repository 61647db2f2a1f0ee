// pair_similarity against sets of neighbours.
#include "check.hpp"
#include "small_graphs.hpp"
#include "tests/catch.hpp"
#include <algorithms/jaccard_similarity.hpp>
#include <algorithms/pair_similarity.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <set>
#include <vector>

namespace {

namespace gb = graphblas_gpu;
using gb::similarity;

constexpr std::array all_similarities{similarity::common_neighbors,
                                      similarity::jaccard,
                                      similarity::cosine,
                                      similarity::adamic_adar,
                                      similarity::resource_allocation,
                                      similarity::preferential_attachment};

double by_sets(const std::vector<std::set<gb::index>>& neighbours, gb::index i, gb::index j, similarity which) {
    const auto& first = neighbours[static_cast<std::size_t>(i)];
    const auto& second = neighbours[static_cast<std::size_t>(j)];
    std::vector<gb::index> common;
    std::set_intersection(first.begin(), first.end(), second.begin(), second.end(), std::back_inserter(common));
    const auto shared = static_cast<double>(common.size());
    const auto of_first = static_cast<double>(first.size()), of_second = static_cast<double>(second.size());
    const auto sum = [&](auto&& f) {
        double total = 0;
        for (const gb::index k : common) total += f(static_cast<double>(neighbours[static_cast<std::size_t>(k)].size()));
        return total;
    };
    switch (which) {
        case similarity::common_neighbors: return shared;
        case similarity::jaccard: return first.empty() && second.empty() ? 0 : shared / (of_first + of_second - shared);
        case similarity::cosine: return shared == 0 ? 0 : shared / std::sqrt(of_first * of_second);
        case similarity::adamic_adar: return sum([](double d) { return 1 / std::log(d); });
        case similarity::resource_allocation: return sum([](double d) { return 1 / d; });
        case similarity::preferential_attachment: return of_first * of_second;
    }
    return -1;
}

}  // namespace

TEST_CASE("pair_similarity: as sets of neighbours say", "[algorithms][pair_similarity]") {
    const auto ctx = spec::context_with(GENERATE(from_range(spec::team_sizes({1, 3}))));
    auto graphs = check::small_graphs();
    graphs.push_back(check::random_graph<std::int32_t>("sparse, undirected", 60, 200, 0, 9, false, 3));
    for (const auto& g : graphs) {
        std::vector<std::set<gb::index>> neighbours(static_cast<std::size_t>(g.n));
        for (const auto& [edge, weight] : g.weights) neighbours[static_cast<std::size_t>(edge.first)].insert(edge.second);
        // Edges, pairs that are none, a vertex with itself.
        std::vector<gb::index> rows, columns;
        for (gb::index v = 0; v < g.n; ++v) {
            for (const gb::index w : {v, (v * v + 1) % g.n, (3 * v + 2) % g.n, g.n - 1 - v}) {
                rows.push_back(v);
                columns.push_back(w);
            }
        }
        const auto pairs = gb::matrix<void>::from_edges(g.n, g.n, rows, columns);
        for (const similarity which : all_similarities) {
            if (!spec::is_tried_where_slow()) continue;
            INFO(g.name << ", " << gb::to_string(which) << ", " << ctx.threads() << " threads");
            const auto found = gb::pair_similarity(ctx, g.structure(), pairs, which);
            CHECK(found.nvals() == pairs.nvals());
            for (const auto [i, j, value] : found.entries()) {
                const double expected = by_sets(neighbours, i, j, which);
                // At most 60 terms, and three roundings more for the cosine; infinity where a degree is 1.
                REQUIRE_EACH(value == expected || std::abs(value - expected) <= 64 * 0x1p-53 * expected);
            }
        }
        CHECK(gb::pair_similarity(ctx, g.matrix(), g.matrix(), similarity::jaccard) ==
              gb::jaccard_similarity(ctx, g.structure()));
    }
}

TEST_CASE("pair_similarity: names, and what it refuses", "[algorithms][pair_similarity]") {
    const auto ctx = spec::context_with(1);
    for (const similarity which : all_similarities) CHECK(gb::similarity_from_string(gb::to_string(which)) == which);
    CHECK_THROWS_WITH(gb::similarity_from_string("dice"), contains_text("common_neighbors, jaccard, cosine"));
    const gb::matrix<void> a(5, 5), wide(5, 6);
    CHECK_THROWS_WITH(gb::pair_similarity(ctx, wide, a, similarity::cosine), contains_text("A is 5x6"));
    CHECK_THROWS_WITH(gb::pair_similarity(ctx, a, wide, similarity::cosine), contains_text("pairs is 5x6"));
    const auto diagonal = gb::matrix<void>::from_edges(5, 5, std::vector<gb::index>{1}, std::vector<gb::index>{1});
    CHECK(gb::pair_similarity(ctx, a, diagonal, similarity::jaccard).get_element(1, 1) == 0.0);
}
