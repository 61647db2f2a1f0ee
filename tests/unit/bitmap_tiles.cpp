// Matrices in tiles: conversions there and back, and the structure of products against a plain one, on several threads, by
// array and by table, under all masks.
#include "structures.hpp"
#include "tests/catch.hpp"
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/host/bitmap_tile/tile_symbolic.hpp>
#include <graphblas_gpu/matrix.hpp>

#include <array>
#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <utility>

namespace unit {

namespace gb = graphblas_gpu;
using namespace graphblas_gpu::host;
using gb::column_index;
using gb::index;
using gb::row_offset;

namespace {

std::array<team, 2>& teams() {
    static std::array<team, 2> all{team(1), team(5)};
    return all;
}

/// What the format says, worked out entry by entry.
std::map<std::pair<index, index>, tile_bits> plain_tiles(const structure& a) {
    std::map<std::pair<index, index>, tile_bits> tiles;
    for (index i = 0; i < a.nrows(); ++i) {
        for (const column_index j : a.rows[static_cast<std::size_t>(i)]) {
            tiles[{i / 8, j / 8}] |= gb::formats::tile_bit(static_cast<unsigned>(i % 8), j % 8);
        }
    }
    return tiles;
}

void check_tiles(const bitmap_tiles_view<void>& got, const structure& a) {
    REQUIRE(got.nrows == a.nrows());
    REQUIRE(got.ncols == a.ncols);
    REQUIRE(got.tiles.nrows == (a.nrows() + 7) / 8);
    REQUIRE(got.tiles.ncols == (a.ncols + 7) / 8);
    const auto want = plain_tiles(a);
    REQUIRE(got.tiles.nvals() == static_cast<index>(want.size()));
    REQUIRE(got.nvals() == a.nvals());
    REQUIRE(got.bases[0] == 0);
    auto at = want.begin();
    row_offset values = 0;
    for (index i = 0; i < got.tiles.nrows; ++i) {
        REQUIRE_EACH(got.bases[i] == values);
        for (row_offset t = got.tiles.begin(i); t < got.tiles.end(i); ++t, ++at) {
            REQUIRE_EACH(at->first == std::pair<index, index>(i, got.tiles.columns[t]));
            REQUIRE_EACH(got.bitmaps[t] == at->second);
            REQUIRE_EACH(got.first_value(i, t) == values);
            values += gb::formats::tile_nvals(at->second);
        }
    }
}

gb::csr<std::int32_t> numbered(const structure& a) {
    gb::csr<std::int32_t> out = stored<std::int32_t>(a);
    out.values = gb::buffer<std::int32_t>(out.columns.size());
    for (index i = 0; i < a.nrows(); ++i) {
        for (row_offset p = out.offsets[static_cast<std::size_t>(i)]; p < out.offsets[static_cast<std::size_t>(i) + 1]; ++p) {
            const auto n = static_cast<std::size_t>(p);
            out.values[n] = static_cast<std::int32_t>(i * 10007 + out.columns[n]);
        }
    }
    return out;
}

/// Values packed row by row within a tile.
void check_values(const bitmap_tiles<std::int32_t>& a) {
    const auto view = a.view();
    for (index i = 0; i < view.tiles.nrows; ++i) {
        for (row_offset t = view.tiles.begin(i); t < view.tiles.end(i); ++t) {
            const auto* value = view.values + view.first_value(i, t);
            gb::base::for_each_bit(view.bitmaps[t], 0, [&](column_index position) {
                const index row = i * 8 + position / 8, column = static_cast<index>(view.tiles.columns[t]) * 8 + position % 8;
                REQUIRE_EACH(*value++ == static_cast<std::int32_t>(row * 10007 + column));
            });
        }
    }
}

void check_conversion(const structure& a) {
    const gb::csr<std::int32_t> rows = numbered(a);
    const gb::csr<void> plain = stored(a);
    for (team& workers : teams()) {
        INFO(a.nrows() << "x" << a.ncols << ", " << a.nvals() << " entries, " << workers.size() << " threads");
        const bitmap_tiles<std::int32_t> tiles = tiles_of(workers, rows.view());
        check_tiles(tiles.view().structure(), a);
        check_values(tiles);
        const bool back = rows_of_tiles(workers, tiles.view()) == rows;
        CHECK(back);
        const bitmap_tiles<void> found = tiles_of(workers, plain.view());
        check_tiles(found.view(), a);
        const bool back_without_values = rows_of_tiles(workers, found.view()) == plain;
        CHECK(back_without_values);
    }
}

structure full(index nrows, index ncols) {
    row all;
    for (index j = 0; j < ncols; ++j) all.push_back(static_cast<column_index>(j));
    return {ncols, std::vector<row>(static_cast<std::size_t>(nrows), all)};
}

structure empty(index nrows, index ncols) { return {ncols, std::vector<row>(static_cast<std::size_t>(nrows))}; }

structure masked_or_not(const structure& c, const structure* mask, bool complement) {
    return mask == nullptr ? c : masked(c, *mask, complement);
}

void check_product(const structure& a, const structure& b, const structure* mask, bool complement, bool by_array) {
    const structure want = masked_or_not(product(a, b), mask, complement);
    const gb::csr<void> a_rows = stored(a), b_rows = stored(b);
    const gb::csr<void> mask_rows_held = mask == nullptr ? gb::csr<void>() : stored(*mask);
    for (team& workers : teams()) {
        INFO(a.nrows() << "x" << a.ncols << "x" << b.ncols
                       << (mask == nullptr ? ""
                           : complement    ? ", complement"
                                           : ", mask")
                       << ", " << workers.size() << " threads");
        const auto a_tiles = tiles_of(workers, a_rows.view());
        const auto b_tiles = tiles_of(workers, b_rows.view());
        const mask_rows kind{mask_rows_held.structure(), mask != nullptr, complement};
        const tile_problem problem(workers, a_tiles.view(), b_tiles.view(), kind);
        REQUIRE(problem.by_array() == by_array);
        const auto c = tile_structure(workers, problem);
        check_tiles(c.view(), want);
        check_tiles(tile_structure_counted(workers, problem).view(), want);
        const tile_counts counts = count_tiles(workers, problem);
        CHECK(counts.tiles == c.view().tiles.nvals());
        CHECK(counts.nvals == want.nvals());
    }
}

}  // namespace

TEST_CASE("bitmap tiles: there and back", "[unit][tiles]") {
    std::mt19937 engine(11);
    for (const auto& [nrows, ncols] : {std::pair<index, index>{1, 1},
                                       {8, 8},
                                       {7, 9},
                                       {9, 7},
                                       {16, 24},
                                       {1, 100},
                                       {100, 1},
                                       {63, 65},
                                       {65, 63},
                                       {200, 130}}) {
        for (const double density : {0.01, 0.1, 0.5, 0.95}) check_conversion(random_structure(engine, nrows, ncols, density));
        check_conversion(full(nrows, ncols));
        check_conversion(empty(nrows, ncols));
        structure corner = empty(nrows, ncols);
        corner.rows.back().push_back(static_cast<column_index>(ncols - 1));
        check_conversion(corner);
    }
    check_conversion(empty(0, 0));
    check_conversion(empty(0, 9));
    check_conversion(empty(9, 0));
    check_conversion(random_structure(engine, 5000, 3000, 0.01));  // more than one thread's share
}

TEST_CASE("bitmap tiles: columns up to the largest", "[unit][tiles]") {
    constexpr index largest = 0xffffffff;
    structure wide = empty(9, largest);
    wide.rows[0] = {0, 0xfffffff0, 0xfffffffe};
    wide.rows[7] = {0xfffffff7, 0xfffffff8};
    wide.rows[8] = {0xfffffffe};
    check_conversion(wide);
}

TEST_CASE("bitmap tiles: more values in eight rows than 32 bits count are refused", "[unit][tiles]") {
    CHECK_NOTHROW(check_values_of_tile_row(2, 0xffffffff));
    CHECK_THROWS_AS(check_values_of_tile_row(2, 0x100000000), gb::unsupported);
    CHECK_THROWS_WITH(check_values_of_tile_row(2, 0x100000000), contains_text("rows 16 to 23 have 4294967296 entries"));
}

TEST_CASE("bitmap tiles: structure of products under all masks", "[unit][tiles]") {
    std::mt19937 engine(13);
    for (const auto& [nrows, inner, ncols, density] : {std::tuple<index, index, index, double>{1, 1, 1, 1.0},
                                                       {9, 17, 7, 0.3},
                                                       {64, 64, 64, 0.05},
                                                       {100, 30, 70, 0.2},
                                                       {30, 700, 30, 0.02},
                                                       {40, 40, 900, 0.1},
                                                       {300, 300, 300, 0.01}}) {
        const structure a = random_structure(engine, nrows, inner, density),
                        b = random_structure(engine, inner, ncols, density);
        check_product(a, b, nullptr, false, true);
        for (const structure& mask : {random_structure(engine, nrows, ncols, 0.3), random_structure(engine, nrows, ncols, 0.01),
                                      full(nrows, ncols), empty(nrows, ncols)}) {
            check_product(a, b, &mask, false, true);
            check_product(a, b, &mask, true, true);
        }
    }
}

TEST_CASE("bitmap tiles: few entries in very wide matrices go by table", "[unit][tiles]") {
    constexpr index not_short = bitmap_tile_policy::short_array;
    static_assert(!tile_array_is_profitable(not_short, not_short - 1));
    static_assert(tile_array_is_profitable(not_short, not_short));
    static_assert(tile_array_is_profitable(not_short - 1, 0));
    std::mt19937 engine(17);
    constexpr index ncols = index{1} << 22;
    const auto sparse = [&](index nrows, int size) {
        structure s = empty(nrows, ncols);
        for (row& r : s.rows) {
            for (int n = 0; n < size; ++n) r.push_back(static_cast<column_index>(engine() % ncols / 64));
            r.push_back(ncols - 1);
            std::sort(r.begin(), r.end());
            r.erase(std::unique(r.begin(), r.end()), r.end());
        }
        return s;
    };
    const structure a = random_structure(engine, 50, 40, 0.2), b = sparse(40, 60);
    structure mask = sparse(50, 300);
    const structure c = product(a, b);
    for (std::size_t i = 0; i < mask.rows.size(); ++i) {  // half of the product is in the mask
        for (std::size_t n = 0; n < c.rows[i].size(); n += 2) mask.rows[i].push_back(c.rows[i][n]);
        std::sort(mask.rows[i].begin(), mask.rows[i].end());
        mask.rows[i].erase(std::unique(mask.rows[i].begin(), mask.rows[i].end()), mask.rows[i].end());
    }
    check_product(a, b, nullptr, false, false);
    check_product(a, b, &mask, false, false);
    check_product(a, b, &mask, true, false);
}

TEST_CASE("a matrix keeps its tiles until it changes", "[unit][tiles]") {
    team workers(1);
    std::mt19937 engine(19);
    auto a = gb::matrix<std::int32_t>::from_storage(numbered(random_structure(engine, 30, 30, 0.2)));
    const auto tiles_of = [&](const gb::matrix<std::int32_t>& m) { return m.any().tiles(workers); };
    const auto kept = tiles_of(a).keep;
    CHECK(tiles_of(a).keep == kept);
    const auto copy = a;
    CHECK(tiles_of(copy).keep == kept);
    const auto rows_of = [&](const gb::matrix<std::int32_t>& m) {
        gb::formats::bitmap_tiles_view<std::int32_t> view;
        const gb::formats::untyped_tiles tiles = tiles_of(m);
        const auto& s = tiles.structure;
        view = {s.nrows, s.ncols, s.tiles, s.bitmaps, s.bases, s.starts, static_cast<const std::int32_t*>(tiles.values)};
        return rows_of_tiles(workers, view);
    };

    SECTION("a value") { a.values()[0] = -1; }
    SECTION("an element") { a.set_element(29, 29, 5); }
    SECTION("one less") { a.remove_element(0, a.columns()[0]); }
    SECTION("cleared") { a.clear(); }
    SECTION("resized") { a.resize(20, 31); }
    SECTION("moved from") {
        auto other = std::move(a);
        CHECK(tiles_of(other).keep == kept);
    }
    SECTION("assigned") { a = gb::matrix<std::int32_t>(3, 3); }
    CHECK(tiles_of(a).keep != kept);
    const bool same = rows_of(a) == a.to_csr();
    CHECK(same);
    const bool copy_is_as_before = rows_of(copy) == copy.to_csr();
    CHECK(copy_is_as_before);
}

}  // namespace unit
