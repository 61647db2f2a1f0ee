// The comparisons of the benchmark: they accept what is right and name what is wrong.
#include <algorithms/bfs.hpp>
#include <graphblas_gpu/mxm.hpp>

#include <compare.hpp>
#include <tests/catch.hpp>

#include <cmath>
#include <limits>
#include <optional>
#include <string>

namespace {

namespace gb = graphblas_gpu;
namespace ss = graphblas_gpu::suitesparse;

/// GrB_init can be called once in a program.
const ss::session& session() {
    static const ss::session only(2, GrB_NONBLOCKING);
    return only;
}

struct small_graph {
    gb::context ctx = gb::context::host({.threads = 2});
    bench::graph graph{ctx, "rmat-6-4", ""};
};

template <class T>
std::string difference(bench::graph& g, const gb::matrix<T>& ours, const gb::matrix<T>& theirs) {
    ss::matrix_handle object = ss::to_suitesparse(theirs);
    return bench::difference_of_products(g.structure(), ours, object);
}

}  // namespace

TEST_CASE("products: equal ones are accepted, others are named") {
    session();
    small_graph s;
    const auto& a = s.graph.structure();
    const auto c = gb::mxm(s.ctx, gb::plus_pair<std::int64_t>, a, a);
    CHECK(difference(s.graph, c, c).empty());

    auto wrong_value = c;
    wrong_value.values()[5] += 1;
    CHECK_THAT(difference(s.graph, wrong_value, c), contains_text("SuiteSparse has " + std::to_string(c.values()[5])));

    auto missing = c;
    missing.remove_element(0, static_cast<gb::index>(c.columns()[0]));
    CHECK_THAT(difference(s.graph, missing, c), contains_text("entries, SuiteSparse has"));

    gb::index free_column = 0;
    gb::index row = 0;
    while (c.row_offsets()[row + 1] == c.row_offsets()[row]) ++row;
    while (c.has_element(row, free_column)) ++free_column;
    auto moved = c;
    moved.remove_element(row, static_cast<gb::index>(c.columns()[static_cast<std::size_t>(c.row_offsets()[row])]));
    moved.set_element(row, free_column, 1);
    CHECK_THAT(difference(s.graph, moved, c), contains_text("has an entry in column"));
}

TEST_CASE("products: rounding is accepted, more is not") {
    session();
    small_graph s;
    const auto& a = s.graph.real();
    const auto c = gb::mxm(s.ctx, gb::plus_times<float>, a, a);
    auto off = c;
    off.values()[3] = std::nextafter(c.values()[3], std::numeric_limits<float>::max());
    CHECK(difference(s.graph, off, c).empty());
    off.values()[3] *= 1.001F;
    CHECK_FALSE(difference(s.graph, off, c).empty());
    off.values()[3] = std::numeric_limits<float>::quiet_NaN();
    CHECK_FALSE(difference(s.graph, off, c).empty());
}

TEST_CASE("searches: a tree is accepted, a wrong parent is named") {
    small_graph s;
    const gb::index source = s.graph.sources(1)[0];
    const auto& a = s.graph.adjacency();
    bench::dense_bfs found = bench::to_dense(gb::bfs(s.ctx, a, source));
    CHECK(bench::difference_from_tree(a, source, found).empty());

    std::size_t far = 0;
    while (found.levels[far] != 2) ++far;
    bench::dense_bfs wrong = found;
    wrong.parents[far] = source;
    CHECK_THAT(bench::difference_from_tree(a, source, wrong),
               contains_text("no parent of vertex " + std::to_string(far)));

    wrong = found;
    wrong.levels[far] = 3;
    CHECK_FALSE(bench::difference_from_tree(a, source, wrong).empty());
    CHECK_THAT(bench::difference_of_numbers("level", source, wrong.levels, found.levels, "Boost"),
               contains_text("is 3, Boost has 2"));
    CHECK(bench::difference_of_numbers("level", source, found.levels, found.levels, "Boost").empty());
}

