// kronecker against the specification: all options and transpositions, semirings, monoids and operators.
#include "trial.hpp"

namespace spec {

namespace {

struct sizes {
    index m, n, p, q;  // A is m x n, B is p x q
};
constexpr std::array<sizes, 10> all_sizes{{{0, 0, 2, 3},
                                           {2, 3, 0, 0},
                                           {0, 3, 2, 2},
                                           {3, 0, 2, 0},
                                           {1, 1, 4, 5},
                                           {4, 5, 1, 1},
                                           {3, 2, 2, 5},
                                           {4, 4, 4, 4},
                                           {2, 3, 7, 43},
                                           {17, 1, 1, 9}}};

template <class TC, class TM, class TA, class TB, class Z, class Op, class Meaning>
void check_kronecker(const std::string& name, const Op& op, const Meaning& meaning) {
    random r(20250101);
    for (const auto& [m, n, p, q] : all_sizes) {
        const auto a = random_dense<TA>(r, m, n, 0.5);
        const auto b = random_dense<TB>(r, p, q, 0.5);
        const auto t = kronecker<Z>(meaning, a, b);
        const auto c = write<gb::matrix<TC>>(random_dense<TC>(r, m * p, n * q, 0.4));
        // A mask smaller than the product is looked up, a larger one is not.
        for (const double density : {0.05, 0.8}) {
            const auto mask = write<gb::matrix<TM>>(random_dense<TM>(r, m * p, n * q, density));
            for (const bool ta : {false, true}) {
                for (const bool tb : {false, true}) {
                    const gb::descriptor d{.transpose_a = ta, .transpose_b = tb};
                    const auto x = write<gb::matrix<TA>>(ta ? transposed(a) : a);
                    const auto y = write<gb::matrix<TB>>(tb ? transposed(b) : b);
                    check_outputs({"kronecker " + name + " " + shape_text({m, n, p, q}), d}, c, mask, x, y, t,
                                  [&](const auto& ctx, auto& out, const auto& view, const auto& accum, const auto& left,
                                      const auto& right, const auto& desc) {
                                      gb::kronecker(ctx, out, view, accum, op, left, right, desc);
                                  });
                    expect_none(difference(gb::kronecker(contexts()[1], op, x, y, d), t), [&] { return name; });
                }
            }
        }
    }
}

}  // namespace

TEST_CASE("kronecker: an operator, minus<int32>", "[spec][kronecker]") {
    using T = std::int32_t;
    check_kronecker<T, T, T, T, T>("minus", gb::minus{}, gb::minus{});
}
TEST_CASE("kronecker: a semiring, with casts, into float", "[spec][kronecker]") {
    check_kronecker<float, void, std::int8_t, double, double>(
        "plus_times<double>", gb::plus_times<double>, [](std::int8_t x, double y) { return static_cast<double>(x) * y; });
}
TEST_CASE("kronecker: a monoid casts its operands", "[spec][kronecker]") {
    check_kronecker<bool, bool, float, std::int32_t, bool>(
        "lor", gb::monoid<gb::lor, bool>{}, [](float x, std::int32_t y) { return x != 0 || y != 0; });
}
TEST_CASE("kronecker: structures", "[spec][kronecker]") {
    check_kronecker<void, void, void, void, bool>("land of structures", gb::land{}, gb::land{});
    check_kronecker<std::int64_t, bool, void, void, std::int64_t>("plus_pair of structures", gb::plus_pair<std::int64_t>,
                                                                  [](bool, bool) { return 1; });
}
TEST_CASE("kronecker: a multiply that does not commute, over a type of one's own", "[spec][kronecker]") {
    const auto compose = [](const affine& f, const affine& g) {
        return affine{f.scale * g.scale, f.scale * g.shift + f.shift};
    };
    random r(5);
    const auto a = random_dense<affine>(r, 5, 4, 0.6), b = random_dense<affine>(r, 3, 6, 0.6);
    const auto x = write<gb::matrix<affine>>(a), y = write<gb::matrix<affine>>(b);
    if (on_cuda()) return expect_refused([&] { return gb::kronecker(contexts()[2], compose, x, y); });
    const auto got = gb::kronecker(contexts()[2], compose, x, y);
    expect_none(difference(got, kronecker<affine>(compose, a, b)), [] { return "composition"; });
}

TEST_CASE("kronecker: many rows on several threads", "[spec][kronecker]") {
    const auto a = skewed<std::int32_t>(3, 150, 120, 60), b = skewed<std::int32_t>(4, 90, 110, 40);
    const auto want = gb::kronecker(contexts()[0], gb::plus_times<std::int32_t>, a, b);
    CHECK(want.nvals() == a.nvals() * b.nvals());
    const auto mask = skewed<bool>(5, want.nrows(), want.ncols(), 900);
    gb::matrix<std::int32_t> masked(want.nrows(), want.ncols());
    gb::assign(contexts()[0], masked, gb::structure(mask), gb::no_accum, want);
    CHECK(masked.nvals() > 0);
    for (const gb::context& ctx : contexts()) {
        CHECK(gb::kronecker(ctx, gb::plus_times<std::int32_t>, a, b) == want);
        gb::matrix<std::int32_t> c(want.nrows(), want.ncols());
        gb::kronecker(ctx, c, gb::structure(mask), gb::no_accum, gb::times{}, a, b);
        CHECK(c == masked);
    }
}

TEST_CASE("kronecker: a large product under a mask that few entries pass", "[spec][kronecker]") {
    // 10^8 entries of the product, of which three are asked for.
    const index side = 1000;
    const auto everywhere =
        gb::kronecker(contexts()[1], gb::plus{}, gb::matrix_diag(contexts()[1], gb::vector<int>::full(side, 1)),
                      gb::matrix_diag(contexts()[1], gb::vector<int>::full(side, 2)));
    CHECK(everywhere.nvals() == side * side);
    gb::matrix<bool> mask(side * side * 10, side * side * 10);
    mask.set_element(0, 0, true);
    mask.set_element(7777777, 7777777, true);
    mask.set_element(7777777, 7777778, true);
    gb::matrix<int> ten(10, 10), c(side * side * 10, side * side * 10);
    for (index i = 0; i < 10; ++i)
        for (index j = 0; j < 10; ++j) ten.set_element(i, j, static_cast<int>(10 * i + j));
    gb::kronecker(contexts()[1], c, gb::structure(mask), gb::no_accum, gb::plus{}, everywhere, ten);
    CHECK(c.nvals() == 3);
    CHECK(c.get_element(0, 0) == 3);
    CHECK(c.get_element(7777777, 7777778) == 3 + 78);
}

TEST_CASE("kronecker: what becomes too large is refused with the numbers", "[spec][kronecker]") {
    const gb::context& ctx = contexts()[1];
    const gb::matrix<int> wide(1, 70000), tall(70000, 1), widest(1, 0xffffffff);
    CHECK_THROWS_WITH(gb::kronecker(ctx, gb::plus{}, wide, wide), contains_text("1x70000") && contains_text("4294967295"));
    CHECK_THROWS_AS(gb::kronecker(ctx, gb::plus{}, tall, tall), gb::invalid_value);
    CHECK_THROWS_AS(gb::kronecker(ctx, gb::plus{}, widest, widest), gb::invalid_value);
    CHECK_THROWS_AS(gb::kronecker(ctx, gb::plus{}, tall, wide, {.transpose_a = true}), gb::invalid_value);
    CHECK(gb::kronecker(ctx, gb::plus{}, widest, gb::matrix<int>(1, 1)).ncols() == 0xffffffff);
    CHECK(gb::kronecker(ctx, gb::plus{}, widest, gb::matrix<int>(0, 0)) == gb::matrix<int>(0, 0));
    CHECK_THROWS_AS(gb::shapes::kronecker({9, 9}, index{1} << 40, {9, 9}, index{1} << 40), gb::out_of_memory);
}

}  // namespace spec
