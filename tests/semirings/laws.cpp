// The laws hold for the whole catalogue, and check_laws finds each kind of broken algebra and says where.
#include "samples.hpp"
#include "tests/catch.hpp"
#include <semirings/catalogue.hpp>
#include <semirings/laws.hpp>

#include <array>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace gb = graphblas_gpu;

namespace {

constexpr std::array<int, 5> few{std::numeric_limits<int>::lowest(), -1, 0, 3, std::numeric_limits<int>::max()};
static_assert(gb::obeys_laws(gb::plus_times<int>, few, {.distributivity = true}));
static_assert(gb::obeys_laws(gb::min_max<int>, few, {.distributivity = true}));
static_assert(gb::obeys_laws(gb::max_min<int>, few, {.distributivity = true}));
static_assert(gb::obeys_laws(gb::lor_land<>, std::array{false, true}, {.distributivity = true}));
static_assert(gb::obeys_laws(gb::land_lor<>, std::array{false, true}, {.distributivity = true}));
static_assert(gb::obeys_laws(gb::lxor_land<>, std::array{false, true}, {.distributivity = true}));

// The identities that a published library has had wrong for years.
struct max_from_smallest_positive {
    using value_type = float;
    constexpr float operator()(float x, float y) const { return x < y ? y : x; }
    static constexpr float identity() { return std::numeric_limits<float>::min(); }
};
static_assert(!gb::obeys_laws(max_from_smallest_positive{}, std::array{-1.0F, 1.0F}));

struct land_from_false {
    using value_type = bool;
    constexpr bool operator()(bool x, bool y) const { return x && y; }
    static constexpr bool identity() { return false; }
};
static_assert(!gb::obeys_laws(land_from_false{}, std::array{false, true}));

struct subtraction {
    using value_type = int;
    constexpr int operator()(int x, int y) const { return x - y; }
    static constexpr int identity() { return 0; }
};

struct keeps_left_unsaid {  // what `any` does, without saying so
    using value_type = int;
    constexpr int operator()(int x, int y) const { return x == 0 ? y : x; }
    static constexpr int identity() { return 0; }
};

struct sum_that_stops_at_zero {
    using value_type = int;
    constexpr int operator()(int x, int y) const { return x + y; }
    static constexpr int identity() { return 0; }
    static constexpr bool has_terminal = true;
    static constexpr int terminal() { return 0; }
};

struct claims_not_to_read_left {
    static constexpr gb::monoid<gb::plus, int> add{};
    static constexpr int multiply(int x, int y) { return x * y; }
    static constexpr bool reads_left = false;
};

struct claims_not_to_read_right {
    static constexpr gb::monoid<gb::plus, int> add{};
    static constexpr int multiply(int x, int y) { return x * y; }
    static constexpr bool reads_right = false;
};

struct sum_that_claims_any {
    using value_type = int;
    constexpr int operator()(int x, int y) const { return x + y; }
    static constexpr int identity() { return 0; }
    static constexpr bool is_any = true;
};

struct labels {
    enum class value_type { none, red, blue };
    constexpr value_type operator()(value_type x, value_type y) const { return x == value_type::none ? y : x; }
    static constexpr value_type identity() { return value_type::none; }
};

struct no_comparison {
    struct value_type {
        int x;
    };
    constexpr value_type operator()(value_type x, value_type) const { return x; }
    static constexpr value_type identity() { return {0}; }
};
static_assert(gb::monoid_like<no_comparison> && !gb::has_laws<no_comparison>);

const std::vector<std::string> none;

}  // namespace

TEST_CASE("the whole catalogue obeys the laws", "[semirings][laws]") {
    gb::for_each_semiring([](auto s) {
        using S = decltype(s);
        using T = gb::semiring_value_t<S>;
        // Sums of extreme floating-point values overflow, and are then not associative.
        constexpr bool rounds = std::floating_point<T> && std::same_as<typename S::add_operator, gb::plus>;
        CAPTURE(gb::semiring_name<S>(), gb::type_name<T>());
        CHECK(gb::check_laws(s, rounds ? samples::exact<T>() : samples::extreme<T>()) == none);
    });
}

