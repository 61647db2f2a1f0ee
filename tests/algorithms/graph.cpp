// The operations on the matrix of a graph, against what their definitions say entry by entry.
#include "check.hpp"
#include "tests/catch.hpp"
#include <graphblas_gpu/graph.hpp>

namespace {

namespace gb = graphblas_gpu;

check::edge_list<std::int32_t> some_graph(bool directed) {
    return check::random_graph<std::int32_t>("", 60, 500, -4, 9, directed, 71);
}

}  // namespace

TEST_CASE("triangles by degree: the edges to larger and to smaller vertices", "[algorithms][graph]") {
    const auto ctx = spec::context_with(GENERATE(from_range(spec::team_sizes({1, 3}))));
    const auto g = some_graph(GENERATE(true, false));
    const auto a = g.matrix();
    std::vector<gb::index> degree(static_cast<std::size_t>(g.n), 0);
    for (const auto& [edge, weight] : g.weights) ++degree[static_cast<std::size_t>(edge.first)];
    const auto rank = [&](gb::index v) { return std::pair(degree[static_cast<std::size_t>(v)], v); };

    check::edge_list<std::int32_t> upper{"", g.n, {}}, lower{"", g.n, {}};
    for (const auto& [edge, weight] : g.weights) {
        const bool to_larger = rank(edge.first) < rank(edge.second);
        (to_larger ? upper : lower).weights[edge] = 1;
    }
    const auto triu = gb::triu_by_degree(ctx, a);
    CHECK(triu == upper.structure());
    CHECK(gb::tril_by_degree(ctx, a) == lower.structure());
}

TEST_CASE("orient_by_degree: the edges, and whether the matrix is an undirected graph", "[algorithms][graph]") {
    const auto ctx = spec::context_with(GENERATE(from_range(spec::team_sizes({1, 3}))));
    const auto found = [&](const gb::matrix<void>& a) {
        gb::oriented_graph g = gb::orient_by_degree(ctx, a);
        CHECK(g.edges == gb::triu_by_degree(ctx, a));
        return g;
    };
    auto a = some_graph(false).structure();
    a.set_element(0, 1);
    a.set_element(1, 0);
    for (gb::index v = 0; v < a.nrows(); ++v) a.remove_element(v, v);
    CHECK(found(a).is_symmetric);
    CHECK(found(a).self_loops == 0);
    a.set_element(7, 7);
    a.set_element(0, 0);
    CHECK(found(a).is_symmetric);
    CHECK(found(a).self_loops == 2);
    a.remove_element(1, 0);
    CHECK(!found(a).is_symmetric);
    a.remove_element(0, 1);
    CHECK(found(a).is_symmetric);

    // As many entries above the diagonal as below, in the same rows or in the same columns, but not mirrored.
    const auto of = [](std::vector<gb::index> rows, std::vector<gb::index> columns) {
        return gb::matrix<void>::from_edges(5, 5, rows, columns);
    };
    CHECK(!found(of({0, 1, 2}, {1, 2, 0})).is_symmetric);
    CHECK(!found(of({0, 3}, {1, 1})).is_symmetric);
    CHECK(!found(of({2, 2}, {0, 4})).is_symmetric);
    CHECK(found(of({0, 4, 4}, {4, 0, 4})).is_symmetric);

    for (const gb::index n : {0, 1, 9}) {
        const auto none = found(gb::matrix<void>(n, n));
        CHECK(none.is_symmetric);
        CHECK(none.self_loops == 0);
        CHECK(none.edges.nvals() == 0);
        CHECK(none.edges.nrows() == n);
    }
    CHECK_THROWS_AS(gb::orient_by_degree(ctx, gb::matrix<void>(3, 4)), gb::dimension_mismatch);
    CHECK_THROWS_AS(gb::triu_by_degree(ctx, gb::matrix<void>(3, 4)), gb::dimension_mismatch);
    CHECK_THROWS_AS(gb::tril_by_degree(ctx, gb::matrix<void>(4, 3)), gb::dimension_mismatch);
    const gb::matrix<int> lengths(3, 3);
    CHECK_THROWS_AS(gb::tight_edges(ctx, gb::matrix<int>(3, 4), gb::vector<int>::full(3, 0)), gb::dimension_mismatch);
    CHECK_THROWS_AS(gb::tight_edges(ctx, lengths, gb::vector<int>::full(4, 0)), gb::dimension_mismatch);
    CHECK_THROWS_AS(gb::tight_edges(ctx, lengths, gb::vector<int>(3)), gb::invalid_value);

    // Rows longer than a block of entries takes at once, and values, which are not read.
    const gb::index n = 3000;
    std::vector<gb::index> rows, columns;
    std::vector<double> values;
    for (gb::index v = 1; v < n; ++v) {
        for (const auto& [i, j] : {std::pair<gb::index, gb::index>{0, v}, {v, 0}}) {
            rows.push_back(i);
            columns.push_back(j);
            values.push_back(static_cast<double>(rows.size()));
        }
    }
    const auto star = gb::matrix<double>::from_edges(n, n, rows, columns, values);
    const auto oriented = gb::orient_by_degree(ctx, star);
    CHECK(oriented.is_symmetric);
    CHECK(oriented.edges.nvals() == n - 1);
    CHECK(oriented.edges.row_offsets()[1] == 0);
}

