// Rows of products by dot products: by lookup and by galloping, and by counting bits.
//
// Idea: what a row gives is compared with the plainest sum, term by term in ascending k, in the type itself, so that
// wrapping, saturation and the order of additions all show.
#include "structures.hpp"
#include "tests/catch.hpp"
#include <graphblas_gpu/host/dot/dot_rows.hpp>
#include <graphblas_gpu/host/dot/packed_rows.hpp>
#include <graphblas_gpu/host/dot/pair_rows.hpp>
#include <semirings/catalogue.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
#include <random>
#include <string>
#include <vector>

namespace unit {

namespace gb = graphblas_gpu;
using namespace graphblas_gpu::host;
using gb::column_index;
using gb::index;
using gb::base::word;

namespace {

template <class T>
gb::csr<T> with_values(std::mt19937& engine, const structure& from) {
    gb::csr<T> out = stored<T>(from);
    out.values = gb::buffer<T>(out.columns.size());
    for (T& value : out.values) {
        if constexpr (std::floating_point<T>) {
            value = static_cast<T>(static_cast<int>(engine() % 2001) - 1000) / T(7);
        } else {
            value = engine() % 10 == 0 ? std::numeric_limits<T>::max() : static_cast<T>(engine() % 3);
        }
    }
    return out;
}

template <class T>
bool same(const T& x, const T& y) {
    return std::memcmp(&x, &y, sizeof(T)) == 0;
}

/// Entry (i, j): each common k in turn.
template <class S>
std::optional<gb::semiring_value_t<S>> entry(const operands<S>& in, index i, index j) {
    std::optional<gb::semiring_value_t<S>> sum;
    const auto& bt = in.b_transposed;
    for (gb::row_offset p = in.a.begin(i); p < in.a.end(i); ++p) {
        const column_index k = in.a.columns[p];
        const column_index* const end = bt.columns + bt.end(j);
        const column_index* const at = std::lower_bound(bt.columns + bt.begin(j), end, k);
        if (at == end || *at != k) continue;
        const auto term = gb::semiring_product(in.semiring, in.a.values[p], bt.values[at - bt.columns], i, index{k}, j);
        sum = sum ? in.semiring.add(*sum, term) : term;
    }
    return sum;
}

/// What is wrong with compute() of some row, or with fold() where there is one.
template <class Rows, class S>
std::string difference(const operands<S>& in, Rows& rows) {
    using T = gb::semiring_value_t<S>;
    const auto& mask = in.mask.rows;
    const auto longest = static_cast<std::size_t>(mask.ncols);
    std::vector<column_index> columns(longest);
    gb::buffer<T> values(longest);
    for (index i = 0; i < in.nrows(); ++i) {
        const std::string where = "row " + std::to_string(i);
        const index size = rows.compute(i, columns.data(), values.data());
        std::size_t n = 0;
        running<gb::semiring_add_t<S>> want_sum(in.semiring.add), sum(in.semiring.add);
        for (gb::row_offset m = mask.begin(i); m < mask.end(i); ++m) {
            const auto want = entry(in, i, mask.columns[m]);
            if (!want) continue;
            if (static_cast<index>(n) >= size || columns[n] != mask.columns[m]) return where + ": the columns";
            if (!same(values[n], *want)) return where + ": a value";
            ++n;
            want_sum.add(*want);
        }
        if (static_cast<index>(n) != size) return where + ": too many entries";
        if constexpr (!requires { rows.fold(i, sum); }) continue;
        else rows.fold(i, sum);
        if constexpr (std::integral<T>) {
            if (!same(sum.sum(), want_sum.sum())) return where + ": the sum";
        } else {
            const double off = std::abs(static_cast<double>(sum.sum()) - static_cast<double>(want_sum.sum()));
            if (off > 1e-4 * (1e4 + std::abs(static_cast<double>(want_sum.sum())))) return where + ": the sum";
        }
    }
    return {};
}

bool row_bits_are_clean(scratch& memory, index columns) {
    const auto count = static_cast<std::size_t>(gb::base::words_for(columns));
    const word* const words = memory.get<word>(scratch::clean::row_bits, count);
    return std::all_of(words, words + count, [](word w) { return w == 0; });
}

/// Rows of very different lengths: none, a few, many; scattered, or in runs.
structure uneven(std::mt19937& engine, index nrows, index ncols, bool in_runs) {
    structure out{ncols, {}};
    for (index i = 0; i < nrows; ++i) {
        const double density = std::array<double, 5>{0, 3.0 / static_cast<double>(ncols), 0.02, 0.2, 0.9}[engine() % 5];
        row r = random_row(engine, ncols, density);
        if (in_runs) {
            const column_index from = engine() % static_cast<unsigned>(ncols);
            std::erase_if(r, [&](column_index k) { return k < from; });
            for (column_index k = from; k < std::min<index>(ncols, from + engine() % 400); ++k) r.push_back(k);
            std::sort(r.begin(), r.end());
            r.erase(std::unique(r.begin(), r.end()), r.end());
        }
        out.rows.push_back(r);
    }
    return out;
}

template <class S>
void check_dot_rows(const S& semiring, unsigned seed) {
    using T = gb::semiring_value_t<S>;
    std::mt19937 engine(seed);
    for (const index inner : {index{1}, index{64}, index{700}, index{5000}}) {
        const auto a = with_values<T>(engine, uneven(engine, 40, inner, false));
        const auto bt = with_values<T>(engine, uneven(engine, 30, inner, false));
        const auto mask = stored(random_structure(engine, 40, 30, 0.6));
        const operands<S> in{semiring, a.view(), {}, bt.view(), {mask.structure(), true, false}};
        if (inner > 100) {
            int looked_up = 0, searched = 0;
            for (index i = 0; i < 40; ++i) {
                for (index j = 0; j < 30; ++j) {
                    const auto a_size = a.structure().row_size(i), b_size = bt.structure().row_size(j);
                    if (a_size > 0 && b_size > 0) ++(lookup_is_profitable(a_size, b_size) ? looked_up : searched);
                }
            }
            CHECK(looked_up > 50);
            CHECK(searched > 50);
        }
        scratch memory;
        dot_workspace own(in.arrays(), {.value_bytes = sizeof(T), .reads_left = gb::semiring_traits<S>::reads_left}, memory, 0);
        dot_rows<S> rows(in, own);
        CHECK(difference(in, rows) == "");
        CHECK(row_bits_are_clean(memory, inner));
    }
}

template <class S>
void check_pair_rows(const S& semiring, unsigned seed) {
    using T = gb::semiring_value_t<S>;
    static_assert(counts_pairs<S>);
    std::mt19937 engine(seed);
    for (const index inner : {index{1}, index{64}, index{700}, index{5000}}) {
        for (const bool in_runs : {false, true}) {
            const auto a = with_values<T>(engine, uneven(engine, 40, inner, false));
            const auto bt = with_values<T>(engine, uneven(engine, 30, inner, in_runs));
            const auto mask = stored(random_structure(engine, 40, 30, 0.6));
            for (const int threads : {1, 3}) {
                team workers(threads);
                const packed_rows packed(workers, bt.structure());
                const operands<S> in{semiring, a.view(), {}, bt.view(), {mask.structure(), true, false}, &packed};
                scratch memory;
                pair_workspace own(in.arrays(), {}, memory, 0);
                pair_rows<S> rows(in, own);
                CHECK(difference(in, rows) == "");
                CHECK(row_bits_are_clean(memory, packed.padded_words() * 64));
            }
        }
    }
}

}  // namespace

// ---- sums of ones ----

static_assert(sum_of_ones<std::int8_t>(1) == 1 && sum_of_ones<std::int8_t>(127) == 127 &&
              sum_of_ones<std::int8_t>(128) == -128 && sum_of_ones<std::uint8_t>(256) == 0);
static_assert(sum_of_ones<float>((1 << 24) - 1) == 16777215.0f && sum_of_ones<float>(1 << 24) == 16777216.0f &&
              sum_of_ones<float>(index{1} << 40) == 16777216.0f);
static_assert(sum_of_ones<double>((index{1} << 53) - 1) == 9007199254740991.0 &&
              sum_of_ones<double>((index{1} << 53) + 1) == 9007199254740992.0 &&
              sum_of_ones<double>(std::numeric_limits<index>::max()) == 9007199254740992.0);
static_assert(9007199254740992.0 + 1.0 == 9007199254740992.0, "where adding one changes nothing any more");

TEST_CASE("sum_of_ones: the same as adding one by one", "[unit][dot]") {
    const auto check = [](auto zero, index most) {
        using T = decltype(zero);
        const gb::monoid<gb::plus, T> add{};
        T sum = 1;
        for (index count = 1; count <= most; ++count) {
            if (!same(sum, sum_of_ones<T>(count))) FAIL(count << " ones");
            sum = add(sum, T(1));
        }
    };
    check(std::int8_t{}, 1000);
    check(std::uint8_t{}, 1000);
    check(std::int16_t{}, 70000);
    check(std::uint16_t{}, 140000);
    check(std::int32_t{}, 1000);
    check(std::uint64_t{}, 1000);
    check(double{}, 1000);
    check(float{}, (index{1} << 24) + 1000);  // past the place where adding one changes nothing any more
    SUCCEED();
}

// ---- packed rows ----

static_assert(whole_is_profitable(1, 4) && !whole_is_profitable(1, 5) && whole_is_profitable(0, 0));

TEST_CASE("packed_rows: long rows as bits, the others counted in bits", "[unit][dot]") {
    std::mt19937 engine(2);
    for (const index ncols : {index{1}, index{63}, index{1000}, index{1024}, index{8193}, index{20000}}) {
        for (const bool in_runs : {false, true}) {
            const structure rows = uneven(engine, 60, ncols, in_runs);
            const auto made = stored(rows);
            for (const int threads : {1, 4}) {
                team workers(threads);
                const packed_rows packed(workers, made.structure());
                CHECK(packed.words() == gb::base::words_for(ncols));
                REQUIRE(packed.padded_words() % 8 == 0);
                REQUIRE(packed.padded_words() >= packed.words());
                const auto all = static_cast<std::size_t>(packed.padded_words());
                std::vector<word> bits(all, 0);
                const row other = random_row(engine, ncols, 0.1);
                for (const column_index k : other) gb::base::set_bit(bits.data(), k);
                int long_rows = 0;
                for (column_index j = 0; j < 60; ++j) {
                    const row& r = rows.rows[j];
                    const auto sets = gb::formats::count_sets(r.data(), static_cast<gb::row_offset>(r.size()));
                    const word* const wide = packed.wide(j);
                    REQUIRE((wide != nullptr) == gb::host::is_wide_enough(sets, packed.words()));
                    if (wide != nullptr) {
                        ++long_rows;
                        std::vector<word> want(all, 0);
                        for (const column_index k : r) gb::base::set_bit(want.data(), k);
                        CHECK(std::vector<word>(wide, wide + all) == want);
                    }
                    row common;
                    std::set_intersection(r.begin(), r.end(), other.begin(), other.end(), std::back_inserter(common));
                    CHECK(packed.count_in<false>(j, bits.data()) == static_cast<index>(common.size()));
                    CHECK(packed.count_in<true>(j, bits.data()) == (common.empty() ? 0 : 1));
                    packed.fetch(j);
                }
                if (ncols >= 1024) CHECK((0 < long_rows && long_rows < 60));
            }
        }
    }
    team alone(1);
    const auto none = gb::csr<void>(0, 0);
    const packed_rows packed(alone, none.structure());
    CHECK(packed.words() == 0);
}

// ---- rows ----

TEST_CASE("pair_rows: counting pairs", "[unit][dot]") {
    check_pair_rows(gb::plus_pair<std::int8_t>, 3);
    check_pair_rows(gb::plus_pair<std::uint8_t>, 4);
    check_pair_rows(gb::plus_pair<std::int64_t>, 5);
    check_pair_rows(gb::plus_pair<float>, 6);
    check_pair_rows(gb::plus_pair<double>, 7);
}
TEST_CASE("pair_rows: whether there is a pair", "[unit][dot]") {
    check_pair_rows(gb::any_pair<bool>, 8);
    check_pair_rows(gb::any_pair<float>, 9);
    check_pair_rows(gb::any_pair<std::int8_t>, 10);
}

static_assert(!counts_pairs<gb::semiring_t<gb::plus_times<float>>> &&
              !counts_pairs<gb::semiring_t<gb::any_first<bool>>> &&
              !counts_pairs<gb::semiring<gb::max, gb::pair, float>> &&
              !counts_pairs<gb::semiring<gb::lor, gb::pair, bool>>);

// Galloping through the longer list costs a few steps for each entry of the shorter.
static_assert(lookup_is_profitable(1, 16) && !lookup_is_profitable(1, 17) && lookup_is_profitable(5, 0) &&
              !lookup_is_profitable(0, 1));
static_assert(dot_entry_work(3, 10) == 11 && dot_entry_work(3, 48) == 49 && dot_entry_work(3, 1000000) == 49 &&
              dot_entry_work(0, 9) == 1);

TEST_CASE("dot_rows: lookup and galloping give the same sums", "[unit][dot]") {
    check_dot_rows(gb::plus_times<float>, 11);
    check_dot_rows(gb::plus_times<std::int64_t>, 12);
    check_dot_rows(gb::min_plus<std::int32_t>, 13);
}
TEST_CASE("dot_rows: semirings that read one side, or positions", "[unit][dot]") {
    check_dot_rows(gb::plus_first<double>, 14);
    check_dot_rows(gb::plus_second<float>, 15);
    check_dot_rows(gb::any_firsti<std::int64_t>, 16);
    check_dot_rows(gb::min_secondi<std::int32_t>, 17);
}
TEST_CASE("dot_rows: sums that end early", "[unit][dot]") {
    check_dot_rows(gb::any_second<std::int64_t>, 18);
    check_dot_rows(gb::lor_land<>, 19);
    check_dot_rows(gb::max_second<std::uint8_t>, 20);
}

}  // namespace unit
