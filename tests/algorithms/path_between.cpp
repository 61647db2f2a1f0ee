// path_between against Dijkstra's algorithm of Boost.Graph.
#include "check.hpp"
#include "small_graphs.hpp"
#include "tests/catch.hpp"
#include <algorithms/path_between.hpp>

#include <cmath>
#include <limits>
#include <vector>

namespace {

namespace gb = graphblas_gpu;

/// Between all pairs of some vertices: the length is Boost's, and the path has this length.
template <class T, class Matrix>
void check_paths(const gb::context& ctx, const check::edge_list<T>& g, const Matrix& a, bool weighted) {
    auto lengths = g;
    if (!weighted)
        for (auto& [edge, weight] : lengths.weights) weight = 1;
    for (gb::index source = 0; source < g.n; source += 1 + g.n / 9) {
        const auto distances = check::boost_dijkstra(lengths, source);
        for (gb::index target = 0; target < g.n; ++target) {
            INFO(g.name << ", from " << source << " to " << target);
            const auto found = gb::path_between(ctx, a, source, target);
            const auto& distance = distances[static_cast<std::size_t>(target)];
            REQUIRE(found.vertices.empty() == !distance.has_value());
            if (!distance) continue;
            REQUIRE(found.vertices.front() == source);
            REQUIRE(found.vertices.back() == target);
            T sum = 0;
            for (std::size_t k = 1; k < found.vertices.size(); ++k)
                sum += lengths.weights.at({found.vertices[k - 1], found.vertices[k]});
            REQUIRE(sum == *distance);
            REQUIRE(found.length == static_cast<decltype(found.length)>(*distance));
        }
    }
}

}  // namespace

TEST_CASE("path_between: as Boost's Dijkstra", "[algorithms][path_between]") {
    const auto ctx = spec::context_with(1);
    for (const auto& g : check::small_graphs()) check_paths(ctx, g, g.structure(), false);
    for (const bool directed : {false, true}) {
        // Some edges have length 0.
        const auto g = check::random_graph<std::int64_t>(directed ? "directed" : "undirected", 200, 500, 0, 9, directed, 7);
        check_paths(ctx, g, g.structure(), false);
        check_paths(ctx, g, g.matrix(), true);
        // Sums of such numbers are exact in double.
        const auto real = check::random_graph<double>(directed ? "directed" : "undirected", 200, 500, 0, 9, directed, 7);
        check_paths(ctx, real, real.matrix(), true);
        check_paths(ctx, real, gb::apply(ctx, gb::bind_second(gb::times{}, 1.f), real.matrix()), true);
    }
}

TEST_CASE("path_between: the search ends early", "[algorithms][path_between]") {
    // The edge from 5 to 6 would be refused if the search came to it.
    const auto ctx = spec::context_with(1);
    auto g = check::path_graph<double>(10, 1);
    g.weights[{5, 6}] = -1;
    const auto found = gb::path_between(ctx, g.matrix(), 0, 4);
    CHECK(found.length == 4);
    CHECK(found.vertices == std::vector<gb::index>{0, 1, 2, 3, 4});
    CHECK_THROWS_WITH(gb::path_between(ctx, g.matrix(), 0, 9), contains_text("between 5 and 6 is -1"));
    for (gb::index v = 0; v < 9; ++v) g.weights[{v + 1, v}] = g.weights[{v, v + 1}];
    // From both ends of a symmetric one: neither search comes farther than the middle.
    CHECK(gb::path_between(ctx, g.matrix(), 7, 9).length == 2);
    CHECK(gb::path_between(ctx, g.matrix(), 9, 9).vertices == std::vector<gb::index>{9});
}

TEST_CASE("path_between: what it refuses", "[algorithms][path_between]") {
    const auto ctx = spec::context_with(1);
    const gb::matrix<void> a(5, 5);
    CHECK_THROWS_WITH(gb::path_between(ctx, gb::matrix<void>(5, 6), 0, 1), contains_text("path_between: A is 5x6"));
    CHECK_THROWS_AS(gb::path_between(ctx, a, 5, 1), gb::invalid_index);
    CHECK_THROWS_AS(gb::path_between(ctx, a, 0, -1), gb::invalid_index);
    const auto two = [&](auto length) {
        return gb::path_between(ctx,
                                gb::matrix<decltype(length)>::from_edges(3, 3, std::vector<gb::index>{0, 1},
                                                                         std::vector<gb::index>{1, 2}, {length, length}),
                                0, 2);
    };
    for (const double length : {-1.0, std::nan(""), std::numeric_limits<double>::infinity()})
        CHECK_THROWS_AS(two(length), gb::invalid_value);
    CHECK_THROWS_WITH(two(1e308), contains_text("beyond the range of double"));
    CHECK_THROWS_WITH(two(std::numeric_limits<std::int64_t>::max() / 2 + 1), contains_text("beyond the range of int64"));
    CHECK(two(std::numeric_limits<std::int32_t>::max()).length == 2 * std::int64_t{std::numeric_limits<std::int32_t>::max()});
}
