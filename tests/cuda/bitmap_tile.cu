// Bitmap tiles on the device: conversion, structure and values by themselves, against loops on the host.
//
// Idea: matrices that end within a tile, full ones, empty ones, hubs; every kernel is asked for what a loop over entries gives.
// Values are small whole numbers, so that sums are exact in every type.
#include <graphblas_gpu/cuda/device/simt.cuh>
#include <graphblas_gpu/cuda/bitmap_tile/convert.hpp>
#include <graphblas_gpu/cuda/bitmap_tile/row_bits.hpp>
#include <graphblas_gpu/cuda/bitmap_tile/rules.hpp>
#include <graphblas_gpu/cuda/bitmap_tile/structure.hpp>
#include <graphblas_gpu/cuda/bitmap_tile/tile_products.cuh>
#include <graphblas_gpu/cuda/bitmap_tile/window.cuh>
#include <tests/cuda/on_words.hpp>
#include <graphblas_gpu/cuda/product/product.hpp>
#include <graphblas_gpu/cuda/elementwise/values.hpp>

#include <tests/catch.hpp>
#include <tests/cuda/tile_cases.hpp>
#include <tests/engine.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <string>

namespace {

namespace gb = graphblas_gpu;
namespace cu = gb::cuda;
namespace formats = gb::formats;
using cases::sparse;
using gb::cuda::tile_bits;

using policy = cu::bitmap_tile_policy;
/// The columns of C whose rows may be bitmaps: 32 tiles of 8 a word.
constexpr gb::index most_columns = policy::max_words_a_row * 32 * 8;

/// What an array on the device holds.
template <class T>
std::vector<T> fetched(const cu::array<T>& from) {
    return cases::from_device(*cases::engine(), from);
}
template <class T>
std::vector<T> values_of(const void* from, std::size_t count) {
    return cases::from_device(*cases::engine(), static_cast<const T*>(from), count);
}

template <class T>
void check_structure(const cu::tiles& made, const cases::tiled<T>& wanted) {
    CHECK(fetched(made.structure.offsets) == wanted.tiles.offsets);
    CHECK(fetched(made.bases) == wanted.bases);
    CHECK(fetched(made.structure.columns) == wanted.tiles.columns);
    CHECK(fetched(made.bitmaps) == wanted.bitmaps);
    CHECK(fetched(made.starts) == wanted.starts);
    CHECK(made.nvals == static_cast<gb::row_offset>(wanted.values.size()));
    CHECK(made.structure.nvals == static_cast<gb::row_offset>(wanted.bitmaps.size()));
}

template <class T>
void check_conversion(const sparse<T>& m) {
    const cu::csr rows = cases::on_device(cases::engine(), m);
    const cu::tiles made = cu::tiled(cases::engine(), rows.view());
    CHECK(made.nrows == m.nrows);
    CHECK(made.ncols == m.ncols);
    const cases::tiled<T> wanted = cases::in_tiles(m);
    check_structure(made, wanted);
    CHECK(values_of<T>(made.values.data(), wanted.values.size()) == wanted.values);
    const auto back = cases::from_device<T>(*cases::engine(), cu::untiled(cases::engine(), made.view()));
    CHECK(back.offsets == m.offsets);
    CHECK(back.columns == m.columns);
    CHECK(back.values == m.values);
    const cu::memory only = cu::untiled_values(cases::engine(), made.view());
    CHECK(values_of<T>(only.data(), m.values.size()) == m.values);
}

/// nrows x ncols, every `every`-th entry.
template <class T>
sparse<T> regular(gb::index nrows, gb::index ncols, gb::index every) {
    std::vector<cases::listed_row<T>> rows(static_cast<std::size_t>(nrows));
    for (gb::index i = 0; i < nrows; ++i) {
        for (gb::index j = 0; j < ncols; ++j) {
            if ((i * ncols + j) % every != 0) continue;
            rows[static_cast<std::size_t>(i)].emplace_back(static_cast<gb::column_index>(j),
                                                           static_cast<T>(1 + (i + 3 * j) % 5));
        }
    }
    return cases::from_rows<T>(ncols, rows);
}

/// What is kept of a product.
using mask_case = cases::under<float>;

/// A matrix on the device in all forms.
template <class T>
struct on_device {
    cu::csr rows;
    cu::tiles tiles;
    cu::tile_slices column_slices, row_slices;

