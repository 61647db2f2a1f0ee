// ewise_add, ewise_mult, apply and select of matrices against the specification: all options and transpositions.
#include "trial.hpp"

namespace spec {

namespace {

constexpr std::array<std::pair<index, index>, 9> shapes{
    {{0, 0}, {0, 3}, {3, 0}, {1, 1}, {5, 5}, {4, 6}, {1, 65}, {66, 2}, {3, 128}}};

/// f(a, b, c, mask, transpositions) on every shape, a and b as logical operands.
template <class TC, class TM, class TA, class TB, class F>
void for_each_shape(F&& f) {
    random r(20240303);
    for (const auto& [nrows, ncols] : shapes) {
        const auto a = random_dense<TA>(r, nrows, ncols, 0.5);
        const auto b = random_dense<TB>(r, nrows, ncols, 0.5);
        const auto c = write<gb::matrix<TC>>(random_dense<TC>(r, nrows, ncols, 0.5));
        const auto mask = write<gb::matrix<TM>>(random_dense<TM>(r, nrows, ncols, 0.5));
        for (const bool ta : {false, true})
            for (const bool tb : {false, true}) f(a, b, c, mask, gb::descriptor{.transpose_a = ta, .transpose_b = tb});
    }
}

template <class T, class D>
gb::matrix<T> operand(const D& logical, bool transpose) {
    return write<gb::matrix<T>>(transpose ? transposed(logical) : logical);
}

template <class TC, class TM, class TA, class TB, class Z, class Op>
void check_ewise(const std::string& name, const Op& op) {
    for_each_shape<TC, TM, TA, TB>(
        [&](const auto& a, const auto& b, const auto& c, const auto& mask, gb::descriptor d) {
            const auto x = operand<TA>(a, d.transpose_a);
            const auto y = operand<TB>(b, d.transpose_b);
            check_outputs({"ewise_add " + name, d, only_automatic, 0, !ready_made<Op>}, c, mask, x, y, ewise_add<Z>(op, a, b),
                          [&](const auto& ctx, auto& out, const auto& m, const auto& accum, const auto& p,
                              const auto& q, const auto& desc) { gb::ewise_add(ctx, out, m, accum, op, p, q, desc); });
            check_outputs({"ewise_mult " + name, d, only_automatic, 0, !ready_made<Op>}, c, mask, x, y, ewise_mult<Z>(op, a, b),
                          [&](const auto& ctx, auto& out, const auto& m, const auto& accum, const auto& p,
                              const auto& q, const auto& desc) { gb::ewise_mult(ctx, out, m, accum, op, p, q, desc); });
            const gb::context& ctx = contexts()[1];
            expect_none(difference(gb::ewise_add(ctx, op, x, y, d), ewise_add<Z>(op, a, b)), [&] { return name; });
            expect_none(difference(gb::ewise_mult(ctx, op, x, y, d), ewise_mult<Z>(op, a, b)), [&] { return name; });
        });
}

template <class TC, class TM, class TA, class Z, class F, class Spec>
void check_apply(const std::string& name, const F& f, const Spec& meaning) {
    for_each_shape<TC, TM, TA, TA>([&](const auto& a, const auto&, const auto& c, const auto& mask, gb::descriptor d) {
        if (d.transpose_b) return;
        const auto x = operand<TA>(a, d.transpose_a);
        const auto t = apply<Z>(meaning, a);
        const bool refused = on_cuda() && !ready_made<F>;
        check_outputs({"apply " + name, d, only_automatic, 0, !ready_made<F>}, c, mask, x, no_operand, t,
                      [&](const auto& ctx, auto& out, const auto& m, const auto& accum, const auto& p, const auto&,
                          const auto& desc) { gb::apply(ctx, out, m, accum, f, p, desc); });
        if (refused) expect_refused([&] { return gb::apply(contexts()[1], f, x, d); });
        else expect_none(difference(gb::apply(contexts()[1], f, x, d), t), [&] { return name; });
    });
}

template <class TC, class TM, class TA, class F, class Spec>
void check_select(const std::string& name, const F& f, const Spec& meaning) {
    for_each_shape<TC, TM, TA, TA>([&](const auto& a, const auto&, const auto& c, const auto& mask, gb::descriptor d) {
        if (d.transpose_b) return;
        const auto x = operand<TA>(a, d.transpose_a);
        const auto t = select(meaning, a);
        const bool refused = on_cuda() && !ready_made<F>;
        check_outputs({"select " + name, d, only_automatic, 0, !ready_made<F>}, c, mask, x, no_operand, t,
                      [&](const auto& ctx, auto& out, const auto& m, const auto& accum, const auto& p, const auto&,
                          const auto& desc) { gb::select(ctx, out, m, accum, f, p, desc); });
        if (refused) expect_refused([&] { return gb::select(contexts()[1], f, x, d); });
        else expect_none(difference(gb::select(contexts()[1], f, x, d), t), [&] { return name; });
    });
}

}  // namespace

TEST_CASE("ewise: minus<int32>", "[spec][elementwise]") {
    using T = std::int32_t;
    check_ewise<T, T, T, T, T>("minus<int32>", gb::minus{});
}
TEST_CASE("ewise: the common type of int8 and double, into float", "[spec][elementwise]") {
    check_ewise<float, void, std::int8_t, double, double>("min of int8 and double", gb::min{});
}
TEST_CASE("ewise: a comparison, of structure and int64, into bool", "[spec][elementwise]") {
    check_ewise<bool, bool, void, std::int64_t, bool>("eq of structure and int64", gb::eq{});
}
TEST_CASE("ewise: structures into a structure", "[spec][elementwise]") {
    check_ewise<void, void, void, void, bool>("lor of structures", gb::lor{});
}

TEST_CASE("apply: a function of the value", "[spec][elementwise]") {
    using T = std::int32_t;
    check_apply<T, T, T, T>("ainv", gb::ainv{}, [](T x, index, index) { return gb::ainv{}(x); });
}
TEST_CASE("apply: a function of value and position, into another type", "[spec][elementwise]") {
    const auto f = [](float x, index i, index j) {
        return 2.0 * x + 10.0 * static_cast<double>(i) - static_cast<double>(j);
    };
    check_apply<float, std::int8_t, float, double>("2x + 10i - j", f, f);
}

TEST_CASE("apply: a bound operand, first or second", "[spec][elementwise]") {
    using T = std::int32_t;
    check_apply<T, T, T, T>("100 - x", gb::bind_first(gb::minus{}, 100),
                            [](T x, index, index) { return gb::minus{}(100, x); });
    check_apply<float, void, std::int8_t, double>("x / 4 in double", gb::bind_second(gb::divide{}, 4.0),
                                                  [](std::int8_t x, index, index) { return x / 4.0; });
    // Structure reads as true; the operator and the bound value decide the type.
    check_apply<T, bool, void, T>("1 + 41", gb::bind_second(gb::plus{}, 41), [](bool, index, index) { return 42; });
    const auto f = [](T x, bool negate) { return negate ? gb::ainv{}(x) : x; };
    check_apply<T, T, T, T>("a callable of two types", gb::bind_second(f, true),
                            [](T x, index, index) { return gb::ainv{}(x); });
}
TEST_CASE("bound operands: types", "[spec][elementwise]") {
    using narrow = std::int8_t;
    STATIC_REQUIRE(std::is_same_v<decltype(gb::bind_first(gb::minus{}, 1)(narrow{1})), int>);
    STATIC_REQUIRE(std::is_same_v<decltype(gb::bind_first(gb::minus{}, narrow{1})(narrow{1})), narrow>);
    STATIC_REQUIRE(std::is_same_v<decltype(gb::bind_second(gb::lt{}, 1)(2.5)), bool>);
    STATIC_REQUIRE(gb::bind_second(gb::minus{}, 3)(10) == 7);
    STATIC_REQUIRE(gb::bind_first(gb::minus{}, 3)(10) == -7);
    STATIC_REQUIRE_FALSE(std::is_invocable_v<gb::bound_first<gb::plus, int>, const char*>);
}

TEST_CASE("apply: index operators", "[spec][elementwise]") {
    check_apply<std::int32_t, std::int32_t, std::int32_t, std::int64_t>(
        "diagindex", gb::diagindex{3}, [](std::int32_t, index i, index j) { return j - i + 3; });
    check_apply<double, void, void, std::int64_t>("rowindex of structure", gb::rowindex{-2},
                                                  [](bool, index i, index) { return i - 2; });
    for_each_shape<float, float, float, float>([](const auto& a, const auto&, const auto&, const auto&, auto d) {
        if (d.transpose_b) return;
        const auto x = operand<float>(a, d.transpose_a);
        const auto check = [&]<class Z>(const char* name, const auto& f, Z (*meaning)(float, index, index)) {
            expect_none(difference(gb::apply(contexts()[1], f, x, d), apply<Z>(meaning, a)), [&] { return name; });
        };
        check.template operator()<index>("rowindex", gb::rowindex{}, [](float, index i, index) { return i; });
        check.template operator()<index>("colindex", gb::colindex{5}, [](float, index, index j) { return j + 5; });
        check.template operator()<bool>("tril", gb::tril{1}, [](float, index i, index j) { return j <= i + 1; });
        check.template operator()<bool>("rowgt", gb::rowgt{1}, [](float, index i, index) { return i > 1; });
        check.template operator()<bool>("value_lt", gb::value_lt(0), [](float v, index, index) { return v < 0; });
    });
}

TEST_CASE("select: rows and columns", "[spec][elementwise]") {
    check_select<float, float, float>("rowle", gb::rowle{1}, [](float, index i, index) { return i <= 1; });
    check_select<void, void, void>("colgt", gb::colgt{2}, [](bool, index, index j) { return j > 2; });
    for_each_shape<float, float, float, float>([](const auto& a, const auto&, const auto&, const auto&, auto d) {
        if (d.transpose_b) return;
        const auto x = operand<float>(a, d.transpose_a);
        const auto check = [&](const char* name, const auto& f, const auto& meaning) {
            expect_none(difference(gb::select(contexts()[1], f, x, d), select(meaning, a)), [&] { return name; });
        };
        for (const index k : {-1, 0, 3, 200}) {
            check("rowle", gb::rowle{k}, [k](float, index i, index) { return i <= k; });
            check("rowgt", gb::rowgt{k}, [k](float, index i, index) { return i > k; });
            check("colle", gb::colle{k}, [k](float, index, index j) { return j <= k; });
            check("colgt", gb::colgt{k}, [k](float, index, index j) { return j > k; });
        }
        // A diagonal may lie as far away as an index goes.
        for (const index k : {std::numeric_limits<index>::lowest(), std::numeric_limits<index>::max()}) {
            check("tril", gb::tril{k}, [k](float, index, index) { return k > 0; });
            check("triu", gb::triu{k}, [k](float, index, index) { return k < 0; });
            check("diag", gb::diag{k}, [](float, index, index) { return false; });
            check("offdiag", gb::offdiag{k}, [](float, index, index) { return true; });
        }
    });
}
TEST_CASE("select: positions, with and without values", "[spec][elementwise]") {
    for (const index k : {-2, 0, 1}) {
        check_select<float, float, float>("tril", gb::tril{k}, [k](float, index i, index j) { return j <= i + k; });
        check_select<void, void, void>("triu", gb::triu{k}, [k](bool, index i, index j) { return j >= i + k; });
    }
    check_select<float, float, float>("diag", gb::diag{1}, [](float, index i, index j) { return j == i + 1; });
    check_select<float, float, float>("offdiag", gb::offdiag{0}, [](float, index i, index j) { return j != i; });
}
TEST_CASE("select: values", "[spec][elementwise]") {
    check_select<float, float, float>("x > 0", gb::value_gt(0.0f), [](float x, index, index) { return x > 0; });
    check_select<float, float, float>("x <= 0", gb::value_le(0.0f), [](float x, index, index) { return x <= 0; });
    check_select<float, float, float>("x == 0", gb::value_eq(0), [](float x, index, index) { return x == 0; });
    for_each_shape<float, float, float, float>([](const auto& a, const auto&, const auto&, const auto&, auto d) {
        if (d.transpose_a || d.transpose_b) return;
        const auto x = operand<float>(a, false);
        const auto check = [&](const char* name, const auto& f, const auto& meaning) {
            expect_none(difference(gb::select(contexts()[1], f, x), select(meaning, a)), [&] { return name; });
        };
        check("x != 0", gb::value_ne(0), [](float v, index, index) { return v != 0; });
        check("x < 0", gb::value_lt(0), [](float v, index, index) { return v < 0; });
        check("x >= 0", gb::value_ge(0), [](float v, index, index) { return v >= 0; });
    });
}
TEST_CASE("select: a callable, into another type", "[spec][elementwise]") {
    const auto f = [](std::int32_t x, index i, index j) { return (x + i + j) % 2 == 0; };
    check_select<double, std::int8_t, std::int32_t>("odd and even", f, f);
}

}  // namespace spec
