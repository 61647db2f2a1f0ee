// The semirings: products of the ready-made ones, semirings that users write, and the rules of the concept broken one
// at a time.
#include "tests/catch.hpp"
#include <semirings/semirings.hpp>

#include <cstdint>
#include <limits>
#include <string_view>
#include <type_traits>

namespace gb = graphblas_gpu;
using namespace std::literals;

namespace {

template <auto S>
using type_of = std::remove_cvref_t<decltype(S)>;

static_assert(std::is_same_v<gb::semiring_value_t<type_of<gb::plus_times<float>>>, float>);
static_assert(std::is_same_v<gb::semiring_left_t<type_of<gb::plus_times<float>>>, float>);
static_assert(std::is_same_v<gb::semiring_right_t<const type_of<gb::plus_times<float>>&>, float>);
static_assert(!gb::is_positional<type_of<gb::plus_times<float>>>);
static_assert(gb::is_positional<type_of<gb::any_secondi<std::int64_t>>>);

template <auto S, bool left, bool right, bool constant>
constexpr bool reads =
    gb::semiring_traits<type_of<S>>::reads_left == left&& gb::semiring_traits<type_of<S>>::reads_right ==
    right&& gb::is_constant_product<type_of<S>> == constant;
static_assert(reads<gb::plus_times<int>, true, true, false>);
static_assert(reads<gb::plus_first<int>, true, false, false>);
static_assert(reads<gb::min_second<int>, false, true, false>);
static_assert(reads<gb::plus_pair<int>, false, false, true>);
static_assert(reads<gb::any_pair<bool>, false, false, true>);
static_assert(reads<gb::any_secondi<std::int32_t>, false, false, false>);

// ---- semirings of users ----

struct widest_path {
    static constexpr gb::monoid<gb::max, float> add{};
    static constexpr float multiply(float x, float y) { return x < y ? x : y; }
};
static_assert(gb::semiring_like<widest_path> && gb::semiring_like<const widest_path&>);
static_assert(std::is_same_v<gb::semiring_value_t<widest_path>, float>);
static_assert(std::is_same_v<gb::semiring_left_t<widest_path>, float>);
static_assert(gb::semiring_traits<widest_path>::reads_left && gb::semiring_traits<widest_path>::reads_right);
static_assert(!gb::is_positional<widest_path> && !gb::is_constant_product<widest_path>);
static_assert(gb::semiring_product(widest_path{}, 3.0F, 2.0F, 0, 0, 0) == 2.0F);
static_assert(gb::semiring_add(widest_path{})(3.0F, 2.0F) == 3.0F);

struct count_matches {  // operands of other types than the result, which is cast from what multiply returns
    using left_type = std::int32_t;
    using right_type = std::uint8_t;
    static constexpr gb::monoid<gb::plus, std::int64_t> add{};
    static constexpr bool multiply(std::int32_t x, std::uint8_t y) { return x == y; }
};
static_assert(gb::semiring_like<count_matches>);
static_assert(std::is_same_v<gb::semiring_left_t<count_matches>, std::int32_t>);
static_assert(std::is_same_v<gb::semiring_right_t<count_matches>, std::uint8_t>);
static_assert(gb::semiring_product(count_matches{}, 7, std::uint8_t{7}, 0, 0, 0) == 1);

struct weighted_parent {  // a value that is no number, a positional multiply, and it reads one operand only
    struct value_type {
        float weight;
        std::int64_t parent;
    };
    struct lightest {
        using value_type = weighted_parent::value_type;
        constexpr value_type operator()(value_type x, value_type y) const { return y.weight < x.weight ? y : x; }
        static constexpr value_type identity() { return {std::numeric_limits<float>::infinity(), -1}; }
    };
    using left_type = bool;
    using right_type = float;
    static constexpr bool reads_left = false;
    lightest add;
    constexpr value_type multiply(bool, float y, std::int64_t, std::int64_t k, std::int64_t) const { return {y, k}; }
};
static_assert(gb::semiring_like<weighted_parent> && gb::is_positional<weighted_parent>);
static_assert(!gb::semiring_traits<weighted_parent>::reads_left && gb::semiring_traits<weighted_parent>::reads_right);
static_assert(gb::semiring_product(weighted_parent{}, true, 0.5F, 2, 3, 5).parent == 3);

// ---- each rule broken alone ----

struct no_add {
    static constexpr int multiply(int x, int y) { return x * y; }
};
static_assert(!gb::semiring_has_add<no_add> && !gb::semiring_like<no_add>);

struct add_is_no_monoid {
    static constexpr gb::plus add{};
    static constexpr int multiply(int x, int y) { return x * y; }
};
static_assert(gb::semiring_has_add<add_is_no_monoid>);
static_assert(!gb::semiring_add_is_monoid<add_is_no_monoid> && !gb::semiring_like<add_is_no_monoid>);

struct two_value_types {
    using value_type = double;
    static constexpr gb::monoid<gb::plus, int> add{};
    static constexpr int multiply(double x, double y) { return static_cast<int>(x * y); }
};
static_assert(!gb::semiring_value_is_of_add<two_value_types> && !gb::semiring_like<two_value_types>);

struct no_multiply {
    static constexpr gb::monoid<gb::plus, int> add{};
};
static_assert(!gb::semiring_has_multiply<no_multiply> && !gb::semiring_like<no_multiply>);

struct multiply_gives_no_value {
    static constexpr gb::monoid<gb::plus, int> add{};
    static constexpr void multiply(int, int) {}
};
static_assert(!gb::semiring_has_multiply<multiply_gives_no_value> && !gb::semiring_like<multiply_gives_no_value>);

static_assert(!gb::semiring_like<int> && !gb::semiring_like<gb::plus>);

template <class T>
concept has_plus_times = requires {
    gb::plus_times<T>;
};
template <class T>
concept has_lor_land = requires {
    gb::lor_land<T>;
};
template <class T>
concept has_any_secondi = requires {
    gb::any_secondi<T>;
};
static_assert(has_plus_times<float> && !has_plus_times<bool>);
static_assert(has_lor_land<bool> && !has_lor_land<int>);
static_assert(has_any_secondi<std::int64_t> && !has_any_secondi<float> && !has_any_secondi<std::int16_t>);

template <class S, class T>
T product(const S& s, T x, T y) {
    return gb::semiring_product(s, x, y, 2, 3, 5);
}

}  // namespace

