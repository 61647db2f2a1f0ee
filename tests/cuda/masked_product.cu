// Masked products on the device against a product by a loop that leaves out what the mask does not have.
#include "tests/catch.hpp"
#include "tests/cuda/sparse_cases.hpp"
#include <graphblas_gpu/cuda/device/for_each.cuh>
#include <graphblas_gpu/cuda/dot/common_entries.hpp>
#include <graphblas_gpu/cuda/dot/cost.hpp>
#include <graphblas_gpu/cuda/dot/emit.hpp>
#include <graphblas_gpu/cuda/dot/parts.hpp>
#include <graphblas_gpu/cuda/dot/strategy.hpp>
#include <graphblas_gpu/cuda/primitives/filter.cuh>
#include <graphblas_gpu/cuda/structure/transpose.hpp>
#include <graphblas_gpu/error.hpp>

#include <tests/cuda/on_words.hpp>

#include <numeric>

namespace gb = graphblas_gpu;
namespace gpu = graphblas_gpu::cuda;
using cases::engine;
using cases::require_same;
using cases::sparse;

namespace {

using policy = gpu::dot_policy;
/// With so many columns, rows are laid out as tables of bits.
constexpr gb::index bits = policy::bits_at_most_columns;

/// A problem on the host and on the device.
template <class T>
struct problem {
    sparse<T> a, b, mask;
    gpu::csr dbt;

    problem(sparse<T> left, sparse<T> right, sparse<T> admitted)
        : a(std::move(left)), b(std::move(right)), mask(std::move(admitted)) {
        dbt = cases::on_device(engine(), cases::transposed(b));
    }
    cases::under<T> admits() const { return {&mask, false}; }
    cases::operands rows(gb::index first, gb::index last) const { return {engine(), a, b, admits(), first, last}; }
};

/// Every way, over all rows and over a panel.
template <class K, class T>
void check(const K& k, const problem<T>& p) {
    using value = typename K::value;
    const std::pair<gb::index, gb::index> panels[] = {{0, p.a.nrows}, {p.a.nrows / 3, p.a.nrows / 3 * 2}};
    for (const auto& [first, last] : panels) {
        const cases::operands on_device = p.rows(first, last);
        const gpu::product_rows& in = on_device.rows;
        const sparse<value> wanted = cases::by_loop(k, p.a, p.b, p.admits(), first, last);
        for (const gb::method wanted_method : {gb::method::automatic, gb::method::hash, gb::method::dot}) {
            gb::method how = wanted_method;
            INFO("rows " << first << " .. " << last << ", method " << static_cast<int>(how));
            const gpu::csr c = gpu::masked_product(engine(), cuda_tests::on_words(k), in, p.dbt.view(), how);
            require_same(cases::from_device<value>(*engine(), c), wanted);
            const bool is_told = how == gb::method::hash || how == gb::method::dot;
            if (wanted_method != gb::method::automatic) REQUIRE(how == wanted_method);
            else if (wanted.nvals() > 0) REQUIRE(is_told);
            const gpu::csr s = gpu::masked_structure(engine(), in, p.dbt.view(), how);
            REQUIRE(s.type == gb::type_code::none);
            REQUIRE(cases::from_device<value>(*engine(), s).columns == wanted.columns);
            REQUIRE(gpu::masked_nvals(engine(), in, p.dbt.view(), how) == wanted.nvals());
            const auto sum = gpu::fold_masked(engine(), cuda_tests::on_words(k), in, p.dbt.view(), how);
            REQUIRE(sum.has_value() == (wanted.nvals() > 0));
            auto total = k.empty();
            for (const value x : wanted.values) total = k.sum_into(total, x);
            if (sum) REQUIRE(std::bit_cast<value>(*sum) == k.read(total));
        }
        gb::method how = gb::method::automatic;
        const gpu::csr pushed = gpu::masked_product(engine(), cuda_tests::on_words(k), in, {}, how);
        REQUIRE(how != gb::method::dot);
        require_same(cases::from_device<value>(*engine(), pushed), wanted);
    }
}

/// Several semirings, one problem.
template <class Make>
void check_semirings(const Make& make) {
    check(gpu::direct<gb::semiring<gb::plus, gb::times, float>>{}, make(float{}));
    check(gpu::direct<gb::semiring<gb::plus, gb::pair, std::int64_t>>{}, make(std::int64_t{}));
    check(gpu::direct<gb::semiring<gb::min, gb::plus, float>>{}, make(float{}));
    check(gpu::interpreted<std::int32_t>{gpu::code_of<gb::semiring<gb::min, gb::secondi, std::int32_t>>(), 0x7fffffff},
          make(std::int32_t{}));
    check(gpu::interpreted<std::int8_t>{gpu::code_of<gb::semiring<gb::max, gb::first, std::int8_t>>(), -128},
          make(std::int8_t{}));
}

}  // namespace

