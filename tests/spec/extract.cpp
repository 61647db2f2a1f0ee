// extract, extract_row and extract_column against the specification: all options, transpositions, kinds of index lists.
#include "picks.hpp"

#include <deque>
#include <forward_list>
#include <list>
#include <ranges>

namespace spec {

namespace {

/// Each pair of ways to pick, rows and columns; on all but small objects each way of one with some of the other.
template <class F>
void for_each_pair(const std::vector<pick>& rows, const std::vector<pick>& columns, F&& f) {
    for (std::size_t k = 0; k < rows.size(); ++k)
        for (std::size_t l = 0; l < columns.size(); ++l)
            if (rows.size() * columns.size() < 100 || (k + l) % 5 == 0) f(rows[k], columns[l]);
}

template <class TC, class TM, class TA>
void check_extracted_matrices(const std::string& type) {
    random r(20250101);
    for (const auto& [nrows, ncols] : picked_shapes) {
        const auto a = random_dense<TA>(r, nrows, ncols, 0.4);
        for_each_pair(picks(r, nrows, true), picks(r, ncols, true), [&](const pick& i, const pick& j) {
            const auto t = extract(a, i.meant, j.meant);
            const auto c = write<gb::matrix<TC>>(random_dense<TC>(r, i.size(), j.size(), 0.4));
            const auto mask = write<gb::matrix<TM>>(random_dense<TM>(r, i.size(), j.size(), 0.5));
            for (const bool transpose : {false, true}) {
                const std::string name = "extract " + type + " " + shape_text({a.nrows, a.ncols}) + ", rows: " + i.name +
                                         ", columns: " + j.name;
                const auto stored = write<gb::matrix<TA>>(transpose ? transposed(a) : a);
                if (transpose && r.chance(0.5)) (void)nvals_of_cached_transpose(stored);
                const gb::descriptor d{.transpose_a = transpose};
                check_outputs({name, d}, c, mask, stored, no_operand, t,
                              [&](const auto& ctx, auto& out, const auto& m, const auto& accum, const auto& x,
                                  const auto&, const auto& desc) {
                                  gb::extract(ctx, out, m, accum, x, i.list(), j.list(), desc);
                              });
                expect_none(difference(gb::extract(contexts()[1], stored, i.list(), j.list(), d), t),
                            [&] { return name + ", new"; });
            }
        });
    }
}

template <class TW, class TM, class TU>
void check_vectors(const std::string& type) {
    random r(20250102);
    for (const index size : {0, 1, 6, 130}) {
        for (const double density : {0.05, 0.6}) {
            const auto u = random_dense<TU>(r, 1, size, density);
            for (const pick& i : picks(r, size, true)) {
                const auto t = extract(u, only_first, i.meant);
                const auto w = write<gb::vector<TW>>(random_dense<TW>(r, 1, i.size(), 0.4));
                const auto mask = write<gb::vector<TM>>(random_dense<TM>(r, 1, i.size(), 0.5));
                for (const bool u_form : {false, true}) {
                    for (const bool w_form : {false, true}) {
                        const auto from = in_form(write<gb::vector<TU>>(u), u_form);
                        const std::string name = "extract " + type + " of " + std::to_string(size) + ": " + i.name;
                        check_outputs({name, {}}, in_form(w, w_form), in_form(mask, !w_form), from, no_operand, t,
                                      [&](const auto& ctx, auto& out, const auto& m, const auto& accum, const auto& x,
                                          const auto&, const auto& desc) {
                                          gb::extract(ctx, out, m, accum, x, i.list(), desc);
                                      });
                        expect_none(difference(gb::extract(contexts()[1], from, i.list()), t), [&] { return name; });
                    }
                }
            }
        }
    }
}

template <class TW, class TM, class TA>
void check_extracted_rows_and_columns(const std::string& type) {
    random r(20250103);
    for (const auto& [nrows, ncols] : picked_shapes) {
        if (nrows == 0) continue;
        const auto a = random_dense<TA>(r, nrows, ncols, 0.4);
        for (const pick& j : picks(r, ncols, true)) {
            const index i = r.below(nrows);
            const auto t = extract(a, {i}, j.meant);
            const auto w = write<gb::vector<TW>>(random_dense<TW>(r, 1, j.size(), 0.4));
            const auto mask = write<gb::vector<TM>>(random_dense<TM>(r, 1, j.size(), 0.5));
            for (const bool transpose : {false, true}) {
                for (const bool transpose_is_cached : {false, true}) {
                    const std::string name = type + " " + shape_text({nrows, ncols}) + " at " + std::to_string(i) + ": " +
                                             j.name + (transpose_is_cached ? ", transpose cached" : "");
                    const auto stored = write<gb::matrix<TA>>(transpose ? transposed(a) : a);
                    if (transpose_is_cached) (void)nvals_of_cached_transpose(stored);
                    // A row of A is a column of its transpose.
                    check_outputs({"extract_row " + name, {.transpose_a = transpose}}, w, mask, stored, no_operand, t,
                                  [&](const auto& ctx, auto& out, const auto& m, const auto& accum, const auto& x,
                                      const auto&, const auto& desc) {
                                      gb::extract_row(ctx, out, m, accum, x, i, j.list(), desc);
                                  });
                    check_outputs({"extract_column " + name, {.transpose_a = !transpose}}, w, mask, stored, no_operand, t,
                                  [&](const auto& ctx, auto& out, const auto& m, const auto& accum, const auto& x,
                                      const auto&, const auto& desc) {
                                      gb::extract_column(ctx, out, m, accum, x, j.list(), i, desc);
                                  });
                    const gb::context& ctx = contexts()[1];
                    expect_none(difference(gb::extract_row(ctx, stored, i, j.list(), {.transpose_a = transpose}), t),
                                [&] { return "new row, " + name; });
                    expect_none(
                        difference(gb::extract_column(ctx, stored, j.list(), i, {.transpose_a = !transpose}), t),
                        [&] { return "new column, " + name; });
                }
            }
        }
    }
}

}  // namespace

TEST_CASE("extract: submatrices", "[spec][extract]") {
    check_extracted_matrices<std::int32_t, std::int32_t, std::int32_t>("int32");
    check_extracted_matrices<double, void, float>("float into double");
    check_extracted_matrices<bool, bool, void>("structure into bool");
    check_extracted_matrices<void, bool, void>("structure");
}

TEST_CASE("extract: subvectors", "[spec][extract]") {
    check_vectors<std::int32_t, std::int32_t, std::int32_t>("int32");
    check_vectors<double, void, float>("float into double");
    check_vectors<bool, bool, void>("structure into bool");
    check_vectors<void, void, void>("structure");
}

TEST_CASE("extract: rows and columns", "[spec][extract]") {
    check_extracted_rows_and_columns<std::int32_t, std::int32_t, std::int32_t>("int32");
    check_extracted_rows_and_columns<double, bool, float>("float into double");
    check_extracted_rows_and_columns<void, void, bool>("structure of bool");
}

TEST_CASE("extract: enough work for several threads", "[spec][extract]") {
    using T = double;
    constexpr index n = 900;
    random r(20250104);
    const auto a = random_dense<T>(r, n, n, 0.05);
    const auto stored = gb::matrix<T>::from_storage(rows_of(a));
    for (const pick& j : picks(r, n, true)) {
        const pick i = pick_list("permutation", shuffled(r, pick_all(n).meant));
        const auto want = extract(a, i.meant, j.meant);
        for (const gb::context& ctx : contexts())
            expect_none(difference(gb::extract(ctx, stored, i.list(), j.list()), want),
                        [&] { return std::to_string(ctx.threads()) + " threads, columns: " + j.name; });
    }
    const auto u = random_dense<T>(r, 1, 30000, 0.5);
    const auto v = gb::vector<T>::from_storage(rows_of(u));
    for (const gb::context& ctx : contexts())
        for (const pick& i : picks(r, u.ncols, true))
            for (const bool is_dense : {false, true})
                expect_none(difference(gb::extract(ctx, in_form(v, is_dense), i.list()), extract(u, only_first, i.meant)),
                            [&] { return "vector: " + i.name; });
}

TEST_CASE("extract: a list in a wide matrix of short rows", "[spec][extract]") {
    constexpr index wide = 4'000'000'000;
    const auto a = gb::matrix<std::int32_t>::from_edges(2, 9, std::vector<index>{0, 0, 1}, std::vector<index>{8, 1, 4},
                                                        std::vector<std::int32_t>{1, 2, 3});
    // No array as long as a row: the columns are searched for.
    gb::csr<std::int32_t> rows(2, wide);
    rows.offsets = {0, 2, 3};
    rows.columns = {7, 3'999'999'999, 3'999'999'998};
    rows.values = {5, 6, 7};
    const auto huge = gb::matrix<std::int32_t>::from_storage(std::move(rows));
    const auto got = gb::extract(contexts()[1], huge, {1, 0, 1}, {3'999'999'999, 3'999'999'998, 7, 7});
    CHECK(got == gb::matrix<std::int32_t>::from_edges(3, 4, std::vector<index>{0, 1, 1, 1, 2},
                                                      std::vector<index>{1, 0, 2, 3, 1},
                                                      std::vector<std::int32_t>{7, 6, 5, 5, 7}));
    const auto part = gb::extract(contexts()[1], huge, gb::all, gb::range{wide - 1, 6, -1});
    CHECK(part.ncols() == wide - 7);
    CHECK(part.get_element(0, 0) == 6);
    CHECK(part.get_element(1, 1) == 7);
    CHECK(part.get_element(0, wide - 8) == 5);
    CHECK(gb::extract(contexts()[1], a, {0, 1}, {8, 1, 4}).nvals() == 3);
}

TEST_CASE("extract: ascending lists in short rows and in long ones", "[spec][extract]") {
    using T = std::int32_t;
    random r(20250105);
    for (const double density : {0.01, 0.03, 0.9}) {
        dense<T> a{300, 400};
        for (auto& cell : a.cells)
            if (r.chance(density)) cell = random_value<T>(r);
        for (index j = 0; j < a.ncols; ++j) a.at(7, j) = 5;
        const auto stored = gb::matrix<T>::from_storage(rows_of(a));
        for (const double kept : {0.01, 0.2, 0.9}) {
            std::vector<index> list;
            for (index j = 0; j < a.ncols; ++j)
                if (r.chance(kept)) list.push_back(j);
            expect_none(difference(gb::extract(contexts()[1], stored, gb::all, list),
                                   extract(a, pick_all(a.nrows).meant, list)),
                        [&] { return "density " + text(density) + ", kept " + text(kept); });
        }
    }
    SUCCEED();
}

TEST_CASE("index lists: what braces, ranges and vectors mean", "[spec][extract]") {
    const gb::context& ctx = contexts()[1];
    const auto u = gb::vector<std::int32_t>::from_dense(std::vector<std::int32_t>{10, 11, 12, 13, 14, 15});
    const auto values = [](const gb::vector<std::int32_t>& v) {
        return std::vector<std::int32_t>(v.values().begin(), v.values().end());
    };
    using list = std::vector<std::int32_t>;
    CHECK(values(gb::extract(ctx, u, {0, 5})) == list{10, 15});
    CHECK(values(gb::extract(ctx, u, {3})) == list{13});
    CHECK(values(gb::extract(ctx, u, gb::range{0, 5})) == list{10, 11, 12, 13, 14});
    CHECK(values(gb::extract(ctx, u, gb::range{2, 6, 3})) == list{12, 15});
    CHECK(values(gb::extract(ctx, u, gb::range{5, -1, -2})) == list{15, 13, 11});
    CHECK(values(gb::extract(ctx, u, gb::range{4, 2})) == list{});
    CHECK(values(gb::extract(ctx, u, gb::all)) == list{10, 11, 12, 13, 14, 15});
    const std::vector<index> some{4, 4, 1};
    CHECK(values(gb::extract(ctx, u, some)) == list{14, 14, 11});
    CHECK(values(gb::extract(ctx, u, std::span<const index>(some).subspan(1))) == list{14, 11});
}

TEST_CASE("index lists: any range of integers", "[spec][extract]") {
    const gb::context& ctx = contexts()[1];
    const auto u = gb::vector<std::int32_t>::from_dense(std::vector<std::int32_t>{10, 11, 12, 13, 14, 15});
    const auto a = gb::matrix<void>::from_edges(3, 6, std::list<short>{0, 1, 2}, std::views::iota(3, 6));
    const auto takes = [&](auto&& given) {
        const auto v = gb::extract(ctx, u, given);
        CHECK(v.size() == 2);
        CHECK((v.get_element(0) == 14 && v.get_element(1) == 11));
        CHECK(gb::extract(ctx, a, gb::all, given).get_element(1, 0).has_value());
        auto w = u;
        gb::assign(ctx, w, gb::no_mask, gb::no_accum, 7, given);
        CHECK((w.get_element(4) == 7 && w.get_element(1) == 7 && w.get_element(0) == 10));
        gb::subassign(ctx, w, gb::no_mask, gb::plus{}, v, given);
        CHECK((w.get_element(4) == 21 && w.get_element(1) == 18));
    };
    takes(std::vector<int>{4, 1});
    takes(std::vector<unsigned>{4, 1});
    takes(std::vector<long long>{4, 1});
    takes(std::vector<unsigned long long>{4, 1});
    takes(std::vector<std::int8_t>{4, 1});
    takes(std::array<std::uint16_t, 2>{4, 1});
    takes(std::vector<gb::column_index>{4, 1});
    takes(std::deque<int>{4, 1});
    takes(std::forward_list<unsigned char>{4, 1});
    const int plain[] = {4, 1};
    takes(plain);
    takes(std::views::iota(0, 6) | std::views::filter([](int i) { return i % 3 == 1; }) | std::views::reverse);

    // A list of index is referred to, not copied; everything else is converted.
    const std::vector<index> own{4, 1};
    CHECK(gb::integer_list<index>(own).span().data() == own.data());
    CHECK(gb::integer_list<index>(std::span<const index>(own)).span().data() == own.data());
    CHECK(gb::integer_list<gb::column_index>(own).span()[0] == 4);

    // Lists in variables own what was temporary: the numbers are there when the temporary is not.
    const auto owns = [&](auto from) {
        const gb::index_list list = std::move(from);
        std::fill(std::begin(from), std::end(from), 5);
        const gb::index_list copy = list;
        from = {};
        takes(list);
        takes(copy);
    };
    owns(std::vector<index>{4, 1});
    owns(std::array<index, 2>{4, 1});
    owns(gb::buffer<index>{4, 1});
    const std::initializer_list<index> braces{4, 1};
    CHECK(gb::integer_list<index>(braces).span().data() != braces.begin());
    const std::initializer_list<float> values{4, 1};
    CHECK(gb::value_list<float>(values).data() != values.begin());
    std::array<float, 2> moved{4, 1};
    const gb::value_list<float> kept = std::move(moved);
    moved = {5, 5};
    CHECK((kept.data()[0] == 4 && kept.data()[1] == 1));

    const auto out_of_bounds = [&](auto&& given, const char* words) {
        CHECK_THROWS_AS(gb::extract(ctx, u, given), gb::index_out_of_bounds);
        CHECK_THROWS_WITH(gb::extract(ctx, u, given), contains_text(words));
    };
    out_of_bounds(std::vector<int>{0, -1}, "index -1 of entry 1 is outside [0, 6)");
    out_of_bounds(std::vector<unsigned>{0, 4294967295U}, "index 4294967295 of entry 1 is outside [0, 6)");
    out_of_bounds(std::vector<std::uint64_t>{0, 18446744073709551615U},
                  "18446744073709551615 in entry 1 of a list of integers does not fit int64");
    out_of_bounds(std::list<std::uint64_t>{18446744073709551615U},
                  "18446744073709551615 in entry 0 of a list of integers does not fit int64");
}

TEST_CASE("extract refuses what does not fit", "[spec][extract]") {
    const gb::context& ctx = contexts()[1];
    random r(5);
    const auto a = write<gb::matrix<float>>(random_dense<float>(r, 5, 7, 0.5));
    const auto u = write<gb::vector<float>>(random_dense<float>(r, 1, 7, 0.5));
    const auto c = write<gb::matrix<float>>(random_dense<float>(r, 2, 3, 0.5));
    const auto w = write<gb::vector<float>>(random_dense<float>(r, 1, 3, 0.5));
    const auto refused = [&](const auto& before, const char* words, auto expected, auto&& call) {
        auto output = before;
        using error = typename decltype(expected)::type;
        CHECK_THROWS_AS(call(output), error);
        CHECK_THROWS_WITH(call(output), contains_text(words));
        CHECK(output == before);
    };
    const std::type_identity<gb::index_out_of_bounds> bounds;
    const std::type_identity<gb::dimension_mismatch> mismatch;
    const std::type_identity<gb::invalid_index> single;
    const std::type_identity<gb::invalid_value> value;
    const auto n = gb::no_mask;
    const auto plus = gb::plus{};
    refused(c, "row 5 of entry 1 is outside [0, 5)", bounds,
            [&](auto& out) { gb::extract(ctx, out, n, plus, a, {0, 5}, {0, 1, 2}); });
    refused(c, "column -1 of entry 2 is outside [0, 7)", bounds,
            [&](auto& out) { gb::extract(ctx, out, n, plus, a, {0, 1}, {0, 1, -1}); });
    refused(c, "column 8 of range [2, 9) with stride 3 is outside [0, 7)", bounds,
            [&](auto& out) { gb::extract(ctx, out, n, plus, a, {0, 1}, gb::range{2, 9, 3}); });
    refused(c, "row 7 of range [7, 0) with stride -2", bounds,
            [&](auto& out) { gb::extract(ctx, out, n, plus, a, gb::range{7, 0, -2}, gb::all); });
    refused(c, "row -1 of range [1, -2) with stride -1", bounds,
            [&](auto& out) { gb::extract(ctx, out, n, plus, a, gb::range{1, -2, -1}, gb::all); });
    refused(c, "stride 0", value, [&](auto& out) { gb::extract(ctx, out, n, plus, a, gb::range{0, 2, 0}, gb::all); });
    refused(c, "C is 2x3, it must be 2x2", mismatch, [&](auto& out) { gb::extract(ctx, out, n, plus, a, {0, 1}, {0, 1}); });
    refused(c, "mask is 5x7, it must be 2x3", mismatch,
            [&](auto& out) { gb::extract(ctx, out, gb::structure(a), plus, a, {0, 1}, {0, 1, 2}); });
    // Indices are those of the transpose, which is 7x5.
    refused(c, "column 5 of entry 0 is outside [0, 5)", bounds, [&](auto& out) {
        gb::extract(ctx, out, n, plus, a, {0, 6}, {5, 1, 2}, {.transpose_a = true, .replace = true});
    });
    refused(w, "index 7 of entry 1 is outside [0, 7)", bounds,
            [&](auto& out) { gb::extract(ctx, out, n, plus, u, {0, 7, 1}); });
    refused(w, "w is 1x3, it must be 1x2", mismatch, [&](auto& out) { gb::extract(ctx, out, n, plus, u, {0, 1}); });
    refused(w, "column 7 is outside [0, 7)", single,
            [&](auto& out) { gb::extract_column(ctx, out, n, plus, a, {0, 1, 2}, 7); });
    refused(w, "row 5 of entry 2 is outside [0, 5)", bounds,
            [&](auto& out) { gb::extract_column(ctx, out, n, plus, a, {0, 1, 5}, 6); });
    refused(w, "row -1 is outside [0, 5)", single,
            [&](auto& out) { gb::extract_row(ctx, out, n, plus, a, -1, {0, 1, 2}); });
    refused(w, "w is 1x3, it must be 1x7", mismatch,
            [&](auto& out) { gb::extract_row(ctx, out, n, plus, a, 4, gb::all); });
    // Ends as far apart as the type allows.
    constexpr index lowest = std::numeric_limits<index>::min(), highest = std::numeric_limits<index>::max();
    CHECK(gb::extract(ctx, u, gb::range{0, highest, highest}).size() == 1);
    CHECK(gb::extract(ctx, u, gb::range{3, lowest + 4, lowest}).size() == 1);
    CHECK(gb::extract(ctx, u, gb::range{highest, lowest, 1}).size() == 0);
    CHECK_THROWS_AS(gb::extract(ctx, u, gb::range{lowest, highest, 1}), gb::index_out_of_bounds);
    CHECK_THROWS_AS(gb::extract(ctx, u, gb::range{3, lowest, lowest}), gb::index_out_of_bounds);
    CHECK_THROWS_AS(gb::extract(ctx, u, gb::range{6, lowest, -1}), gb::index_out_of_bounds);
    CHECK_THROWS_AS(gb::extract(ctx, u, gb::range{0, highest, 1}), gb::index_out_of_bounds);
}

}  // namespace spec
