// The dense method on the device against a product by a loop: sizes, structure, values, and values alone.
//
// Idea: small matrices of many shapes under limits so tight that every way through the kernels is taken: windows, panels, rows
// shared by blocks, panels found with and without the table of crossings. Values are small integers, so that sums are exact.
#include "tests/catch.hpp"
#include <graphblas_gpu/cuda/dense/dense.hpp>
#include <tests/cuda/on_words.hpp>
#include <tests/cuda/sparse_cases.hpp>

#include <algorithm>
#include <bit>
#include <map>
#include <numeric>
#include <random>
#include <string>
#include <vector>

namespace {

namespace gb = graphblas_gpu;
namespace cu = graphblas_gpu::cuda;
using cases::engine;
using gb::column_index;
using gb::index;
using gb::row_offset;

struct matrix {
    index ncols = 0;
    std::vector<std::map<column_index, int>> rows;
};

matrix empty_matrix(index nrows, index ncols) {
    return {ncols, std::vector<std::map<column_index, int>>(static_cast<std::size_t>(nrows))};
}

matrix random_matrix(unsigned seed, index nrows, index ncols, index entries_of_row) {
    std::mt19937_64 draw(seed);
    matrix m = empty_matrix(nrows, ncols);
    for (auto& row : m.rows) {
        const auto size = static_cast<index>(draw() % static_cast<std::uint64_t>(2 * entries_of_row + 1));
        for (index n = 0; n < size; ++n) {
            row[static_cast<column_index>(draw() % static_cast<std::uint64_t>(ncols))] = static_cast<int>(draw() % 7) - 2;
        }
    }
    return m;
}

matrix band(index n, index half) {
    matrix m = empty_matrix(n, n);
    for (index i = 0; i < n; ++i) {
        for (index j = std::max<index>(0, i - half); j <= std::min(n - 1, i + half); ++j) {
            m.rows[static_cast<std::size_t>(i)][static_cast<column_index>(j)] = static_cast<int>((i + 3 * j) % 5) + 1;
        }
    }
    return m;
}

matrix full(index nrows, index ncols) {
    matrix m = empty_matrix(nrows, ncols);
    for (index i = 0; i < nrows; ++i) {
        for (index j = 0; j < ncols; ++j)
            m.rows[static_cast<std::size_t>(i)][static_cast<column_index>(j)] = static_cast<int>((i + j) % 3);
    }
    return m;
}

/// A product to make: C<!mask> = A B, rows first .. last - 1 of it.
struct problem {
    matrix a, b;
    matrix mask;
    bool masked = false;
    index first = 0, last = 0;
    std::vector<std::uint32_t> rows;  // of the panel; empty: all
};

/// Rows whose bits went from phase to phase.
std::size_t handed_over = 0, for_structure = 0;

/// bool values travel as bytes.
template <class T>
using carried = std::conditional_t<std::is_same_v<T, bool>, unsigned char, T>;

template <class K>
struct run {
    using value = typename K::value;
    const K& k;
    const problem& p;
    cu::dense::limits bounds;
    cases::sparse<typename K::left> a = cases::from_rows<typename K::left>(p.a.ncols, p.a.rows);
    cases::sparse<typename K::right> b = cases::from_rows<typename K::right>(p.b.ncols, p.b.rows);
    cases::sparse<std::int8_t> mask = cases::from_rows<std::int8_t>(p.mask.ncols, p.mask.rows);
    cases::under<std::int8_t> admits{p.masked ? &mask : nullptr, true};
    cases::operands on_device{engine(), a, b, admits, p.first, p.last};
    cu::product_rows& in = on_device.rows;
    cu::array<std::uint32_t> rows = cu::uploaded<std::uint32_t>(engine(), p.rows);

    run(const K& k_, const problem& p_, const cu::dense::limits& by_) : k(k_), p(p_), bounds(by_) {}
    const std::uint32_t* list() const { return p.rows.empty() ? nullptr : rows.data(); }
    index count() const { return p.rows.empty() ? in.count() : static_cast<index>(p.rows.size()); }