TEST_CASE("masked products: small and uneven", "[cuda][masked]") {
    check_semirings([](auto zero) {
        using T = decltype(zero);
        return problem<T>(cases::with_lengths<T>(cases::uneven(90, 4, 20, 60, 1), 70, 2),
                          cases::with_lengths<T>(cases::uneven(70, 5, 16, 50, 3), 110, 4),
                          cases::with_lengths<T>(cases::uneven(90, 6, 30, 110, 5), 110, 6));
    });
}

TEST_CASE("masked products: short rows are pushed without a plan", "[cuda][masked]") {
    // Rows of the mask are short, or longer than a thread walks through, or more than shared memory has room for.
    for (const gb::index wide : {3, 40, 120}) {
        check_semirings([&](auto zero) {
            using T = decltype(zero);
            return problem<T>(cases::with_lengths<T>(cases::uneven(400, 3, 7, 12, 21), 70, 22),
                              cases::with_lengths<T>(cases::uneven(70, 2, 9, 15, 23), 140, 24),
                              cases::with_lengths<T>(cases::uneven(400, wide, 5, 130, 25), 140, 26));
        });
    }
}

TEST_CASE("masked products: the sums of short rows are made in ascending k", "[cuda][masked]") {
    using T = float;
    const auto tenths = [](sparse<T> m) {
        for (T& x : m.values) x = x / 10 + 0.1f;
        return m;
    };
    const auto k = gpu::direct<gb::semiring<gb::plus, gb::times, T>>{};
    const sparse<T> a = tenths(cases::with_lengths<T>(cases::uneven(300, 8, 20, 20, 31), 60, 32));
    const sparse<T> b = tenths(cases::with_lengths<T>(std::vector<gb::index>(60, 8), 16, 33));
    const problem<T> p(a, b, cases::with_lengths<T>(std::vector<gb::index>(300, 9), 16, 34));
    const cases::operands on_device = p.rows(0, 300);
    REQUIRE(gpu::masked::short_pushes_are_profitable(300, on_device.rows.total_flops, on_device.rows.max_flops));
    gb::method how = gb::method::automatic;
    const gpu::csr c = gpu::masked_product(engine(), cuda_tests::on_words(k), on_device.rows, p.dbt.view(), how);
    REQUIRE(how == gb::method::hash);
    require_same(cases::from_device<T>(*engine(), c), cases::by_loop(k, a, b, p.admits(), 0, 300));
}

TEST_CASE("masked products: a square with its own structure", "[cuda][masked]") {
    check_semirings([](auto zero) {
        using T = decltype(zero);
        const auto a = cases::with_lengths<T>(cases::uneven(300, 8, 40, 200, 7), 300, 8);
        return problem<T>(a, a, a);
    });
}

TEST_CASE("masked products: nothing to do", "[cuda][masked]") {
    using T = float;
    const auto k = gpu::direct<gb::semiring<gb::plus, gb::times, T>>{};
    check(k, problem<T>(cases::with_lengths<T>({}, 5, 1), cases::with_lengths<T>({1, 2, 0, 3, 1}, 4, 2),
                        cases::with_lengths<T>({}, 4, 3)));
    check(k, problem<T>(cases::with_lengths<T>({0, 0, 0}, 5, 1), cases::with_lengths<T>({1, 2, 0, 3, 1}, 4, 2),
                        cases::with_lengths<T>({4, 4, 4}, 4, 3)));
    check(k, problem<T>(cases::with_lengths<T>({5, 5, 5}, 5, 1), cases::with_lengths<T>({1, 2, 0, 3, 1}, 4, 2),
                        cases::with_lengths<T>({0, 0, 0}, 4, 3)));
}

