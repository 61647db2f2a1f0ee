// The paper's hash method beside a product by a loop, in rehearsal and on a device.
//
// Idea: every variant with and without compression, with tables forced small, so that most keys go to the second level,
// and with fewer chunks than rows under way.
#include "tests/catch.hpp"
#include "tests/cuda/paper_instances.hpp"
#include "tests/cuda/sparse_cases.hpp"
#include "tests/unit/structures.hpp"
#include <graphblas_gpu/cuda/published/hash/symbolic.hpp>
#include <graphblas_gpu/cuda/structure/compressed.hpp>
#include <graphblas_gpu/error.hpp>
#include <semirings/catalogue.hpp>

#include <cuda_runtime.h>

#include <numeric>
#include <optional>
#include <random>

#ifdef GRAPHBLAS_GPU_REHEARSAL
#include "tests/rehearsal/runtime.hpp"
#endif

namespace {

namespace gb = graphblas_gpu;
namespace paper = graphblas_gpu::cuda::paper;
using namespace graphblas_gpu::cuda;
using cases::sparse;
using unit::structure;

engine_ptr new_engine(std::int64_t limit = 0) { return engine::make(0, limit, nullptr, spec::device_memory()); }

template <class T>
sparse<T> with_values(const structure& s, unsigned seed) {
    std::mt19937 random(seed);
    std::vector<cases::listed_row<T>> rows;
    for (const unit::row& row : s.rows) {
        rows.emplace_back();
        for (const auto j : row) rows.back().emplace_back(j, static_cast<T>(random() % 7 + 1));
    }
    return cases::from_rows<T>(s.ncols, rows);
}

/// Where a complemented mask has entries; a null pointer: without a mask.
std::optional<sparse<std::int8_t>> mask_of(const structure* forbidden) {
    if (forbidden == nullptr) return std::nullopt;
    return with_values<std::int8_t>(*forbidden, 3);
}
cases::under<std::int8_t> without(const std::optional<sparse<std::int8_t>>& mask) { return {mask ? &*mask : nullptr, true}; }

/// Rows first .. last of A (+).(x) B.
template <class S>
auto plain_product(const S& s, const auto& a, const auto& b, const structure* forbidden, gb::index first, gb::index last) {
    const auto mask = mask_of(forbidden);
    return cases::by_loop(cases::plain<S>{s}, a, b, without(mask), first, last);
}

/// Operands on the device, and a product of them in the making.
template <class S>
struct product_on_device {
    using T = gb::semiring_value_t<S>;

    engine_ptr e;
    S s;
    cases::operands on_device;
    product_rows& p = on_device.rows;
    array<gb::row_offset> offsets;
    array<gb::column_index> columns;
    array<T> values;
    product_output out;
    paper::symbolic_report sizes_report;
    paper::phase_report rows_report;

    product_on_device(const engine_ptr& e_, const S& s_, const sparse<T>& a, const sparse<T>& b, const structure* forbidden,
                      gb::index first, gb::index last)
        : e(e_), s(s_), on_device(e, a, b, without(mask_of(forbidden)), first, last) {}

