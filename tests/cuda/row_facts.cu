// What products know of rows before they start: multiplications, sums, classes. Runs on a device, or in rehearsal.
#include <graphblas_gpu/cuda/device/simt.cuh>
#include <graphblas_gpu/cuda/device/streams.hpp>
#include <graphblas_gpu/cuda/hash/row_facts.hpp>
#include <graphblas_gpu/cuda/shared/flops.hpp>

#include <tests/catch.hpp>
#include <tests/cuda/sparse_cases.hpp>

#include <algorithm>
#include <numeric>
#include <optional>
#include <random>

namespace graphblas_gpu::row_facts_test {
namespace {

namespace gb = graphblas_gpu;
namespace cu = graphblas_gpu::cuda;
namespace hs = graphblas_gpu::cuda::hashing;

std::mt19937_64 numbers;

/// Every case begins with the same numbers, so that it has the same data when it runs alone.
struct same_numbers {
    same_numbers() { numbers.seed(7); }
};
index below(index n) { return static_cast<index>(numbers() % static_cast<std::uint64_t>(n)); }

using cases::engine;
/// Only its structure counts.
using structure = cases::sparse<std::int8_t>;
/// Shared memory that a block may have, about as much as on an H100.
constexpr std::size_t shared_bytes = 200000;

/// Rows of the lengths given; columns at equal distances from a random one on.
structure with_lengths(index ncols, const std::vector<index>& lengths) {
    std::vector<cases::listed_row<std::int8_t>> rows;
    for (const index length : lengths) {
        const index apart = length == 0 ? 1 : 1 + below(std::max<index>(1, ncols / length));
        const index first = length == 0 ? 0 : below(ncols - (length - 1) * apart);
        rows.emplace_back();
        for (index n = 0; n < length; ++n) rows.back().emplace_back(static_cast<column_index>(first + n * apart), 1);
    }
    return cases::from_rows<std::int8_t>(ncols, rows);
}

std::vector<index> random_lengths(index count, index most) {
    std::vector<index> lengths(static_cast<std::size_t>(count));
    for (index& n : lengths) n = below(most + 1);
    return lengths;
}

void check_flops(const std::vector<index>& lengths, index inner, std::optional<bool> is_scattered = std::nullopt) {
    const auto e = engine();
    const auto a = with_lengths(inner, lengths), b = with_lengths(1000, random_lengths(inner, 9));
    const auto expected = cases::row_multiplications(a, b);
    const cu::csr device_a = cases::on_device(e, a), device_b = cases::on_device(e, b);
    const cu::array<std::int64_t> flops(e, expected.size() + cu::room_for_flops);
    const cu::sum_and_most found = cu::count_multiplications(e, device_a.view(), device_b.view(), flops.data());
    const auto counted = cu::downloaded(*e, flops.data(), expected.size());
    CHECK(std::equal(expected.begin(), expected.end(), counted.data()));
    CHECK(found.sum == std::accumulate(expected.begin(), expected.end(), std::int64_t{0}));
    CHECK(found.most == (expected.empty() ? 0 : *std::max_element(expected.begin(), expected.end())));
    CHECK(found.least == (expected.empty() ? 0 : *std::min_element(expected.begin(), expected.end())));

    // The same with the rows of B listed.
    const auto entries = static_cast<std::size_t>(a.nvals());
    if (a.nvals() < cu::min_entries_for_listing) return;
    const cu::array<cu::row_of_b> b_rows(e, entries);
    e->set_bytes(flops.data(), 0x55, expected.size() * sizeof(std::int64_t));
    cu::start_counting(e, device_a.view(), device_b.view(), flops.data(), b_rows.data());
    CHECK(cu::await_count(e, a.nrows, flops.data()).sum == found.sum);
    const bool is_listed = cu::b_rows_are_listed(*e);
    CHECK((!is_scattered || *is_scattered == is_listed));
    const auto again = cu::downloaded(*e, flops.data(), expected.size());
    CHECK(std::equal(expected.begin(), expected.end(), again.data()));
    const auto noted = cu::downloaded(*e, b_rows.data(), entries);
    index wrong = 0;
    for (std::size_t p = 0; is_listed && p < entries; ++p) {
        const row_offset start = b.begin(a.columns[p]), end = b.end(a.columns[p]);
        wrong += noted[p].start != start || noted[p].length != end - start ? 1 : 0;
    }
    CHECK(wrong == 0);
}

/// The columns that row i can have: what the rule is asked with.
index range_of(const structure& a, const structure& b, index i, column_index& low) {
    column_index high = 0;
    low = ~column_index{0};
    for (row_offset p = a.begin(i); p < a.end(i); ++p) {
        const index k = a.columns[static_cast<std::size_t>(p)];
        if (b.begin(k) == b.end(k)) continue;
        low = std::min(low, b.columns[static_cast<std::size_t>(b.begin(k))]);
        high = std::max(high, b.columns[static_cast<std::size_t>(b.end(k) - 1)] + 1);
    }
    return static_cast<index>(high) - low;
}

/// `certain`: the class of all rows follows from their extremes.
void check_classes(const structure& a, const structure& b, index first, index last, bool certain = false) {
    using rule = cu::binning::symbolic_rule;
    const auto e = engine();
    const auto flops = cases::row_multiplications(a, b);
    const cu::csr device_a = cases::on_device(e, a), device_b = cases::on_device(e, b);
    const auto device_flops = cu::uploaded<std::int64_t>(e, flops);
    cu::product_rows in{device_a.view(), device_b.view(), {}, first, last, device_flops.data(), 0, 0};
    const auto [least, most] = std::minmax_element(flops.begin() + first, flops.begin() + last);
    in.min_flops = *least;
    in.max_flops = *most;
    const cu::array<row_offset> sizes(e, static_cast<std::size_t>(in.count()));
    e->set_bytes(sizes.data(), 0xff, static_cast<std::size_t>(in.count()) * sizeof(row_offset));
    const hs::row_classes classes = hs::classify(e, in, rule{b.ncols}, sizes.data());

    REQUIRE(classes.starts.back() == in.count());
    const bool all_in_one = classes.rows.empty();
    REQUIRE(classes.spans.empty() == certain);
    const auto rows = cu::downloaded(*e, classes.rows.data(), classes.rows.size());
    const auto zeros = cu::downloaded(*e, sizes.data(), static_cast<std::size_t>(in.count()));
    std::vector<int> seen(static_cast<std::size_t>(in.count()));
    for (int g = 0; g < hs::max_groups; ++g) {
        for (index at = classes.starts[static_cast<std::size_t>(g)];
             at < classes.starts[static_cast<std::size_t>(g) + 1]; ++at) {
            const index r = all_in_one ? at : index{rows[static_cast<std::size_t>(at)]};
            REQUIRE(r < in.count());
            ++seen[static_cast<std::size_t>(r)];
            const std::int64_t work = flops[static_cast<std::size_t>(first + r)];
            column_index low = 0;
            const rule rules{b.ncols};
            const row_offset length = a.end(first + r) - a.begin(first + r);
            const bool looks = rules.needs_range(work, work) && length <= cu::hash_policy::max_entries_looked_at;
            const index range = looks ? range_of(a, b, first + r, low) : b.ncols;
            const int c = rules.class_of(work, work, work, range, cu::binning::names_long_rows(work, length));
            INFO("row " << r << " of " << in.count() << ", " << work << " multiplications, range " << range);
            REQUIRE(g == c * hs::work_levels + hs::work_level(work));
            if (c >= rule::windows_from) {
                REQUIRE_FALSE(certain);
                const auto span = cu::read_element(*e, classes.spans.data() + r);  // others are not written
                CHECK(index{span.low} == (looks ? low : 0));
                CHECK(index{span.width} == range);
            }
            CHECK((zeros[static_cast<std::size_t>(r)] == 0) == (c == cu::binning::empty));
        }
    }
    CHECK(std::all_of(seen.begin(), seen.end(), [](int times) { return times == 1; }));
}

/// The group of each row, and where the first of each group stands.
std::vector<int> groups_of(const hs::row_classes& classes, index count) {
    std::vector<int> of(static_cast<std::size_t>(count), -1);
    for (int g = 0; g < hs::max_groups; ++g) {
        const index begin = classes.starts[static_cast<std::size_t>(g)],
                    size = classes.starts[static_cast<std::size_t>(g) + 1] - begin;
        if (size == 0) continue;
        const auto rows = classes.from(g) == nullptr
                              ? gb::buffer<std::uint32_t>()
                              : cu::downloaded(*engine(), classes.from(g), static_cast<std::size_t>(size));
        for (index n = 0; n < size; ++n) {
            const index r = classes.from(g) == nullptr ? n : index{rows[static_cast<std::size_t>(n)]};
            REQUIRE(r < count);
            REQUIRE(of[static_cast<std::size_t>(r)] == -1);
            of[static_cast<std::size_t>(r)] = g;
        }
    }
    return of;
}

/// The classes of the numeric phase, once from the beginning and once from those of the symbolic phase. `ranges`: that phase
/// finds ranges of columns.
void check_classes_again(const std::vector<index>& lengths, index ncols, index max_of_b, bool ranges) {
    const auto e = engine();
    const auto a = with_lengths(400, lengths), b = with_lengths(ncols, random_lengths(400, max_of_b));
    const auto flops = cases::row_multiplications(a, b);
    const index count = a.nrows;
    const cu::csr device_a = cases::on_device(e, a), device_b = cases::on_device(e, b);
    const auto device_flops = cu::uploaded<std::int64_t>(e, flops);
    cu::product_rows in{device_a.view(), device_b.view(), {}, 0, count, device_flops.data(), 0, 0};
    const auto [least, most] = std::minmax_element(flops.begin(), flops.end());
    in.min_flops = *least;
    in.max_flops = *most;
    std::vector<row_offset> ends{0};
    cu::product_output out;
    for (index i = 0; i < count; ++i) {
        const index work = flops[static_cast<std::size_t>(i)];
        column_index low = 0;
        const index size = work == 0 ? 0 : 1 + below(std::min(work, range_of(a, b, i, low)));
        out.most_nvals = std::max(out.most_nvals, size);
        ends.push_back(ends.back() + size);
    }
    const auto offsets = cu::uploaded<row_offset>(e, ends);
    out.offsets = offsets.data();
    const cu::array<row_offset> sizes(e, static_cast<std::size_t>(count));
    const hs::row_classes before = hs::classify(e, in, cu::binning::symbolic_rule{b.ncols, b.nvals()}, sizes.data());
    CHECK(before.has_ranges == ranges);

    const cu::binning::numeric_rule rules{b.ncols, 4, shared_bytes, true, b.nvals()};
    const hs::row_classes alone = hs::classify(e, in, rules, out);
    out.classes = &before;
    const hs::row_classes again = hs::classify(e, in, rules, out);
    CHECK(again.starts == alone.starts);
    const auto groups = groups_of(alone, count);
    CHECK(groups_of(again, count) == groups);
    for (index r = 0; r < count; ++r) {
        if (groups[static_cast<std::size_t>(r)] < cu::binning::numeric_rule::windows_from * hs::work_levels) continue;
        const auto expected = cu::read_element(*e, alone.spans.data() + r),
                   found = cu::read_element(*e, again.spans.data() + r);
        CHECK((found.low == expected.low && found.width == expected.width));
    }
}

__global__ void write_late(int* to, int value, int turns) {
    int waited = 0;
    for (int t = 0; t < turns; ++t) waited += atomicAdd(to, 0) >= 0;
    atomicExch(to, waited == turns ? value : -1);
}

__global__ void pass_on(int* from, int* to, int turns) {
    for (int t = 0; t < turns; ++t) (void)atomicAdd(from, 0);
    atomicExch(to, atomicAdd(from, 0) + 1);
}

}  // namespace

TEST_CASE_METHOD(same_numbers, "row facts: multiplications of rows of all kinds", "[cuda]") {
    check_flops({}, 5);
    check_flops({0}, 5);
    check_flops({5}, 5);
    check_flops({0, 0, 3, 0, 5, 0}, 5);
    check_flops(random_lengths(700, 12), 40, false);
    check_flops(random_lengths(700, 12), 40000, true);
    check_flops({0, 0, 7000, 1, 0, 2047, 2048, 2049, 0}, 7000);  // longer than a tile, and just one
    check_flops(random_lengths(1500, 8), 80);                    // tiles of short rows, some of which two tiles share
    check_flops(random_lengths(1500, 9), 80);                    // and with some longer rows
    check_flops(random_lengths(1500, 8), 9000, true);
    check_flops(random_lengths(1500, 9), 9000, true);
    check_flops({8, 0, 2034, 8, 8, 9, 8, 2018, 8, 40, 8}, 3000);
    std::vector<index> lengths(9000);                            // more empty rows than a tile has slots
    lengths[4321] = 17;
    lengths[4322] = 1;
    check_flops(lengths, 30);
}

TEST_CASE_METHOD(same_numbers, "row facts: offsets of sizes, their sum and the most", "[cuda]") {
    const auto e = engine();
    for (index n : {0, 1, 2, 255, 256, 5000}) {
        std::vector<row_offset> sizes(static_cast<std::size_t>(n + cu::room_for_offsets), -1);
        for (index i = 0; i < n; ++i) sizes[static_cast<std::size_t>(i)] = below(100);
        const auto on_device = cu::uploaded<row_offset>(e, sizes);
        const cu::sum_and_most counted = cu::totals(e, on_device.data(), n);
        const cu::sum_and_most found = cu::offsets_of_sizes(e, on_device.data(), n);
        const auto offsets = cu::downloaded(*e, on_device.data(), static_cast<std::size_t>(n) + 1);
        row_offset sum = 0, most = 0, least = n > 0 ? 1000 : 0;
        for (index i = 0; i < n; ++i) {
            REQUIRE(offsets[static_cast<std::size_t>(i)] == sum);
            sum += sizes[static_cast<std::size_t>(i)];
            most = std::max(most, sizes[static_cast<std::size_t>(i)]);
            least = std::min(least, sizes[static_cast<std::size_t>(i)]);
        }
        CHECK(offsets[static_cast<std::size_t>(n)] == sum);
        CHECK((found.sum == sum && found.most == most && found.least == least));
        CHECK((counted.sum == sum && counted.most == most && counted.least == least));
    }
}

TEST_CASE_METHOD(same_numbers, "row facts: each row is once in the group of its class and work", "[cuda]") {
    const auto narrow = with_lengths(3000, random_lengths(400, 60));
    const auto wide = with_lengths(2000000, random_lengths(400, 200));
    SECTION("nothing to look at") { check_classes(with_lengths(400, random_lengths(900, 4)), narrow, 0, 900); }
    SECTION("one group") {
        const auto alike = with_lengths(1000, std::vector<index>(400, 3));
        auto lengths = std::vector<index>(300, 2);
        lengths[7] = 1;
        check_classes(with_lengths(400, lengths), alike, 0, 300, true);
        lengths[5] = 0;
        check_classes(with_lengths(400, lengths), alike, 0, 300, false);
        check_classes(with_lengths(400, lengths), alike, 6, 300, true);
        lengths[9] = 80;
        check_classes(with_lengths(400, lengths), alike, 6, 300, false);
        check_classes(with_lengths(400, std::vector<index>(50, 300)), wide, 0, 50, false);
    }
    SECTION("ranges of columns") {
        auto lengths = random_lengths(1200, 300);
        lengths[70] = lengths[71] = cu::hash_policy::max_entries_of_a_part;
        lengths[72] = cu::hash_policy::max_entries_of_a_part + 1;
        lengths[73] = lengths[75] = 0;
        check_classes(with_lengths(400, lengths), wide, 0, 1200);
        check_classes(with_lengths(400, lengths), wide, 33, 1100);
    }
    SECTION("rows too long to be looked at") {
        const auto inner = with_lengths(90000, random_lengths(2500, 30));
        constexpr index most = cu::hash_policy::max_entries_looked_at;
        check_classes(with_lengths(2500, {most - 1, most, most + 1, 2500, 0, 3}), inner, 0, 6);
    }
    SECTION("blocks with several turns") { check_classes(with_lengths(400, random_lengths(70000, 8)), wide, 0, 70000); }
}

TEST_CASE_METHOD(same_numbers, "row facts: sizes that are known decide, but where a mask forbids entries", "[cuda]") {
    using rule = cu::binning::numeric_rule;
    const auto e = engine();
    constexpr index count = 100;
    const auto flops = cu::uploaded<std::int64_t>(e, std::vector<std::int64_t>(count, 40));
    std::vector<row_offset> ends(count + 1);
    for (index r = 0; r <= count; ++r) ends[static_cast<std::size_t>(r)] = 20 * r;
    const auto offsets = cu::uploaded<row_offset>(e, ends);
    const cu::csr a = cases::on_device(e, with_lengths(count, std::vector<index>(count, 5)));
    cu::product_rows in{a.view(), a.view(), {}, 0, count, flops.data(), 40 * count, 40, 40};
    const rule rules{count, 4, shared_bytes};
    cu::product_output out;
    out.offsets = offsets.data();
    out.most_nvals = 20;
    CHECK(hs::classify(e, in, rules, out).spans.empty());
    CHECK(hs::classify(e, in, rules, out).count(rules.class_of(40, 20, 20, count)) == count);
    in.min_flops = 0;  // perhaps a row without entries
    CHECK_FALSE(hs::classify(e, in, rules, out).spans.empty());
    in.min_flops = 40;
    in.mask = {true, true, a.view()};
    CHECK_FALSE(hs::classify(e, in, rules, out).spans.empty());
    CHECK(hs::classify(e, in, rules, out).count(rules.class_of(40, 25, 20, count)) == count);
}

TEST_CASE_METHOD(same_numbers, "row facts: classes of the symbolic phase change nothing but what is looked at", "[cuda]") {
    SECTION("all rows are sorted") { check_classes_again(random_lengths(900, 4), 3000, 60, false); }
    SECTION("one sorted group") { check_classes_again(std::vector<index>(300, 2), 3000, 2, false); }
    SECTION("ranges are known") { check_classes_again(random_lengths(3000, 300), 2000000, 200, true); }
    SECTION("only longer rows") { check_classes_again(std::vector<index>(500, 300), 2000000, 200, true); }
    SECTION("ranges are not known") { check_classes_again(random_lengths(1200, 300), 16000, 200, false); }
    SECTION("no row can be sorted") { check_classes_again(random_lengths(400, 20), index{1} << 31, 12, false); }
}

TEST_CASE_METHOD(same_numbers, "row facts: groups cover a class", "[cuda]") {
    hs::row_classes classes;
    classes.rows = cu::array<std::uint32_t>(engine(), 5000);
    const int c = 3;
    const std::array<index, hs::work_levels> of_level{10, 0, 1500, 300};
    for (int g = 0; g < hs::max_groups; ++g) {
        const int level = g - c * hs::work_levels;
        const bool inside = level >= 0 && level < hs::work_levels;
        const auto at = static_cast<std::size_t>(g);
        classes.starts[at + 1] = classes.starts[at] + (inside ? of_level[static_cast<std::size_t>(level)] : 7);
    }
    for (int multiprocessors : {1, 132}) {
        const bool few = hs::are_few(1810, multiprocessors);
        index next = classes.rows_of(c) - classes.rows.data();
        for (const hs::row_group& g : classes.groups(c, multiprocessors)) {
            if (g.count == 0) continue;
            CHECK(g.few == few);
            CHECK(g.rows - classes.rows.data() == next);
            if (few) CHECK(g.count == of_level[static_cast<std::size_t>(g.level)]);
            next += g.count;
        }
        CHECK(next == classes.rows_of(c) - classes.rows.data() + classes.count(c));
    }
}

TEST_CASE_METHOD(same_numbers, "row facts: what runs side by side begins and ends in order", "[cuda]") {
    const auto e = engine();
    const cu::array<int> at(e, 16);
    constexpr int turns = 20000;
    for (int round = 1; round <= 3; ++round) {
        e->set_bytes(at.data(), 0, 16 * sizeof(int));
        cu::simt::launch(e->stream(), 1, 1, 0, write_late, at.data(), 10 * round, turns);
        {
            cu::concurrent_streams streams(*e);
            for (int n = 1; n <= 7; ++n)
                cu::simt::launch(streams.next(), 1, 1, 0, pass_on, at.data(), at.data() + n, turns);
            if (round < 3) streams.join();
        }
        cu::simt::launch(e->stream(), 1, 1, 0, pass_on, at.data() + 7, at.data() + 8, 0);
        cu::simt::launch(e->stream(), 1, 1, 0, pass_on, at.data() + 2, at.data() + 9, 0);
        const auto seen = cu::downloaded(*e, at.data(), 16);
        for (std::size_t n = 1; n <= 7; ++n) CHECK(seen[n] == 10 * round + 1);
        CHECK(seen[8] == 10 * round + 2);
        CHECK(seen[9] == 10 * round + 2);
    }
    cu::concurrent_streams unused(*e);
}

}  // namespace graphblas_gpu::row_facts_test