    void check() {
        const auto want = cases::by_loop(k, a, b, admits, p.first, p.last);
        const auto count_of_rows = static_cast<std::size_t>(want.nrows);
        std::vector<bool> listed(count_of_rows, p.rows.empty());
        for (const std::uint32_t r : p.rows) listed[r] = true;
        // What is not listed stays as it was.
        std::vector<row_offset> want_sizes(count_of_rows, row_offset{0x5a5a5a5a5a5a5a5a}), each_row(count_of_rows + 1);
        std::iota(each_row.begin(), each_row.end(), row_offset{0});
        std::vector<column_index> want_columns(want.columns.size(), 0x77777777u);
        std::vector<unsigned char> want_bytes(want.columns.size() * sizeof(value), 0x77), bytes = cases::bytes_of(want.values);
        for (std::size_t r = 0; r < count_of_rows; ++r) {
            if (!listed[r]) continue;
            const row_offset begin = want.offsets[r], end = want.offsets[r + 1];
            const auto size_of_value = static_cast<row_offset>(sizeof(value));
            want_sizes[r] = end - begin;
            std::copy(want.columns.begin() + begin, want.columns.begin() + end, want_columns.begin() + begin);
            std::copy(bytes.begin() + begin * size_of_value, bytes.begin() + end * size_of_value,
                      want_bytes.begin() + begin * size_of_value);
        }
        // Without bool: its values are compared as bytes.
        const auto want_values = cases::values_in<carried<value>>(want_bytes);

        cu::dense::limits of_structure = bounds;
        cu::array<row_offset> sizes(engine(), count_of_rows + 1);
        engine()->set_bytes(sizes.data(), 0x5a, sizes.size() * sizeof(row_offset));
        const auto require_sizes = [&] {
            cases::require_entries(cases::from_device(*engine(), sizes.data(), count_of_rows), want_sizes, each_row);
        };
        cu::dense::row_sizes(engine(), in, of_structure, list(), count(), sizes.data());
        require_sizes();

        cu::product_output out;
        const cu::array<row_offset> device_offsets = cu::uploaded<row_offset>(engine(), want.offsets);
        out.offsets = device_offsets.data();
        out.nvals = want.nvals();
        const cu::array<column_index> columns(engine(), want.columns.size());
        const cu::array<carried<value>> values(engine(), want.columns.size());
        out.columns = columns.data();
        const auto forget = [&] {
            engine()->set_bytes(columns.data(), 0x77, columns.size() * sizeof(column_index));
            engine()->set_bytes(values.data(), 0x77, values.size() * sizeof(value));
        };
        const auto require_rows = [&](bool and_values) {
            cases::require_entries(cases::from_device(*engine(), columns), want_columns, want.offsets);
            if (and_values) cases::require_entries(cases::from_device(*engine(), values), want_values, want.offsets);
        };
        forget();
        cu::dense::structure(engine(), in, of_structure, out, list(), count());
        require_rows(false);

        out.values = values.data();
        forget();
        cu::dense::rows_with_values(engine(), cuda_tests::on_words(k), in, bounds, out, list(), count());
        require_rows(true);

        engine()->set_bytes(values.data(), 0x77, values.size() * sizeof(value));
        out.columns_known = true;
        cu::dense::rows_with_values(engine(), cuda_tests::on_words(k), in, bounds, out, list(), count());
        require_rows(true);
        if (bounds.large_rank_slots == 0) return;

        // Counted in one panel of all columns; bits of some rows or of all are handed over.
        out.columns_known = false;
        of_structure.panel = std::min(std::bit_ceil(static_cast<std::uint64_t>(in.ncols())), std::uint64_t{131072});
        for (const index most : {index{1}, index{1000}}) {
            INFO("bits of up to " << most << " rows");
            cu::dense::cached_bits cached;
            cached.bounds = bounds;
            cached.most_rows = most;
            cu::dense::row_sizes(engine(), in, of_structure, list(), count(), sizes.data(), {}, &cached);
            require_sizes();
            if (!cached.empty()) {
                for (const std::uint32_t slot : cases::from_device(*engine(), cached.bits().slots, count_of_rows))
                    handed_over += slot != cu::row_bits::none;
            }
            forget();
            out.bits = cached.bits();
            cu::dense::rows_with_values(engine(), cuda_tests::on_words(k), in, bounds, out, list(), count());
            require_rows(true);

            cached.bounds = cu::dense::limits{};  // for the structure
            cu::dense::row_sizes(engine(), in, of_structure, list(), count(), sizes.data(), {}, &cached);
            require_sizes();
            if (!cached.empty()) {
                for (const std::uint32_t slot : cases::from_device(*engine(), cached.bits().slots, count_of_rows))
                    for_structure += slot != cu::row_bits::none;
            }
            forget();
            out.bits = cached.bits();
            cu::dense::structure(engine(), in, of_structure, out, list(), count());
            require_rows(false);
        }
    }
};

struct named_limits {
    std::string name;
    cu::dense::limits bounds;
};

std::vector<named_limits> all_limits() {
    // small window, window, its multiplications, panel, columns and entries by rank, multiplications by rank, multiplications
    // of a part, threads, entries by rank of a large block, its threads
    constexpr std::int64_t never = std::int64_t{1} << 40;
    return {{"windows", {64, 1024, 1 << 20, 1024, 0, 0, 0, never, 64}},
            {"panels", {0, 0, 0, 1024, 0, 0, 0, never, 96}},
            {"shared rows", {0, 0, 0, 2048, 0, 0, 0, 2048, 64}},
            {"ranks", {0, 0, 0, 1024, 16384, 4096, never, never, 96}},
            {"ranks in parts", {0, 0, 0, 1024, 16384, 100, never, never, 96, 1024, 128}},
            {"copied rows", {0, 0, 1 << 20, 1024, 0, 0, 0, never, 64}},
            {"everything", {32, 128, 3000, 2048, 8192, 700, 4000, 5000, 128, 2048, 160}}};
}

template <class K>
void check_all(const K& k, const problem& p, const std::string& name) {
    for (const named_limits& l : all_limits()) {
        INFO(name << ", " << l.name);
        run<K>(k, p, l.bounds).check();
    }
    INFO(name << ", as it comes");
    run<K> plain(k, p, {});
    plain.bounds = cu::dense::limits_for(*engine(), plain.in, sizeof(typename K::accumulator), plain.count());
    plain.check();
}

problem of(matrix a, matrix b) {
    problem p{std::move(a), std::move(b), {}, false, 0, 0, {}};
    p.last = static_cast<index>(p.a.rows.size());
    p.mask = empty_matrix(p.last, p.b.ncols);
    return p;
}

matrix with_hub(matrix m, std::size_t row, index step) {
    for (index j = 0; j < m.ncols; j += step) m.rows[row][static_cast<column_index>(j)] = 1;
    return m;
}

std::vector<std::pair<std::string, problem>> problems() {
    std::vector<std::pair<std::string, problem>> all;
    all.emplace_back("empty", of(empty_matrix(5, 7), empty_matrix(7, 9)));
    all.emplace_back("no rows", of(empty_matrix(0, 7), empty_matrix(7, 9)));
    all.emplace_back("random", of(random_matrix(1, 40, 60, 5), random_matrix(2, 60, 5000, 12)));
    all.emplace_back("band", of(band(150, 9), band(150, 9)));
    all.emplace_back("full", of(full(20, 30), full(30, 1500)));
    all.emplace_back("hubs", of(with_hub(random_matrix(3, 30, 400, 3), 7, 1),
                                with_hub(with_hub(random_matrix(4, 400, 9000, 30), 5, 2), 200, 3)));
    matrix far = random_matrix(13, 400, 6013, 30);
    for (auto& row : far.rows) {
        std::map<column_index, int> moved;
        for (const auto& [j, x] : row) moved[j + 3100] = x;
        row = moved;
    }
    far.ncols = 9113;
    all.emplace_back("columns from 3100 on", of(with_hub(random_matrix(14, 12, 400, 6), 7, 1), with_hub(far, 5, 2)));
    all.back().second.b.rows[5].erase(all.back().second.b.rows[5].begin(), all.back().second.b.rows[5].lower_bound(3100));
    all.emplace_back("few hubs in a wide range", of(with_hub(empty_matrix(3, 300), 1, 1), random_matrix(12, 300, 100000, 60)));
    all.emplace_back("wide", of(random_matrix(5, 12, 50, 6), random_matrix(6, 50, gb::max_side, 6)));
    auto edge = of(random_matrix(7, 6, 20, 6), random_matrix(8, 20, gb::max_side, 4));
    for (auto& row : edge.b.rows) {
        for (column_index d = 1; d < 200; d += 3) row[static_cast<column_index>(gb::max_side) - d] = 2;
    }
    all.emplace_back("at the last column", std::move(edge));

    auto masked = of(random_matrix(9, 50, 80, 6), with_hub(random_matrix(10, 80, 6000, 15), 3, 5));
    masked.mask = with_hub(random_matrix(11, 50, 6000, 60), 4, 2);
    masked.masked = true;
    all.emplace_back("complemented mask", masked);
    masked.first = 11;
    masked.last = 44;
    all.emplace_back("complemented mask, some rows", masked);
    masked.rows = {30, 2, 3, 17, 0};
    all.emplace_back("complemented mask, listed rows", std::move(masked));
    return all;
}

template <gb::semiring_like S>
cu::direct<S> directly(const S& s) {
    return {s};
}

template <class S>
auto by_code(const S&) {
    using T = gb::semiring_value_t<S>;
    return cu::interpreted<T>{cu::code_of<S>(), gb::semiring_add_t<S>::identity()};
}

}  // namespace