    explicit on_device(const sparse<T>& m)
        : rows(cases::on_device(cases::engine(), m)),
          tiles(cu::tiled(cases::engine(), rows.view())),
          column_slices(cu::column_slices(cases::engine(), tiles.view())),
          row_slices(cu::row_slices(cases::engine(), rows.view())) {}

    cu::tiles_ref view(bool sliced) const {
        cu::tiles_ref v = tiles.view();
        if (!sliced) return v;
        v.columns = column_slices.view();
        v.rows = row_slices.view();
        v.rows.bases = rows.offsets.data();
        v.rows.values = rows.values.data();
        return v;
    }
};

template <class K>
std::vector<typename K::value> values_by_device(const K& k, const cu::tiles_ref& a, const cu::tiles_ref& b,
                                                const cu::tiles& c) {
    const cu::memory values(cases::engine(), static_cast<std::size_t>(c.nvals) * sizeof(typename K::value));
    cu::tile_values(cases::engine(), cuda_tests::on_words(k), a, b, c.view(), cuda_tests::values_on_words(k, values.data()));
    return values_of<typename K::value>(values.data(), static_cast<std::size_t>(c.nvals));
}

/// By slices, so many tiles of C a piece of a long row.
template <class K>
std::vector<typename K::value> values_in_windows(const K& k, const cu::tiles_ref& a, const cu::tiles_ref& b, const cu::tiles& c,
                                                 unsigned tiles) {
    const cu::memory values(cases::engine(), static_cast<std::size_t>(c.nvals) * sizeof(typename K::value));
    cu::tile_values_by_slices(cases::engine(), cuda_tests::on_words(k), a, b, c.view(),
                              cuda_tests::values_on_words(k, values.data()), tiles);
    return values_of<typename K::value>(values.data(), static_cast<std::size_t>(c.nvals));
}

/// The tiles of a product of slices, by sorting and as bits, if these serve. Returns whether sorting does.
template <class T>
bool check_ways_by_slices(const cu::tiles_ref& a, const cu::tiles_ref& b, const cases::tiled<T>& wanted) {
    const cu::csr_ref &x = a.columns.structure, &y = b.rows.structure;
    const cu::bitmap_tile::outer_products product{a.columns.bits, b.rows.bits};
    const auto check = [&](const char* way, const cu::bitmap_tile::tile_bitmaps& made) {
        INFO(way);
        CHECK(made.structure.nvals == static_cast<gb::row_offset>(wanted.bitmaps.size()));
        CHECK(fetched(made.structure.offsets) == wanted.tiles.offsets);
        CHECK(fetched(made.structure.columns) == wanted.tiles.columns);
        CHECK(fetched(made.bitmaps) == wanted.bitmaps);
    };
    const auto sorted = cu::bitmap_tile::sort_pairs(cases::engine(), x, y, product);
    if (sorted) check("sorted", *sorted);
    if (cu::bitmap_tile::words_for(y.ncols) <= cu::bitmap_tile_policy::max_words_a_row) {
        check("bits", cu::bitmap_tile::or_products(cases::engine(), x, y, product));
    }
    return sorted.has_value();
}

template <class K>
void check_product(const K& k, const sparse<typename K::left>& a, const sparse<typename K::right>& b, const mask_case& mask) {
    using value = typename K::value;
    const cu::engine_ptr& e = cases::engine();
    const on_device<typename K::left> x(a);
    const on_device<typename K::right> y(b);
    cu::tiles m;
    cu::tile_mask by;
    if (mask.mask != nullptr) {
        m = cu::tiled(e, cases::on_device(e, *mask.mask).view());
        by = {true, mask.complement, m.view()};
    }
    const cases::tiled<value> wanted = cases::in_tiles(cases::by_loop(k, a, b, mask));
    for (const bool sliced : {false, true}) {
        INFO((sliced ? "slices" : "whole tiles"));
        const cu::tiles made = cu::tile_structure(e, x.view(sliced), y.view(sliced), by);
        check_structure(made, wanted);
        // Rows of C as bits wherever they are not too wide, or empty.
        check_structure(cu::tile_structure(e, x.view(sliced), y.view(sliced), by, 1 << 20), wanted);
        if (sliced && mask.mask == nullptr) check_ways_by_slices(x.view(true), y.view(true), wanted);
        CHECK(values_by_device(k, x.view(sliced), y.view(sliced), made) == wanted.values);
        for (const unsigned tiles : {7u, 3 * cu::bitmap_tile_policy::window_tiles}) {
            if (sliced) CHECK(values_in_windows(k, x.view(true), y.view(true), made, tiles) == wanted.values);
        }
    }
}

template <class K>
void check_product(const K& k, const sparse<typename K::left>& a, const sparse<typename K::right>& b) {
    check_product(k, a, b, {});
    const auto m = cases::with_lengths<float>(cases::uneven(a.nrows, 9, 11, b.ncols, 77), b.ncols, 78);
    check_product(k, a, b, {&m, false});
    check_product(k, a, b, {&m, true});
}

template <class S>
cu::direct<S> known(const S& s) {
    return {s};
}

}  // namespace

