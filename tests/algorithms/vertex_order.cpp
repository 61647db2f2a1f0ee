// Orders of vertices: what each promises, checked on its own terms, and what it does to matrices that were shuffled.
#include "check.hpp"
#include "tests/catch.hpp"
#include <algorithms/vertex_order.hpp>
#include <graphblas_gpu/base/counter_random.hpp>
#include <graphblas_gpu/io/generate.hpp>
#include <graphblas_gpu/io/read_matrix.hpp>

namespace {

namespace gb = graphblas_gpu;
using gb::index;
using gb::vertex_order;

constexpr vertex_order all_orders[] = {vertex_order::degree, vertex_order::reverse_cuthill_mckee, vertex_order::jaccard};

/// Neighbours in either direction, without the vertex itself.
std::vector<std::set<index>> neighbours_of(const gb::matrix<void>& a) {
    std::vector<std::set<index>> near(static_cast<std::size_t>(a.nrows()));
    for (const auto [i, j] : a.entries()) {
        if (i == j) continue;
        near[static_cast<std::size_t>(i)].insert(j);
        near[static_cast<std::size_t>(j)].insert(i);
    }
    return near;
}

index bandwidth(const gb::matrix<void>& a) {
    index farthest = 0;
    for (const auto [i, j] : a.entries()) farthest = std::max(farthest, std::abs(i - j));
    return farthest;
}

index tiles(const gb::matrix<void>& a) {
    std::set<std::pair<index, index>> met;
    for (const auto [i, j] : a.entries()) met.insert({i / 8, j / 8});
    return static_cast<index>(met.size());
}

gb::matrix<void> shuffled(const gb::context& ctx, const gb::matrix<void>& a) {
    const gb::base::random_permutation position(static_cast<std::uint64_t>(a.nrows()), 7, 0);
    std::vector<index> order;
    for (index k = 0; k < a.nrows(); ++k) order.push_back(static_cast<index>(position(static_cast<std::uint64_t>(k))));
    return gb::permute(ctx, a, order);
}

gb::matrix<void> made(const gb::coordinates& entries) { return gb::from_coordinates<void>(entries); }

/// Cliques of eight that nothing joins, and some vertices alone.
gb::matrix<void> cliques(index count, index alone) {
    std::vector<index> rows, columns;
    for (index v = 0; v < 8 * count; ++v) {
        for (index u = v / 8 * 8; u < v / 8 * 8 + 8; ++u) {
            rows.push_back(v);
            columns.push_back(u);
        }
    }
    return gb::matrix<void>::from_edges(8 * count + alone, 8 * count + alone, rows, columns);
}

/// One vertex that all others point at.
gb::matrix<void> star(index n) {
    std::vector<index> rows, columns(static_cast<std::size_t>(n) - 1, n / 2);
    for (index v = 0; v < n; ++v)
        if (v != n / 2) rows.push_back(v);
    return gb::matrix<void>::from_edges(n, n, rows, columns);
}

std::vector<gb::matrix<void>> graphs() {
    std::vector<gb::matrix<void>> all;
    all.emplace_back(0, 0);
    all.emplace_back(1, 1);
    all.emplace_back(30, 30);
    all.push_back(gb::matrix<void>::from_edges(3, 3, std::vector<index>{0, 1, 2}, std::vector<index>{0, 1, 2}));
    all.push_back(check::path_graph<std::int32_t>(50, 1).structure());
    all.push_back(check::random_graph<std::int32_t>("sparse", 150, 400, 1, 9, true, 31).structure());
    all.push_back(check::random_graph<std::int32_t>("dense", 90, 3000, 1, 9, false, 32).structure());
    all.push_back(star(3000));
    all.push_back(made(gb::rmat(9, 8)));
    all.push_back(cliques(5, 11));
    return all;
}

bool is_permutation(std::vector<index> order, index n) {
    std::sort(order.begin(), order.end());
    for (index v = 0; v < n; ++v)
        if (v >= static_cast<index>(order.size()) || order[static_cast<std::size_t>(v)] != v) return false;
    return static_cast<index>(order.size()) == n;
}

/// What is wrong with it as a reverse Cuthill-McKee order, or nothing: read backwards, each vertex follows the earliest that it
/// is joined to, and those that follow the same one come by degree and number.
std::string fault_of_cuthill_mckee(std::vector<index> order, const std::vector<std::set<index>>& near) {
    std::reverse(order.begin(), order.end());
    std::vector<index> position(order.size());
    for (std::size_t k = 0; k < order.size(); ++k) position[static_cast<std::size_t>(order[k])] = static_cast<index>(k);
    const auto size = [&](index v) { return near[static_cast<std::size_t>(v)].size(); };
    index parent_before = -1;
    bool has_siblings = false;  // the first of a component has none
    for (std::size_t k = 0; k < order.size(); ++k) {
        index parent = static_cast<index>(k);
        for (const index u : near[static_cast<std::size_t>(order[k])])
            parent = std::min(parent, position[static_cast<std::size_t>(u)]);
        if (parent < parent_before) return "vertex " + std::to_string(order[k]) + " comes too late";
        const bool is_sibling = has_siblings && parent == parent_before;
        if (is_sibling && std::pair(size(order[k - 1]), order[k - 1]) > std::pair(size(order[k]), order[k]))
            return "vertex " + std::to_string(order[k]) + " is out of order among its siblings";
        parent_before = parent;
        has_siblings = parent < static_cast<index>(k);
    }
    return {};
}

}  // namespace

