// The papers' tile methods on the device against plain loops: task lists, bitmaps of C, values, masks, panels. Runs on a
// device, or in rehearsal.
//
// Needs: for the facts the environment variable GRB_TEST_DATA, the folder that holds wiki-Vote.
#include <graphblas_gpu/cuda/device/simt.cuh>

#include <tests/catch.hpp>
#include <tests/engine.hpp>

#include "tile_tasks.hpp"
#include <graphblas_gpu/cuda/published/bitmap_tile/counting.hpp>
#include <graphblas_gpu/cuda/published/methods.hpp>
#include <graphblas_gpu/io/read_matrix.hpp>
#include <tests/cuda/on_words.hpp>

#include <tests/cuda/tile_cases.hpp>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <limits>

namespace tile_papers_test {
namespace {

namespace gb = graphblas_gpu;
namespace cu = graphblas_gpu::cuda;
namespace paper = graphblas_gpu::cuda::tile_paper;
namespace host = graphblas_gpu::host::tile_paper;
using cases::sparse;
using cases::tiled;
using gb::tile_variant;

/// Whether the entry (i, j) of C is wanted.
using filter = bool (*)(gb::index, gb::index);
bool all(gb::index, gb::index) { return true; }
bool some(gb::index i, gb::index j) { return (i + j) % 3 != 0 && i % 7 != 2 && (i / 8 + j / 8) % 2 == 0; }
bool others(gb::index i, gb::index j) { return !some(i, j); }

/// Where the mask has entries.
sparse<float> mask_of(gb::index nrows, gb::index ncols) {
    std::vector<cases::listed_row<float>> rows(static_cast<std::size_t>(nrows));
    for (gb::index i = 0; i < nrows; ++i) {
        for (gb::index j = 0; j < ncols; ++j)
            if (some(i, j)) rows[static_cast<std::size_t>(i)].emplace_back(static_cast<gb::column_index>(j), 1.0f);
    }
    return cases::from_rows<float>(ncols, rows);
}

/// A panel's list beside the host's.
void check_list(const paper::task_list& list, std::vector<host::task> wanted) {
    cu::engine& e = *cases::engine();
    std::erase_if(wanted, [&](const host::task& t) { return t.row < list.rows.first || t.row >= list.rows.last; });
    const auto tasks = cases::from_device(e, list.tasks.data(), list.tasks.size());
    const auto offsets =
        cases::from_device(e, list.structure.offsets.data(), static_cast<std::size_t>(list.structure.nrows) + 1);
    const auto columns = cases::from_device(e, list.structure.columns.data(), static_cast<std::size_t>(list.structure.nvals));
    const auto begins = cases::from_device(e, list.begins.data(), static_cast<std::size_t>(list.structure.nvals) + 1);
    std::vector<host::task> made;
    for (gb::index r = 0; r < list.structure.nrows; ++r) {
        for (auto tile = offsets[static_cast<std::size_t>(r)]; tile < offsets[static_cast<std::size_t>(r) + 1]; ++tile) {
            const auto at = static_cast<std::size_t>(tile);
            CHECK(begins[at] < begins[at + 1]);
            for (auto t = begins[at]; t < begins[at + 1]; ++t) {
                const paper::task word = tasks[static_cast<std::size_t>(t)];
                made.push_back(
                    {list.rows.first + r, columns[at], list.first_tile + paper::left_tile(word), paper::right_tile(word)});
            }
        }
    }
    const bool same = made == wanted;
    CHECK(same);
}

template <class T>
void put_below(sparse<T>& top, const sparse<T>& rows) {
    for (gb::index i = 0; i < rows.nrows; ++i) {
        for (auto p = rows.begin(i); p < rows.end(i); ++p) {
            top.columns.push_back(rows.columns[static_cast<std::size_t>(p)]);
            top.values.push_back(rows.values[static_cast<std::size_t>(p)]);
        }
        top.offsets.push_back(static_cast<gb::row_offset>(top.columns.size()));
    }
    top.nrows += rows.nrows;
}

/// The whole product in that many panels, lists checked on the way.
template <class K>
void check(const K& k, tile_variant variant, const sparse<typename K::left>& a, const sparse<typename K::right>& b,
           std::int64_t panels, filter wanted) {
    using value = typename K::value;
    const cu::engine_ptr& e = cases::engine();
    const auto left = cases::in_tiles(a);
    const auto right = cases::in_tiles(b);
    const cu::tiles x = cases::on_device(e, left), y = cases::on_device(e, right);
    const cu::tiles mask_tiles = cases::on_device(e, cases::in_tiles(mask_of(a.nrows, b.ncols)));
    const cu::tile_mask mask{wanted != all, wanted == others, mask_tiles.view().structure()};
    const auto listed = host::list_tasks(left.structure(), right.structure(), variant == tile_variant::bmsparse);
    const auto counts = paper::count_pairs(e, x.view().tiles, y.view().tiles);
    sparse<value> c;
    c.ncols = b.ncols;
    gb::row_offset seen = 0;
    const gb::index all_rows = x.structure.nrows;
    cu::in_panels({0, all_rows}, std::min(panels, all_rows), [&](cu::row_range rows) {
        auto list = paper::list_tasks(e, variant, x.view(), y.view(), counts, rows);
        check_list(list, listed);
        seen += list.pairs;
        auto part = paper::count_tiles(e, x.view(), y.view(), std::move(list), mask);
        part.c.type = gb::base::code_of<value>();
        part.c.values = cu::memory(e, static_cast<std::size_t>(part.c.nvals) * sizeof(value));
        e->set_bytes(part.c.values.data(), 0x5a, part.c.values.bytes());
        paper::tile_values(e, cuda_tests::on_words(k), x.view(), y.view(), part.c.view(), part.view(),
                           cuda_tests::values_on_words(k, part.c.values.data()));
        const auto tiles = cases::from_device<value>(*e, part.c);
        for (const auto bits : tiles.bitmaps) CHECK(bits != 0);
        put_below(c, cases::from_tiles(tiles));
    });
    CHECK(seen == counts.total);
    const auto expected = cases::by_loop(k, a, b, wanted);
    CHECK(c.nrows == expected.nrows);
    const bool same_structure = c.offsets == expected.offsets && c.columns == expected.columns;
    CHECK(same_structure);
    const bool same_values = c.values == expected.values;
    CHECK(same_values);
}

template <class K>
void check(const K& k, const sparse<typename K::left>& a, const sparse<typename K::right>& b) {
    constexpr std::int64_t one_a_row = std::int64_t{1} << 40;
    for (const tile_variant variant : {tile_variant::bmsparse, tile_variant::tsparse}) {
        CAPTURE(gb::to_string(variant));
        for (const std::int64_t panels : {std::int64_t{1}, std::int64_t{3}, one_a_row}) check(k, variant, a, b, panels, all);
        for (const filter wanted : {some, others}) check(k, variant, a, b, 1, wanted);
        check(k, variant, a, b, 3, others);
    }
}

/// The library compiles these methods directly for plus_times alone.
template <class S>
auto by_codes(const S&) {
    return cu::interpreted<gb::semiring_value_t<S>>{cu::code_of<S>(), gb::semiring_add_t<S>::identity()};
}

template <class S>
cu::direct<S> known(const S& s) {
    return {s};
}

}  // namespace

TEST_CASE("tile papers: products of all shapes") {
    for (const unsigned seed : {1u, 2u}) {
        const auto a = cases::with_lengths<float>(cases::uneven(123, 4, 9, 40, seed), 91, seed);
        const auto b = cases::with_lengths<float>(cases::uneven(91, 4, 11, 60, seed + 10), 130, seed + 10);
        check(known(gb::plus_times<float>), a, b);
        check(by_codes(gb::min_plus<float>), a, b);
    }
    check(known(gb::plus_times<float>), cases::with_lengths<float>({3}, 5, 1),
          cases::with_lengths<float>({1, 1, 0, 4, 7}, 7, 2));
    // One column of tiles: the last of a row and the first of the next are the same.
    check(known(gb::plus_times<float>), cases::with_lengths<float>(std::vector<gb::index>(30, 3), 9, 1),
          cases::with_lengths<float>(std::vector<gb::index>(9, 3), 7, 2));
    check(known(gb::plus_times<float>), cases::with_lengths<float>({24, 24, 24}, 24, 1),
          cases::with_lengths<float>(std::vector<gb::index>(24, 17), 17, 2));
}

TEST_CASE("tile papers: nothing to multiply") {
    const auto k = known(gb::plus_times<float>);
    check(k, cases::with_lengths<float>({}, 20, 1), cases::with_lengths<float>(std::vector<gb::index>(20, 3), 9, 2));
    check(k, cases::with_lengths<float>({0, 0, 0}, 20, 1), cases::with_lengths<float>(std::vector<gb::index>(20, 3), 9, 2));
    check(k, cases::with_lengths<float>({4, 0, 9}, 20, 1), cases::with_lengths<float>(std::vector<gb::index>(20, 0), 9, 2));
    // Tiles that stand where they would meet, columns of the one where the other has no row.
    sparse<float> left{8, 8, {0, 1, 2, 3, 4, 5, 6, 7, 8}, {0, 2, 4, 6, 0, 2, 4, 6}, {1, 1, 1, 1, 1, 1, 1, 1}};
    sparse<float> right{8, 8, {0, 0, 1, 1, 2, 2, 3, 3, 4}, {0, 1, 2, 3}, {1, 1, 1, 1}};
    check(k, left, right);
}

TEST_CASE("tile papers: numbers of rows and columns, and types") {
    const auto a = cases::with_lengths<std::int64_t>(cases::uneven(70, 5, 9, 40, 3), 61, 3);
    const auto b = cases::with_lengths<std::int64_t>(cases::uneven(61, 5, 11, 40, 4), 75, 4);
    using cu::add_code;
    using cu::multiply_code;
    const auto looked_up = [](add_code add, multiply_code multiply, std::int64_t identity) {
        return cu::interpreted<std::int64_t>{{add, multiply, gb::type_code::int64}, identity};
    };
    check(looked_up(add_code::plus, multiply_code::firsti, 0), a, b);
    check(looked_up(add_code::max, multiply_code::secondi, std::numeric_limits<std::int64_t>::min()), a, b);
    check(looked_up(add_code::plus, multiply_code::second, 0), a, b);
    check(by_codes(gb::plus_pair<std::int64_t>), a, b);
}

namespace {

/// Values of C on tensor cores, in that many panels.
sparse<float> on_tensor_cores(const sparse<float>& a, const sparse<float>& b, std::int64_t panels, int a_exponent,
                              int b_exponent) {
    const cu::engine_ptr& e = cases::engine();
    const cu::tiles x = cases::on_device(e, cases::in_tiles(a)), y = cases::on_device(e, cases::in_tiles(b));
    const auto counts = paper::count_pairs(e, x.view().tiles, y.view().tiles);
    sparse<float> c;
    c.ncols = b.ncols;
    cu::in_panels({0, x.structure.nrows}, panels, [&](cu::row_range rows) {
        auto part = paper::count_tiles(e, x.view(), y.view(),
                                       paper::list_tasks(e, tile_variant::tsparse, x.view(), y.view(), counts, rows), {});
        part.c.type = gb::type_code::float32;
        part.c.values = cu::memory(e, static_cast<std::size_t>(part.c.nvals) * sizeof(float));
        e->set_bytes(part.c.values.data(), 0x5a, part.c.values.bytes());
        paper::mixed_values(e, x.view(), y.view(), part.c.view(), part.view(), a_exponent, b_exponent,
                            static_cast<float*>(part.c.values.data()));
        put_below(c, cases::from_tiles(cases::from_device<float>(*e, part.c)));
    });
    return c;
}

/// NaN is equal to NaN.
bool same_bits_or_nan(const std::vector<float>& x, const std::vector<float>& y) {
    return std::equal(x.begin(), x.end(), y.begin(), y.end(),
                      [](float p, float q) { return p == q || (std::isnan(p) && std::isnan(q)); });
}

}  // namespace

TEST_CASE("tile papers: values on tensor cores") {
    const auto k = known(gb::plus_times<float>);
    for (const unsigned seed : {1u, 2u, 3u}) {
        const gb::index usual = seed == 3 ? 30 : 4;
        auto a = cases::with_lengths<float>(cases::uneven(123, usual, 9, 40, seed), 91, seed);
        auto b = cases::with_lengths<float>(cases::uneven(91, usual, 11, 60, seed + 10), 130, seed + 10);
        const auto wanted = cases::by_loop(k, a, b, all);
        for (const std::int64_t panels : {1, 5}) {
            const auto made = on_tensor_cores(a, b, panels, 0, 0);
            CHECK(made.columns == wanted.columns);
            CHECK(made.values == wanted.values);
        }
        // Small numbers that only fit fp16 once they are scaled.
        for (float& x : a.values) x = std::ldexp(x, -40);
        for (float& x : b.values) x = std::ldexp(x, -30);
        const auto scaled = on_tensor_cores(a, b, 1, 40, 30);
        CHECK(scaled.values == cases::by_loop(k, a, b, all).values);
    }
}

TEST_CASE("tile papers: infinities do not meet absent entries on tensor cores") {
    const auto k = known(gb::plus_times<float>);
    auto a = cases::with_lengths<float>(cases::uneven(90, 6, 9, 40, 5), 70, 5);
    auto b = cases::with_lengths<float>(cases::uneven(70, 6, 11, 40, 6), 60, 6);
    a.values[40] = std::numeric_limits<float>::infinity();
    b.values[55] = -std::numeric_limits<float>::infinity();
    b.values[90] = std::numeric_limits<float>::quiet_NaN();
    const auto wanted = cases::by_loop(k, a, b, all);
    const bool has_some = std::any_of(wanted.values.begin(), wanted.values.end(), [](float x) { return !std::isfinite(x); });
    REQUIRE(has_some);
    const bool same = same_bits_or_nan(on_tensor_cores(a, b, 1, 0, 0).values, wanted.values);
    CHECK(same);
}

TEST_CASE("tile papers: facts of wiki-Vote", "[data]") {
    const char* folder = std::getenv("GRB_TEST_DATA");
    const std::string path = std::string(folder == nullptr ? "" : folder) + "/wiki-Vote.mtx.gz";
    if (!std::ifstream(path)) {
        WARN("SKIPPED: no wiki-Vote.mtx.gz in GRB_TEST_DATA");
        return;
    }
    const auto matrix = gb::read_matrix<void>(gb::context::host({.threads = 1}), path);
    sparse<float> m;
    m.nrows = matrix.nrows();
    m.ncols = matrix.ncols();
    m.offsets.assign(matrix.row_offsets().begin(), matrix.row_offsets().end());
    m.columns.assign(matrix.columns().begin(), matrix.columns().end());
    m.values.assign(m.columns.size(), 1);
    const auto a = cases::in_tiles(m);
    CHECK(a.bitmaps.size() == 72429);
    const auto culled = host::list_tasks(a.structure(), a.structure(), false);
    CHECK(culled.size() == 3058660);
    const auto c = host::count_tiles(a.structure(), a.structure(), culled);
    CHECK(c.size() == 526421);

    const cu::engine_ptr& e = cases::engine();
    const cu::tiles x = cases::on_device(e, a);
    const auto counts = paper::count_pairs(e, x.view().tiles, x.view().tiles);
    CHECK(counts.total == 7261770);
    for (const tile_variant variant : {tile_variant::bmsparse, tile_variant::tsparse}) {
        auto list = paper::list_tasks(e, variant, x.view(), x.view(), counts, {0, x.structure.nrows});
        CHECK(list.tasks.size() == (variant == tile_variant::bmsparse ? 7261770 : 3058660));
        const auto part = paper::count_tiles(e, x.view(), x.view(), std::move(list), {});
        CHECK(part.c.structure.nvals == 526421);
        CHECK(part.c.nvals == 1831112);
        const auto bitmaps = cases::from_device(*e, part.c.bitmaps.data(), part.c.bitmaps.size());
        const bool same = std::equal(bitmaps.begin(), bitmaps.end(), c.begin(), c.end(),
                                     [](auto bits, const host::made_tile& t) { return bits == t.bits; });
        CHECK(same);
    }
}

}  // namespace tile_papers_test
