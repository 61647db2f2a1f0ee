// Vector instructions against plain loops, on bits of all densities, with guards behind what may be written.
//
// Idea: the plain versions are tested too, where the machine would not choose them; both are compared with loops
// written here.
#include "tests/catch.hpp"
#include <graphblas_gpu/base/buffer.hpp>
#include <graphblas_gpu/host/rows/wide_rows.hpp>
#include <graphblas_gpu/host/simd/bit_loops.hpp>
#include <graphblas_gpu/host/simd/emit.hpp>

#include <array>
#include <cstdint>
#include <cstring>
#include <random>
#include <vector>

namespace unit {

namespace gb = graphblas_gpu;
using namespace graphblas_gpu::host;
using gb::column_index;
using gb::index;
using gb::base::word;

namespace {

constexpr std::array densities{0.0, 0.002, 0.03, 0.25, 0.5, 0.9, 0.99, 1.0};

std::vector<word> random_words(std::mt19937_64& engine, std::size_t count, double density) {
    std::bernoulli_distribution chance(density);
    std::vector<word> out(count, 0);
    for (word& w : out) {
        for (int b = 0; b < 64; ++b) w |= word{chance(engine)} << b;
    }
    return out;
}

/// The columns of words [first, last], by asking for each.
std::vector<column_index> columns_in(const std::vector<word>& bits, column_index first, column_index last) {
    std::vector<column_index> out;
    for (column_index j = 64 * first; j < 64 * (last + 1); ++j) {
        if ((bits[j / 64] >> (j % 64) & 1) != 0) out.push_back(j);
    }
    return out;
}

struct three_bytes {
    std::uint8_t bytes[3];
};
struct sixteen_bytes {
    std::uint64_t low, high;
};
/// Eight bytes without the alignment of a number of eight.
struct two_halves {
    std::uint32_t low, high;
};

template <class T>
T value_at(std::uint64_t x) {
    if constexpr (std::is_same_v<T, bool>) return x % 2 == 0;
    const std::array<std::uint64_t, 2> bytes{x * 0x9e3779b97f4a7c15U, x * 0xbf58476d1ce4e5b9U};
    T out;
    std::memcpy(&out, bytes.data(), sizeof(T));
    return out;
}

/// take_row on values of T, with and without a fill.
template <class T>
void check_take_row(std::uint64_t seed) {
    std::mt19937_64 engine(seed);
    constexpr std::size_t all_words = 40;
    for (const double density : densities) {
        for (const auto& [first, last] :
             std::vector<std::pair<column_index, column_index>>{{0, 0}, {0, 39}, {5, 5}, {39, 39}, {3, 17}}) {
            for (const bool fills : {false, true}) {
                const T fill = value_at<T>(engine());
                auto bits = random_words(engine, all_words, density);
                const auto bits_before = bits;
                // The caller fills all places with it, or none.
                gb::buffer<T> values(all_words * 64, fill);
                const auto columns = columns_in(bits, first, last);
                for (std::size_t j = 0; j < values.size(); ++j) {
                    const bool is_set = (bits[j / 64] >> (j % 64) & 1) != 0;
                    if (is_set || !fills) values[j] = value_at<T>(engine());
                }
                const auto values_before = values;
                const T guard = value_at<T>(engine());
                gb::buffer<T> out(columns.size() + 64, guard);
                std::vector<column_index> out_columns(columns.size() + 64, 0xabcdef01U);

                const index size = simd::take_row(bits.data(), first, last, values.data(), fills ? &fill : nullptr,
                                                  out_columns.data(), out.data());
                REQUIRE(size == static_cast<index>(columns.size()));
                bool right = true;
                for (std::size_t n = 0; n < columns.size(); ++n) {
                    right = right && out_columns[n] == columns[n] &&
                            std::memcmp(&out[n], &values_before[columns[n]], sizeof(T)) == 0;
                }
                CHECK(right);
                bool guarded = true;
                for (std::size_t n = columns.size(); n < out.size(); ++n) {
                    guarded = guarded && out_columns[n] == 0xabcdef01U && std::memcmp(&out[n], &guard, sizeof(T)) == 0;
                }
                CHECK(guarded);
                // Words that were read are empty, others as they were; values that were read are what was filled in.
                bool cleared = true, filled = true;
                for (column_index w = 0; w < all_words; ++w) {
                    const bool was_read = first <= w && w <= last;
                    cleared = cleared && bits[w] == (was_read ? 0 : bits_before[w]);
                    for (std::size_t j = std::size_t{64} * w; j < std::size_t{64} * (w + 1); ++j) {
                        const T& want = was_read && fills ? fill : values_before[j];
                        filled = filled && std::memcmp(&values[j], &want, sizeof(T)) == 0;
                    }
                }
                CHECK(cleared);
                CHECK(filled);
            }
        }
    }
}

}  // namespace

TEST_CASE("columns_of_bits: chosen and plain, against asking for every bit", "[unit][simd]") {
    std::mt19937_64 engine(1);
    for (const double density : densities) {
        for (const std::size_t count : {1UL, 2UL, 7UL, 64UL, 333UL}) {
            const auto bits = random_words(engine, count, density);
            for (const auto& [first, last] : std::vector<std::pair<std::size_t, std::size_t>>{
                     {0, count - 1}, {count / 2, count - 1}, {0, count / 3}, {count / 2, count / 2}}) {
                const auto from = static_cast<column_index>(first), to = static_cast<column_index>(last);
                const auto want = columns_in(bits, from, to);
                const auto check = [&](auto&& columns_of) {
                    std::vector<column_index> got(want.size() + 80, 0x12345678U);
                    CHECK(columns_of(bits.data(), from, to, got.data()) == static_cast<index>(want.size()));
                    bool guarded = true;
                    for (std::size_t n = want.size(); n < got.size(); ++n) guarded = guarded && got[n] == 0x12345678U;
                    CHECK(guarded);
                    got.resize(want.size());
                    CHECK(got == want);
                };
                check(simd::columns_of_bits);
                check(simd::columns_of_bits_plain);
            }
        }
    }
}

TEST_CASE("columns_of_bits: the last columns that there can be", "[unit][simd]") {
    // Words are numbered from a base far in front of the array, which is never read.
    const column_index last = gb::base::word_of(0xfffffffe);
    std::vector<word> bits{word{1} << 63 | 1, ~word{0} >> 1};
    const word* const base = reinterpret_cast<const word*>(reinterpret_cast<std::uintptr_t>(bits.data()) -
                                                           std::uintptr_t{last - 1} * sizeof(word));
    for (const auto columns_of : {simd::columns_of_bits, simd::columns_of_bits_plain}) {
        std::vector<column_index> got(65);
        REQUIRE(columns_of(base, last - 1, last, got.data()) == 65);
        CHECK(got[0] == 64 * (last - 1));
        CHECK(got[1] == 64 * (last - 1) + 63);
        CHECK(got[2] == 64 * last);
        CHECK(got[64] == 0xfffffffe);
    }
}

TEST_CASE("columns_of_word and numbers_of_word: against asking for every bit", "[unit][simd]") {
    std::mt19937_64 engine(3);
    constexpr std::uint32_t guard = 0xdeadbeef;
    for (const double density : densities) {
        for (int round = 0; round < 20; ++round) {
            const word bits = random_words(engine, 1, density)[0];
            const auto digits = random_words(engine, 8, 0.5);
            const auto w = static_cast<column_index>(engine() % (column_index{1} << 26));
            for (int digit_count = 0; digit_count <= 8; ++digit_count) {
                std::vector<column_index> columns(65, guard), want_columns;
                std::vector<std::uint32_t> numbers(65, guard), want_numbers;
                for (unsigned c = 0; c < 64; ++c) {
                    if ((bits >> c & 1u) == 0) continue;
                    want_columns.push_back((w << 6) + c);
                    std::uint32_t number = 0;
                    for (int d = 0; d < digit_count; ++d) {
                        number += static_cast<std::uint32_t>(digits[static_cast<std::size_t>(d)] >> c & 1u) << d;
                    }
                    want_numbers.push_back(number);
                }
                const auto count = static_cast<index>(want_columns.size());
                REQUIRE(simd::columns_of_word(bits, w, columns.data()) == count);
                REQUIRE(simd::numbers_of_word(bits, digits.data(), digit_count, numbers.data()) == count);
                want_columns.resize(65, guard);
                want_numbers.resize(65, guard);
                REQUIRE(columns == want_columns);
                REQUIRE(numbers == want_numbers);
            }
        }
    }
}

TEST_CASE("take_row: values of all sizes", "[unit][simd]") {
    check_take_row<bool>(2);
    check_take_row<std::int8_t>(3);
    check_take_row<std::uint16_t>(4);
    check_take_row<three_bytes>(5);
    check_take_row<std::int32_t>(6);
    check_take_row<float>(7);
    check_take_row<std::int64_t>(8);
    check_take_row<double>(9);
    check_take_row<two_halves>(10);
    check_take_row<sixteen_bytes>(11);
}

TEST_CASE("count_common: chosen and plain, against counting one bit after the other", "[unit][simd]") {
    std::mt19937_64 engine(12);
    for (const double density : densities) {
        for (const std::size_t words : {0UL, 8UL, 16UL, 64UL, 1000UL}) {
            const auto a = random_words(engine, words, density), b = random_words(engine, words, 0.5);
            index want = 0;
            for (std::size_t w = 0; w < words; ++w) {
                for (int k = 0; k < 64; ++k) want += (a[w] >> k & 1) != 0 && (b[w] >> k & 1) != 0;
            }
            const auto count = static_cast<index>(words);
            CHECK(simd::count_common(a.data(), b.data(), count) == want);
            CHECK(simd::count_common_plain(a.data(), b.data(), count) == want);
            CHECK(simd::count_common(a.data(), a.data(), count) == simd::count_common_plain(a.data(), a.data(), count));
        }
    }
}

TEST_CASE("or_rows: chosen and plain, against or-ing word by word", "[unit][simd]") {
    constexpr std::size_t panel_words = gb::host::wide_rows::panel_words;
    std::mt19937_64 engine(13);
    for (const double density : densities) {
        const std::size_t rows_of_panel = 1 + engine() % 9;
        const auto panel = random_words(engine, rows_of_panel * panel_words, density);
        for (const std::size_t count : {0UL, 1UL, 2UL, 5UL, 40UL}) {
            std::vector<std::uint32_t> rows(count);
            for (auto& row : rows) row = static_cast<std::uint32_t>(engine() % rows_of_panel);
            // What is OR-ed into holds something already; behind it are words that are none of its business.
            const auto before = random_words(engine, panel_words + 16, 0.02);
            auto want = before;
            for (const std::uint32_t row : rows) {
                for (std::size_t w = 0; w < panel_words; ++w) want[w] |= panel[row * panel_words + w];
            }
            for (const auto or_rows : {simd::or_rows, simd::or_rows_plain}) {
                auto got = before;
                or_rows(got.data(), panel.data(), rows.data(), count);
                CHECK(got == want);
            }
        }
    }
}

// Which side of the choice this machine takes is said once, since half of the tests above would not notice.
TEST_CASE("simd: what this machine has", "[unit][simd]") {
    if (!simd::has_avx512()) WARN("no AVX-512 with VBMI2: only the plain versions were tested");
    SUCCEED();
}

}  // namespace unit