TEMPLATE_TEST_CASE("tight_edges: as long as the difference of the distances, or shorter", "[algorithms][graph]", std::int32_t,
                   std::int64_t, float, double) {
    using T = TestType;
    const auto ctx = spec::context_with(2);
    constexpr T unreached = gb::monoid<gb::min, T>::identity(), least = std::numeric_limits<T>::lowest();
    // The sum for the last edge stops at the smallest value, or is rounded to it.
    const auto a = gb::matrix<T>::from_edges(5, 5, std::vector<gb::index>{0, 0, 0, 1, 2, 3, 4},
                                             std::vector<gb::index>{0, 1, 2, 2, 0, 1, 4},
                                             std::vector<T>{T{0}, T{5}, T{7}, T{3}, T{-9}, T{1}, T{-1}});
    const auto distances = gb::vector<T>::from_dense(std::vector<T>{T{0}, T{5}, T{6}, unreached, least});
    const auto tight =
        gb::matrix<void>::from_edges(5, 5, std::vector<gb::index>{0, 0, 2, 4}, std::vector<gb::index>{0, 1, 0, 4});
    CHECK(gb::tight_edges(ctx, a, distances) == tight);
}

TEMPLATE_TEST_CASE("range_of_values: bounds, and whether all are finite", "[algorithms][graph]", std::int32_t, std::int64_t,
                   float, double) {
    using T = TestType;
    const auto ctx = spec::context_with(2);
    auto a = gb::matrix<T>::from_edges(4, 4, std::vector<gb::index>{0, 1, 3}, std::vector<gb::index>{3, 2, 0},
                                       std::vector<T>{T{4}, T{-7}, T{2}});
    const auto range = gb::range_of_values(ctx, a);
    CHECK(range.smallest == T{-7});
    CHECK(range.largest == T{4});
    auto b = a;
    b.set_element(3, 0, T{9});
    CHECK(gb::range_of_values(ctx, b).largest == T{9});
    CHECK(gb::range_of_values(ctx, a).largest == T{4});
    CHECK(range.is_finite);
    if constexpr (std::is_floating_point_v<T>) {
        using limits = std::numeric_limits<T>;
        for (const T x : {limits::infinity(), -limits::infinity(), limits::quiet_NaN()}) {
            a.set_element(1, 2, x);
            CHECK(!gb::range_of_values(ctx, a).is_finite);
        }
        a.set_element(1, 2, limits::max());
        CHECK(gb::range_of_values(ctx, a).is_finite);
    }
}

TEST_CASE("stack_rows: vectors in either form as rows", "[algorithms][graph]") {
    const auto ctx = spec::context_with(GENERATE(from_range(spec::team_sizes({1, 3}))));
    std::vector<gb::vector<std::int32_t>> rows(3, gb::vector<std::int32_t>(9));
    rows[0].set_element(4, 1);
    rows[0].set_element(7, 2);
    rows[2].make_dense();
    rows[2].set_element(0, 3);
    rows[2].set_element(8, 4);
    const auto expected = gb::matrix<std::int32_t>::from_edges(3, 9, std::vector<gb::index>{0, 0, 2, 2},
                                                               std::vector<gb::index>{4, 7, 0, 8},
                                                               std::vector<std::int32_t>{1, 2, 3, 4});
    CHECK(gb::stack_rows(ctx, 9, rows) == expected);
    CHECK(gb::stack_rows(ctx, 9, std::vector<gb::vector<std::int32_t>>{}) == gb::matrix<std::int32_t>(0, 9));
    rows[1] = gb::vector<std::int32_t>(8);
    CHECK_THROWS_AS(gb::stack_rows(ctx, 9, rows), gb::dimension_mismatch);
}