TEST_CASE("rows to tiles and back") {
    check_conversion(cases::with_lengths<float>({}, 0, 1));
    check_conversion(cases::with_lengths<float>({0, 0, 0}, 5, 1));
    check_conversion(cases::with_lengths<double>({1}, 1, 1));
    check_conversion(regular<std::int8_t>(8, 8, 1));
    check_conversion(regular<std::int16_t>(9, 17, 1));
    check_conversion(regular<float>(33, 31, 1));
    check_conversion(regular<float>(64, 200, 7));
    check_conversion(regular<std::int64_t>(70, 9, 13));
    check_conversion(regular<double>(3, 5000, 2));
    check_conversion(cases::with_lengths<float>(cases::uneven(300, 5, 40, 900, 3), 1000, 3));
    check_conversion(cases::with_lengths<std::int32_t>(cases::uneven(1000, 1, 0, 0, 4), 100000, 4));
    check_conversion(cases::with_lengths<double>(cases::uneven(100, 20, 10, 300, 5), 300, 5));
}

TEST_CASE("tiles without values") {
    const auto m = cases::with_lengths<float>(cases::uneven(100, 4, 30, 90, 6), 130, 6);
    const cu::csr rows = cases::on_device(cases::engine(), m);
    const cu::tiles made = cu::tiled(cases::engine(), rows.view().structure());
    check_structure(made, cases::in_tiles(m));
    CHECK(made.values.data() == nullptr);
    const cu::csr back = cu::untiled(cases::engine(), made.view());
    CHECK(fetched(back.offsets) == m.offsets);
    CHECK(fetched(back.columns) == m.columns);
    CHECK(back.values.data() == nullptr);
    // Ones of any type stand for values that are not there.
    cu::memory keep;
    const cu::tiles_ref ones = cu::with_values_of(cases::engine(), made.view(), gb::type_code::float64, keep);
    CHECK(values_of<double>(ones.values, m.values.size()) == std::vector<double>(m.values.size(), 1.0));
}

TEST_CASE("products of tiles with few entries, under every mask") {
    const auto k = known(gb::plus_times<float>);
    check_product(k, cases::with_lengths<float>(cases::uneven(100, 4, 30, 90, 1), 90, 1),
                  cases::with_lengths<float>(cases::uneven(90, 4, 25, 100, 2), 130, 2));
    check_product(k, regular<float>(20, 33, 9), regular<float>(33, 50, 5));
    check_product(k, cases::with_lengths<float>({}, 3, 1), cases::with_lengths<float>({1, 0, 2}, 4, 1));
    check_product(k, cases::with_lengths<float>({0, 0}, 3, 1), cases::with_lengths<float>({1, 0, 2}, 4, 1));
    check_product(k, cases::with_lengths<float>({1}, 1, 1), cases::with_lengths<float>({1}, 1, 1));
}