    void count(const paper::options& wanted) {
        const auto n = static_cast<std::size_t>(p.count());
        array<gb::row_offset> sizes(e, n);
        paper::row_sizes(e, p, wanted, sizes.data(), sizes_report);
        const auto counted = downloaded(*e, sizes.data(), n);
        std::vector<gb::row_offset> before(n + 1);
        std::partial_sum(counted.begin(), counted.end(), before.begin() + 1);
        offsets = uploaded<gb::row_offset>(e, {before.data(), n + 1});
        out.offsets = offsets.data();
        out.nvals = before[n];
        out.most_nvals = n == 0 ? 0 : *std::max_element(counted.begin(), counted.end());
    }
    void compute(const paper::options& wanted, bool structure_only = false) {
        columns = array<gb::column_index>(e, static_cast<std::size_t>(out.nvals));
        if (!structure_only) values = array<T>(e, static_cast<std::size_t>(out.nvals));
        out.columns = columns.data();
        out.values = values.data();
        cuda_tests::paper_rows(e, s, p, out, wanted, rows_report);
    }
    void recompute(const sparse<T>& a, const paper::options& wanted) {
        const auto bytes = cases::bytes_of(a.values);
        e->to_device(on_device.a.values.data(), bytes.data(), bytes.size());
        e->set_bytes(out.values, 0x55, static_cast<std::size_t>(out.nvals) * sizeof(T));
        out.columns_known = true;
        cuda_tests::paper_rows(e, s, p, out, wanted, rows_report);
    }
    void check(const sparse<T>& expected) const {
        REQUIRE(cases::from_device(*e, offsets) == expected.offsets);
        cases::require_entries(cases::from_device(*e, columns), expected.columns, expected.offsets);
        if (out.values != nullptr) cases::require_entries(cases::from_device(*e, values), expected.values, expected.offsets);
    }
};

std::vector<paper::options> all_options() {
    std::vector<paper::options> all;
    for (const auto variant : {paper::hash_variant::kkmem, paper::hash_variant::kklp}) {
        for (const auto compress : {paper::compression::on, paper::compression::off}) {
            all.push_back({variant, compress, 0, 0, 0});
            all.push_back({variant, compress, 2, 64, 3});
            all.push_back({variant, compress, 8, 208, 0});
            all.push_back({variant, compress, 32, 1024, 2});
            all.push_back({variant, compress, 16, 16, 1});
            all.push_back({variant, compress, 8, 208, 2, 40});
        }
        // The least first level of a team: 256 keys of rows of up to 700, or no first level above.
        if (variant == paper::hash_variant::kklp) all.push_back({variant, paper::compression::off, 0, 8192, 2});
    }
    all.push_back({});
    return all;
}

std::string described(const paper::options& o) {
    return "variant " + std::to_string(static_cast<int>(o.variant)) + ", compression " +
           std::to_string(static_cast<int>(o.compress)) + ", lanes " + std::to_string(o.lanes) + ", table bytes " +
           std::to_string(o.table_bytes) + ", chunks " + std::to_string(o.chunks) + ", long row " +
           std::to_string(o.long_row);
}

template <class S>
void check_product(const S& s, const structure& a, const structure& b, const paper::options& wanted,
                   const structure* forbidden = nullptr, gb::index first = 0, gb::index last = -1) {
    using T = gb::semiring_value_t<S>;
    INFO(described(wanted));
    const auto e = new_engine();
    auto left = with_values<T>(a, 1);
    const auto right = with_values<T>(b, 2);
    if (last < 0) last = left.nrows;
    {
        product_on_device<S> c(e, s, left, right, forbidden, first, last);
        c.count(wanted);
        c.compute(wanted);
        c.check(plain_product(s, left, right, forbidden, first, last));
        std::reverse(left.values.begin(), left.values.end());
        c.recompute(left, wanted);
        c.check(plain_product(s, left, right, forbidden, first, last));
    }
    CHECK(e->bytes_in_use() == 0);
}

struct pair_of_structures {
    const char* name;
    structure a, b;
};

/// Rows of every sort: a full one, empty ones, duplicates by the dozen.
std::vector<pair_of_structures> shapes() {
    std::mt19937 random(7);
    std::vector<pair_of_structures> all;
    all.push_back(
        {"sparse", unit::random_structure(random, 60, 50, 0.05), unit::random_structure(random, 50, 300, 0.04)});
    all.push_back(
        {"duplicates", unit::random_structure(random, 9, 40, 0.6), unit::random_structure(random, 40, 70, 0.5)});
    structure a = unit::random_structure(random, 40, 200, 0.02), b = unit::random_structure(random, 200, 700, 0.01);
    a.rows[11].resize(200);
    std::iota(a.rows[11].begin(), a.rows[11].end(), 0);
    b.rows[5].resize(700);
    std::iota(b.rows[5].begin(), b.rows[5].end(), 0);
    all.push_back({"hubs", a, b});
    all.push_back({"no entries", {30, std::vector<unit::row>(20)}, {10, std::vector<unit::row>(30)}});
    all.push_back({"one row", {3, {{0, 2}}}, {1000, {{1, 999}, {5}, {0, 1, 63, 64, 65, 998}}}});
    const gb::index wide = 0xffffffff;
    all.push_back({"wide", {2, {{0, 1}, {1}, {}}}, {wide, {{0, 7, 4294967293u, 4294967294u}, {7, 4294967294u}}}});
    return all;
}

}  // namespace

