// The operators against arithmetic done elsewhere: all pairs of 8-bit integers in int, the wide ones by known answers.
#include "samples.hpp"
#include "tests/catch.hpp"
#include <semirings/index_operators.hpp>
#include <semirings/operators.hpp>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>

namespace gb = graphblas_gpu;

namespace {

constexpr std::int32_t int_lowest = std::numeric_limits<std::int32_t>::lowest();
constexpr std::int32_t int_highest = std::numeric_limits<std::int32_t>::max();
constexpr std::int64_t long_lowest = std::numeric_limits<std::int64_t>::lowest();
constexpr std::int64_t long_highest = std::numeric_limits<std::int64_t>::max();

// A constant expression may not overflow, so each of these is also a proof that nothing does.
static_assert(gb::plus{}(int_highest, 1) == int_lowest);
static_assert(gb::saturating_plus{}(int_highest, 1) == int_highest && gb::saturating_plus{}(int_lowest, -1) == int_lowest);
static_assert(gb::saturating_plus{}(long_highest, long_lowest) == -1 && gb::saturating_plus{}(0.5, 0.25) == 0.75);
static_assert(gb::minus{}(int_lowest, 1) == int_highest);
static_assert(gb::times{}(int_highest, 2) == -2);
static_assert(gb::times{}(long_lowest, std::int64_t{-1}) == long_lowest);
static_assert(gb::times{}(std::uint16_t{65535}, std::uint16_t{65535}) == 1);
static_assert(gb::times{}(std::int16_t{-32768}, std::int16_t{-32768}) == 0);
static_assert(gb::divide{}(int_lowest, -1) == int_lowest);
static_assert(gb::divide{}(long_lowest, std::int64_t{-1}) == long_lowest);
static_assert(gb::divide{}(7, 0) == int_highest && gb::divide{}(-7, 0) == int_lowest && gb::divide{}(0, 0) == 0);
static_assert(gb::divide{}(7U, 0U) == std::numeric_limits<unsigned>::max() && gb::divide{}(0U, 0U) == 0);
static_assert(gb::ainv{}(long_lowest) == long_lowest && gb::abs{}(long_lowest) == long_lowest);
static_assert(gb::plus{}(long_highest, std::int64_t{1}) == long_lowest);

static_assert(std::is_same_v<decltype(gb::plus{}(std::int8_t{1}, std::int8_t{1})), std::int8_t>);
static_assert(std::is_same_v<decltype(gb::lt{}(1.0, 2.0)), bool>);
static_assert(!std::is_invocable_v<gb::plus, int, double>, "mixed types go through apply_binary");
static_assert(!std::is_invocable_v<gb::minus, std::string, std::string>);
static_assert(std::is_empty_v<gb::plus> && std::is_empty_v<gb::secondi>);

static_assert(gb::first::reads_left && !gb::first::reads_right);
static_assert(!gb::second::reads_left && gb::second::reads_right);
static_assert(!gb::pair::reads_left && !gb::pair::reads_right);
static_assert(gb::plus::reads_left && gb::plus::reads_right);
static_assert(!gb::firsti::reads_left && !gb::secondj::reads_right);

static_assert(gb::positional_operator<gb::firsti> && gb::positional_operator<gb::secondj>);
static_assert(!gb::positional_operator<gb::plus>);
static_assert(gb::firsti{}(2, 3, 5) == 2 && gb::firstj{}(2, 3, 5) == 3);
static_assert(gb::secondi{}(2, 3, 5) == 3 && gb::secondj{}(2, 3, 5) == 5);

template <class T>
T wrapped(int x) {
    return static_cast<T>(x & 255);
}

template <class T>
int divided(int x, int y) {
    if (y != 0) return x / y;
    if (x == 0) return 0;
    return x < 0 ? std::numeric_limits<T>::lowest() : std::numeric_limits<T>::max();
}

}  // namespace