TEST_CASE("windows: rows of tiles longer than one, and so full that few tiles fit at a time") {
    const auto k = known(gb::plus_times<double>);
    // 300 columns of tiles; many products of 32 fall into one row of a tile of C.
    const auto wide = cases::with_lengths<double>(cases::uneven(64, 60, 20, 900, 3), 2400, 3);
    check_product(k, cases::with_lengths<double>(cases::uneven(20, 12, 10, 64, 4), 64, 4), wide);
    // Rows of C with 2500 tiles, more than a block takes, and long rows of A.
    check_product(k, cases::with_lengths<double>(cases::uneven(12, 8, 4, 90, 5), 300, 5),
                  cases::with_lengths<double>(cases::uneven(300, 150, 9, 1500, 6), 20000, 6));
    // Tiles of C are full, those of A nearly empty; rows of A short, and long.
    check_product(k, regular<double>(16, 64, 8), regular<double>(64, 240, 3));
    check_product(k, regular<double>(16, 1200, 8), regular<double>(1200, 240, 3));
    // All products add to one tile of C, so that each takes a turn for itself.
    check_product(k, regular<double>(8, 1500, 1), regular<double>(1500, 8, 1), {});
}

TEST_CASE("windows: more rows of tiles than threads, most of them empty") {
    const auto k = known(gb::plus_times<float>);
    std::vector<gb::index> lengths(6000, 0);
    for (std::size_t i = 0; i < lengths.size(); i += 17) lengths[i] = 1;
    for (std::size_t i = 3000; i < 3100; ++i) lengths[i] = 0;
    lengths[5999] = 3;
    check_product(k, cases::with_lengths<float>(lengths, 50, 7),
                  cases::with_lengths<float>(cases::uneven(50, 2, 5, 20, 8), 40, 8));
}

TEST_CASE("windows: long rows of A, and of B that a mask leaves little of") {
    const auto k = known(gb::plus_times<double>);
    // The first columns of A's tiles name little in B, so that those behind are added to them; later there are too many at
    // once.
    std::vector<gb::index> lengths(1500, 1);
    for (std::size_t i = 0; i < 256; ++i) lengths[i] = i % 3 == 0 ? 1 : 0;
    for (std::size_t i = 600; i < 1200; ++i) lengths[i] = i % 50 == 0 ? 1 : 0;
    const auto b = cases::with_lengths<double>(lengths, 90, 9);
    check_product(k, cases::with_lengths<double>({1500, 0, 700, 1}, 1500, 10), b);
    // One place at either end of long rows.
    const auto long_rows = cases::with_lengths<double>({900, 1000, 1100}, 9000, 11);
    const auto a = cases::with_lengths<double>({3, 2, 3, 0, 0, 0, 0, 0, 3}, 3, 12);
    sparse<float> ends;
    ends.nrows = 9;
    ends.ncols = 9000;
    for (gb::index i = 0; i < ends.nrows; ++i) {
        for (const gb::index j : {0, 1, 8998, 8999}) ends.columns.push_back(static_cast<gb::column_index>(j));
        ends.values.resize(ends.columns.size(), 1);
        ends.offsets.push_back(static_cast<gb::row_offset>(ends.columns.size()));
    }
    check_product(k, a, long_rows, {&ends, false});
    check_product(k, a, long_rows, {&ends, true});
}

TEST_CASE("sums are made in ascending k, by slices too") {
    // Products are A's values as they are, so that no compiler contracts them, and sums of them depend on the order.
    const cu::interpreted<double> k{{cu::add_code::plus, cu::multiply_code::first, gb::type_code::float64}, 0.0};
    const auto uneven_values = [](sparse<double> m) {
        for (std::size_t p = 0; p < m.values.size(); ++p) m.values[p] = 1.0 / static_cast<double>(3 + p * p % 1009);
        return m;
    };
    for (const gb::index inner : {100, 1500}) {
        CAPTURE(inner);
        const std::vector<gb::index> half(24, inner / 2);
        check_product(k, uneven_values(cases::with_lengths<double>(half, inner, 16)),
                      cases::with_lengths<double>(cases::uneven(inner, 9, 5, 60, 17), 70, 17), {});
    }
}

