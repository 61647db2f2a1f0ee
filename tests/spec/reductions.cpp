// reduce to columns and into scalars: without a transpose, in a fixed order, with accumulators.
#include "trial.hpp"

#include <cmath>

namespace spec {

TEST_CASE("reduce_columns is reduce_rows of the transpose, on the host to the bit", "[spec][reduce]") {
    random r(71);
    for (const auto& [nrows, ncols] : std::array<std::pair<index, index>, 7>{
             {{0, 0}, {0, 3}, {3, 0}, {1, 1}, {5, 70}, {66, 3}, {400, 300}}}) {
        const auto logical = random_dense<double>(r, nrows, ncols, 0.3);
        const auto a = write<gb::matrix<double>>(logical);
        const auto rows = gb::transpose(contexts()[0], a);
        const auto check = [&](const char* name, const auto& monoid, double tolerance = 0) {
            const auto want = reduce_rows(gb::as_monoid<double>(monoid), transposed(logical));
            for (const gb::context& ctx : contexts()) {
                const gb::matrix<double> fresh = write<gb::matrix<double>>(logical);
                expect_none(difference(gb::reduce_columns(ctx, monoid, fresh), want, tolerance), [&] { return name; });
                CHECK_FALSE(fresh.any().has_cached_transpose());
                expect_none(difference(gb::reduce_columns(ctx, monoid, a), want, tolerance), [&] { return name; });
                expect_none(difference(gb::reduce_rows(ctx, monoid, rows), want, tolerance), [&] { return name; });
            }
        };
        // A device adds in an order of its own.
        check("plus", gb::plus{}, on_cuda() ? rounding<double>(nrows, largest_value) : 0);
        check("min", gb::min{});
        check("any", gb::any{});
        check("lor", gb::monoid<gb::lor, bool>{});
    }
}

TEST_CASE("structure without values is counted by plus, and logic reads its entries as true", "[spec][reduce]") {
    random r(74);
    const auto check = [](const auto& operator_given, const auto& meant, const auto& logical, const auto& a,
                          const auto& rows_of_a) {
        using value = gb::monoid_value_t<decltype(meant)>;
        for (const gb::context& ctx : contexts()) {
            const gb::vector<value> rows = gb::reduce_rows(ctx, operator_given, a);
            const gb::vector<value> columns = gb::reduce_columns(ctx, operator_given, a);
            STATIC_REQUIRE(std::is_same_v<decltype(gb::reduce_rows(ctx, operator_given, a)), gb::vector<value>>);
            STATIC_REQUIRE(std::is_same_v<decltype(gb::reduce_columns(ctx, operator_given, a)), gb::vector<value>>);
            STATIC_REQUIRE(std::is_same_v<decltype(gb::reduce(ctx, operator_given, a)), value>);
            STATIC_REQUIRE(std::is_same_v<decltype(gb::reduce(ctx, operator_given, rows_of_a)), value>);
            expect_none(difference(rows, reduce_rows(meant, logical)), [] { return "rows"; });
            expect_none(difference(columns, reduce_rows(meant, transposed(logical))), [] { return "columns"; });
            CHECK(gb::reduce(ctx, operator_given, a) == reduce(meant, logical));
            CHECK(gb::reduce(ctx, operator_given, rows_of_a) == reduce(meant, read(rows_of_a)));
            value s{};
            gb::reduce(ctx, s, gb::no_accum, operator_given, a);
            CHECK(s == reduce(meant, logical));
        }
    };
    for (const auto& [nrows, ncols] : std::array<std::pair<index, index>, 6>{
             {{0, 0}, {0, 3}, {3, 0}, {1, 1}, {66, 70}, {40, 700}}}) {
        const auto logical = random_dense<void>(r, nrows, ncols, 0.5);
        const auto a = write<gb::matrix<void>>(logical);
        const auto u = write<gb::vector<void>>(random_dense<void>(r, 1, ncols, 0.5));
        check(gb::plus{}, gb::monoid<gb::plus, std::int64_t>{}, logical, a, u);
        check(gb::lor{}, gb::monoid<gb::lor, bool>{}, logical, a, u);
        check(gb::land{}, gb::monoid<gb::land, bool>{}, logical, a, u);
        check(gb::lxor{}, gb::monoid<gb::lxor, bool>{}, logical, a, u);
        check(gb::any{}, gb::monoid<gb::any, bool>{}, logical, a, u);
        // A monoid that names its type means what it says.
        check(gb::monoid<gb::plus, std::int8_t>{}, gb::monoid<gb::plus, std::int8_t>{}, logical, a, u);
        check(gb::monoid<gb::plus, bool>{}, gb::monoid<gb::plus, bool>{}, logical, a, u);
        check(gb::monoid<gb::times, float>{}, gb::monoid<gb::times, float>{}, logical, a, u);
        // Values that are there are added in their own type.
        STATIC_REQUIRE(
            std::is_same_v<decltype(gb::reduce_rows(contexts()[0], gb::plus{}, gb::matrix<bool>())), gb::vector<bool>>);
    }
}

TEST_CASE("reduce_columns on several threads", "[spec][reduce]") {
    const auto a = skewed<float>(72, 3000, 2500, 2000, 50);
    REQUIRE(a.nvals() > 200000);
    const auto want = gb::reduce_columns(contexts()[0], gb::plus{}, a);
    for (const gb::context& ctx : contexts()) {
        CHECK(gb::reduce_columns(ctx, gb::plus{}, a) == want);
        CHECK(gb::reduce_rows(ctx, gb::plus{}, gb::transpose(ctx, a)) == want);
    }
}

TEST_CASE("a sum of one entry is that entry", "[spec][reduce]") {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    gb::matrix<double> a(2, 2);
    a.set_element(0, 1, -0.0);
    a.set_element(1, 0, nan);
    const gb::context& ctx = contexts()[1];
    CHECK(std::signbit(*gb::reduce_rows(ctx, gb::plus{}, a).get_element(0)));
    CHECK(std::signbit(*gb::reduce_columns(ctx, gb::plus{}, a).get_element(1)));
    CHECK(std::isnan(*gb::reduce_rows(ctx, gb::min{}, a).get_element(1)));
    CHECK(std::isnan(*gb::reduce_columns(ctx, gb::min{}, a).get_element(0)));
}

TEST_CASE("sums end at the terminal value", "[spec][reduce]") {
    gb::matrix<std::int32_t> a(1, 3);
    a.set_element(0, 0, 5);
    a.set_element(0, 1, 0);
    a.set_element(0, 2, 9);
    CHECK(gb::reduce_rows(contexts()[0], gb::times{}, a).get_element(0) == 0);
    CHECK(gb::reduce_rows(contexts()[0], gb::max{}, a).get_element(0) == 9);
}

TEST_CASE("reduce into a scalar with an accumulator", "[spec][reduce]") {
    using T = std::int32_t;
    random r(73);
    for (const auto& [nrows, ncols] : std::array<std::pair<index, index>, 4>{{{0, 0}, {0, 3}, {4, 6}, {3, 130}}}) {
        const auto logical = random_dense<T>(r, nrows, ncols, 0.4);
        const auto a = write<gb::matrix<T>>(logical);
        const T sum = reduce(gb::monoid<gb::plus, T>{}, logical);
        for (const gb::context& ctx : contexts()) {
            T s = 11;
            gb::reduce(ctx, s, gb::minus{}, gb::plus{}, a);
            CHECK(s == gb::minus{}(T{11}, sum));
            gb::reduce(ctx, s, gb::no_accum, gb::plus{}, a);
            CHECK(s == sum);
            double wide = 0.5;
            gb::reduce(ctx, wide, gb::plus{}, gb::plus{}, a);
            CHECK(wide == 0.5 + sum);
            bool any = false;
            gb::reduce(ctx, any, gb::lor{}, gb::plus{}, a);
            CHECK(any == (sum != 0));
        }
        gb::vector<T> v = write<gb::vector<T>>(random_dense<T>(r, 1, ncols, 0.5));
        for (const bool is_dense : {false, true}) {
            T s = 3;
            gb::reduce(contexts()[1], s, gb::times{}, gb::min{}, in_form(v, is_dense));
            CHECK(s == gb::times{}(T{3}, reduce(gb::monoid<gb::min, T>{}, read(v))));
        }
        index count = 100;
        gb::reduce(contexts()[1], count, gb::plus{}, gb::monoid<gb::plus, index>{}, write<gb::matrix<void>>(logical));
        CHECK(count == 100 + a.nvals());
    }
}

TEST_CASE("reduce into a scalar: the scalar stays if the accumulator throws", "[spec][reduce]") {
    const auto a = write<gb::matrix<int>>(filled(2, 2, 1));
    int s = 5;
    const auto refuse = [](int, int) -> int { throw std::runtime_error("no"); };
    // The accumulator of a scalar runs on the host, whatever the engine.
    CHECK_THROWS_AS(gb::reduce(contexts()[1], s, refuse, gb::plus{}, a), std::runtime_error);
    CHECK(s == 5);
}

}  // namespace spec
