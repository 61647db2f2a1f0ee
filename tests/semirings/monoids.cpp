// The monoids: identities and terminals as a table, the traits that kernels ask, and the rules of the concept broken
// one at a time.
#include "samples.hpp"
#include "tests/catch.hpp"
#include <semirings/laws.hpp>
#include <semirings/monoids.hpp>

#include <complex>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace gb = graphblas_gpu;

namespace {

constexpr float float_infinity = std::numeric_limits<float>::infinity();

static_assert(gb::monoid<gb::min, float>::identity() == float_infinity);
static_assert(gb::monoid<gb::min, float>::terminal() == -float_infinity);
static_assert(gb::monoid<gb::max, float>::identity() == -float_infinity);
static_assert(gb::monoid<gb::max, float>::terminal() == float_infinity);
static_assert(gb::monoid<gb::max, std::int8_t>::identity() == -128);
static_assert(gb::monoid<gb::max, std::uint8_t>::identity() == 0);
static_assert(gb::monoid<gb::min, std::uint8_t>::terminal() == 0);
static_assert(gb::monoid<gb::times, int>::terminal() == 0);
static_assert(!gb::monoid<gb::times, double>::has_terminal);
static_assert(!gb::monoid<gb::plus, int>::has_terminal);
static_assert(gb::monoid<gb::plus, bool>::terminal());
static_assert(gb::monoid<gb::land, bool>::identity() && !gb::monoid<gb::land, bool>::terminal());
static_assert(!gb::monoid<gb::lor, bool>::identity() && gb::monoid<gb::lor, bool>::terminal());
static_assert(!gb::monoid<gb::lxor, bool>::identity() && !gb::monoid<gb::lxor, bool>::has_terminal);
static_assert(gb::monoid<gb::eq, bool>::identity() && !gb::monoid<gb::eq, bool>::has_terminal);
static_assert(gb::monoid<gb::any, int>::is_any && !gb::monoid<gb::any, int>::has_terminal);

static_assert(!gb::monoid_identity_is_neutral_fill<gb::monoid<gb::any, int>>);
static_assert(gb::monoid_identity_is_neutral_fill<gb::monoid<gb::plus, int>>);
static_assert(gb::monoid_stops_early<gb::monoid<gb::any, int>> && gb::monoid_stops_early<gb::monoid<gb::min, int>>);
static_assert(!gb::monoid_stops_early<gb::monoid<gb::plus, int>>);
static_assert(gb::is_terminal(gb::monoid<gb::any, int>{}, 7));
static_assert(gb::is_terminal(gb::monoid<gb::lor, bool>{}, true) &&
              !gb::is_terminal(gb::monoid<gb::lor, bool>{}, false));
static_assert(!gb::is_terminal(gb::monoid<gb::plus, int>{}, 0));

static_assert(gb::monoid_operator<gb::lor, bool> && !gb::monoid_operator<gb::lor, int>, "lor(5, 0) is not 5");
static_assert(gb::monoid_operator<gb::eq, bool> && !gb::monoid_operator<gb::eq, int>);
static_assert(!gb::monoid_operator<gb::minus, int> && !gb::monoid_operator<gb::first, int>);
static_assert(!gb::monoid_operator<gb::min, std::complex<double>>);

// ---- monoids of users ----

struct longest {  // a value type that is no number, an operator of its own, no terminal
    struct value_type {
        int length, label;
        friend constexpr bool operator==(value_type, value_type) = default;
    };
    constexpr value_type operator()(value_type x, value_type y) const {
        return x.length > y.length || (x.length == y.length && x.label < y.label) ? x : y;
    }
    static constexpr value_type identity() { return {-1, 0}; }
};
static_assert(gb::monoid_like<longest> && gb::monoid_like<const longest&>);
static_assert(!gb::monoid_stops_early<longest> && gb::monoid_identity_is_neutral_fill<longest>);
static_assert(!gb::is_terminal(longest{}, {3, 1}));
static_assert(gb::obeys_laws(longest{}, std::array{longest::value_type{1, 1}, longest::value_type{1, 2},
                                                   longest::value_type{7, 0}}));

struct gcd_operator {  // an operator that becomes a monoid by bringing its identity along
    template <std::integral T>
    constexpr T operator()(T x, T y) const {
        while (y != 0) {
            const T rest = static_cast<T>(x % y);
            x = y;
            y = rest;
        }
        return x;
    }
    template <std::integral T>
    static constexpr T identity() {
        return 0;
    }
};
static_assert(gb::monoid_operator<gcd_operator, unsigned>);
static_assert(gb::as_monoid<unsigned>(gcd_operator{})(12U, 18U) == 6);

// ---- each rule broken alone ----

struct no_value_type {
    constexpr int operator()(int x, int y) const { return x + y; }
    static constexpr int identity() { return 0; }
};
static_assert(!gb::monoid_has_value_type<no_value_type> && !gb::monoid_like<no_value_type>);

struct not_closed {
    using value_type = float;
    constexpr double operator()(float x, float y) const { return x + y; }
    static constexpr float identity() { return 0; }
};
static_assert(gb::monoid_has_value_type<not_closed> && gb::monoid_has_identity<not_closed>);
static_assert(!gb::monoid_is_closed<not_closed> && !gb::monoid_like<not_closed>);

struct not_const {
    using value_type = int;
    constexpr int operator()(int x, int y) { return x + y; }
    static constexpr int identity() { return 0; }
};
static_assert(!gb::monoid_is_closed<not_const> && !gb::monoid_like<not_const>);

struct no_identity {
    using value_type = int;
    constexpr int operator()(int x, int y) const { return x + y; }
};
static_assert(gb::monoid_is_closed<no_identity>);
static_assert(!gb::monoid_has_identity<no_identity> && !gb::monoid_like<no_identity>);

struct half_terminal {
    using value_type = int;
    constexpr int operator()(int x, int y) const { return x | y; }
    static constexpr int identity() { return 0; }
    static constexpr bool has_terminal = true;
};
static_assert(!gb::monoid_terminal_is_whole<half_terminal> && !gb::monoid_like<half_terminal>);

static_assert(!gb::monoid_like<int> && !gb::monoid_like<gb::plus>);

template <class Op, class T>
void check_monoid(const std::vector<T>& values) {
    const gb::monoid<Op, T> m;
    CAPTURE(Op::name, gb::type_name<T>());
    CHECK(gb::check_laws(m, values) == std::vector<std::string>{});
    for (const T x : values)
        CHECK(gb::is_terminal(m, x) == [&] {
            if constexpr (gb::monoid<Op, T>::is_any)
                return true;
            else if constexpr (gb::monoid<Op, T>::has_terminal)
                return x == gb::monoid<Op, T>::terminal();
            else
                return false;
        }());
}

}  // namespace