TEST_CASE("rows of C too wide for bits, or too empty, and as wide as they may be") {
    const auto k = known(gb::plus_times<float>);
    const auto a = cases::with_lengths<float>({2, 0, 3, 1}, 4, 13);
    for (const gb::index ncols : {gb::index{300}, gb::index{300000}, most_columns, most_columns + 1, gb::index{3000000}}) {
        CAPTURE(ncols);
        check_product(k, a, cases::with_lengths<float>({3, 2, 1, 0}, ncols, 14), {});
        check_product(k, a, cases::with_lengths<float>({3000, 2, 1, 2000}, ncols, 15), {});
    }
    using cu::bitmap_tile::builds_rows_as_bitmaps;
    constexpr std::int64_t widest = policy::max_words_a_row, many = policy::long_row_products;
    CHECK(builds_rows_as_bitmaps(10, widest, 20.0 * widest, 20 * widest));
    CHECK(builds_rows_as_bitmaps(10, 40, 800, 80));
    CHECK_FALSE(builds_rows_as_bitmaps(10, 40, 799, 80));
    constexpr double enough = 1000 * widest / policy::words_a_pair;
    CHECK(builds_rows_as_bitmaps(1000, widest, enough, many));
    CHECK_FALSE(builds_rows_as_bitmaps(1000, widest, enough - 1, many));
    CHECK_FALSE(builds_rows_as_bitmaps(1000, widest, enough, many - 1));
    CHECK_FALSE(builds_rows_as_bitmaps(10, widest + 1, 1000000, 1000000));
    CHECK(builds_rows_as_bitmaps(0, 0, 0, 0));
}

TEST_CASE("rows of C of few and of many pairs, sorted and as bits") {
    const auto check = [](const sparse<float>& a, const sparse<float>& b) {
        const on_device<float> x(a), y(b);
        const auto c = cases::by_loop(known(gb::plus_times<float>), a, b, cases::everywhere);
        return check_ways_by_slices(x.view(true), y.view(true), cases::in_tiles(c));
    };
    // A row in each row of tiles, with so many pairs as each kind of row may have, and one more, and seven that add to it.
    const auto with_rows = [](const std::vector<gb::index>& long_rows, gb::index others) {
        sparse<float> m;
        m.ncols = 3000;
        const auto add_row = [&](gb::index length) {
            for (gb::index j = 0; j < length; ++j) m.columns.push_back(static_cast<gb::column_index>(j * m.ncols / length));
            m.offsets.push_back(static_cast<gb::row_offset>(m.columns.size()));
            ++m.nrows;
        };
        for (const gb::index length : long_rows) {
            add_row(length);
            for (int other = 0; other < 7; ++other) add_row(others);
        }
        m.values.resize(m.columns.size(), 1);
        return m;
    };
    const auto ones = cases::with_lengths<float>(std::vector<gb::index>(3000, 1), 200000, 22);
    CHECK(check(
        with_rows({0, 1, 31, 32, 33, 127, 128, 129, 255, 256, 257, 512, 513, 1000, policy::max_sorted_pairs, 1100, 3000}, 0),
        ones));
    const auto a = with_rows({0, 1, 1, 2, 10, 25, 60, 110, 300}, 1);
    const auto nines = [](gb::index ncols) { return cases::with_lengths<float>(std::vector<gb::index>(3000, 9), ncols, 19); };
    for (const gb::index ncols : {gb::index{40}, gb::index{4000}, most_columns}) CHECK(check(a, nines(ncols)));
    // Rows too wide to be built as bitmaps.
    CHECK_FALSE(check(a, nines(most_columns + 1)));
    CHECK(check(with_rows({0, 2, 10, 25, 60, 100}, 1), nines(3000000)));
    // Too many pairs a row.
    CHECK_FALSE(check(with_rows({150, 150}, 1), nines(400)));
    // Long rows of B are shared by a block, however many threads there are for the row of A.
    std::vector<gb::index> lengths(3000, 1), rows{0, 5, 100, 3000};
    for (std::size_t k = 7; k < lengths.size(); k += 500) lengths[k] = k < 2000 ? 4000 : 400;
    rows.resize(40);
    CHECK(check(with_rows(rows, 0), cases::with_lengths<float>(lengths, 200000, 23)));

    using cu::bitmap_tile::is_row_as_bits;
    constexpr std::int64_t most = policy::max_sorted_pairs, widest = policy::max_words_a_row;
    CHECK(is_row_as_bits(widest, most + 1));
    CHECK_FALSE(is_row_as_bits(widest, most));
    CHECK(is_row_as_bits(200, 400));
    CHECK_FALSE(is_row_as_bits(200, 399));
    CHECK_FALSE(is_row_as_bits(1, policy::some_pairs));
    using cu::bitmap_tile::sorts_pairs;
    constexpr std::int64_t columns = 32 * widest, pairs = 10 * policy::max_average_pairs;
    CHECK(sorts_pairs(10, columns, widest, pairs, 5000));
    CHECK_FALSE(sorts_pairs(10, columns, widest, pairs + 1, 5000));
    CHECK_FALSE(sorts_pairs(10, columns + 1, widest + 1, pairs, most + 1));
    CHECK(sorts_pairs(10, columns + 1, widest + 1, pairs, most));
    constexpr gb::index too_many = (gb::index{1} << 32) / most;  // columns, for keys of 32 bits
    CHECK(sorts_pairs(10, too_many - 1, too_many / 32, pairs, most));
    CHECK_FALSE(sorts_pairs(10, too_many, too_many / 32, pairs, most));
}