TEST_CASE("masked products: many pairs without anything to look up", "[cuda][masked]") {
    // Most columns of B are empty, and so are most rows that a push goes through.
    using T = double;
    std::vector<gb::index> lengths(2000, 0);
    for (const std::size_t i : {3, 100, 101, 700, 1999}) lengths[i] = 30;
    const auto sparse_rows = cases::with_lengths<T>(lengths, 40, 41);
    const auto k = gpu::direct<gb::semiring<gb::plus, gb::times, T>>{};
    check(k, problem<T>(cases::with_lengths<T>({40, 35, 0, 2}, 40, 42), cases::transposed(sparse_rows),
                        cases::with_lengths<T>({2000, 2000, 2000, 2000}, 2000, 43)));
    check(k, problem<T>(cases::with_lengths<T>({2000, 2000, 0, 1500}, 2000, 44), sparse_rows,
                        cases::with_lengths<T>({40, 35, 40, 2}, 40, 45)));
}

TEST_CASE("masked products: tables of every kind", "[cuda][masked]") {
    // Rows of 300 and 3000 entries among twice as many columns are hashed by small and large blocks; 20000 take bits, and among
    // 3 million columns a sieve.
    const auto check_columns = [](const auto& k, gb::index wide) {
        using T = typename std::remove_cvref_t<decltype(k)>::value;
        INFO(wide << " columns");
        const auto a = cases::with_lengths<T>({300, 3000, 20000, 0, 40, 9000}, wide, 11);
        auto b = cases::transposed(cases::with_lengths<T>({20000, 0, 300, 3000, 40}, wide, 12));
        const auto mask = cases::with_lengths<T>({5, 5, 5, 5, 5, 5}, 5, 13);
        const problem<T> inner(a, b, mask);
        check(k, inner);
        // The same rows as masks: pushes lay them out.
        const problem<T> outer(cases::with_lengths<T>({3, 3, 3, 3, 3, 3}, 3, 14),
                               cases::with_lengths<T>({20000, 300, 5000}, wide, 15), a);
        check(k, outer);
    };
    for (const gb::index wide : {gb::index{100000}, 2 * bits, gb::index{3000000}}) {
        check_columns(gpu::direct<gb::semiring<gb::plus, gb::times, float>>{}, wide);
        check_columns(gpu::direct<gb::semiring<gb::plus, gb::pair, std::int64_t>>{}, wide);
    }
}

TEST_CASE("masked products: subnormal sums", "[cuda][masked]") {
    for (const float unit : cases::tiny_units) {
        const auto make = [&](std::vector<gb::index> lengths, gb::index columns, unsigned seed) {
            return cases::scaled(cases::with_lengths<float>(lengths, columns, seed), unit);
        };
        const auto a = make(cases::uneven(90, 8, 20, 60, 61), 90, 62);
        const auto k = gpu::direct<gb::semiring<gb::plus, gb::times, float>>{};
        check(k, problem<float>(a, a, a));
        const auto b = cases::transposed(make({20000, 0, 300, 3000, 40}, 100000, 63));
        check(k, problem<float>(make({300, 3000, 20000, 0, 40, 9000}, 100000, 64), b, make({5, 5, 5, 5, 5, 5}, 5, 65)));
    }
}

TEST_CASE("masked products: in parts", "[cuda][masked]") {
    using T = std::int64_t;
    const auto k = gpu::interpreted<T>{gpu::code_of<gb::semiring<gb::plus, gb::times, T>>(), 0};
    const auto a = cases::with_lengths<T>(cases::uneven(60, 5, 20, 40, 21), 60, 22);
    const problem<T> p(a, a, a);
    const cases::operands on_device = p.rows(5, 55);
    const gpu::product_rows& in = on_device.rows;
    const gpu::masked::part all = gpu::masked::whole(engine(), in);
    const sparse<T> wanted = cases::by_loop(k, p.a, p.b, p.admits(), 5, 55);
    for (const gb::row_offset most : {1, 17, 100, 100000}) {
        for (const gb::method wanted_method : {gb::method::hash, gb::method::dot, gb::method::automatic}) {
            gb::method how = wanted_method;
            INFO("parts of " << most << ", method " << static_cast<int>(how));
            const auto parts = gpu::masked::cut(engine(), all, most);
            gb::row_offset entries = 0;
            const auto slots = gpu::uploaded<unsigned long long>(engine(), std::vector<unsigned long long>(all.entries, 0));
            const auto is_hit = gpu::uploaded<std::uint8_t>(engine(), std::vector<std::uint8_t>(all.entries, 0));
            for (const gpu::masked::part& part : parts) {
                REQUIRE((part.entries <= most || part.last - part.first == 1));
                REQUIRE(part.entries > 0);
                entries += part.entries;
                const gb::row_offset at = part.base - all.base;
                const gb::method before = how;
                gpu::masked::add_part(engine(), cuda_tests::on_words(k), part, in, p.dbt.view(), how, slots.data() + at,
                                      is_hit.data() + at);
                // All parts have the strategy of the first one.
                REQUIRE((before == gb::method::automatic ? how == gb::method::hash || how == gb::method::dot : how == before));
            }
            REQUIRE(entries == all.entries);
            require_same(
                cases::from_device<T>(*engine(), gpu::masked::emit(engine(), all, {nullptr, {}, is_hit.data(), slots.data()},
                                                                   gb::type_code::int64)),
                wanted);
        }
    }
}