TEST_CASE("paper: every variant gives the plain product") {
    for (const auto& [name, a, b] : shapes()) {
        INFO(name);
        for (const auto& wanted : all_options()) {
            check_product(gb::plus_times<float>, a, b, wanted);
            check_product(gb::min_secondi<std::int64_t>, a, b, wanted);
        }
    }
}

TEST_CASE("paper: semirings of every kind") {
    const auto all = shapes();
    for (const auto& wanted : {paper::options{paper::hash_variant::kkmem, {}, 4, 96, 2},
                               paper::options{paper::hash_variant::kklp, {}, 4, 208, 2}}) {
        for (const std::size_t n : {0, 1, 2}) {
            check_product(gb::plus_pair<std::int64_t>, all[n].a, all[n].b, wanted);
            check_product(gb::min_plus<double>, all[n].a, all[n].b, wanted);
            check_product(gb::max_plus<std::int16_t>, all[n].a, all[n].b, wanted);
            check_product(gb::lor_land<bool>, all[n].a, all[n].b, wanted);
        }
    }
}

TEST_CASE("paper: complemented masks and panels of rows") {
    std::mt19937 random(3);
    const auto a = unit::random_structure(random, 30, 40, 0.2), b = unit::random_structure(random, 40, 150, 0.1);
    auto mask = unit::random_structure(random, 30, 150, 0.4);
    mask.rows[4].clear();
    mask.rows[5].resize(150);
    std::iota(mask.rows[5].begin(), mask.rows[5].end(), 0);
    for (const auto& wanted : all_options()) {
        check_product(gb::plus_times<float>, a, b, wanted, &mask);
        check_product(gb::min_secondi<std::int64_t>, a, b, wanted, &mask, 3, 17);
        check_product(gb::min_secondi<std::int64_t>, a, b, wanted, nullptr, 29, 30);
        check_product(gb::plus_times<float>, a, b, wanted, nullptr, 5, 5);
    }
}

TEST_CASE("paper: structure alone") {
    const auto all = shapes();
    for (const auto& wanted : all_options()) {
        const auto e = new_engine();
        const auto a = with_values<float>(all[2].a, 1), b = with_values<float>(all[2].b, 2);
        product_on_device c(e, gb::plus_times<float>, a, b, nullptr, 0, a.nrows);
        c.count(wanted);
        c.compute(wanted, true);
        c.check(plain_product(gb::plus_times<float>, a, b, nullptr, 0, a.nrows));
    }
}

TEST_CASE("paper: B compressed on the device is B compressed on the host") {
    std::mt19937 random(9);
    const auto e = new_engine();
    for (const double density : {0.0, 0.01, 0.3, 1.0}) {
        const auto host = unit::stored<void>(unit::random_structure(random, 37, 500, density));
        const csr rows = uploaded(e, host);
        const auto packed = compress(e, rows.view());
        const auto offsets = downloaded(*e, packed.offsets.data(), 38);
        const auto sets = downloaded(*e, packed.sets.data(), packed.sets.size());
        const auto bits = downloaded(*e, packed.bits.data(), packed.bits.size());
        std::vector<gb::column_index> s(500);
        std::vector<gb::base::word> w(500);
        std::size_t at = 0;
        for (gb::index k = 0; k < 37; ++k) {
            REQUIRE(offsets[static_cast<std::size_t>(k)] == static_cast<gb::row_offset>(at));
            const auto view = host.structure();
            const auto n = gb::formats::pack_row(view.columns + view.begin(k), view.row_size(k), s.data(), w.data());
            for (std::size_t m = 0; m < static_cast<std::size_t>(n); ++m, ++at) {
                REQUIRE(sets[at] == s[m]);
                REQUIRE(bits[at] == w[m]);
            }
        }
        REQUIRE(packed.sets.size() == at);
    }
}