TEST_CASE("products of full tiles, under every mask") {
    const auto k = known(gb::plus_times<double>);
    check_product(k, regular<double>(8, 8, 1), regular<double>(8, 8, 1));
    check_product(k, regular<double>(19, 300, 1), regular<double>(300, 23, 1));
    auto a = regular<double>(40, 44, 1);
    check_product(k, a, cases::with_lengths<double>(cases::uneven(44, 40, 0, 0, 5), 44, 5));
}

TEST_CASE("other semirings: positions, floating-point minima, structure, looked up operators") {
    const auto a = cases::with_lengths<float>(cases::uneven(50, 5, 20, 40, 6), 60, 6);
    const auto b = cases::with_lengths<float>(cases::uneven(60, 5, 20, 40, 7), 40, 7);
    const auto full_a = regular<float>(20, 24, 1), full_b = regular<float>(24, 30, 1);
    check_product(known(gb::min_plus<float>), a, b);
    check_product(known(gb::min_plus<float>), full_a, full_b);
    using positions = cu::interpreted<std::int64_t>;
    const auto c = cases::with_lengths<std::int64_t>(cases::uneven(50, 5, 20, 40, 8), 60, 8);
    const auto d = cases::with_lengths<std::int64_t>(cases::uneven(60, 5, 20, 40, 9), 40, 9);
    constexpr auto least = std::numeric_limits<std::int64_t>::max();
    check_product(positions{{cu::add_code::min, cu::multiply_code::secondi, gb::type_code::int64}, least}, c, d);
    check_product(positions{{cu::add_code::plus, cu::multiply_code::firsti, gb::type_code::int64}, 0}, c, d);
    check_product(positions{{cu::add_code::plus, cu::multiply_code::secondi, gb::type_code::int64}, 0},
                  regular<std::int64_t>(20, 24, 1), regular<std::int64_t>(24, 30, 1));
    check_product(known(gb::plus_pair<std::int64_t>), regular<std::int64_t>(30, 41, 3), regular<std::int64_t>(41, 25, 2));
}

TEST_CASE("columns and rows of tiles") {
    for (unsigned rows = 0; rows < 256; ++rows) {
        for (unsigned c = 0; c < 8; ++c) CHECK(cu::tile_column(cu::tile_column_of(rows) << c, c) == rows);
    }
    const auto m = cases::with_lengths<float>(cases::uneven(100, 6, 30, 90, 6), 130, 6);
    const on_device<float> x(m);
    const auto tiles = fetched(x.tiles.bitmaps);
    const auto of_columns = fetched(x.column_slices.starts);
    const auto columns = fetched(x.column_slices.structure.columns);
    const auto rows = cases::from_device(*cases::engine(), x.column_slices.bits.data(), columns.size());
    std::size_t seen = 0;
    for (std::size_t s = 0; s < columns.size(); ++s) {
        CHECK(rows[s] == cu::tile_column(tiles[of_columns[s]], columns[s] % 8));
        seen += static_cast<std::size_t>(std::popcount(unsigned{rows[s]}));
    }
    CHECK(seen == m.columns.size());
    const auto offsets = fetched(x.row_slices.structure.offsets);
    const auto slice_columns = fetched(x.row_slices.structure.columns);
    const auto starts = fetched(x.row_slices.starts);
    const auto bits = cases::from_device(*cases::engine(), x.row_slices.bits.data(), slice_columns.size());
    std::vector<gb::column_index> back;
    for (gb::index i = 0; i < m.nrows; ++i) {
        for (auto s = static_cast<std::size_t>(offsets[static_cast<std::size_t>(i)]);
             s < static_cast<std::size_t>(offsets[static_cast<std::size_t>(i) + 1]); ++s) {
            CHECK(static_cast<gb::row_offset>(back.size()) == m.begin(i) + starts[s]);
            for (unsigned c = 0; c < 8; ++c) {
                if ((bits[s] >> c & 1) != 0) back.push_back(slice_columns[s] * 8 + c);
            }
        }
    }
    CHECK(back == m.columns);
}

