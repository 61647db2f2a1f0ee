// concat and split against the specification: all grids, with tiles that are empty.
#include "trial.hpp"

namespace spec {

namespace {

using indices = std::vector<index>;

std::string text_of(const indices& sizes) {
    std::string out = "[";
    for (const index size : sizes) out.append(std::to_string(size)).append(" ");
    return out + "]";
}

const std::vector<std::pair<indices, indices>>& grids() {
    static const std::vector<std::pair<indices, indices>> all{
        {{0}, {0}},          {{5}, {4}},       {{0, 0}, {3}},           {{3}, {0, 0, 0}},
        {{2, 3}, {4, 1}},    {{0, 4, 0}, {2, 0, 5, 0}}, {{1, 1, 1, 1}, {65, 64}}, {{70, 0, 3}, {1, 129, 2}}};
    return all;
}

template <class TC, class T>
void check_grids() {
    random r(91);
    for (const auto& [tile_nrows, tile_ncols] : grids()) {
        index nrows = 0, ncols = 0;
        for (const index size : tile_nrows) nrows += size;
        for (const index size : tile_ncols) ncols += size;
        const auto a = random_dense<T>(r, nrows, ncols, 0.4);
        const auto there = write<gb::matrix<T>>(a);
        const auto p = static_cast<index>(tile_nrows.size()), q = static_cast<index>(tile_ncols.size());
        const auto words = [&, &rows = tile_nrows, &columns = tile_ncols] { return text_of(rows) + " x " + text_of(columns); };
        for (const gb::context& ctx : contexts()) {
            const std::vector<gb::matrix<T>> tiles = gb::split(ctx, there, tile_nrows, tile_ncols);
            REQUIRE(tiles.size() == tile_nrows.size() * tile_ncols.size());
            index row = 0;
            std::size_t n = 0;
            for (const index height : tile_nrows) {
                index column = 0;
                for (const index width : tile_ncols) {
                    expect_none(difference(tiles[n++], tile(a, row, height, column, width)), words);
                    column += width;
                }
                row += height;
            }
            CHECK(gb::concat(ctx, tiles, p, q) == there);
            gb::matrix<TC> c(nrows, ncols);
            if (nrows > 0 && ncols > 0) c.set_element(0, 0, {});
            gb::concat(ctx, c, tiles, p, q);
            expect_none(difference(c, apply<read_as<TC>>([](const auto& x, index, index) { return x; }, a)), words);
        }
    }
}

}  // namespace

TEST_CASE("concat and split: grids of tiles", "[spec][tiles]") {
    check_grids<std::int32_t, std::int32_t>();
    check_grids<float, double>();
    check_grids<bool, bool>();
    check_grids<double, void>();
    check_grids<void, std::int32_t>();
}

TEST_CASE("concat: one matrix in several places, and as the output", "[spec][tiles]") {
    random r(92);
    const auto a = random_dense<int>(r, 3, 3, 0.5);
    auto c = write<gb::matrix<int>>(a);
    const gb::matrix<int> none(3, 3);
    const auto twice = gb::concat(contexts()[1], {&c, &none, &none, &c}, 2, 2);
    expect_none(difference(twice, kronecker<int>([](int, int x) { return x; },
                                                 matrix_diag(dense<int>{1, 2, {1, 1}}, 0), a)),
                [] { return "blocks on the diagonal"; });
    gb::concat(contexts()[1], c, {&c}, 1, 1);
    expect_none(difference(c, a), [] { return "itself"; });
    const std::vector<const gb::matrix<int>*> row{&c, &c};
    CHECK(gb::concat(contexts()[1], row, 1, 2).ncols() == 6);
}

TEST_CASE("concat and split: many rows on several threads", "[spec][tiles]") {
    const auto a = skewed<std::int32_t>(93, 40000, 3000, 400, 20);
    const indices rows{1, 20000, 0, 19999}, columns{1000, 1, 1999};
    const auto want = gb::split(contexts()[0], a, rows, columns);
    for (const gb::context& ctx : contexts()) {
        CHECK(gb::split(ctx, a, rows, columns) == want);
        CHECK(gb::concat(ctx, want, 4, 3) == a);
    }
}

TEST_CASE("concat refuses tiles that do not fit", "[spec][tiles]") {
    const gb::context& ctx = contexts()[1];
    const gb::matrix<int> a(2, 3), b(2, 4), odd(3, 3), wide(0, 0xffffffff);
    CHECK_THROWS_WITH(gb::concat(ctx, {&a, &b, &a, &odd}, 2, 2),
                      contains_text("tile (1, 1)") && contains_text("3x3") && contains_text("2x4"));
    CHECK_THROWS_AS(gb::concat(ctx, {&a, &odd}, 1, 2), gb::dimension_mismatch);
    CHECK_THROWS_AS(gb::concat(ctx, {&a, &b}, 2, 1), gb::dimension_mismatch);
    CHECK_THROWS_WITH(gb::concat(ctx, {&a, &a, &a}, 2, 2), contains_text("3 tiles") && contains_text("2x2"));
    CHECK_THROWS_AS(gb::concat(ctx, std::vector<gb::matrix<int>>{}, 0, 0), gb::invalid_value);
    CHECK_THROWS_AS(gb::concat(ctx, {&a}, -1, -1), gb::invalid_value);
    CHECK_THROWS_AS(gb::concat(ctx, {&wide, &wide}, 1, 2), gb::invalid_value);
    gb::matrix<int> c = write<gb::matrix<int>>(filled(2, 3, 1));
    const auto before = c;
    CHECK_THROWS_WITH(gb::concat(ctx, c, {&a, &b}, 1, 2), contains_text("C is 2x3") && contains_text("2x7"));
    CHECK(c == before);
}

TEST_CASE("split refuses sizes that do not add up", "[spec][tiles]") {
    const gb::context& ctx = contexts()[1];
    const gb::matrix<int> a(5, 6);
    CHECK_THROWS_WITH(gb::split(ctx, a, indices{2, 2}, indices{6}), contains_text("4 rows") && contains_text("has 5"));
    CHECK_THROWS_AS(gb::split(ctx, a, indices{5}, indices{6, 1}), gb::dimension_mismatch);
    CHECK_THROWS_WITH(gb::split(ctx, a, indices{7, -2}, indices{6}), contains_text("tile 0 has 7 rows"));
    CHECK_THROWS_AS(gb::split(ctx, a, indices{-2, 7}, indices{6}), gb::dimension_mismatch);
    CHECK_THROWS_AS(gb::split(ctx, a, indices{std::numeric_limits<index>::max(), 5}, indices{6}), gb::dimension_mismatch);
    CHECK_THROWS_AS(gb::split(ctx, a, indices{}, indices{6}), gb::invalid_value);
}

}  // namespace spec