TEST_CASE("vertex orders: permutations, the same for every context", "[algorithms][order]") {
    for (const auto& a : graphs()) {
        for (const auto which : all_orders) {
            INFO(a.nrows() << " vertices, " << a.nvals() << " entries, by " << gb::to_string(which));
            const std::vector<gb::index> order = gb::order_vertices(spec::contexts()[0], a, which);
            CHECK(is_permutation(order, a.nrows()));
            CHECK(gb::order_vertices(spec::contexts()[2], a, which) == order);
        }
    }
}

TEST_CASE("vertex orders: edges count in both directions, values and loops do not", "[algorithms][order]") {
    const auto ctx = spec::context_with(2);
    const auto g = check::random_graph<std::int32_t>("directed", 200, 900, 1, 9, true, 33);
    for (const auto which : all_orders) {
        const auto order = gb::order_vertices(ctx, g.structure(), which);
        CHECK(gb::order_vertices(ctx, g.matrix(), which) == order);
        CHECK(gb::order_vertices(ctx, gb::undirected_structure(ctx, g.structure()), which) == order);
        CHECK(gb::order_vertices(ctx, gb::transpose(ctx, g.matrix()), which) == order);
    }
}

TEST_CASE("degree_order: the largest first, then by number", "[algorithms][order]") {
    const auto ctx = spec::context_with(1);
    for (const auto& a : graphs()) {
        const auto near = neighbours_of(a);
        const auto order = gb::degree_order(ctx, a);
        bool in_order = true;
        for (std::size_t k = 1; k < order.size(); ++k) {
            const auto before = near[static_cast<std::size_t>(order[k - 1])].size();
            const auto here = near[static_cast<std::size_t>(order[k])].size();
            in_order = in_order && (before > here || (before == here && order[k - 1] < order[k]));
        }
        CHECK(in_order);
    }
}

TEST_CASE("reverse_cuthill_mckee_order: a breadth-first search, turned round", "[algorithms][order]") {
    const auto ctx = spec::context_with(1);
    for (const auto& a : graphs()) {
        INFO(a.nrows() << " vertices, " << a.nvals() << " entries");
        CHECK(fault_of_cuthill_mckee(gb::reverse_cuthill_mckee_order(ctx, a), neighbours_of(a)).empty());
    }
}