TEMPLATE_TEST_CASE("8-bit arithmetic, all pairs", "[semirings][operators]", std::int8_t, std::uint8_t) {
    using T = TestType;
    bool right = true;
    for (int x = std::numeric_limits<T>::lowest(); x <= std::numeric_limits<T>::max(); ++x)
        for (int y = std::numeric_limits<T>::lowest(); y <= std::numeric_limits<T>::max(); ++y) {
            const T a = static_cast<T>(x), b = static_cast<T>(y);
            right = right && gb::plus{}(a, b) == wrapped<T>(x + y) && gb::minus{}(a, b) == wrapped<T>(x - y) &&
                    gb::saturating_plus{}(a, b) ==
                        std::clamp<int>(x + y, std::numeric_limits<T>::lowest(), std::numeric_limits<T>::max()) &&
                    gb::times{}(a, b) == wrapped<T>(x * y) && gb::divide{}(a, b) == wrapped<T>(divided<T>(x, y)) &&
                    gb::min{}(a, b) == std::min(x, y) && gb::max{}(a, b) == std::max(x, y) && gb::land{}(a, b) == (x && y) &&
                    gb::lor{}(a, b) == (x || y) && gb::lxor{}(a, b) == (!x != !y) && gb::lxnor{}(a, b) == (!x == !y) &&
                    gb::bit_and{}(a, b) == wrapped<T>(x & y) && gb::bit_or{}(a, b) == wrapped<T>(x | y) &&
                    gb::bit_xor{}(a, b) == wrapped<T>(x ^ y) && gb::bit_xnor{}(a, b) == wrapped<T>(~(x ^ y)) &&
                    gb::eq{}(a, b) == (x == y) && gb::ne{}(a, b) == (x != y) && gb::lt{}(a, b) == (x < y) &&
                    gb::le{}(a, b) == (x <= y) && gb::gt{}(a, b) == (x > y) && gb::ge{}(a, b) == (x >= y) &&
                    gb::first{}(a, b) == x && gb::second{}(a, b) == y && gb::any{}(a, b) == x && gb::pair{}(a, b) == 1;
            if (!right) FAIL("first wrong at x = " << x << ", y = " << y);
        }
    for (int x = std::numeric_limits<T>::lowest(); x <= std::numeric_limits<T>::max(); ++x) {
        const T a = static_cast<T>(x);
        CAPTURE(x);
        REQUIRE(gb::identity{}(a) == x);
        REQUIRE(gb::ainv{}(a) == wrapped<T>(-x));
        REQUIRE(gb::abs{}(a) == wrapped<T>(x < 0 ? -x : x));
        REQUIRE(gb::lnot{}(a) == (x == 0));
        REQUIRE(gb::one{}(a) == 1);
        REQUIRE(gb::bit_not{}(a) == wrapped<T>(~x));
        REQUIRE(gb::minv{}(a) == wrapped<T>(divided<T>(1, x)));
    }
}

TEMPLATE_TEST_CASE("16-bit arithmetic does not overflow the int it is promoted to", "[semirings][operators]",
                   std::int16_t, std::uint16_t) {
    for (TestType a : samples::extreme<TestType>())
        for (TestType b : samples::extreme<TestType>()) {
            const std::int64_t x = a, y = b;
            CAPTURE(x, y);
            CHECK(gb::plus{}(a, b) == static_cast<TestType>(x + y));
            CHECK(gb::minus{}(a, b) == static_cast<TestType>(x - y));
            CHECK(gb::times{}(a, b) == static_cast<TestType>(x * y));
        }
}

TEST_CASE("operators on bool", "[semirings][operators]") {
    for (bool x : {false, true})
        for (bool y : {false, true}) {
            CAPTURE(x, y);
            CHECK(gb::plus{}(x, y) == (x || y));
            CHECK(gb::minus{}(x, y) == (x != y));
            CHECK(gb::times{}(x, y) == (x && y));
            CHECK(gb::divide{}(x, y) == x);
            CHECK(gb::min{}(x, y) == (x && y));
            CHECK(gb::max{}(x, y) == (x || y));
            CHECK(gb::land{}(x, y) == (x && y));
            CHECK(gb::lor{}(x, y) == (x || y));
            CHECK(gb::lxor{}(x, y) == (x != y));
            CHECK(gb::lxnor{}(x, y) == (x == y));
            CHECK(gb::eq{}(x, y) == (x == y));
            CHECK(gb::minv{}(x));
            CHECK(gb::ainv{}(x) == x);
            CHECK(gb::abs{}(x) == x);
            CHECK(gb::lnot{}(x) == !x);
        }
}

TEMPLATE_TEST_CASE("min and max skip NaN and keep the left of equals", "[semirings][operators]", float, double) {
    using T = TestType;
    const T nan = std::numeric_limits<T>::quiet_NaN();
    for (T x : samples::extreme<T>()) {
        CHECK(gb::min{}(x, nan) == x);
        CHECK(gb::min{}(nan, x) == x);
        CHECK(gb::max{}(x, nan) == x);
        CHECK(gb::max{}(nan, x) == x);
        for (T y : samples::extreme<T>()) {
            CHECK(gb::min{}(x, y) == std::fmin(x, y));
            CHECK(gb::max{}(x, y) == std::fmax(x, y));
        }
    }
    CHECK(std::isnan(gb::min{}(nan, nan)));
    CHECK(std::isnan(gb::max{}(nan, nan)));
    CHECK(std::signbit(gb::min{}(T(-0.0), T(0.0))));
    CHECK_FALSE(std::signbit(gb::min{}(T(0.0), T(-0.0))));
}

TEMPLATE_TEST_CASE("unary operators on floating point", "[semirings][operators]", float, double) {
    using T = TestType;
    for (T x : samples::extreme<T>()) {
        CHECK(gb::abs{}(x) == std::fabs(x));
        CHECK(gb::ainv{}(x) == -x);
    }
    CHECK_FALSE(std::signbit(gb::abs{}(T(-0.0))));
    CHECK(std::isnan(gb::abs{}(std::numeric_limits<T>::quiet_NaN())));
    CHECK(gb::minv{}(T(4)) == T(0.25));
    CHECK(gb::lnot{}(T(0.5)) == T(0));
    CHECK(gb::land{}(T(0.5), T(-3)) == T(1));
}

