// The typecast against a table of the edges, and integers against saturation worked out in long double.
#include "samples.hpp"
#include "tests/catch.hpp"
#include <semirings/types.hpp>

#include <cmath>
#include <cstdint>
#include <limits>
#include <string_view>

namespace gb = graphblas_gpu;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

static_assert(gb::cast<std::int8_t>(300.7) == 127);
static_assert(gb::cast<std::uint8_t>(-0.9F) == 0);
static_assert(gb::cast<std::int32_t>(std::int64_t{1} << 32) == 0);
static_assert(gb::cast<bool>(0.5) && gb::cast<bool>(no_number) && !gb::cast<bool>(-0.0));
static_assert(gb::cast<double>(true) == 1.0);

struct point {
    int x, y;
    friend constexpr bool operator==(point, point) = default;
};
static_assert(gb::cast<point>(point{1, 2}) == point{1, 2});

template <class To, class From>
concept castable = requires(From x) {
    gb::cast<To>(x);
};
static_assert(!castable<int, point>);
static_assert(!castable<point, int>);

// long double holds every integer of 64 bits on the machines that run these tests.
static_assert(std::numeric_limits<long double>::digits >= 64);

template <class To, class From>
To saturated(From x) {
    if (std::isnan(x)) return 0;
    const long double whole = std::trunc(static_cast<long double>(x));
    if (whole > static_cast<long double>(std::numeric_limits<To>::max())) return std::numeric_limits<To>::max();
    if (whole < static_cast<long double>(std::numeric_limits<To>::lowest())) return std::numeric_limits<To>::lowest();
    return static_cast<To>(whole);
}

template <class To, class From>
void check_around_the_ends() {
    std::vector<From> values = samples::extreme<From>();
    values.push_back(std::numeric_limits<From>::quiet_NaN());
    for (From end :
         {static_cast<From>(std::numeric_limits<To>::max()), static_cast<From>(std::numeric_limits<To>::lowest())})
        for (From step : {From(0), From(0.5), From(1), From(1.5), From(2)}) {
            values.push_back(end + step);
            values.push_back(end - step);
            values.push_back(std::nextafter(end, From(0)));
            values.push_back(std::nextafter(end, std::numeric_limits<From>::infinity()));
            values.push_back(std::nextafter(end, -std::numeric_limits<From>::infinity()));
        }
    for (From x : values) {
        CAPTURE(gb::type_name<From>(), gb::type_name<To>(), x);
        CHECK(+gb::cast<To>(x) == +saturated<To, From>(x));  // promoted, so that failures print numbers
    }
}

}  // namespace

TEMPLATE_TEST_CASE("cast saturates from floating point to integers", "[semirings][cast]", std::int8_t, std::int16_t,
                   std::int32_t, std::int64_t, std::uint8_t, std::uint16_t, std::uint32_t, std::uint64_t) {
    check_around_the_ends<TestType, float>();
    check_around_the_ends<TestType, double>();
    CHECK(gb::cast<TestType>(infinity) == std::numeric_limits<TestType>::max());
    CHECK(gb::cast<TestType>(-infinity) == std::numeric_limits<TestType>::lowest());
    CHECK(gb::cast<TestType>(no_number) == 0);
}

TEST_CASE("cast at the edges that have gone wrong elsewhere", "[semirings][cast]") {
    CHECK(gb::cast<std::int64_t>(9223372036854775808.0) == std::numeric_limits<std::int64_t>::max());
    CHECK(gb::cast<std::int64_t>(9223372036854774784.0) == 9223372036854774784);
    CHECK(gb::cast<std::int64_t>(-9223372036854775808.0) == std::numeric_limits<std::int64_t>::lowest());
    CHECK(gb::cast<std::uint64_t>(18446744073709551616.0) == std::numeric_limits<std::uint64_t>::max());
    CHECK(gb::cast<std::int32_t>(2147483648.0F) == std::numeric_limits<std::int32_t>::max());
    CHECK(gb::cast<std::uint32_t>(-1.0F) == 0);
    CHECK(gb::cast<std::int32_t>(-2.9) == -2);
    CHECK(gb::cast<float>(1e300) == std::numeric_limits<float>::infinity());
    CHECK(std::isnan(gb::cast<float>(no_number)));
    CHECK(gb::cast<float>(std::numeric_limits<std::uint64_t>::max()) == 18446744073709551616.0F);
}

TEST_CASE("cast between integers wraps", "[semirings][cast]") {
    CHECK(gb::cast<std::int8_t>(200) == -56);
    CHECK(gb::cast<std::uint8_t>(-1) == 255);
    CHECK(gb::cast<std::uint64_t>(std::int8_t{-1}) == std::numeric_limits<std::uint64_t>::max());
    CHECK(gb::cast<std::int64_t>(std::uint64_t{1} << 63) == std::numeric_limits<std::int64_t>::lowest());
}

TEMPLATE_TEST_CASE("cast to and from bool", "[semirings][cast]", std::int8_t, std::uint64_t, float, double) {
    for (TestType x : samples::extreme<TestType>()) CHECK(gb::cast<bool>(x) == !(x == TestType{0}));
    CHECK(gb::cast<TestType>(true) == TestType{1});
    CHECK(gb::cast<TestType>(false) == TestType{0});
}

TEST_CASE("type names", "[semirings][cast]") {
    using namespace std::literals;
    CHECK(gb::type_name<bool>() == "bool"sv);
    CHECK(gb::type_name<std::int8_t>() == "int8"sv);
    CHECK(gb::type_name<std::int16_t>() == "int16"sv);
    CHECK(gb::type_name<std::int32_t>() == "int32"sv);
    CHECK(gb::type_name<std::int64_t>() == "int64"sv);
    CHECK(gb::type_name<std::uint8_t>() == "uint8"sv);
    CHECK(gb::type_name<std::uint16_t>() == "uint16"sv);
    CHECK(gb::type_name<std::uint32_t>() == "uint32"sv);
    CHECK(gb::type_name<std::uint64_t>() == "uint64"sv);
    CHECK(gb::type_name<float>() == "float"sv);
    CHECK(gb::type_name<double>() == "double"sv);
    CHECK(gb::type_name<point>() == "user-defined"sv);
}