TEST_CASE("reverse_cuthill_mckee_order: what was near the diagonal is near it again", "[algorithms][order]") {
    const auto ctx = spec::context_with(2);
    struct shape {
        gb::matrix<void> matrix;
        gb::index most;
    };
    // A path has no choice; a search through a band goes by levels of its half width, through a grid by diagonals.
    for (const auto& [a, most] : {shape{check::path_graph<std::int32_t>(300, 1).structure(), 1},
                                  shape{made(gb::band(2000, 6)), 9}, shape{made(gb::grid2d(30)), 32}}) {
        const auto mixed = shuffled(ctx, a);
        REQUIRE(bandwidth(mixed) > 8 * most);
        const auto again = gb::permute(ctx, mixed, gb::reverse_cuthill_mckee_order(ctx, mixed));
        CHECK(again.nvals() == a.nvals());
        CHECK(bandwidth(again) <= most);
    }
}

TEST_CASE("reverse_cuthill_mckee_order: begins at an end, wherever the smallest vertex is", "[algorithms][order]") {
    const auto ctx = spec::context_with(1);
    // A band with a vertex of degree 1 in its middle: from there the search would go both ways at once.
    constexpr gb::index n = 601, half = 6;
    std::vector<gb::index> rows{0}, columns{n / 2};
    for (gb::index i = 1; i < n; ++i) {
        for (gb::index j = i + 1; j <= std::min(i + half, n - 1); ++j) {
            rows.push_back(i);
            columns.push_back(j);
        }
    }
    const auto a = gb::matrix<void>::from_edges(n, n, rows, columns);
    CHECK(bandwidth(gb::permute(ctx, a, gb::reverse_cuthill_mckee_order(ctx, a))) <= half + 2);
}

TEST_CASE("jaccard_order: blocks, bands and grids are found again", "[algorithms][order]") {
    const auto ctx = spec::context_with(2);
    const auto tiles_again = [&](const gb::matrix<void>& a) {
        const auto mixed = shuffled(ctx, a);
        REQUIRE(tiles(mixed) > 3 * tiles(a));
        return tiles(gb::permute(ctx, mixed, gb::jaccard_order(ctx, mixed)));
    };
    CHECK(tiles_again(cliques(60, 13)) == 60);
    const auto blocks = made(gb::blocks(150, 8, 6, 3));
    CHECK(tiles_again(blocks) == tiles(blocks));
    for (const auto& a : {made(gb::band(1500, 10)), made(gb::grid2d(40))})
        CHECK(static_cast<double>(tiles_again(a)) <= 1.1 * static_cast<double>(tiles(a)));
}

TEST_CASE("jaccard_order: denser tiles than by degree", "[algorithms][order]") {
    const auto ctx = spec::context_with(1);
    for (const auto& [a, share] : {std::pair{made(gb::rmat(10, 8)), 0.74}, std::pair{made(gb::uniform(1000, 6, 1)), 0.6}}) {
        const auto by_degree = tiles(gb::permute(ctx, a, gb::degree_order(ctx, a)));
        CHECK(by_degree < tiles(a));
        CHECK(static_cast<double>(tiles(gb::permute(ctx, a, gb::jaccard_order(ctx, a)))) <=
              share * static_cast<double>(by_degree));
    }
}

TEST_CASE("vertex orders: what they refuse", "[algorithms][order]") {
    const auto ctx = spec::context_with(1);
    for (const auto which : all_orders) {
        CHECK_THROWS_AS(gb::order_vertices(ctx, gb::matrix<float>(3, 4), which), gb::dimension_mismatch);
        CHECK_THROWS_WITH(gb::order_vertices(ctx, gb::matrix<float>(3, 4), which),
                          contains_text("A is 3x4; it must be square"));
        CHECK(gb::vertex_order_from_string(gb::to_string(which)) == which);
    }
    CHECK_THROWS_AS(gb::vertex_order_from_string("size"), gb::invalid_value);
    CHECK_THROWS_WITH(gb::vertex_order_from_string("size"), contains_text("degree, rcm, jaccard"));
}