TEST_CASE("check_laws finds a wrong identity and says with what", "[semirings][laws]") {
    CHECK(
        gb::check_laws(max_from_smallest_positive{}, {-1.0F, 2.0F}) ==
        std::vector<std::string>{"identity from the left: op(identity, a) == a does not hold for 1.17549435e-38, -1",
                                 "identity from the right: op(a, identity) == a does not hold for 1.17549435e-38, -1"});
    CHECK(gb::check_laws(max_from_smallest_positive{}, {1.0F, 2.0F}) == none);
    CHECK(gb::check_laws(land_from_false{}, {false, true}) ==
          std::vector<std::string>{"identity from the left: op(identity, a) == a does not hold for false, true",
                                   "identity from the right: op(a, identity) == a does not hold for false, true"});
}

TEST_CASE("check_laws finds each other broken law", "[semirings][laws]") {
    CHECK(gb::check_laws(subtraction{}, {0, 1}) ==
          std::vector<std::string>{"associativity: op(op(a, b), c) == op(a, op(b, c)) does not hold for 0, 0, 1",
                                   "commutativity: op(a, b) == op(b, a) does not hold for 0, 1",
                                   "identity from the left: op(identity, a) == a does not hold for 0, 1"});
    CHECK(gb::check_laws(keeps_left_unsaid{}, {0, 1, 2}) ==
          std::vector<std::string>{"commutativity: op(a, b) == op(b, a) does not hold for 1, 2"});
    CHECK(gb::check_laws(sum_that_stops_at_zero{}, {0, 1}) ==
          std::vector<std::string>{"terminal: op(terminal, a) == op(a, terminal) == terminal does not hold for 0, 1"});
    CHECK(gb::check_laws(sum_that_claims_any{}, {0, 1}) ==
          std::vector<std::string>{"is_any is true: op(a, b) == a does not hold for 0, 1"});
    CHECK(gb::check_laws(claims_not_to_read_left{}, {1, 2}) ==
          std::vector<std::string>{"reads_left is false: multiply(a, c) == multiply(b, c) does not hold for 1, 2, 1"});
    CHECK(gb::check_laws(claims_not_to_read_right{}, {1, 2}) ==
          std::vector<std::string>{"reads_right is false: multiply(c, a) == multiply(c, b) does not hold for 1, 2, 1"});
}

TEST_CASE("distributivity is tried when asked for", "[semirings][laws]") {
    CHECK(gb::check_laws(gb::plus_min<int>, {1, 2, 3}) == none);
    const auto broken = gb::check_laws(gb::plus_min<int>, {1, 2, 3}, {.distributivity = true});
    CHECK(broken == std::vector<std::string>{
                        "distributivity from the left: c * (a + b) == c * a + c * b does not hold for 1, 1, 1",
                        "distributivity from the right: (a + b) * c == a * c + b * c does not hold for 1, 1, 1"});
    CHECK(gb::check_laws(gb::min_plus<float>, samples::exact<float>(), {.distributivity = true}) == none);
}

TEST_CASE("rounding is forgiven up to the tolerance, and overflow is not", "[semirings][laws]") {
    const std::vector<float> rounded{0.1F, 0.2F, 0.3F, 1e8F, -1e8F};
    CHECK(gb::check_laws(gb::plus_times<float>, rounded) == none);
    CHECK(gb::check_laws(gb::plus_times<float>, rounded, {.relative_tolerance = 0}).size() == 1);
    const float big = std::numeric_limits<float>::max();
    CHECK(gb::check_laws(gb::plus_times<float>, {big, -big}).size() == 1);
}

TEST_CASE("NaN is outside the domain of min and max", "[semirings][laws]") {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    CHECK(gb::check_laws(gb::plus_times<double>, {1.0, nan}) == none);
    CHECK(gb::check_laws(gb::min_plus<double>, {1.0, nan}).size() == 2);
}

TEST_CASE("values that cannot be printed are still checked", "[semirings][laws]") {
    using enum labels::value_type;
    const auto broken = gb::check_laws(labels{}, {none, red, blue});
    REQUIRE(broken.size() == 1);
    CHECK(broken[0] ==
          "commutativity: op(a, b) == op(b, a) does not hold for (a value that cannot be printed), "
          "(a value that cannot be printed)");
}
