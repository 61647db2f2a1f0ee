// The hash method on the device against a product by a loop. Runs on a device, or in rehearsal.
//
// Idea: inputs are made so that every kind of row occurs: tables and windows of all sizes, worked on by warps and by blocks,
// rows that go by rows of B and rows that go flat, columns that crowd in one bucket. Values are small integers, or such times a
// power of two, so that every order of additions gives the same bits; where sums are made in ascending k, tenths.
#include <graphblas_gpu/cuda/device/simt.cuh>

#include <tests/catch.hpp>

#include <graphblas_gpu/cuda/hash/cached_rows.hpp>
#include <graphblas_gpu/cuda/hash/column_marks.cuh>
#include <graphblas_gpu/cuda/hash/symbolic.hpp>
#include <tests/cuda/on_words.hpp>
#include <tests/cuda/sparse_cases.hpp>

#include <numeric>
#include <random>
#include <set>

namespace graphblas_gpu::hash_rows_test {
namespace {

namespace gb = graphblas_gpu;
namespace cu = graphblas_gpu::cuda;

struct structure {
    index nrows = 0;
    index ncols = 0;
    std::vector<std::set<column_index>> rows;

    structure(index r, index c) : nrows(r), ncols(c), rows(static_cast<std::size_t>(r)) {}
};

// Threads cost time in rehearsal.
#ifdef GRAPHBLAS_GPU_REHEARSAL
constexpr index many = 1;
#else
constexpr index many = 20;
#endif

std::mt19937_64 numbers;

/// Every case begins with the same numbers, so that it has the same data when it runs alone.
struct same_numbers {
    same_numbers() { numbers.seed(1); }
};

index below(index n) { return static_cast<index>(numbers() % static_cast<std::uint64_t>(n)); }

structure random_structure(index nrows, index ncols, index entries_a_row) {
    structure s(nrows, ncols);
    for (auto& row : s.rows) {
        for (index n = below(2 * entries_a_row + 1); n > 0; --n) row.insert(static_cast<column_index>(below(ncols)));
    }
    return s;
}

structure band(index n, index half) {
    structure s(n, n);
    for (index i = 0; i < n; ++i)
        for (index j = std::max<index>(0, i - half); j <= std::min(n - 1, i + half); ++j)
            s.rows[i].insert(static_cast<column_index>(j));
    return s;
}

/// A five-point stencil on a grid of side n.
structure stencil(index n) {
    structure s(n * n, n * n);
    for (index i = 0; i < n * n; ++i)
        for (index d : {-n, index{-1}, index{0}, index{1}, n})
            if (i + d >= 0 && i + d < n * n) s.rows[i].insert(static_cast<column_index>(i + d));
    return s;
}

/// Rows of B that lie in clusters far from each other, and at both ends.
structure clusters(index nrows, index ncols, index length) {
    structure s(nrows, ncols);
    for (index i = 0; i < nrows; ++i) {
        const index at = below(8) * (ncols / 9) + below(3 * length);
        for (index j = 0; j < length; ++j) s.rows[i].insert(static_cast<column_index>(at + j));
        if (i % 3 == 0) s.rows[i].insert(static_cast<column_index>(ncols - 1));
        if (i % 5 == 0) s.rows[i].insert(0);
    }
    return s;
}

/// Short rows, but for some long ones.
structure with_long_rows(index nrows, index ncols, index every, index length) {
    structure s = random_structure(nrows, ncols, 3);
    for (index i = 0; i < nrows; i += every)
        for (index n = 0; n < length; ++n) s.rows[i].insert(static_cast<column_index>(below(ncols)));
    return s;
}

/// Rows of A with 1, 2, 3 .. entries, all in the last `used` columns.
structure staircase(index nrows, index ncols, index used) {
    structure s(nrows, ncols);
    for (index i = 0; i < nrows; ++i)
        for (index j = 0; j <= i && j < used; ++j) s.rows[i].insert(static_cast<column_index>(ncols - used + j));
    return s;
}

/// One entry a row, but in the first `empty` rows: all in one column, or one column each from the last one down.
structure single_entries(index nrows, index ncols, index empty, bool one_column) {
    structure s(nrows, ncols);
    for (index i = empty; i < nrows; ++i) s.rows[i].insert(static_cast<column_index>(one_column ? ncols / 2 : ncols - 1 - i));
    return s;
}

/// One entry a row: column n of `columns` stands in as many rows as n says, and again when all have had their turn.
structure in_turns(index nrows, index ncols, const std::vector<column_index>& columns) {
    structure s(nrows, ncols);
    std::size_t n = 0, times = 0;
    for (auto& row : s.rows) {
        row.insert(columns[n]);
        if (times++ < n) continue;
        n = (n + 1) % columns.size();
        times = 0;
    }
    return s;
}

/// Columns whose marks are the same, or are covered by the marks of two others.
std::vector<column_index> with_like_marks(index ncols) {
    using namespace cu::hashing;
    const auto first = static_cast<column_index>(33 + below(1000));  // the mark has two bits
    std::vector<column_index> like{first};
    for (column_index j = first + 1; j < ncols && like.size() < 12; ++j) {
        if (mark_word(j, 8) == mark_word(first, 8) && (mark_bits(j) & ~mark_bits(first)) == 0) like.push_back(j);
    }
    for (column_index j = first + 1; j < ncols && like.size() < 24; ++j) {
        if (mark_word(j, 8) == mark_word(first, 8) && (mark_bits(j) & mark_bits(first)) != 0) like.push_back(j);
    }
    return like;
}

/// Rows of up to `most` entries, some with just so many; `least` at least.
structure of_sizes(index nrows, index ncols, index least, index most) {
    structure s(nrows, ncols);
    for (index i = 0; i < nrows; ++i) {
        const auto size = static_cast<std::size_t>(i % 5 == 3 ? most : least + below(most - least + 1));
        while (s.rows[i].size() < size) s.rows[i].insert(static_cast<column_index>(below(ncols)));
    }
    return s;
}

/// Some rows of A have products with nearly all rows of B.
structure hubs(index nrows, index ncols) {
    structure s = random_structure(nrows, ncols, 2);
    for (index i = 0; i < nrows; i += 7)
        for (index j = 0; j < ncols; j += 1 + i % 3) s.rows[i].insert(static_cast<column_index>(j));
    return s;
}

/// Whole numbers up to 5 times `unit`.
template <class T>
cases::sparse<T> with_values(const structure& s, T unit = T{1}) {
    std::vector<cases::listed_row<T>> rows;
    for (const auto& row : s.rows) {
        rows.emplace_back();
        for (const column_index j : row) rows.back().emplace_back(j, static_cast<T>(static_cast<T>(1 + below(5)) * unit));
    }
    return cases::from_rows<T>(s.ncols, rows);
}

template <class K>
void compare(const K& k, const structure& left, const structure& right, const structure* forbidden = nullptr, index first = 0,
             index last = -1, typename K::value unit = 1, bool in_order = false) {
    using T = typename K::value;
    const auto e = cases::engine();
    if (last < 0) last = left.nrows;
    const auto a = with_values<T>(left, unit), b = with_values<T>(right, unit);
    const auto mask = with_values<std::int8_t>(forbidden != nullptr ? *forbidden : structure(0, 0));
    const cases::under<std::int8_t> admits{forbidden != nullptr ? &mask : nullptr, true};
    const auto wanted = cases::by_loop(k, a, b, admits, first, last);
    const cases::operands on_device(e, a, b, admits, first, last);
    cu::product_rows in = on_device.rows;
    in.in_order = in_order;

    cu::array<cu::row_of_b> b_rows;
    if (below(2) == 1) {  // rows of B are looked up, or have been listed
        std::vector<cu::row_of_b> of_entries;
        for (const column_index row : a.columns) {
            const row_offset start = b.begin(row), end = b.end(row);
            of_entries.push_back({static_cast<std::uint32_t>(start), static_cast<std::uint32_t>(end - start)});
        }
        b_rows = cu::uploaded<cu::row_of_b>(e, of_entries);
        in.b_rows = b_rows.data();
    }

    std::vector<row_offset> wanted_sizes, each_row(static_cast<std::size_t>(last - first) + 1);
    for (index r = 0; r < wanted.nrows; ++r) wanted_sizes.push_back(wanted.end(r) - wanted.begin(r));
    std::iota(each_row.begin(), each_row.end(), row_offset{0});
    const auto count_rows = [&](cu::cached_rows* cached) {
        const cu::array<row_offset> sizes(e, each_row.size());
        cu::hash_row_sizes(e, in, sizes.data(), cached);
        cases::require_entries(cases::from_device(*e, sizes.data(), wanted_sizes.size()), wanted_sizes, each_row);
    };
    count_rows(nullptr);

    cu::product_output out;
    const auto offsets = cu::uploaded<row_offset>(e, wanted.offsets);
    const cu::array<column_index> columns(e, wanted.columns.size());
    const cu::array<T> values(e, wanted.values.size());
    out.offsets = offsets.data();
    out.nvals = wanted.nvals();
    out.columns = columns.data();
    const auto check = [&](bool and_values) {
        cases::require_entries(cases::from_device(*e, columns), wanted.columns, wanted.offsets);
        if (and_values) cases::require_entries(cases::from_device(*e, values), wanted.values, wanted.offsets);
    };
    e->set_bytes(columns.data(), 0x55, columns.size() * sizeof(column_index));
    cu::hash_rows(e, cuda_tests::on_words(k), in, out);
    check(false);

    // The structure as the rows were counted, and what was left out afterwards.
    e->set_bytes(columns.data(), 0x55, columns.size() * sizeof(column_index));
    cu::cached_rows cached;
    count_rows(&cached);
    if (wanted.nvals() > 0) {
        const bool leaves_out = cached.leaves_out(*e);
        cached.write(e, in, out);
        if (leaves_out) cu::hash_rows(e, cuda_tests::on_words(k), cached.rows_left_out(in), out);
        check(false);
    }

    e->set_bytes(columns.data(), 0x55, columns.size() * sizeof(column_index));
    e->set_bytes(values.data(), 0x55, values.size() * sizeof(T));
    out.values = values.data();
    cu::hash_rows(e, cuda_tests::on_words(k), in, out);
    check(true);

    e->set_bytes(values.data(), 0x55, values.size() * sizeof(T));
    out.columns_known = true;
    cu::hash_rows(e, cuda_tests::on_words(k), in, out);
    check(true);
}

using plus_times = cu::direct<std::remove_cvref_t<decltype(gb::plus_times<float>)>>;
using min_plus = cu::direct<std::remove_cvref_t<decltype(gb::min_plus<float>)>>;
using looked_up = cu::interpreted<std::int64_t>;

const plus_times sums{gb::plus_times<float>};
const min_plus least{gb::min_plus<float>};
/// max_secondi: the inner index counts.
const looked_up positions{{cu::add_code::max, cu::multiply_code::secondi, gb::base::code_of<std::int64_t>()},
                          std::numeric_limits<std::int64_t>::min()};

void compare_all(const structure& a, const structure& b) {
    structure mask = random_structure(a.nrows, b.ncols, 3);
    for (index i = 0; i < a.nrows; ++i) {  // half of them columns that occur
        int n = 0;
        for (column_index k : a.rows[i])
            for (column_index j : b.rows[k])
                if (++n % 3 == 0 && n < 3000) mask.rows[i].insert(j);
    }
    compare(sums, a, b);
    compare(sums, a, b, &mask);
    // Every product and every sum is rounded.
    compare(sums, a, b, nullptr, 0, -1, 0.1f, true);
    compare(sums, a, b, &mask, 0, -1, 0.1f, true);
    compare(least, a, b);
    compare(positions, a, b, &mask);
}

}  // namespace

TEST_CASE_METHOD(same_numbers, "hash rows: nothing, one row, one column", "[cuda]") {
    compare_all(structure(0, 5), structure(5, 3));
    compare_all(structure(4, 5), random_structure(5, 7, 2));
    compare_all(random_structure(4, 5, 2), structure(5, 7));
    compare_all(random_structure(1, 40, 20), random_structure(40, 300, 9));
    compare_all(random_structure(200, 30, 9), random_structure(30, 1, 1));
}

TEST_CASE_METHOD(same_numbers, "hash rows: short rows that go flat", "[cuda]") {
    compare_all(stencil(9 * many), stencil(9 * many));
    compare_all(random_structure(100 * many, 400, 6), random_structure(400, 100000, 6));
    compare_all(random_structure(40 * many, 400, 25), random_structure(400, 3000000, 9));
}

TEST_CASE_METHOD(same_numbers, "hash rows: every number of products that is sorted", "[cuda]") {
    for (bool one_column : {true, false}) {
        compare_all(staircase(260, 300, 260), single_entries(300, 1000, 40, one_column));
        compare_all(staircase(260, 260, 260), single_entries(260, (index{1} << 24) - 1, 0, one_column));
        compare_all(staircase(260, 260, 260), single_entries(260, index{1} << 24, 0, one_column));
    }
    compare_all(staircase(36, 36, 36), single_entries(36, (index{1} << 27) - 1, 0, false));
    compare_all(staircase(70, 70, 70), random_structure(70, 9, 4));
    compare_all(random_structure(30, 3000, 500), single_entries(3000, 3000, 2900, false));
}

TEST_CASE_METHOD(same_numbers, "hash rows: columns whose marks are alike", "[cuda]") {
    constexpr index ncols = (index{1} << 24) - 1;
    std::vector<column_index> columns = with_like_marks(ncols);
    REQUIRE(columns.size() == 24);
    // Few of them in a row, and many; each once, and again and again.
    for (const index most : {4, 12, 30, 50, 90, 200}) {
        INFO("up to " << most << " products");
        const structure a = of_sizes(60 * many, 600, 0, most);
        compare_all(a, in_turns(600, ncols, columns));
        structure b = random_structure(600, ncols, 1);
        for (std::size_t n = 0; n < columns.size(); ++n) b.rows[n * 25] = {columns[n]};
        for (std::size_t n = 0; n < columns.size(); n += 3) b.rows[n * 25 + 2] = {columns[n]};
        compare_all(a, b);
    }
}

TEST_CASE_METHOD(same_numbers, "hash rows: the column of the diagonal", "[cuda]") {
    // Row i has it never, once, or often, and the mask forbids it or not.
    for (const index most : {3, 9, 25, 60, 130}) {
        structure a(60 * many, 400), b(400, 50000);
        for (index k = 0; k < 400; ++k) {
            b.rows[k].insert(static_cast<column_index>(k * 101));
            if (k < 200) b.rows[k].insert(static_cast<column_index>(k % 40));
        }
        for (index i = 0; i < a.nrows; ++i) {
            for (index n = below(most + 1); n > 0; --n) a.rows[i].insert(static_cast<column_index>(below(400)));
            for (index n = 0; i % 3 == 0 && n < 5; ++n) a.rows[i].insert(static_cast<column_index>(i % 40 + 40 * n));
        }
        compare_all(a, b);
        structure mask(a.nrows, b.ncols);
        for (index i = 0; i < a.nrows; ++i) {
            if (i % 2 == 0) mask.rows[i].insert(static_cast<column_index>(i));
            if (i % 5 == 0) mask.rows[i].insert({0, 1, 2, 3, 101, 202});
        }
        compare(sums, a, b, &mask);
        compare(sums, a, b, &mask, 7, a.nrows - 3);
    }
}

TEST_CASE_METHOD(same_numbers, "hash rows: columns in any order", "[cuda]") {
    for (const index most : {1, 7, 8, 9, 15, 16, 17, 22, 31, 32, 33, 64, 200}) {
        INFO("up to " << most << " products");
        compare_all(of_sizes(150, 400, 0, most), of_sizes(400, 100000, 1, 1));
        compare_all(of_sizes(70, 400, 0, most), of_sizes(400, 19, 1, 1));
    }
    compare_all(of_sizes(140, 300, 0, 6), of_sizes(300, 5000, 0, 5));
    compare_all(of_sizes(140, 300, 0, 2), of_sizes(300, 5000, 0, 16));
}

TEST_CASE_METHOD(same_numbers, "hash rows: so many short rows that a lane sorts each", "[cuda]") {
    // The first ones in any order, up to 32, 16 and 8 products for warps of them; the others are there to be many.
    structure a = of_sizes(140000, 400, 1, 1);
    for (const index most : {8, 16, 24, 32}) {
        const structure some = of_sizes(640, 400, 1, most);
        std::copy(some.rows.begin(), some.rows.end(), a.rows.begin() + most * 100);
    }
    compare(sums, a, of_sizes(400, 100000, 1, 1));
    structure mask(a.nrows, 19), b = of_sizes(400, 19, 1, 3);
    for (index i = 0; i < 4000; ++i) mask.rows[i].insert({static_cast<column_index>(i % 19), 7});
    for (index i = 0; i < 4000; i += 3)
        a.rows[i] = {static_cast<column_index>(i % 400), static_cast<column_index>((i + 7) % 400)};
    b.rows[11] = of_sizes(1, 19, 17, 17).rows[0];
    compare(sums, a, b, &mask);
}

TEST_CASE_METHOD(same_numbers, "hash rows: long rows of B", "[cuda]") {
    compare_all(random_structure(8 * many, 80, 12), random_structure(80, 4000000000, 50));
    compare_all(random_structure(3 * many, 80, 30), random_structure(80, 4000000000, 100));
    compare_all(random_structure(2 * many, 150, 45), random_structure(150, 4000000000, 50));
}

TEST_CASE_METHOD(same_numbers, "hash rows: columns close together", "[cuda]") {
    compare_all(band(45 * many, 20), band(45 * many, 20));
    compare_all(random_structure(3 * many, 300, 100), random_structure(300, 3000, 60));
    compare_all(random_structure(2 * many, 600, 300), random_structure(600, 20000, 150));
    // As many columns as C may have where long rows are left to the dense method, and one more.
    constexpr index most = cu::hash_policy::max_ranked_columns;
    for (const index ncols : {most, most + 1})
        compare_all(random_structure(2 * many, 300, 200), random_structure(300, ncols, 120));
}

TEST_CASE_METHOD(same_numbers, "hash rows: windows in which most words of bits are empty", "[cuda]") {
    compare_all(random_structure(8 * many, 300, 40), random_structure(300, 60000, 16));
    compare_all(random_structure(8 * many, 300, 40), random_structure(300, 16000, 16));
}

TEST_CASE_METHOD(same_numbers, "hash rows: columns that crowd", "[cuda]") {
    compare_all(random_structure(10 * many, 60, 8), clusters(60, 4000000000, 24));
    compare_all(random_structure(2 * many, 300, 60), clusters(300, 4294967295, 100));
}

TEST_CASE_METHOD(same_numbers, "hash rows: hubs and full rows", "[cuda]") {
    compare_all(hubs(8 * many, 300), hubs(300, 500));
    compare_all(hubs(8 * many, 200), random_structure(200, 3000000, 40));
    compare_all(hubs(8, 2500), random_structure(2500, 90000, 2));
}

TEST_CASE_METHOD(same_numbers, "hash rows: a panel of rows", "[cuda]") {
    const structure a = hubs(60, 200), b = random_structure(200, 5000, 9), mask = random_structure(60, 5000, 800);
    compare(sums, a, b, nullptr, 13, 41);
    compare(positions, a, b, &mask, 13, 41);
    compare(sums, a, b, nullptr, 20, 20);
}

TEST_CASE_METHOD(same_numbers, "hash rows: long rows that fill their range sparsely", "[cuda]") {
    compare_all(random_structure(3 * many, 2000, 900), random_structure(2000, 300000, 3));
    // More long rows of B than are put streams, and rows in panels of columns.
    compare_all(random_structure(2, 1500, 1200), with_long_rows(1500, 600000, 5, 400));
    compare_all(random_structure(2, 1500, 1200), with_long_rows(1500, 5000000, 40, 900));
    const structure a = random_structure(9, 1500, 900), b = with_long_rows(1500, 4000000, 300, 700);
    const structure mask = random_structure(9, 4000000, 3000);
    compare(sums, a, b, nullptr, 2, 7);
    compare(positions, a, b, &mask, 2, 7);
}

TEST_CASE_METHOD(same_numbers, "hash rows: subnormal sums, and such as pass the least normal number", "[cuda]") {
    for (const float unit : cases::tiny_units) {
        const auto check = [&](const structure& a, const structure& b) { compare(sums, a, b, nullptr, 0, -1, unit); };
        check(random_structure(40, 400, 6), random_structure(400, 100000, 6));
        check(random_structure(10, 60, 8), clusters(60, 4000000000, 24));
        check(band(45, 20), band(45, 20));
        check(random_structure(2, 300, 200), random_structure(300, 200000, 120));
        check(random_structure(3, 2000, 900), with_long_rows(2000, 300000, 50, 300));
        check(hubs(8, 2500), random_structure(2500, 90000, 2));
        check(random_structure(2, 400, 300), random_structure(400, 5000000, 200));
    }
}

TEST_CASE_METHOD(same_numbers, "hash rows: rows too long for shared memory", "[cuda]") {
    compare(sums, random_structure(2, 400, 300), random_structure(400, 50000000, 200));
    compare(sums, random_structure(2, 400, 300), random_structure(400, 5000000, 200));
}

TEST_CASE_METHOD(same_numbers, "hash rows: a case draws the same numbers whatever ran before", "[cuda]") {
    CHECK(numbers == std::mt19937_64(1));
}

}  // namespace graphblas_gpu::hash_rows_test