TEST_CASE("dense rows on the device: plus_times float", "[cuda]") {
    handed_over = for_structure = 0;
    for (const auto& [name, p] : problems()) check_all(directly(gb::plus_times<float>), p, name);
    CHECK(handed_over > 20);
    CHECK(for_structure > 20);
}
TEST_CASE("dense rows on the device: min_plus float", "[cuda]") {
    for (const auto& [name, p] : problems()) check_all(directly(gb::min_plus<float>), p, name);
}
TEST_CASE("dense rows on the device: plus_times double", "[cuda]") {
    for (const auto& [name, p] : problems()) check_all(directly(gb::plus_times<double>), p, name);
}
TEST_CASE("dense rows on the device: int8 by code", "[cuda]") {
    for (const auto& [name, p] : problems()) check_all(by_code(gb::max_times<std::int8_t>), p, name);
}
TEST_CASE("dense rows on the device: positions by code", "[cuda]") {
    for (const auto& [name, p] : problems()) check_all(by_code(gb::min_secondi<std::int32_t>), p, name);
}

TEST_CASE("dense rows on the device: wide positions by code", "[cuda]") {
    for (const auto& [name, p] : problems()) check_all(by_code(gb::min_secondi<std::int64_t>), p, name);
}

TEST_CASE("dense rows on the device: a NaN that looks like an empty slot", "[cuda]") {
    problem p = of(empty_matrix(3, 3), band(3, 2));
    for (std::size_t i = 0; i < 3; ++i) p.a.rows[i] = {{0, 1}, {2, 1}};
    const auto k = by_code(gb::max_first<float>);
    for (const named_limits& l : all_limits()) {
        run<cu::interpreted<float>> r(k, p, l.bounds);
        const std::vector<std::uint32_t> bits(6, 0xffffffffu);
        engine()->to_device(const_cast<void*>(r.in.a.values), bits.data(), 24);
        const cu::array<row_offset> offsets = cu::uploaded<row_offset>(engine(), std::vector<row_offset>{0, 3, 6, 9});
        const cu::array<column_index> columns(engine(), 9);
        const cu::array<float> values(engine(), 9);
        cu::dense::rows_with_values(engine(), cuda_tests::on_words(k), r.in, l.bounds,
                                    {offsets.data(), 9, 3, columns.data(), values.data(), false}, nullptr, 3);
        INFO(l.name);
        CHECK(cases::from_device(*engine(), columns) == std::vector<column_index>{0, 1, 2, 0, 1, 2, 0, 1, 2});
        for (const float x : cases::from_device(*engine(), values)) CHECK(x != x);
    }
}

TEST_CASE("dense rows on the device refuse a mask that admits only its entries", "[cuda]") {
    problem p = of(band(4, 1), band(4, 1));
    p.masked = true;
    const auto k = directly(gb::plus_times<float>);
    run<cu::direct<std::remove_cvref_t<decltype(gb::plus_times<float>)>>> r(k, p, {});
    r.in.mask.complement = false;
    const cu::array<row_offset> sizes(engine(), 5);
    CHECK_THROWS_AS(cu::dense::row_sizes(engine(), r.in, {}, nullptr, 4, sizes.data()), gb::unsupported);
}