namespace {

/// What count_common_entries counts, by a loop.
gpu::masked::common_entries counted(const sparse<float>& pairs, const sparse<float>& left, const sparse<float>& right) {
    gpu::masked::common_entries sum;
    for (gb::index i = 0; i < pairs.nrows; ++i) {
        const std::set<gb::column_index> row(left.columns.begin() + left.begin(i), left.columns.begin() + left.end(i));
        for (gb::row_offset p = pairs.begin(i); p < pairs.end(i) && !row.empty(); ++p) {
            const gb::index j = pairs.columns[static_cast<std::size_t>(p)];
            sum.entries += right.end(j) - right.begin(j);
            for (gb::row_offset q = right.begin(j); q < right.end(j); ++q) {
                sum.common += static_cast<std::int64_t>(row.count(right.columns[static_cast<std::size_t>(q)]));
            }
        }
    }
    return sum;
}

void check_common(const sparse<float>& pairs, const sparse<float>& left, const sparse<float>& right) {
    const gpu::csr p = cases::on_device(engine(), pairs), l = cases::on_device(engine(), left),
                   r = cases::on_device(engine(), right);
    const auto found = gpu::masked::count_common_entries(engine(), p.view(), l.view(), r.view());
    REQUIRE(found.has_value());
    const auto expected = counted(pairs, left, right);
    REQUIRE(found->common == expected.common);
    REQUIRE(found->entries == expected.entries);
}

/// The same for a matrix and itself, with its transpose and without it.
void check_common_with_itself(const sparse<float>& a) {
    const gpu::csr on_device = cases::on_device(engine(), a), back = gpu::transposed(engine(), on_device.view().structure());
    const auto expected = counted(a, a, a);
    for (const gpu::csr_ref& given : {gpu::csr_ref{}, back.view()}) {
        INFO((given.offsets == nullptr ? "without" : "with") << " the transpose");
        const auto found =
            gpu::masked::count_common_entries(engine(), on_device.view(), on_device.view(), on_device.view(), given);
        REQUIRE(found.has_value());
        REQUIRE(found->common == expected.common);
        REQUIRE(found->entries == expected.entries);
    }
}

}  // namespace

TEST_CASE("common entries: short rows", "[cuda][masked]") {
    using T = float;
    const auto a = cases::with_lengths<T>(cases::uneven(700, 6, 0, 0, 71), 700, 72);
    check_common(a, a, a);
    // Every length up to 40 with every number of pairs up to 40: short rows of all sizes, and the first that are not.
    std::vector<gb::index> lengths, pairs;
    for (gb::index n = 0; n <= 40; ++n) {
        for (gb::index m = 0; m <= 40; m += 3) {
            lengths.push_back(n);
            pairs.push_back(m);
        }
    }
    check_common(cases::with_lengths<T>(pairs, 50, 73), cases::with_lengths<T>(lengths, 60, 74),
                 cases::with_lengths<T>(cases::uneven(50, 9, 10, 60, 75), 60, 76));
    // Two warps whose lanes count a row each, up to the most look-ups, and one in which a row has more.
    lengths.clear();
    pairs.clear();
    for (gb::index row = 0; row < 96; ++row) {
        lengths.push_back(row % 7 == 0 ? 0 : gb::index{1} << row % 5);
        pairs.push_back(row % 11 == 0 ? 0 : policy::lookups_of_a_lane >> row % 5);
    }
    ++pairs[71];
    check_common(cases::with_lengths<T>(pairs, 50, 91), cases::with_lengths<T>(lengths, 60, 92),
                 cases::with_lengths<T>(cases::uneven(50, 9, 10, 60, 93), 60, 94));
    // 32 rows with as many look-ups as short rows can have, more than a warp does at once and than a task has.
    const std::vector<gb::index> longest(70, policy::short_row_at_most);
    check_common(cases::with_lengths<T>(longest, 50, 85), cases::with_lengths<T>(longest, 60, 86),
                 cases::with_lengths<T>(cases::uneven(50, 9, 10, 60, 87), 60, 88));
    // Few columns and many pairs; rows of 1 and of all columns.
    check_common(cases::with_lengths<T>({policy::short_work_at_most, policy::short_work_at_most + 1, 5000, 0, 1}, 5000, 77),
                 cases::with_lengths<T>({1, 1, 2, 5, 30}, 30, 78),
                 cases::with_lengths<T>(std::vector<gb::index>(5000, 3), 30, 79));
}

