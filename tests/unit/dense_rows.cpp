// Sets of columns in three levels of bits, and rows by the dense accumulator, scanned and marked.
//
// Idea: rows of both kinds alternate over the same columns, so that what one leaves behind spoils the next; values are
// those that a wrong starting value would change, compared to the bit.
#include "structures.hpp"
#include "tests/catch.hpp"
#include <graphblas_gpu/host/dense/column_marks.hpp>
#include <graphblas_gpu/host/dense/dense_rows.hpp>

#include <array>
#include <cstdint>
#include <cstring>
#include <limits>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

namespace unit {

namespace gb = graphblas_gpu;
using namespace graphblas_gpu::host;
using gb::column_index;
using gb::index;
using gb::base::word;

namespace {

/// All clean slots that the dense method uses, as a fresh one would find them.
bool is_clean(scratch& memory, index ncols) {
    const auto all_zero = [&](scratch::clean slot, index bits) {
        const auto count = static_cast<std::size_t>(gb::base::words_for(bits));
        const word* const words = memory.get<word>(slot, count);
        return std::all_of(words, words + count, [](word w) { return w == 0; });
    };
    const index words = gb::base::words_for(ncols), summary = gb::base::words_for(words);
    return all_zero(scratch::clean::bits, ncols) && all_zero(scratch::clean::summary, words) &&
           all_zero(scratch::clean::summary_of_summary, summary) && all_zero(scratch::clean::forbidden, ncols);
}

/// A value type of a user's own, 16 bytes, of which no neutral value is known: strings of at most 15 letters. Adding
/// joins them, so that the order shows.
struct letters {
    std::array<char, 15> text{};
    std::uint8_t size = 0;
    friend bool operator==(const letters&, const letters&) = default;
};
struct join {
    using value_type = letters;
    letters operator()(const letters& x, const letters& y) const {
        letters out = x;
        for (std::uint8_t n = 0; n < y.size && out.size < out.text.size(); ++n) out.text[out.size++] = y.text[n];
        return out;
    }
    static constexpr letters identity() { return {}; }
};
struct join_second {
    join add;
    letters multiply(const letters&, const letters& y) const { return y; }
};

template <class T>
T draw(std::mt19937& engine) {
    if constexpr (std::is_same_v<T, letters>) {
        letters out;
        out.size = 1;
        out.text[0] = static_cast<char>('a' + engine() % 26);
        return out;
    } else if constexpr (std::is_same_v<T, bool>) {
        return engine() % 2 == 0;
    } else if constexpr (std::floating_point<T>) {
        using limits = std::numeric_limits<T>;
        switch (engine() % 12) {
            case 0:
                return T(-0.0);
            case 1:
                return T(0.0);
            case 2:
                return limits::infinity();
            case 3:
                return limits::quiet_NaN();
            case 4:
                return -limits::infinity();
            case 5:
                return limits::denorm_min();
            default:
                return static_cast<T>(static_cast<int>(engine() % 2001) - 1000) / T(7);
        }
    } else {
        return static_cast<T>(engine());
    }
}

template <class T>
bool same(const T& x, const T& y) {
    if constexpr (std::floating_point<T>) {
        return (x != x && y != y) || std::memcmp(&x, &y, sizeof(T)) == 0;
    } else {
        return x == y;
    }
}

template <class T>
gb::csr<T> with_values(std::mt19937& engine, const structure& from) {
    gb::csr<T> out = stored<T>(from);
    out.values = gb::buffer<T>(out.columns.size());
    for (T& value : out.values) value = draw<T>(engine);
    return out;
}

/// Rows of B of very different lengths and places, so that some rows of the product are dense in their range and others
/// have a few columns far apart.
structure scattered_and_packed(std::mt19937& engine, index nrows, index ncols) {
    structure out{ncols, {}};
    for (index k = 0; k < nrows; ++k) {
        std::set<column_index> columns;
        const auto any = [&] { return static_cast<column_index>(engine() % static_cast<unsigned>(ncols)); };
        if (k % 3 == 0) {
            for (auto n = engine() % 4; n > 0; --n) columns.insert(any());
        } else if (k % 3 == 1) {
            const column_index from = any();
            for (column_index j = from; j < std::min<index>(from + engine() % 300, ncols); ++j) columns.insert(j);
        } else {
            for (auto n = engine() % 200; n > 0; --n) columns.insert(any());
        }
        out.rows.emplace_back(columns.begin(), columns.end());
    }
    return out;
}

template <class S>
void check_rows(const S& semiring, unsigned seed) {
    using T = gb::semiring_value_t<S>;
    std::mt19937 engine(seed);
    constexpr index nrows = 250, inner = 90;
    for (const index ncols : {index{1}, index{64}, index{65}, index{1000}, index{40001}}) {
        const structure b_rows = scattered_and_packed(engine, inner, ncols);
        const gb::csr<T> b = with_values<T>(engine, b_rows);
        structure a_rows{inner, {}};
        for (index i = 0; i < nrows; ++i) {
            // Rows of one kind of B and of all.
            row r = random_row(engine, inner, i % 7 == 0 ? 0.5 : 0.03);
            if (i % 2 == 0) std::erase_if(r, [](column_index k) { return k % 3 != 0; });
            a_rows.rows.push_back(r);
        }
        const gb::csr<T> a = with_values<T>(engine, a_rows);
        const gb::csr<void> mask = stored(random_structure(engine, nrows, ncols, ncols > 1000 ? 0.02 : 0.3));
        for (const bool forbids : {false, true}) {
            const operands<S> in{semiring, a.view(), b.view(), {}, {mask.structure(), forbids, forbids}};
            scratch memory;
            index scanned = 0, marked = 0;
            std::string problem;
            {
                dense_workspace own(in.arrays(), {.value_bytes = sizeof(T)}, memory, 0);
                dense_rows<S> rows(in, own);
                std::vector<column_index> columns(static_cast<std::size_t>(ncols));
                gb::buffer<T> values(static_cast<std::size_t>(ncols));
                for (index i = 0; i < nrows && problem.empty(); ++i) {
                    std::map<column_index, T> want;
                    index multiplications = 0;
                    column_index low = ~0U, high = 0;
                    in.for_each_product(i, [&](column_index j, const T& x) {
                        ++multiplications;
                        low = std::min(low, j / 64);
                        high = std::max(high, j / 64);
                        const auto begin = mask.columns.data() + mask.offsets[static_cast<std::size_t>(i)];
                        const auto end = mask.columns.data() + mask.offsets[static_cast<std::size_t>(i) + 1];
                        if (forbids && std::binary_search(begin, end, j)) return;
                        const auto [at, is_new] = want.try_emplace(j, x);
                        if (!is_new) at->second = semiring.add(at->second, x);
                    });
                    if (multiplications > 0) ++(scan_pays(multiplications, high - low + 1) ? scanned : marked);

                    const index size = rows.compute(i, columns.data(), values.data());
                    bool right = size == static_cast<index>(want.size());
                    std::size_t n = 0;
                    for (const auto& [j, x] : want) {
                        right = right && columns[n] == j && same(values[n], x);
                        ++n;
                    }
                    if (!right) problem = "row " + std::to_string(i) + " of " + std::to_string(ncols) + " columns";
                }
            }
            CHECK(problem == "");
            CHECK(is_clean(memory, ncols));
            CHECK(scanned > 0);
            if (ncols > 1000) CHECK(marked > 20);
            if (ncols > 1000) CHECK(scanned > 20);
        }
    }
}

}  // namespace

TEST_CASE("column_marks: taken in order, empty afterwards", "[unit][dense]") {
    std::mt19937 engine(1);
    scratch memory;
    // Borders of words, of words of words, and of words of those.
    for (const index ncols : {1, 63, 64, 65, 4095, 4096, 4097, 262143, 262144, 262145, 3000000}) {
        for (const unsigned count : {0U, 1U, 10U, 3000U}) {
            column_marks marks(memory, ncols);
            std::set<column_index> want;
            for (unsigned n = 0; n < count; ++n) {
                auto j = static_cast<column_index>(engine() % static_cast<unsigned>(ncols));
                if (n % 10 == 3) j = static_cast<column_index>(ncols - 1);
                if (n % 10 == 4) j = 0;
                if (marks.insert(j) != want.insert(j).second) FAIL("column " << j << " of " << ncols);
            }
            std::vector<column_index> got;
            marks.take([&](column_index j) { got.push_back(j); });
            CHECK(got == std::vector<column_index>(want.begin(), want.end()));
            marks.take([](column_index j) { FAIL(j << " was left"); });
            CHECK(is_clean(memory, ncols));
        }
    }
    column_marks none(memory, 0);
    none.take([](column_index) { FAIL("there are no columns"); });
}

TEST_CASE("column_marks: whole words", "[unit][dense]") {
    scratch memory;
    column_marks marks(memory, 300000);
    marks.insert(4687, 6);  // columns 299969 and 299970
    marks.insert(2, 1);
    marks.insert(2, word{1} << 63);
    marks.insert(70, 0);  // touched, and empty
    CHECK(marks.insert(64 * 70 + 5));
    CHECK_FALSE(marks.insert(128));
    std::vector<std::pair<column_index, word>> got;
    marks.take_words([&](column_index w, word bits) { got.emplace_back(w, bits); });
    CHECK(got == std::vector<std::pair<column_index, word>>{{2, word{1} << 63 | 1}, {70, 32}, {4687, 6}});
    CHECK(is_clean(memory, 300000));
    // A column that is taken out at the lowest level leaves its word touched; it is still cleared.
    CHECK(marks.insert(77));
    gb::base::clear_bit(marks.bits(), 77);
    marks.take([](column_index) { FAIL("it was taken out"); });
    CHECK(is_clean(memory, 300000));
}

// A row is scanned unless it meets few columns in a wide range.
static_assert(scan_pays(1, 1) && scan_pays(1, 4) && !scan_pays(1, 5) && scan_pays(25, 100));

TEST_CASE("dense_rows: scanned and marked rows by turns, sums in floating point", "[unit][dense]") {
    check_rows(gb::plus_times<float>, 2);
    check_rows(gb::plus_times<double>, 3);
    check_rows(gb::min_plus<float>, 4);
    check_rows(gb::max_plus<double>, 5);
    check_rows(gb::max_times<float>, 6);
}
TEST_CASE("dense_rows: scanned and marked rows by turns, integers of all sizes", "[unit][dense]") {
    check_rows(gb::plus_times<std::int8_t>, 7);
    check_rows(gb::min_plus<std::uint16_t>, 8);
    check_rows(gb::max_second<std::int32_t>, 9);
    check_rows(gb::plus_times<std::uint64_t>, 10);
}
TEST_CASE("dense_rows: scanned and marked rows by turns, sums that start from no value", "[unit][dense]") {
    check_rows(gb::any_second<std::int64_t>, 11);
    check_rows(gb::any_first<float>, 12);
    check_rows(gb::lor_land<>, 13);
    check_rows(join_second{}, 14);
}

}  // namespace unit