TEST_CASE("a B whose pairs could not be numbered is refused, others are not") {
    using cu::bitmap_tile::longest_row_of_b;
    // Only offsets are looked at.
    const auto check = [](std::vector<gb::row_offset> offsets, gb::index ncols) {
        const auto there = cu::uploaded<gb::row_offset>(cases::engine(), offsets);
        cu::csr_ref b;
        b.nrows = static_cast<gb::index>(offsets.size()) - 1;
        b.ncols = ncols;
        b.nvals = offsets.back();
        b.offsets = there.data();
        cu::check_rows_of_b(cases::engine(), b);
    };
    constexpr gb::index wide = gb::index{1} << 29;
    constexpr gb::row_offset many = gb::row_offset{1} << 30;
    std::vector<gb::row_offset> short_rows;
    for (gb::row_offset at = 0; at <= many; at += longest_row_of_b) short_rows.push_back(at);
    REQUIRE(short_rows.back() > gb::row_offset{1} << 29);
    CHECK_NOTHROW(check(short_rows, wide));
    CHECK_NOTHROW(check({0, many}, longest_row_of_b));        // no row can be longer
    CHECK_NOTHROW(check({0, many / 4, many / 2 - 4}, wide));  // nor have more than all of them
    short_rows.push_back(short_rows.back() + longest_row_of_b + 1);
    CHECK_THROWS_WITH(check(short_rows, wide), contains_text(std::to_string(longest_row_of_b + 1)));
    CHECK_THROWS_AS(check(short_rows, wide), gb::unsupported);
}

TEST_CASE("a sum of -0 alone is -0") {
    const auto a = regular<float>(20, 20, 3);
    auto b = regular<float>(20, 20, 2);
    for (float& x : b.values) x = -0.0f;
    const on_device<float> x(a), y(b);
    for (const bool sliced : {false, true}) {
        const cu::tiles c = cu::tile_structure(cases::engine(), x.view(sliced), y.view(sliced), {});
        for (const float v : values_by_device(known(gb::plus_times<float>), x.view(sliced), y.view(sliced), c)) {
            CHECK((v == 0 && std::signbit(v)));
        }
    }
}

TEST_CASE("sums are the same in every run") {
    auto a = cases::with_lengths<float>(cases::uneven(200, 8, 30, 180, 1), 190, 1);
    auto b = cases::with_lengths<float>(cases::uneven(190, 8, 25, 200, 2), 230, 2);
    for (std::size_t p = 0; p < a.values.size(); ++p) a.values[p] = 1 / static_cast<float>(3 + p % 1009);
    for (std::size_t p = 0; p < b.values.size(); ++p) b.values[p] = 1 / static_cast<float>(7 + p % 997);
    const on_device<float> x(a), y(b);
    for (const bool sliced : {false, true}) {
        const cu::tiles c = cu::tile_structure(cases::engine(), x.view(sliced), y.view(sliced), {});
        const auto first = values_by_device(known(gb::plus_times<float>), x.view(sliced), y.view(sliced), c);
        for (int run = 0; run < 4; ++run) {
            CHECK(values_by_device(known(gb::plus_times<float>), x.view(sliced), y.view(sliced), c) == first);
        }
    }
}
