// assign and subassign into parts of objects against the specification: matrices, vectors, rows, columns and values, all
// options, kinds of index lists, outputs that are an operand or the mask.
#include "picks.hpp"

namespace spec {

namespace {

/// Ways to pick rows and columns: all pairs for small objects, else some.
template <class F>
void for_each_pair(random& r, index nrows, index ncols, F&& f) {
    const auto rows = picks(r, nrows, false), columns = picks(r, ncols, false);
    for (std::size_t k = 0; k < rows.size(); ++k)
        for (std::size_t l = 0; l < columns.size(); ++l)
            if (nrows * ncols < 30 || (k + l) % 4 == 0) f(rows[k], columns[l]);
}

/// The meaning of assign or subassign, as check_outcomes asks for it.
template <class A>
auto meaning_of(bool sub, const dense<A>& a, const std::vector<index>& rows, const std::vector<index>& columns) {
    return [=](const auto& old, const dense<bool>& mask, const auto& accum, bool replace) {
        return sub ? subassign(old, mask, accum, a, replace, rows, columns)
                   : assign(old, mask, accum, a, replace, rows, columns);
    };
}

template <class TC, class TM, class TA>
void check_assigned_matrices(const std::string& type) {
    random r(20250201);
    for (const auto& [nrows, ncols] : picked_shapes) {
        const auto c = write<gb::matrix<TC>>(random_dense<TC>(r, nrows, ncols, 0.5));
        for_each_pair(r, nrows, ncols, [&](const pick& i, const pick& j) {
            const auto a = random_dense<TA>(r, i.size(), j.size(), 0.5);
            for (const bool sub : {false, true}) {
                const auto mask = write<gb::matrix<TM>>(
                    random_dense<TM>(r, sub ? i.size() : c.nrows(), sub ? j.size() : c.ncols(), 0.5));
                const bool transpose = r.chance(0.5);
                const std::string name = (sub ? "subassign " : "assign ") + type + " " +
                                         shape_text({c.nrows(), c.ncols()}) + ", rows: " + i.name + ", columns: " + j.name;
                const auto from = write<gb::matrix<TA>>(transpose ? transposed(a) : a);
                check_outcomes({name, {.transpose_a = transpose}}, c, mask, from, no_operand,
                               meaning_of(sub, a, i.meant, j.meant),
                               [&](const auto& ctx, auto& out, const auto& m, const auto& accum, const auto& x,
                                   const auto&, const auto& d) {
                                   if (sub) gb::subassign(ctx, out, m, accum, x, i.list(), j.list(), d);
                                   else gb::assign(ctx, out, m, accum, x, i.list(), j.list(), d);
                               });
            }
        });
    }
}

template <class TC, class TM, class Value>
void check_values(const std::string& type, const Value& x) {
    random r(20250202);
    for (const auto& [nrows, ncols] : picked_shapes) {
        const auto c = write<gb::matrix<TC>>(random_dense<TC>(r, nrows, ncols, 0.5));
        for_each_pair(r, nrows, ncols, [&](const pick& i, const pick& j) {
            const auto a = filled(i.size(), j.size(), x);
            for (const bool sub : {false, true}) {
                const auto mask = write<gb::matrix<TM>>(
                    random_dense<TM>(r, sub ? i.size() : c.nrows(), sub ? j.size() : c.ncols(), 0.5));
                const std::string name = (sub ? "subassign a value, " : "assign a value, ") + type + " " +
                                         shape_text({c.nrows(), c.ncols()}) + ", rows: " + i.name + ", columns: " + j.name;
                check_outcomes({name, {}}, c, mask, no_operand, no_operand, meaning_of(sub, a, i.meant, j.meant),
                               [&](const auto& ctx, auto& out, const auto& m, const auto& accum, const auto&,
                                   const auto&, const auto& d) {
                                   if (sub) gb::subassign(ctx, out, m, accum, x, i.list(), j.list(), d);
                                   else gb::assign(ctx, out, m, accum, x, i.list(), j.list(), d);
                               });
            }
        });
    }
}

template <class TW, class TM, class TU, class Value>
void check_vectors(const std::string& type, const Value& x) {
    random r(20250203);
    for (const index size : {0, 1, 6, 130}) {
        for (const double density : {0.05, 0.6}) {
            const auto w = write<gb::vector<TW>>(random_dense<TW>(r, 1, size, density));
            for (const pick& i : picks(r, size, false)) {
                for (const double fill : {0.5, 1.0}) {
                    const auto u = random_dense<TU>(r, 1, i.size(), fill);
                    for (const bool sub : {false, true}) {
                        const auto mask = write<gb::vector<TM>>(random_dense<TM>(r, 1, sub ? i.size() : size, 0.5));
                        for (const bool w_form : {false, true}) {
                            const bool u_form = r.chance(0.5), m_form = r.chance(0.5);
                            const auto from = in_form(write<gb::vector<TU>>(u), u_form);
                            const std::string name = type + " of " + std::to_string(size) + ": " + i.name;
                            check_outcomes({(sub ? "subassign " : "assign ") + name, {}}, in_form(w, w_form),
                                           in_form(mask, m_form), from, no_operand, meaning_of(sub, u, only_first, i.meant),
                                           [&](const auto& ctx, auto& out, const auto& m, const auto& accum,
                                               const auto& y, const auto&, const auto& d) {
                                               if (sub) gb::subassign(ctx, out, m, accum, y, i.list(), d);
                                               else gb::assign(ctx, out, m, accum, y, i.list(), d);
                                           });
                            if (fill < 1) continue;
                            const auto values = filled(1, i.size(), x);
                            check_outcomes({(sub ? "subassign a value, " : "assign a value, ") + name, {}},
                                           in_form(w, w_form), in_form(mask, m_form), no_operand, no_operand,
                                           meaning_of(sub, values, only_first, i.meant),
                                           [&](const auto& ctx, auto& out, const auto& m, const auto& accum,
                                               const auto&, const auto&, const auto& d) {
                                               if (sub) gb::subassign(ctx, out, m, accum, x, i.list(), d);
                                               else gb::assign(ctx, out, m, accum, x, i.list(), d);
                                           });
                        }
                    }
                }
            }
        }
    }
}

/// Into row n of C, or column n if `standing`: an assignment to that row as a vector, whose result is put back.
template <class TC, class TM, class TU>
void check_assigned_rows_and_columns(const std::string& type) {
    random r(20250204);
    for (const auto& [nrows, ncols] : picked_shapes) {
        if (nrows == 0) continue;
        const auto c = random_dense<TC>(r, nrows, ncols, 0.5);
        for (const pick& j : picks(r, ncols, false)) {
            const index n = r.below(nrows);
            const auto u = random_dense<TU>(r, 1, j.size(), 0.5);
            const auto from = in_form(write<gb::vector<TU>>(u), r.chance(0.5));
            const std::vector<index> all = pick_all(ncols).meant;
            for (const bool sub : {false, true}) {
                const auto mask =
                    in_form(write<gb::vector<TM>>(random_dense<TM>(r, 1, sub ? j.size() : c.ncols, 0.5)), r.chance(0.5));
                const auto in_row = meaning_of(sub, u, only_first, j.meant);
                const std::string name = std::string(sub ? "sub" : "") + "assign " + type + " " +
                                         shape_text({c.nrows, c.ncols}) + " at " + std::to_string(n) + ": " + j.name;
                check_outcomes({name + ", row", {}}, write<gb::matrix<TC>>(c), mask, from, no_operand,
                               [&](const auto& old, const dense<bool>& m, const auto& accum, bool replace) {
                                   return with_part(old, in_row(extract(old, {n}, all), m, accum, replace), {n}, all);
                               },
                               [&](const auto& ctx, auto& out, const auto& m, const auto& accum, const auto& x,
                                   const auto&, const auto& d) {
                                   if (sub) gb::subassign_row(ctx, out, m, accum, x, n, j.list(), d);
                                   else gb::assign_row(ctx, out, m, accum, x, n, j.list(), d);
                               });
                check_outcomes({name + ", column", {}}, write<gb::matrix<TC>>(transposed(c)), mask, from, no_operand,
                               [&](const auto& old, const dense<bool>& m, const auto& accum, bool replace) {
                                   const auto flat = transposed(old);
                                   return transposed(
                                       with_part(flat, in_row(extract(flat, {n}, all), m, accum, replace), {n}, all));
                               },
                               [&](const auto& ctx, auto& out, const auto& m, const auto& accum, const auto& x,
                                   const auto&, const auto& d) {
                                   if (sub) gb::subassign_column(ctx, out, m, accum, x, j.list(), n, d);
                                   else gb::assign_column(ctx, out, m, accum, x, j.list(), n, d);
                               });
            }
        }
    }
}

}  // namespace

TEST_CASE("assign a matrix into a submatrix", "[spec][assign]") {
    check_assigned_matrices<std::int32_t, std::int32_t, std::int32_t>("int32");
    check_assigned_matrices<double, void, float>("float into double");
    check_assigned_matrices<bool, bool, void>("structure into bool");
    check_assigned_matrices<void, bool, void>("structure");
}

TEST_CASE("assign a value into a submatrix", "[spec][assign]") {
    check_values<std::int32_t, std::int32_t>("int32", 3.75);
    check_values<double, void>("double", -0.0);
    check_values<void, void>("structure", true);
}

TEST_CASE("assign a vector or a value into a subvector", "[spec][assign]") {
    check_vectors<std::int32_t, std::int32_t, std::int32_t>("int32", 7);
    check_vectors<double, void, float>("float into double", 2.5f);
    check_vectors<bool, bool, void>("structure into bool", true);
    check_vectors<void, void, void>("structure", true);
}

TEST_CASE("assign a vector into a row or a column", "[spec][assign]") {
    check_assigned_rows_and_columns<std::int32_t, std::int32_t, std::int32_t>("int32");
    check_assigned_rows_and_columns<double, void, float>("float into double");
    check_assigned_rows_and_columns<bool, bool, void>("structure into bool");
    check_assigned_rows_and_columns<void, void, void>("structure");
}

TEST_CASE("assign: enough work for several threads", "[spec][assign]") {
    using T = double;
    constexpr index n = 700;
    random r(20250205);
    const auto c = random_dense<T>(r, n, n, 0.1);
    const auto m = random_dense<T>(r, n, n, 0.3);
    const auto before = gb::matrix<T>::from_storage(rows_of(c));
    const auto mask = gb::matrix<T>::from_storage(rows_of(m));
    for (const pick& j : picks(r, n, false)) {
        const pick i = pick_list("permutation", shuffled(r, pick_all(n).meant));
        const auto a = random_dense<T>(r, n, j.size(), 0.2);
        const auto from = gb::matrix<T>::from_storage(rows_of(a));
        const auto want = assign(c, admitted(m, false, true), gb::no_accum, a, true, i.meant, j.meant);
        for (const gb::context& ctx : contexts()) {
            auto out = before;
            gb::assign(ctx, out, !gb::structure(mask), gb::no_accum, from, i.list(), j.list(), {.replace = true});
            expect_none(difference(out, want),
                        [&] { return std::to_string(ctx.threads()) + " threads, columns: " + j.name; });
        }
    }
}

TEST_CASE("assign: indices in braces, and a descriptor after the value", "[spec][assign]") {
    const gb::context& ctx = contexts()[1];
    gb::vector<std::int32_t> w(4);
    gb::assign(ctx, w, gb::no_mask, gb::no_accum, 5, {3, 1});
    CHECK(w.to_entries().indices == std::vector<index>{1, 3});
    gb::assign(ctx, w, gb::no_mask, gb::plus{}, 1, {3});
    CHECK(w.get_element(3) == 6);
    gb::assign(ctx, w, gb::no_mask, gb::no_accum, gb::vector<std::int32_t>(2), {0, 1});
    CHECK(w.to_entries().indices == std::vector<index>{3});
    const auto mask = w;
    gb::assign(ctx, w, gb::structure(mask), gb::no_accum, 8, {.replace = true});
    CHECK(w.get_element(3) == 8);
    CHECK(w.nvals() == 1);
    gb::matrix<std::int32_t> c(3, 3);
    gb::assign(ctx, c, gb::no_mask, gb::no_accum, 1, {0, 2}, {2, 1});
    CHECK(c.nvals() == 4);
    gb::subassign(ctx, w, gb::no_mask, gb::no_accum, 2, {0});
    CHECK(w.nvals() == 2);
    // Only the entries that are assigned are touched: the vector stays dense.
    auto full = gb::vector<std::int32_t>::full(1000, 1);
    gb::assign(ctx, full, gb::no_mask, gb::no_accum, 2, {999, 5});
    if (!on_cuda()) CHECK(full.dense().bits != nullptr);  // there is no such form on a device
    CHECK(full.get_element(5) == 2);
    CHECK(full.nvals() == 1000);
}

TEST_CASE("assign refuses what does not fit", "[spec][assign]") {
    const gb::context& ctx = contexts()[1];
    random r(6);
    const auto c = write<gb::matrix<float>>(random_dense<float>(r, 5, 7, 0.5));
    const auto w = write<gb::vector<float>>(random_dense<float>(r, 1, 7, 0.5));
    const auto a = write<gb::matrix<float>>(random_dense<float>(r, 2, 3, 0.5));
    const auto u = write<gb::vector<float>>(random_dense<float>(r, 1, 3, 0.5));
    const auto n = gb::no_mask;
    const auto none = gb::no_accum;
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
    const std::type_identity<gb::out_of_memory> memory;
    refused(c, "row 5 of entry 1 is outside [0, 5)", bounds,
            [&](auto& out) { gb::assign(ctx, out, n, none, a, {0, 5}, {0, 1, 2}); });
    refused(c, "column 7 of range [5, 8) with stride 1", bounds,
            [&](auto& out) { gb::subassign(ctx, out, n, none, a, {0, 1}, gb::range{5, 8}); });
    refused(c, "row 3 is listed twice, in entries 0 and 1", value,
            [&](auto& out) { gb::assign(ctx, out, n, none, a, {3, 3}, {0, 1, 2}); });
    refused(c, "column 6 is listed twice, in entries 0 and 2", value,
            [&](auto& out) { gb::subassign(ctx, out, n, none, 1.0f, {3, 2}, {6, 1, 6}); });
    refused(c, "A is 2x3, it must be 2x7", mismatch, [&](auto& out) { gb::assign(ctx, out, n, none, a, {0, 1}, gb::all); });
    refused(c, "A is 3x2, it must be 2x3", mismatch,
            [&](auto& out) { gb::assign(ctx, out, n, none, a, {0, 1}, {0, 1, 2}, {.transpose_a = true}); });
    refused(c, "mask is 2x3, it must be 5x7", mismatch,
            [&](auto& out) { gb::assign(ctx, out, gb::structure(a), none, a, {0, 1}, {0, 1, 2}); });
    refused(c, "mask is 5x7, it must be 2x3", mismatch,
            [&](auto& out) { gb::subassign(ctx, out, gb::structure(c), none, a, {0, 1}, {0, 1, 2}); });
    refused(c, "mask is 2x3, it must be 5x7", mismatch,
            [&](auto& out) { gb::assign(ctx, out, gb::structure(a), none, 2, {0, 1}, {0, 1, 2}); });
    refused(w, "index 7 of entry 2 is outside [0, 7)", bounds,
            [&](auto& out) { gb::assign(ctx, out, n, none, u, {0, 1, 7}); });
    refused(w, "index 1 is listed twice", value, [&](auto& out) { gb::assign(ctx, out, n, none, u, {1, 0, 1}); });
    refused(gb::vector<float>(1000), "index 5 is listed twice, in entries 0 and 2", value,
            [&](auto& out) { gb::assign(ctx, out, n, none, u, {5, 3, 5}); });
    refused(w, "u is 1x3, it must be 1x2", mismatch, [&](auto& out) { gb::assign(ctx, out, n, none, u, {1, 0}); });
    refused(w, "mask is 1x3, it must be 1x7", mismatch,
            [&](auto& out) { gb::assign(ctx, out, gb::structure(u), none, u, {1, 0, 2}); });
    refused(c, "row 5 is outside [0, 5)", single,
            [&](auto& out) { gb::assign_row(ctx, out, n, none, u, 5, {0, 1, 2}); });
    refused(c, "column -1 is outside [0, 7)", single,
            [&](auto& out) { gb::subassign_column(ctx, out, n, none, u, {0, 1, 2}, -1); });
    refused(c, "u has size 3, it must have 7", mismatch,
            [&](auto& out) { gb::assign_row(ctx, out, n, none, u, 0, gb::all); });
    refused(c, "mask is 1x3, it must be 1x7", mismatch,
            [&](auto& out) { gb::assign_row(ctx, out, gb::structure(u), none, u, 0, {0, 1, 2}); });
    refused(c, "mask is 1x7, it must be 1x5", mismatch,
            [&](auto& out) { gb::assign_column(ctx, out, gb::structure(w), none, u, {0, 1, 2}, 0); });
    const gb::matrix<float> huge(1'000'000, gb::max_side);
    refused(huge, on_cuda() ? "bytes asked for" : "are available", memory,
            [&](auto& out) { gb::assign(ctx, out, n, none, 1, gb::all, gb::range{0, gb::max_side}); });
}

TEST_CASE("assign: an operator that throws leaves the output as it was", "[spec][assign]") {
    const gb::context& ctx = contexts()[1];
    random r(7);
    if (left_out_on_cuda("assign: an operator that throws", "code of one's own is refused there")) return;
    const auto throws = [](float, float) -> float { throw std::domain_error("no"); };
    const auto c = write<gb::matrix<float>>(filled(5, 7, 1.0f));
    const auto a = write<gb::matrix<float>>(filled(2, 2, 1.0f));
    auto out = c;
    CHECK_THROWS_AS(gb::assign(ctx, out, gb::no_mask, throws, a, {1, 3}, {0, 2}), std::domain_error);
    CHECK(out == c);
    for (const bool is_dense : {false, true}) {
        const auto w = in_form(write<gb::vector<float>>(filled(1, 9, 1.0f)), is_dense);
        auto v = w;
        CHECK_THROWS_AS(gb::assign(ctx, v, gb::no_mask, throws, 1.0f, {1, 3}), std::domain_error);
        CHECK(v == w);
    }
}

TEST_CASE("assign: structs of a size that no device takes are accumulated", "[spec][assign]") {
    if (left_out_on_cuda("assign: structs of three bytes", "they are refused there")) return;
    using colour = std::array<std::uint8_t, 3>;
    const gb::context& ctx = contexts()[1];
    const colour red{255, 0, 0}, blue{0, 0, 255};
    const auto lighter = [](const colour& x, const colour& y) { return std::max(x, y); };
    gb::matrix<colour> c(2, 3);
    c.set_element(0, 0, blue);
    c.set_element(0, 1, red);
    gb::assign(ctx, c, gb::no_mask, lighter, red, {0}, {0, 2});
    gb::subassign(ctx, c, gb::no_mask, gb::first{}, blue, {0, 1}, {1});
    CHECK(c == gb::matrix<colour>::from_edges(2, 3, {0, 0, 0, 1}, {0, 1, 2, 1}, std::vector{red, red, red, blue}));
    gb::vector<colour> w(2);
    w.set_element(1, red);
    gb::assign(ctx, w, gb::no_mask, gb::second{}, blue, {1});
    CHECK(w.get_element(1) == blue);
}

TEST_CASE("assign: a value under a mask into a vector with all entries", "[spec][assign]") {
    const index n = 300;
    std::vector<index> everywhere;
    std::vector<gb::column_index> lent_indices;
    for (index i = 0; i < n; ++i) {
        everywhere.push_back(i);
        lent_indices.push_back(static_cast<gb::column_index>(i));
    }
    const std::vector<int> lent_values(static_cast<std::size_t>(n), 5);
    for (const gb::context& ctx : contexts()) {
        for (const index every : {1, 3, 70}) {
            for (const bool is_dense : {false, true}) {
                gb::vector<bool> m(n);
                for (index i = 0; i < n; i += every) m.set_element(i, i % 2 == 0);
                auto w = gb::vector<int>::from_entries(n, everywhere, std::vector<int>(everywhere.begin(), everywhere.end()));
                const auto mask = in_form(m, is_dense);
                for (const int x : {-1, -2}) gb::assign(ctx, w, gb::structure(mask), gb::no_accum, x);
                CHECK(w.nvals() == n);
                bool is_right = true;
                for (index i = 0; i < n; ++i) is_right &= w.get_element(i) == (i % every == 0 ? -2 : static_cast<int>(i));
                CHECK(is_right);
            }
        }
        // The vector itself is the mask, and its arrays are somebody else's.
        auto w = gb::vector<int>::borrow_entries(n, lent_indices, lent_values, nullptr);
        gb::assign(ctx, w, gb::structure(w), gb::no_accum, 8);
        CHECK(w == gb::vector<int>::from_entries(n, everywhere, std::vector<int>(everywhere.size(), 8)));
        CHECK(std::count(lent_values.begin(), lent_values.end(), 5) == n);
    }
}

}  // namespace spec
