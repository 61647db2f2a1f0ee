// Extract, assign to parts, transposes, and operations that report changes, beside one process.
#include "setting.hpp"
#include <graphblas_gpu/distributed/mxm.hpp>
#include <graphblas_gpu/distributed/parts.hpp>
#include <graphblas_gpu/vxm_update.hpp>
#include <tests/messages.hpp>

#include <semirings/semirings.hpp>

namespace {

using list = std::vector<gb::index>;

/// A(I, J), C(I, J) = A and C(I, J) = value with masks and accumulators, where A, C and the mask are square and random.
template <class I, class J>
void test_matrix_parts(const setting& s, const gb::matrix<double>& whole, const gb::matrix<double>& whole_mask, const I& rows,
                       const J& columns, bool has_repeats) {
    const std::string where = s.where + ", part of " + std::to_string(whole.nrows()) + " x " + std::to_string(whole.ncols());
    const auto a = dist::scatter(s.ctx, whole), mask = dist::scatter(s.ctx, whole_mask);
    const auto want = gb::extract(s.host, whole, rows, columns);
    const auto got = dist::extract(s.ctx, a, rows, columns);
    CHECK(is_same(s, got, want));
    const auto turned = dist::transpose(s.ctx, got);
    const auto want_turned = gb::transpose(s.host, want);
    CHECK(is_same(s, turned, want_turned));
    CHECK(is_same(s, dist::extract(s.ctx, dist::transpose(s.ctx, a), rows, columns, {.transpose_a = true}), want) || false);
    if (has_repeats) return;
    for (const bool replace : {false, true}) {
        auto c = mask;
        auto w = whole_mask;
        dist::assign(s.ctx, c, gb::no_mask, gb::no_accum, got, rows, columns, {.replace = replace});
        gb::assign(s.host, w, gb::no_mask, gb::no_accum, want, rows, columns, {.replace = replace});
        CHECK(is_same(s, c, w));
        dist::assign(s.ctx, c, !gb::structure(a), gb::plus{}, turned, rows, columns, {.transpose_a = true, .replace = replace});
        gb::assign(s.host, w, !gb::structure(whole), gb::plus{}, want_turned, rows, columns,
                   {.transpose_a = true, .replace = replace});
        CHECK(is_same(s, c, w));
        dist::assign(s.ctx, c, gb::structure(a), gb::no_accum, 2.5, rows, columns, {.replace = replace});
        gb::assign(s.host, w, gb::structure(whole), gb::no_accum, 2.5, rows, columns, {.replace = replace});
        CHECK(is_same(s, c, w));
        auto p = dist::extract(s.ctx, mask, rows, columns);
        auto wp = gb::extract(s.host, whole_mask, rows, columns);
        dist::extract(s.ctx, p, gb::structure(got), gb::max{}, a, rows, columns, {.replace = replace});
        gb::extract(s.host, wp, gb::structure(want), gb::max{}, whole, rows, columns, {.replace = replace});
        CHECK(is_same(s, p, wp));
    }
}

void test_vector_parts(const setting& s) {
    const std::string& where = s.where;
    gb::vector<double> whole(41), whole_mask(41);
    for (gb::index i = 0; i < 41; i += 1 + i % 3) whole.set_element(i, static_cast<double>(i * i));
    for (gb::index i = 0; i < 41; i += 2) whole_mask.set_element(i, 1.0);
    const auto u = dist::scatter(s.ctx, whole), m = dist::scatter(s.ctx, whole_mask);
    const auto test = [&](const gb::index_list& indices) {
        const auto part = dist::extract(s.ctx, u, indices);
        const auto want = gb::extract(s.host, whole, indices);
        CHECK(is_same(s, part, want));
        auto w = m;
        auto ww = whole_mask;
        dist::assign(s.ctx, w, !gb::structure(m), gb::plus{}, part, indices);
        gb::assign(s.host, ww, !gb::structure(whole_mask), gb::plus{}, want, indices);
        CHECK(is_same(s, w, ww));
        dist::assign(s.ctx, w, gb::structure(u), gb::no_accum, 7.0, indices, {.replace = true});
        gb::assign(s.host, ww, gb::structure(whole), gb::no_accum, 7.0, indices, {.replace = true});
        CHECK(is_same(s, w, ww));
    };
    test(gb::all);
    test(gb::range{5, 30});
    test(gb::range{30, 5, -3});
    test(list{4, 0, 40, 17});
    dist::vector<double> w(s.ctx, 41);
    gb::vector<double> ww(41);
    dist::extract(s.ctx, w, gb::structure(m), gb::no_accum, u, gb::range{40, -1, -1});
    gb::extract(s.host, ww, gb::structure(whole_mask), gb::no_accum, whole, gb::range{40, -1, -1});
    CHECK(is_same(s, w, ww));
    dist::assign(s.ctx, w, gb::no_mask, gb::max{}, u);
    gb::assign(s.host, ww, gb::no_mask, gb::max{}, whole);
    CHECK(is_same(s, w, ww));
}

void test_transposes(const setting& s) {
    const std::string& where = s.where;
    const auto whole = random_matrix(23, 40, 300, 21), whole_mask = random_matrix(40, 23, 300, 22);
    const auto a = dist::scatter(s.ctx, whole), m = dist::scatter(s.ctx, whole_mask);
    for (const bool replace : {false, true}) {
        auto c = m;
        auto want = whole_mask;
        dist::transpose(s.ctx, c, !gb::structure(m), gb::plus{}, a, {.replace = replace});
        gb::transpose(s.host, want, !gb::structure(whole_mask), gb::plus{}, whole, {.replace = replace});
        CHECK(is_same(s, c, want));
        auto straight = a;
        auto want_straight = whole;
        dist::transpose(s.ctx, straight, gb::structure(a), gb::no_accum, a, {.transpose_a = true, .replace = replace});
        gb::transpose(s.host, want_straight, gb::structure(whole), gb::no_accum, whole,
                      {.transpose_a = true, .replace = replace});
        CHECK(is_same(s, straight, want_straight));
    }
}

/// vxm_update and its form for many rows, with an output that may be the factor.
void test_updates(const setting& s) {
    const std::string& where = s.where;
    const auto whole = random_matrix(60, 60, 400, 23);
    const auto a = dist::scatter(s.ctx, whole);
    gb::vector<double> start(60);
    for (gb::index i = 0; i < 60; i += 7) start.set_element(i, static_cast<double>(i));
    auto w = dist::scatter(s.ctx, start), changed = w;
    gb::vector<double> want = start, want_changed = start;
    const auto first_rows = gb::extract(s.host, whole, gb::range{0, 5}, gb::all);
    auto rows = dist::scatter(s.ctx, first_rows), changed_rows = rows;
    for (int round = 0; round < 3; ++round) {
        dist::vxm_update(s.ctx, w, changed, gb::no_mask, gb::min{}, gb::min_plus<double>, changed, a);
        gb::vxm_update(s.host, want, want_changed, gb::no_mask, gb::min{}, gb::min_plus<double>, want_changed, whole);
        CHECK(is_same(s, w, want) && is_same(s, changed, want_changed));
        const auto before = dist::gather(s.ctx, rows), factor = dist::gather(s.ctx, changed_rows);
        dist::mxm_few_rows_update(s.ctx, rows, changed_rows, gb::no_mask, gb::min{}, gb::min_plus<double>, changed_rows, a);
        const auto now = dist::gather(s.ctx, rows), found = dist::gather(s.ctx, changed_rows);
        for (gb::index r = 0; r < 5 && s.ctx.rank() == 0; ++r) {
            auto row = gb::extract_row(s.host, before, r, gb::all), changed_row = gb::extract_row(s.host, factor, r, gb::all);
            gb::vxm_update(s.host, row, changed_row, gb::no_mask, gb::min{}, gb::min_plus<double>, changed_row, whole);
            CHECK(gb::extract_row(s.host, now, r, gb::all) == row && gb::extract_row(s.host, found, r, gb::all) == changed_row);
        }
    }
    CHECK(has(message_of<gb::invalid_value>(
                  [&] { dist::vxm_update(s.ctx, w, w, gb::no_mask, gb::min{}, gb::min_plus<double>, changed, a); }),
              "changed entries"));
}

}  // namespace

