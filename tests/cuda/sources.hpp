// Semirings that carry their source, for tests with and without a device.
#pragma once

#include <graphblas_gpu/device_source.hpp>
#include <semirings/semirings.hpp>

namespace sources {

namespace gb = graphblas_gpu;

// plus_times written by hand.
GB_DEVICE_SOURCE(sum_of_products,
    struct sum_of_products {
        static constexpr gb::monoid<gb::plus, float> add{};
        static constexpr float multiply(float x, float y) { return x * y; }
    };)

GB_DEVICE_SOURCE(widest_path,
    struct widest_path {
        static constexpr gb::monoid<gb::max, float> add{};
        static constexpr float multiply(float x, float y) { return x < y ? x : y; }
    };)

// An operator of its own, and factors of two types.
GB_DEVICE_SOURCE(most_reliable,
    struct better {
        using value_type = double;
        constexpr double operator()(double x, double y) const { return x < y ? y : x; }
        static constexpr double identity() { return -1e300; }
    };
    struct most_reliable {
        using left_type = double;
        using right_type = std::int32_t;
        static constexpr better add{};
        static constexpr double multiply(double x, std::int32_t y) { return x * (1.0 - 0.01 * y); }
    };)

// Constants: a sum that stops at a bound.
GB_DEVICE_SOURCE(bounded_sum,
    struct bounded_sum {
        using value_type = std::uint32_t;
        std::uint32_t most = 0;
        constexpr std::uint32_t operator()(std::uint32_t x, std::uint32_t y) const { return x < most - y ? x + y : most; }
        static constexpr std::uint32_t identity() { return 0; }
    };)
GB_DEVICE_SOURCE_USING(bounded_counter, bounded_sum,
    struct bounded_counter {
        bounded_sum add;
        constexpr std::uint32_t multiply(std::uint32_t x, std::uint32_t y) const { return (x != 0 && y != 0) ? 1u : 0u; }
    };)

GB_DEVICE_SOURCE(modular_sum,
    struct modular_sum {
        using value_type = std::uint64_t;
        std::uint64_t modulus = 0;
        constexpr std::uint64_t operator()(std::uint64_t x, std::uint64_t y) const { return (x + y) % modulus; }
        static constexpr std::uint64_t identity() { return 0; }
    };)
GB_DEVICE_SOURCE_USING(modular, modular_sum,
    struct modular {
        modular_sum add;
        constexpr std::uint64_t multiply(std::uint64_t x, std::uint64_t y) const { return x * y % add.modulus; }
    };)

// Labels of 64 bits: the least label that is reached, with the position in its low bits.
GB_DEVICE_SOURCE(
    min_label, struct min_label {
        static constexpr gb::monoid<gb::min, std::int64_t> add{};
        static constexpr std::int64_t multiply(std::int64_t x, std::int64_t y, std::int64_t i, std::int64_t k, std::int64_t j) {
            return ((x * 31 + y) * 1000003 + k) * 4096 + (i ^ j);
        }
    };)

// Values that are shorter than a word, with a sign.
GB_DEVICE_SOURCE(short_differences,
    struct short_differences {
        static constexpr gb::monoid<gb::plus, std::int8_t> add{};
        static constexpr std::int8_t multiply(std::int8_t x, std::int8_t y) { return static_cast<std::int8_t>(5 * x - 7 * y); }
    };)

// A bool of two doubles.
GB_DEVICE_SOURCE(any_close,
    struct any_close {
        using left_type = double;
        using right_type = double;
        static constexpr gb::monoid<gb::lor, bool> add{};
        static constexpr bool multiply(double x, double y) { return x - y < 0.5 && y - x < 0.5; }
    };)

// Keeps any term: the library's, which is the first.
GB_DEVICE_SOURCE(any_difference,
    struct any_difference {
        static constexpr gb::monoid<gb::any, std::int64_t> add{};
        static constexpr std::int64_t multiply(std::int64_t x, std::int64_t y) { return 10 * x - y; }
    };)

GB_DEVICE_SOURCE(named_in_report,
    struct named_in_report {
        static constexpr gb::monoid<gb::max, float> add{};
        static constexpr float multiply(float x, float y) { return x + y; }
    };)

// Operators of element-wise operations.
GB_DEVICE_SOURCE(logistic,
    struct logistic {
        float steepness = 1;
        float operator()(float x) const { return 1 / (1 + fabsf(x) * steepness); }
    };)

GB_DEVICE_SOURCE(by_position,
    struct by_position {
        std::int64_t operator()(float x, std::int64_t i, std::int64_t j) const {
            return static_cast<std::int64_t>(x) * 100 + 7 * i - j;
        }
        std::int64_t operator()(float x, std::int64_t i) const { return static_cast<std::int64_t>(x) * 100 + i; }
    };)

GB_DEVICE_SOURCE(lies_between,
    struct lies_between {
        double low = 0, high = 0;
        constexpr bool operator()(double x) const { return low <= x && x < high; }
    };)

GB_DEVICE_SOURCE(on_chessboard,
    struct on_chessboard {
        static constexpr bool position_only = true;
        constexpr bool operator()(std::int64_t i, std::int64_t j) const { return (i + j) % 2 == 0; }
    };)

GB_DEVICE_SOURCE(at_odd_position,
    struct at_odd_position {
        static constexpr bool position_only = true;
        constexpr bool operator()(std::int64_t j) const { return j % 2 == 1; }
    };)

GB_DEVICE_SOURCE(squashed,
    struct squashed {
        float operator()(float x) const { return std::isnan(x) ? -NAN : std::trunc(8 * std::min(std::hypot(x, 0.0f), 1e9f)); }
    };)

GB_DEVICE_SOURCE(weighted_difference,
    struct weighted_difference {
        std::int32_t weight = 1;
        constexpr double operator()(std::int32_t x, double y) const { return weight * x - y; }
    };)

GB_DEVICE_SOURCE(keep_larger_magnitude,
    struct keep_larger_magnitude {
        constexpr float operator()(float x, float y) const { return x * x < y * y ? y : x; }
    };)

// Orders of sort, in which many values are equal, and rules for duplicates that depend on their order.
GB_DEVICE_SOURCE(by_remainder,
    struct by_remainder {
        std::int32_t modulus = 1;
        constexpr bool operator()(std::int32_t x, std::int32_t y) const { return x % modulus < y % modulus; }
    })
GB_DEVICE_SOURCE(by_magnitude,
    struct by_magnitude {
        constexpr bool operator()(float x, float y) const { return x * x < y * y; }
    })
GB_DEVICE_SOURCE(shifted_sum,
    struct shifted_sum {
        std::uint32_t factor = 3;
        constexpr std::uint32_t operator()(std::uint32_t x, std::uint32_t y) const { return factor * x + y; }
    })

// A monoid for reductions.
GB_DEVICE_SOURCE(largest_magnitude,
    struct largest_magnitude {
        using value_type = std::int32_t;
        constexpr std::int32_t operator()(std::int32_t x, std::int32_t y) const {
            const std::int64_t a = x, b = y;
            return a * a < b * b || (a * a == b * b && x < y) ? y : x;
        }
        static constexpr std::int32_t identity() { return 0; }
    };)

// The first value stays.
GB_DEVICE_SOURCE(keep_any,
    struct keep_any {
        using value_type = std::int32_t;
        static constexpr bool is_any = true;
        constexpr std::int32_t operator()(std::int32_t x, std::int32_t) const { return x; }
        static constexpr std::int32_t identity() { return 0; }
    };)

// Does not compile for the device: it uses what is not in the text.
constexpr float outside(float x) { return x + 1; }
GB_DEVICE_SOURCE(uses_outside,
    struct uses_outside {
        static constexpr gb::monoid<gb::max, float> add{};
        static constexpr float multiply(float x, float y) { return outside(x) + y; }
    };)

// ---- structs ----

// The least distance, and where it comes from: of equal ones the least.
GB_DEVICE_SOURCE(arrival,
    struct arrival {
        float distance = 0;
        std::int32_t from = 0;
        friend constexpr bool operator==(const arrival&, const arrival&) = default;
    };)
GB_DEVICE_SOURCE_USING(earlier, arrival,
    struct earlier {
        using value_type = arrival;
        constexpr arrival operator()(const arrival& x, const arrival& y) const {
            return y.distance < x.distance || (y.distance == x.distance && y.from < x.from) ? y : x;
        }
        static constexpr arrival identity() { return {3e38f, 2147483647}; }
    };)
GB_DEVICE_SOURCE_USING(arrivals, earlier,
    struct arrivals {
        using right_type = float;
        static constexpr earlier add{};
        static constexpr arrival multiply(const arrival& x, float y) { return {x.distance + y, x.from}; }
    };)
GB_DEVICE_SOURCE_USING(later, arrival,
    struct later {
        float by = 1;
        constexpr arrival operator()(const arrival& x) const { return {x.distance + by, x.from}; }
    };)
GB_DEVICE_SOURCE_USING(distance_of, arrival,
    struct distance_of {
        constexpr float operator()(const arrival& x) const { return x.distance; }
    };)
GB_DEVICE_SOURCE_USING(placed, arrival,
    struct placed {
        constexpr std::int64_t operator()(const arrival& x, std::int64_t i, std::int64_t j) const { return x.from + 10 * i + j; }
    };)
GB_DEVICE_SOURCE_USING(is_near, arrival,
    struct is_near {
        constexpr bool operator()(const arrival& x) const { return x.distance < 1; }
    };)
GB_DEVICE_SOURCE_USING(leaves_before, arrival,
    struct leaves_before {
        constexpr bool operator()(const arrival& x, const arrival& y) const { return x.from < y.from; }
    };)
GB_DEVICE_SOURCE_USING(starts_at, arrival,
    struct starts_at {
        constexpr arrival operator()(float x, std::int64_t i, std::int64_t j) const {
            return {x, static_cast<std::int32_t>(10 * i + j)};
        }
    };)

// Complex numbers of 8 bytes.
GB_DEVICE_SOURCE(complex_number,
    struct complex_number {
        float re = 0;
        float im = 0;
        friend constexpr bool operator==(const complex_number&, const complex_number&) = default;
    };)
GB_DEVICE_SOURCE_USING(complex_sum, complex_number,
    struct complex_sum {
        using value_type = complex_number;
        constexpr complex_number operator()(const complex_number& x, const complex_number& y) const { return {x.re + y.re, x.im + y.im}; }
        static constexpr complex_number identity() { return {0, 0}; }
    };)
GB_DEVICE_SOURCE_USING(complex_products, complex_sum,
    struct complex_products {
        static constexpr complex_sum add{};
        static constexpr complex_number multiply(const complex_number& x, const complex_number& y) {
            return {x.re * y.re - x.im * y.im, x.re * y.im + x.im * y.re};
        }
    };)

// Four bytes, and two, in words of four.
GB_DEVICE_SOURCE(fraction,
    struct fraction {
        std::int16_t over = 0;
        std::int16_t under = 1;
        friend constexpr bool operator==(const fraction&, const fraction&) = default;
    };)
GB_DEVICE_SOURCE_USING(largest_fraction, fraction,
    struct largest_fraction {
        using value_type = fraction;
        constexpr fraction operator()(const fraction& x, const fraction& y) const {
            const int left = x.over * y.under;
            const int right = y.over * x.under;
            return left < right || (left == right && x.under < y.under) ? y : x;
        }
        static constexpr fraction identity() { return {-32768, 1}; }
    };)
GB_DEVICE_SOURCE_USING(fractions, largest_fraction,
    struct fractions {
        static constexpr largest_fraction add{};
        static constexpr fraction multiply(const fraction& x, const fraction& y) {
            return {static_cast<std::int16_t>(x.over * y.over), static_cast<std::int16_t>(x.under * y.under)};
        }
    };)

// Sixteen bytes: complex numbers of doubles, with the position of the term in one form.
GB_DEVICE_SOURCE(long_complex,
    struct long_complex {
        double re = 0;
        double im = 0;
        friend constexpr bool operator==(const long_complex&, const long_complex&) = default;
    };)
GB_DEVICE_SOURCE_USING(long_complex_sum, long_complex,
    struct long_complex_sum {
        using value_type = long_complex;
        constexpr long_complex operator()(const long_complex& x, const long_complex& y) const { return {x.re + y.re, x.im + y.im}; }
        static constexpr long_complex identity() { return {0, 0}; }
    };)
GB_DEVICE_SOURCE_USING(long_complex_products, long_complex_sum,
    struct long_complex_products {
        static constexpr long_complex_sum add{};
        static constexpr long_complex multiply(const long_complex& x, const long_complex& y) {
            return {x.re * y.re - x.im * y.im, x.re * y.im + x.im * y.re};
        }
    };)
GB_DEVICE_SOURCE_USING(placed_products, long_complex_sum,
    struct placed_products {
        using left_type = float;
        using right_type = std::int8_t;
        static constexpr long_complex_sum add{};
        static constexpr long_complex multiply(float x, std::int8_t y, std::int64_t i, std::int64_t k, std::int64_t j) {
            return {static_cast<double>(x * y), static_cast<double>(100 * i + 10 * k + j)};
        }
    };)
GB_DEVICE_SOURCE_USING(shorter, long_complex,
    struct shorter {
        constexpr bool operator()(const long_complex& x, const long_complex& y) const { return x.re * x.re < y.re * y.re; }
    };)
GB_DEVICE_SOURCE_USING(scaled, long_complex,
    struct scaled {
        constexpr long_complex operator()(const long_complex& x, int y) const { return {x.re * y, x.im * y}; }
    };)
GB_DEVICE_SOURCE_USING(conjugated, long_complex,
    struct conjugated {
        constexpr long_complex operator()(const long_complex& x) const { return {x.re, -x.im}; }
    };)

}  // namespace sources