TEST_CASE("operands of two types", "[semirings][operators]") {
    CHECK(gb::apply_binary(gb::plus{}, 1, 0.5) == 1.5);
    CHECK(gb::apply_binary(gb::times{}, std::int8_t{100}, std::int16_t{100}) == 10000);
    CHECK(gb::apply_binary(gb::max{}, 2.0F, std::int32_t{3}) == 3.0F);
    CHECK(gb::apply_binary([](int x, int y) { return 10 * x + y; }, 1, 2) == 12);
    const std::string text =
        gb::apply_binary([](const std::string& x, int n) { return x + std::to_string(n); }, std::string("n = "), 3);
    CHECK(text == "n = 3");

    STATIC_REQUIRE(std::is_same_v<gb::binary_result_t<gb::plus, int, double>, double>);
    STATIC_REQUIRE(std::is_same_v<gb::binary_result_t<gb::first, std::int8_t, double>, std::int8_t>);
    STATIC_REQUIRE(std::is_same_v<gb::binary_result_t<gb::second, std::int8_t, double>, double>);
    STATIC_REQUIRE(std::is_same_v<gb::binary_result_t<gb::lt, int, double>, bool>);
    STATIC_REQUIRE(std::is_same_v<gb::binary_result_t<gb::plus, std::int8_t, std::int8_t>, std::int8_t>);
    STATIC_REQUIRE(gb::binary_operator_for<gb::plus, int, double>);
    STATIC_REQUIRE_FALSE(gb::binary_operator_for<gb::plus, int, std::string>);
}

// Every operator of positions and of a value with a bound is a type, written with braces or parentheses.
static_assert(gb::tril{1}.k == 1 && gb::tril(1).k == 1 && gb::tril{}.k == 0);
static_assert(gb::triu{1}.k == 1 && gb::triu(1).k == 1 && gb::triu{.k = 1}.k == 1);
static_assert(gb::diag{1}.k == 1 && gb::diag(1).k == 1 && gb::offdiag{1}.k == 1 && gb::offdiag(1).k == 1);
static_assert(gb::rowle{1}.k == 1 && gb::rowle(1).k == 1 && gb::rowgt{1}.k == 1 && gb::rowgt(1).k == 1);
static_assert(gb::colle{1}.k == 1 && gb::colle(1).k == 1 && gb::colgt{1}.k == 1 && gb::colgt(1).k == 1);
static_assert(gb::rowindex{1}.s == 1 && gb::rowindex(1).s == 1 && gb::colindex{1}.s == 1 && gb::colindex(1).s == 1);
static_assert(gb::diagindex{1}.s == 1 && gb::diagindex(1).s == 1);
// Positions that are moved beyond int64 wrap.
static_assert(gb::rowindex{INT64_MAX}(1, 0) == INT64_MIN && gb::colindex{INT64_MAX}(0, 1) == INT64_MIN);
static_assert(gb::diagindex{INT64_MIN}(1, 0) == INT64_MAX);
static_assert(gb::value_eq{2}(2) && gb::value_eq(2)(2) && !gb::value_eq<int>(2)(3));
static_assert(gb::value_ne{2}(3) && gb::value_ne(2)(3) && !gb::value_ne<int>(2)(2));
static_assert(gb::value_lt{2}(1) && gb::value_lt(2)(1) && !gb::value_lt<int>(2)(2));
static_assert(gb::value_le{2}(2) && gb::value_le(2)(2) && !gb::value_le<int>(2)(3));
static_assert(gb::value_gt{0.5}(1) && gb::value_gt(0.5)(1) && !gb::value_gt<int>(1)(1));
static_assert(gb::value_ge{0.5}(1) && gb::value_ge(0.5)(1) && !gb::value_ge<int>(2)(1));

TEST_CASE("a predicate of values has the type of its bound", "[semirings][operators]") {
    const std::int8_t bound = 3;
    STATIC_REQUIRE(std::is_same_v<decltype(gb::value_ge{bound}), gb::value_ge<std::int8_t>>);
    STATIC_REQUIRE(std::is_same_v<decltype(gb::value_lt(2.0F)), gb::value_lt<float>>);
    // The comparison is made in the common type: no bound wraps in the type of the entry.
    CHECK(gb::value_lt(300)(std::int8_t{-1}));
    CHECK_FALSE(gb::value_eq{2.5}(2));
    auto copied = gb::value_ge{1};
    copied = gb::value_ge{4};
    CHECK_FALSE(copied(3));
}

TEST_CASE("arithmetic on a type of the user's own", "[semirings][operators]") {
    using complex = std::complex<double>;
    CHECK(gb::plus{}(complex(1, 2), complex(3, 4)) == complex(4, 6));
    CHECK(gb::times{}(complex(0, 1), complex(0, 1)) == complex(-1, 0));
    CHECK(gb::times::identity<complex>() == complex(1, 0));
    STATIC_REQUIRE_FALSE(std::is_invocable_v<gb::min, complex, complex>);
}