TEST_CASE("sums and products of the ready-made semirings", "[semirings]") {
    CHECK(product(gb::plus_times<int>, 3, 4) == 12);
    CHECK(product(gb::min_plus<float>, 3.0F, 4.0F) == 7.0F);
    CHECK(product(gb::max_plus<std::int8_t>, std::int8_t{100}, std::int8_t{100}) == -56);
    CHECK(product(gb::min_times<double>, 0.5, 4.0) == 2.0);
    CHECK(product(gb::max_times<double>, 0.5, 4.0) == 2.0);
    CHECK(product(gb::min_max<int>, 3, 4) == 4);
    CHECK(product(gb::max_min<int>, 3, 4) == 3);
    CHECK(product(gb::plus_min<int>, 3, 4) == 3);
    CHECK(product(gb::plus_pair<int>, 3, 4) == 1);
    for (int first : {product(gb::plus_first<int>, 3, 4), product(gb::min_first<int>, 3, 4),
                      product(gb::max_first<int>, 3, 4), product(gb::any_first<int>, 3, 4)})
        CHECK(first == 3);
    for (int second : {product(gb::plus_second<int>, 3, 4), product(gb::min_second<int>, 3, 4),
                       product(gb::max_second<int>, 3, 4), product(gb::any_second<int>, 3, 4)})
        CHECK(second == 4);
    CHECK(product(gb::lor_land<bool>, true, true));
    CHECK_FALSE(product(gb::lor_land<>, true, false));
    CHECK(product(gb::land_lor<>, true, false));
    CHECK(product(gb::any_pair<bool>, false, false));
    CHECK(product(gb::any_secondi<std::int32_t>, 0, 0) == 3);
    CHECK(product(gb::any_firsti<std::int64_t>, std::int64_t{0}, std::int64_t{0}) == 2);
    CHECK(product(gb::min_firsti<std::int32_t>, 0, 0) == 2);
    CHECK(product(gb::min_secondi<std::int32_t>, 0, 0) == 3);

    CHECK(gb::plus_times<int>.add(3, 4) == 7);
    CHECK(gb::min_plus<int>.add(3, 4) == 3);
    CHECK(gb::max_plus<int>.add(3, 4) == 4);
    CHECK(gb::any_pair<int>.add(3, 4) == 3);
    CHECK_FALSE(gb::land_lor<>.add(true, false));
    CHECK_FALSE(gb::lxor_land<>.add(true, true));
}

TEST_CASE("a semiring from a monoid and a lambda", "[semirings]") {
    const double factor = 10;
    const auto s =
        gb::make_semiring(gb::monoid<gb::plus, double>{}, [&](double x, double y) { return factor * x + y; });
    STATIC_REQUIRE(gb::semiring_like<decltype(s)>);
    STATIC_REQUIRE_FALSE(gb::is_positional<decltype(s)>);
    CHECK(product(s, 1.0, 2.0) == 12.0);
    CHECK(gb::semiring_add(s)(1.0, 2.0) == 3.0);

    const auto distance =
        gb::make_semiring(gb::monoid<gb::min, std::int64_t>{},
                          [](auto, auto, std::int64_t i, std::int64_t, std::int64_t j) { return j - i; });
    STATIC_REQUIRE(gb::is_positional<decltype(distance)>);
    CHECK(product(distance, std::int64_t{0}, std::int64_t{0}) == 3);

    const auto mixed =
        gb::make_semiring<bool, float>(gb::monoid<gb::plus, double>{}, [](bool x, float y) { return x ? y : 0.0F; });
    STATIC_REQUIRE(std::is_same_v<gb::semiring_left_t<decltype(mixed)>, bool>);
    STATIC_REQUIRE(std::is_same_v<gb::semiring_right_t<decltype(mixed)>, float>);
    STATIC_REQUIRE(std::is_same_v<gb::semiring_value_t<decltype(mixed)>, double>);
    CHECK(gb::semiring_product(mixed, true, 2.5F, 0, 0, 0) == 2.5);
}

TEST_CASE("names of semirings", "[semirings]") {
    CHECK(gb::semiring_name<decltype(gb::plus_times<float>)>() == "plus_times"sv);
    CHECK(gb::semiring_name<decltype(gb::any_secondi<std::int32_t>)>() == "any_secondi"sv);
    CHECK(gb::semiring_name<gb::semiring<gb::times, gb::max, int>>() == "times_max"sv);
    CHECK(gb::semiring_name<widest_path>() == "user-defined"sv);
    STATIC_REQUIRE(gb::semiring_name<decltype(gb::lor_land<>)>() == "lor_land"sv);
}