TEST_CASE("common entries: rows on the list", "[cuda][masked]") {
    using T = float;
    // Tables of bits, at the largest number of columns that they are made for, and hash tables beyond; several tasks a row,
    // more than one round of pairs, empty rows between, and rows of B so long that the row in the table is searched in them.
    for (const gb::index wide : {gb::index{100}, bits, bits + 1, 8 * bits}) {
        INFO(wide << " columns");
        const auto left = cases::with_lengths<T>({33, 0, 40, 300, 3000, 64, 33}, wide, 81);
        const auto pairs = cases::with_lengths<T>({5, 40, 1200, 40, 600, 0, 33}, 1200, 82);
        auto lengths = cases::uneven(1200, 20, 100, 400, 83);
        lengths[3] = lengths[500] = 20000;
        check_common(pairs, left, cases::with_lengths<T>(lengths, wide, 84));
    }
}

TEST_CASE("common entries: of a matrix and itself, with its transpose", "[cuda][masked]") {
    using T = float;
    // Entries of the diagonal are pairs of a row and itself. Many rows of equal length, shorter and longer ones, empty ones.
    check_common_with_itself(cases::with_lengths<T>(std::vector<gb::index>(70, 70), 70, 95));
    std::vector<gb::index> lengths = cases::uneven(500, 30, 20, 300, 96);
    lengths[7] = lengths[8] = 500;
    check_common_with_itself(cases::with_lengths<T>(lengths, 500, 97));
    check_common_with_itself(cases::with_lengths<T>(std::vector<gb::index>(300, 40), 300, 98));
    // Columns that a few rows have, so that most pairs of long rows are in the transpose; several tasks a row; hash tables.
    const gb::index wide = bits + 1;
    for (const gb::index n : {gb::index{3000}, wide}) {
        INFO(n << " rows");
        lengths.assign(static_cast<std::size_t>(n), 0);
        for (gb::index i = 0; i < 900; ++i) lengths[static_cast<std::size_t>(i)] = 20 + i % 60;
        auto a = cases::with_lengths<T>(lengths, 400, 99);
        a.ncols = n;
        check_common_with_itself(a);
    }
}

TEST_CASE("common entries: nothing to count, and rows too long for a table", "[cuda][masked]") {
    using T = float;
    const auto some = cases::with_lengths<T>({2, 0, 3}, 3, 91), none = cases::with_lengths<T>({0, 0, 0}, 3, 92);
    check_common(some, some, none);
    check_common(some, none, some);
    check_common(none, some, some);
    const gb::index wide = bits + 1, longest = gpu::masked::longest_listed_row(wide);
    const auto right = cases::with_lengths<T>({10, 20}, wide, 93);
    const auto pairs = cases::with_lengths<T>({2, 2}, 2, 94);
    const auto of = [&](gb::index length) {
        sparse<T> left = cases::with_lengths<T>({3, 0}, wide, 95);
        for (gb::index j = 0; j < length; ++j) left.columns.push_back(static_cast<gb::column_index>(2 * j));
        left.values.resize(left.columns.size());
        left.offsets.back() = static_cast<gb::row_offset>(left.columns.size());
        return left;
    };
    check_common(pairs, of(longest), right);
    const gpu::csr p = cases::on_device(engine(), pairs), l = cases::on_device(engine(), of(longest + 1)),
                   r = cases::on_device(engine(), right);
    REQUIRE(!gpu::masked::count_common_entries(engine(), p.view(), l.view(), r.view()).has_value());
}

TEST_CASE("masked products: dot without B transposed is refused", "[cuda][masked]") {
    using T = float;
    const auto k = gpu::direct<gb::semiring<gb::plus, gb::times, T>>{};
    const auto a = cases::with_lengths<T>({2, 2, 2}, 3, 31);
    const problem<T> p(a, a, a);
    gb::method how = gb::method::dot;
    REQUIRE_THROWS_AS(gpu::masked_product(engine(), cuda_tests::on_words(k), p.rows(0, 3).rows, {}, how), gb::unsupported);
}