TEST_CASE("paper: the report says what was done") {
    std::mt19937 random(5);
    const auto e = new_engine();
    const structure dense_rows = unit::random_structure(random, 20, 20, 1.0),
                    apart{6400, [] {
                              std::vector<unit::row> rows(20);
                              for (unsigned k = 0; k < 20; ++k) rows[k] = {k * 64, k * 64 + 1280};
                              return rows;
                          }()};
    const auto a = with_values<float>(dense_rows, 1);
    const auto neighbours = with_values<float>(unit::random_structure(random, 20, 640, 0.5), 2),
               scattered = with_values<float>(apart, 3);
    product_on_device packs(e, gb::plus_times<float>, a, neighbours, nullptr, 0, 20);
    packs.count({});
    CHECK(packs.sizes_report.compressed);
    CHECK(packs.sizes_report.multiplications == packs.p.total_flops);
    CHECK(packs.sizes_report.compressed_multiplications == 20 * 20 * 10);
    CHECK(packs.sizes_report.phase.variant == paper::hash_variant::kkmem);
    packs.compute({});
    CHECK(packs.rows_report.variant == paper::hash_variant::kklp);
    CHECK(packs.rows_report.long_rows == 0);
    CHECK(packs.rows_report.team.rows == 1);
    CHECK(packs.rows_report.team.threads() == paper::team_threads);
    paper::options all_long;
    all_long.long_row = 1;
    packs.compute(all_long);
    CHECK(packs.rows_report.long_rows == 0);  // every row has a team already
    all_long.variant = paper::hash_variant::kkmem;
    packs.compute(all_long);
    CHECK(packs.rows_report.long_rows == 20);
    all_long.long_rows_by_team = false;
    packs.compute(all_long);
    CHECK(packs.rows_report.long_rows == 0);
    product_on_device drops(e, gb::plus_times<float>, a, scattered, nullptr, 0, 20);
    drops.count({});
    CHECK_FALSE(drops.sizes_report.compressed);
    CHECK(drops.sizes_report.compressed_multiplications == drops.p.total_flops);
    drops.count({.compress = paper::compression::on});
    CHECK(drops.sizes_report.compressed);
    CHECK(drops.out.nvals == 20 * 40);
}

TEST_CASE("paper: a second level that cannot be had, and a mask that only admits") {
    structure one{100000, {unit::row(100000)}};
    std::iota(one.rows[0].begin(), one.rows[0].end(), 0);
    const auto a = with_values<float>({1, {{0}}}, 1), b = with_values<float>(one, 1);
    const auto e = new_engine(1'600'000);
    product_on_device c(e, gb::plus_times<float>, a, b, nullptr, 0, 1);
    const auto before = e->bytes_in_use();
    paper::options wanted{paper::hash_variant::kkmem, paper::compression::off, 0, 0, 0};
    REQUIRE_THROWS_AS(c.count(wanted), gb::out_of_memory);
    REQUIRE_THROWS_WITH(c.count(wanted), contains_text("up to 100000 entries needs a table of 1448576 bytes"));
    wanted.long_rows_by_team = false;
    REQUIRE_THROWS_WITH(c.count(wanted), contains_text("up to 100000 entries needs a table of 1324288 bytes"));
    CHECK(e->bytes_in_use() == before);
    c.count({});  // 1563 column sets are few
    CHECK(c.out.nvals == 100000);
    c.p.mask = {true, false, c.on_device.b.view()};
    REQUIRE_THROWS_AS(c.count({}), gb::unsupported);
}

#ifdef GRAPHBLAS_GPU_REHEARSAL
TEST_CASE("paper: an allocation that fails leaves nothing behind") {
    const auto all = shapes();
    const auto a = with_values<float>(all[2].a, 1), b = with_values<float>(all[2].b, 2);
    const paper::options wanted{paper::hash_variant::kklp, paper::compression::on, 8, 208, 2};
    const auto e = new_engine();
    product_on_device c(e, gb::plus_times<float>, a, b, nullptr, 0, a.nrows);
    const auto before = e->bytes_in_use();
    bool fails = true;
    int failures = 0;
    for (int n = 1; fails; ++n) {
        REQUIRE(n < 100);
        fails = false;
        rehearsal::fail_allocation(n, 2);  // the engine asks once more
        try {
            c.count(wanted);
            c.compute(wanted);
        } catch (const gb::out_of_memory&) {
            fails = true;
            ++failures;
        }
        rehearsal::fail_allocation(0);
        c.offsets = {};
        c.columns = {};
        c.values = {};
        if (fails) REQUIRE(e->bytes_in_use() == before);
    }
    CHECK(failures > 3);
}
#endif