TEST_CASE("shortest ways: distances are accepted, what is too long, too short or out of reach is named") {
    // 0 - 1 - 2 with lengths 5 and 3, 0 - 2 with length 9, and 3 by itself.
    const gb::matrix<std::int32_t> a = gb::matrix<std::int32_t>::from_edges(4, 4, std::vector<gb::index>{0, 1, 1, 2, 0, 2},
                                                                            std::vector<gb::index>{1, 0, 2, 1, 2, 0},
                                                                            std::vector<std::int32_t>{5, 5, 3, 3, 9, 9});
    small_graph s;
    const auto difference = [&](const std::vector<std::int32_t>& found) {
        return bench::difference_from_shortest(s.ctx, a, 0, found, -1);
    };
    CHECK(difference({0, 5, 8, -1}).empty());
    CHECK_THAT(difference({0, 5, 9, -1}), contains_text("9 is not the shortest way to vertex 2: 1 leads there by 8"));
    CHECK_THAT(difference({0, 4, 7, -1}), contains_text("no way to vertex 1 has length 4"));
    CHECK_THAT(difference({0, 5, -1, -1}), contains_text("-1 is not the shortest way to vertex 2"));
    CHECK_THAT(difference({0, 5, 8, 6}), contains_text("no way to vertex 3 has length 6"));
    CHECK_THAT(difference({1, 6, 9, -1}), contains_text("no way to vertex 0 has length 1"));
    CHECK_THAT(difference({0, 5, 8}), contains_text("3 numbers for 4 vertices"));

    const gb::index source = s.graph.sources(1)[0];
    std::vector<std::int32_t> levels = bench::to_dense(gb::bfs(s.ctx, s.graph.adjacency(), source)).levels;
    CHECK(bench::difference_from_shortest(s.ctx, s.graph.adjacency(), source, levels, -1).empty());
    for (std::int32_t& level : levels) level += level == 2;
    CHECK_FALSE(bench::difference_from_shortest(s.ctx, s.graph.adjacency(), source, levels, -1).empty());
}

TEST_CASE("rivals agree with each other in every way that they are tried") {
    session();
    small_graph s;
    bench::suitesparse_graph theirs(s.graph);
    const bench::boost_graph boost(s.graph);
    const gb::index source = s.graph.sources(1)[0];

    std::optional<std::int64_t> triangles;
    for (const bench::triangle_way& way : bench::triangle_ways()) {
        INFO(way.name());
        const std::int64_t counted = bench::count_triangles(theirs, way);
        CHECK(triangles.value_or(counted) == counted);
        triangles = counted;
    }
    CHECK(triangles.value_or(0) > 0);

    const std::vector<std::int32_t> distances = boost.shortest_paths(source);
    for (const bench::sssp_way& way : bench::sssp_ways()) {
        INFO(way.name());
        CHECK(bench::to_dense(ss::vector_from<std::int32_t>(bench::shortest_paths(theirs, source, way)),
                              bench::no_path) == distances);
    }
    CHECK(bench::to_dense(bench::search(theirs, source)).levels == boost.search(source).levels);
}

TEST_CASE("graphs: names that are none are refused, sources have neighbours") {
    const gb::context ctx = gb::context::host({.threads = 1});
    for (const char* const name : {"no-such-graph", "rmat-8", "rmat-8-x", "rmat-8-8-8", "grid2d"}) {
        INFO(name);
        CHECK_THROWS_AS(bench::graph(ctx, name, ""), gb::invalid_value);
    }
    bench::graph g(ctx, "rmat-8-2", "");
    for (const gb::index v : g.sources(20)) CHECK(g.structure().row_offsets()[v + 1] > g.structure().row_offsets()[v]);
    CHECK(g.sources(3) == g.sources(3));
    CHECK(bench::graph(ctx, "stencil27-3", "").adjacency().nvals() ==
          bench::graph(ctx, "stencil27-3", "").structure().nvals() - 27);
}