TEMPLATE_TEST_CASE("every built-in monoid obeys the laws on every type", "[semirings][monoids]", bool, std::int8_t,
                   std::int16_t, std::int32_t, std::int64_t, std::uint8_t, std::uint16_t, std::uint32_t, std::uint64_t,
                   float, double) {
    using T = TestType;
    const auto extreme = samples::extreme<T>();
    const auto sums = std::floating_point<T> ? samples::exact<T>() : extreme;
    check_monoid<gb::plus, T>(sums);
    check_monoid<gb::times, T>(sums);
    check_monoid<gb::min, T>(extreme);
    check_monoid<gb::max, T>(extreme);
    check_monoid<gb::any, T>(extreme);
    if constexpr (std::same_as<T, bool>) {
        check_monoid<gb::land, T>(extreme);
        check_monoid<gb::lor, T>(extreme);
        check_monoid<gb::lxor, T>(extreme);
        check_monoid<gb::lxnor, T>(extreme);
        check_monoid<gb::eq, T>(extreme);
    } else if constexpr (std::integral<T>) {
        check_monoid<gb::bit_and, T>(extreme);
        check_monoid<gb::bit_or, T>(extreme);
        check_monoid<gb::bit_xor, T>(extreme);
        check_monoid<gb::bit_xnor, T>(extreme);
    }
}

TEST_CASE("as_monoid takes a monoid or its operator", "[semirings][monoids]") {
    const auto sum = gb::as_monoid<double>(gb::plus{});
    STATIC_REQUIRE(std::is_same_v<decltype(sum), const gb::monoid<gb::plus, double>>);
    CHECK(sum(1.5, 2.0) == 3.5);
    const auto same = gb::as_monoid<double>(longest{});
    STATIC_REQUIRE(std::is_same_v<decltype(same), const longest>);
    STATIC_REQUIRE(gb::monoid_source<gb::max, float>);
    STATIC_REQUIRE_FALSE(gb::monoid_source<gb::minus, float>);
    STATIC_REQUIRE_FALSE(gb::monoid_source<gb::lor, float>);
}