void test_parts(const setting& s) {
    const std::string& where = s.where;
    const auto a = random_matrix(31, 45, 500, 24), m = random_matrix(31, 45, 500, 25);
    test_matrix_parts(s, a, m, gb::range{3, 20}, gb::range{11, 45}, false);
    test_matrix_parts(s, a, m, gb::all, gb::range{40, 2, -5}, false);
    test_matrix_parts(s, a, m, list{30, 2, 7}, gb::all, false);
    test_matrix_parts(s, a, m, list{5, 5, 30, 5}, list{1, 0, 1}, true);
    test_matrix_parts(s, a, m, gb::range{4, 4}, gb::all, false);
    test_matrix_parts(s, random_matrix(2, 1, 2, 26), random_matrix(2, 1, 1, 27), gb::all, gb::all, false);
    test_vector_parts(s);
    test_transposes(s);
    test_updates(s);

    auto c = dist::scatter(s.ctx, a);
    const auto part = dist::extract(s.ctx, c, gb::range{0, 2}, gb::range{0, 2});
    CHECK(has(message_of<gb::index_out_of_bounds>([&] {
                  (void)dist::extract(s.ctx, c, gb::all, gb::range{0, 46});
              }),
              "extract: column"));
    CHECK(has(message_of<gb::invalid_value>([&] {
                  dist::assign(s.ctx, c, gb::no_mask, gb::no_accum, part, list{3, 3}, gb::range{0, 2});
              }),
              "assign: row"));
    CHECK(has(message_of<gb::dimension_mismatch>([&] {
                  dist::assign(s.ctx, c, gb::no_mask, gb::no_accum, part, gb::range{0, 3}, gb::range{0, 2});
              }),
              "assign"));
    CHECK(is_same(s, c, a));
}
