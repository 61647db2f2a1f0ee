// Idea: each rule of symmetrise() by an example that fits on a line, and the whole against a slow specification on
// random entries with duplicates.
#include "support.hpp"
#include <graphblas_gpu/base/radix_sort.hpp>
#include <graphblas_gpu/formats/coordinates.hpp>

#include <cmath>
#include <limits>
#include <map>

using namespace io_test;

namespace {

gb::coordinates square(gb::index n, const std::vector<std::tuple<int, int, std::int64_t>>& entries) {
    gb::coordinates made;
    made.nrows = made.ncols = n;
    std::vector<std::int64_t> values;
    for (const auto& [i, j, x] : entries) {
        made.rows.push_back(static_cast<gb::column_index>(i));
        made.columns.push_back(static_cast<gb::column_index>(j));
        values.push_back(x);
    }
    made.values = values;
    return made;
}

using lists = std::map<std::pair<gb::index, gb::index>, std::vector<double>>;

lists by_position(const gb::coordinates& entries) {
    lists all;
    for (const auto& [i, j, x] : triples(entries)) all[{i, j}].push_back(x);
    return all;
}

double joined(gb::duplicate_policy policy, const std::vector<double>& values) {
    double kept = values.front();
    for (std::size_t n = 1; n < values.size(); ++n) {
        if (policy == gb::duplicate_policy::last) kept = values[n];
        if (policy == gb::duplicate_policy::min) kept = std::min(kept, values[n]);
        if (policy == gb::duplicate_policy::max) kept = std::max(kept, values[n]);
        if (policy == gb::duplicate_policy::sum) kept += values[n];
    }
    return kept;
}

// The rule in words, literally: what joins i and j in either direction is one edge.
lists symmetric_by_specification(const gb::coordinates& entries, gb::duplicate_policy policy) {
    std::map<std::pair<gb::index, gb::index>, std::vector<double>> edges;
    lists after;
    for (const auto& [i, j, x] : triples(entries)) {
        if (i == j) after[{i, j}].push_back(x);
        else edges[{std::min(i, j), std::max(i, j)}].push_back(x);
    }
    for (const auto& [edge, values] : edges) {
        after[edge] = {joined(policy, values)};
        after[{edge.second, edge.first}] = {joined(policy, values)};
    }
    return after;
}

}  // namespace

TEST_CASE("symmetrise adds what is missing", "[io][coordinates]") {
    gb::coordinates a = square(3, {{0, 1, 5}, {2, 2, 7}, {2, 0, -1}});
    a.symmetrise();
    CHECK(sorted_triples(a) == std::vector<triple>{{0, 1, 5}, {0, 2, -1}, {1, 0, 5}, {2, 0, -1}, {2, 2, 7}});
    CHECK(a.report.mirrored == 2);
    CHECK(a.report.conflicting_directions == 0);
    CHECK(a.report.changes() == "mirrored 2 entries");
}

TEST_CASE("symmetrise leaves a list of both directions as it is", "[io][coordinates]") {
    gb::coordinates a = square(3, {{0, 1, 5}, {1, 2, 3}, {2, 1, 3}, {1, 0, 5}});
    const auto before = triples(a);
    a.symmetrise();
    CHECK(triples(a) == before);
    CHECK(a.report.changes().empty());
}

TEST_CASE("symmetrise joins the two directions of an edge by the policy", "[io][coordinates]") {
    using enum gb::duplicate_policy;
    const auto kept = [](gb::duplicate_policy policy) {
        gb::coordinates a = square(4, {{1, 0, 5}, {0, 1, 6}, {2, 3, 9}, {3, 2, 8}});
        a.symmetrise(policy);
        CHECK(a.report.mirrored == 0);
        CHECK(a.report.duplicates_merged == 0);
        CHECK(a.report.conflicting_directions == 2);
        CHECK(a.report.changes() == "gave both directions one value in 2 pairs that disagreed");
        return by_position(a);
    };
    CHECK(kept(last) == lists{{{0, 1}, {6}}, {{1, 0}, {6}}, {{2, 3}, {8}}, {{3, 2}, {8}}});
    CHECK(kept(first) == lists{{{0, 1}, {5}}, {{1, 0}, {5}}, {{2, 3}, {9}}, {{3, 2}, {9}}});
    CHECK(kept(min) == lists{{{0, 1}, {5}}, {{1, 0}, {5}}, {{2, 3}, {8}}, {{3, 2}, {8}}});
    CHECK(kept(max) == lists{{{0, 1}, {6}}, {{1, 0}, {6}}, {{2, 3}, {9}}, {{3, 2}, {9}}});
    CHECK(kept(sum) == lists{{{0, 1}, {11}}, {{1, 0}, {11}}, {{2, 3}, {17}}, {{3, 2}, {17}}});
    gb::coordinates a = square(4, {{1, 0, 5}, {0, 1, 6}});
    const auto before = triples(a);
    CHECK_THROWS_AS(a.symmetrise(refuse), gb::invalid_value);
    CHECK(triples(a) == before);
    CHECK(a.report.changes().empty());
}

TEST_CASE("symmetrise counts edges, not lines: repeated entries are merged before they are mirrored", "[io][coordinates]") {
    SECTION("one direction, three times") {
        gb::coordinates a = square(2, {{0, 1, 5}, {0, 1, 7}, {0, 1, 6}});
        a.symmetrise();
        CHECK(by_position(a) == lists{{{0, 1}, {6}}, {{1, 0}, {6}}});
        CHECK(a.report.changes() == "mirrored 1 entry, merged 2 duplicates");
    }
    SECTION("one direction more often than the other") {
        gb::coordinates a = square(2, {{0, 1, 5}, {1, 0, 5}, {0, 1, 7}});
        a.symmetrise(gb::duplicate_policy::min);
        CHECK(by_position(a) == lists{{{0, 1}, {5}}, {{1, 0}, {5}}});
        CHECK(a.report.changes() == "merged 1 duplicate");
    }
    SECTION("sums change values that agree") {
        gb::coordinates a = square(2, {{0, 1, 5}, {1, 0, 5}});
        a.symmetrise(gb::duplicate_policy::sum);
        CHECK(by_position(a) == lists{{{0, 1}, {10}}, {{1, 0}, {10}}});
        CHECK(a.report.conflicting_directions == 1);
    }
}

TEST_CASE("symmetrise knows mirror images of a symmetric format from parallel edges", "[io][coordinates]") {
    // As a reader gives the lines "1 0 3" and "0 1 5" of a file that is symmetric: each with its mirror image.
    const auto expanded = [] {
        gb::coordinates a = square(2, {{1, 0, 3}, {0, 1, 3}, {0, 1, 5}, {1, 0, 5}});
        a.report.symmetric_by_format = true;
        return a;
    };
    const auto kept = [&](gb::duplicate_policy policy) {
        gb::coordinates a = expanded();
        a.symmetrise(policy);
        CHECK(a.report.conflicting_directions == 0);
        CHECK(a.report.duplicates_merged == 2);
        return by_position(a);
    };
    using enum gb::duplicate_policy;
    CHECK(kept(sum) == lists{{{0, 1}, {8}}, {{1, 0}, {8}}});
    CHECK(kept(min) == lists{{{0, 1}, {3}}, {{1, 0}, {3}}});
    CHECK(kept(last) == lists{{{0, 1}, {5}}, {{1, 0}, {5}}});
    gb::coordinates repeated = expanded();
    CHECK_THROWS_AS(repeated.symmetrise(refuse), gb::invalid_value);
    gb::coordinates once = square(2, {{1, 0, 3}, {0, 1, 3}});
    once.report.symmetric_by_format = true;
    CHECK_NOTHROW(once.symmetrise(refuse));
    once.symmetrise(sum);
    CHECK(by_position(once) == lists{{{0, 1}, {3}}, {{1, 0}, {3}}});
}

TEST_CASE("has_opposite_entries", "[io][coordinates]") {
    CHECK_FALSE(square(3, {}).has_opposite_entries());
    CHECK_FALSE(square(3, {{0, 0, 1}, {1, 1, 1}}).has_opposite_entries());
    CHECK_FALSE(square(3, {{0, 1, 1}, {0, 1, 2}, {1, 2, 1}}).has_opposite_entries());
    CHECK_FALSE(square(3, {{0, 1, 1}, {1, 2, 1}, {2, 0, 1}, {0, 0, 1}}).has_opposite_entries());
    CHECK(square(3, {{0, 1, 1}, {1, 2, 1}, {2, 0, 1}, {1, 0, 1}}).has_opposite_entries());
    // A cycle of 500 edges, so that the only opposite lies behind all that is looked at first.
    std::vector<std::tuple<int, int, std::int64_t>> cycle;
    for (int k = 0; k < 500; ++k) cycle.emplace_back(k + 1, k, 1);
    cycle.emplace_back(0, 500, 1);
    CHECK_FALSE(square(501, cycle).has_opposite_entries());
    cycle.emplace_back(499, 500, 1);
    CHECK(square(501, cycle).has_opposite_entries());
}

TEST_CASE("symmetrise on patterns and on doubles", "[io][coordinates]") {
    gb::coordinates a = square(3, {{0, 1, 1}, {1, 0, 2}, {1, 2, 3}});
    SECTION("a pattern has nothing to disagree on") {
        a.values = std::monostate{};
        a.symmetrise();
        CHECK(a.is_pattern());
        CHECK(sorted_triples(a) == std::vector<triple>{{0, 1, 1}, {1, 0, 1}, {1, 2, 1}, {2, 1, 1}});
        CHECK(a.report.conflicting_directions == 0);
    }
    SECTION("NaN agrees with itself") {
        const double nan = std::numeric_limits<double>::quiet_NaN();
        a.values = std::vector<double>{nan, nan, 0.5};
        a.symmetrise();
        CHECK(a.report.conflicting_directions == 0);
        CHECK(std::get<2>(a.values).back() == 0.5);
    }
}

TEST_CASE("symmetrise equals its specification on random entries", "[io][coordinates]") {
    std::mt19937 random(7);
    // The larger count takes the radix sort's other path.
    for (const int count : {0, 1, 10, 300, 5000}) {
        for (int n : {1, 2, 7, 60}) {
            std::vector<std::tuple<int, int, std::int64_t>> entries;
            const auto below = [&random](int limit) {
                return static_cast<int>(random() % static_cast<unsigned>(limit));
            };
            for (int k = 0; k < count; ++k) entries.emplace_back(below(n), below(n), below(3));
            for (const gb::duplicate_policy policy : gb::duplicate_policies) {
                if (policy == gb::duplicate_policy::refuse) continue;
                gb::coordinates a = square(n, entries);
                const lists expected = symmetric_by_specification(a, policy);
                a.symmetrise(policy);
                INFO(count << " entries, side " << n << ", " << gb::to_string(policy));
                CHECK(by_position(a) == expected);
                CHECK(a.size() - a.report.mirrored + a.report.duplicates_merged == count);
            }
        }
    }
}

TEST_CASE("symmetrise refuses a rectangle", "[io][coordinates]") {
    gb::coordinates a = square(3, {});
    a.ncols = 4;
    CHECK_THROWS_AS(a.symmetrise(), gb::dimension_mismatch);
}

TEST_CASE("drop_self_loops", "[io][coordinates]") {
    gb::coordinates a = square(3, {{0, 0, 1}, {0, 1, 2}, {2, 2, 3}, {2, 1, 4}, {1, 1, 5}});
    a.drop_self_loops();
    CHECK(triples(a) == std::vector<triple>{{0, 1, 2}, {2, 1, 4}});
    CHECK(a.report.self_loops_dropped == 3);
    a.values = std::monostate{};
    a.drop_self_loops();
    CHECK(a.size() == 2);
    CHECK(a.report.changes() == "dropped 3 self loops");
}

TEST_CASE("the report names every change", "[io][coordinates]") {
    gb::read_report report;
    CHECK(report.changes().empty());
    report.original_ids = {3, 9};
    report.weights_ignored = true;
    report.self_loops_dropped = 1;
    report.mirrored = 1;
    report.conflicting_directions = 1;
    report.duplicates_merged = 2;
    CHECK(report.changes() ==
          "relabelled 2 vertices in ascending order, ignored the values, dropped 1 self loop, mirrored 1 entry, gave both "
          "directions one value in 1 pair that disagreed, merged 2 duplicates");
}

TEST_CASE("check finds what does not form a matrix", "[io][coordinates]") {
    gb::coordinates a = square(3, {{0, 1, 2}, {2, 1, 4}});
    CHECK_NOTHROW(a.check());
    SECTION("a row") {
        a.rows[1] = 3;
        CHECK_THROWS_AS(a.check(), gb::index_out_of_bounds);
    }
    SECTION("a column") {
        a.columns[0] = 4000000000;
        CHECK_THROWS_AS(a.check(), gb::index_out_of_bounds);
    }
    SECTION("values") {
        a.values = std::vector<double>{1};
        CHECK_THROWS_AS(a.check(), gb::dimension_mismatch);
    }
    SECTION("a side") {
        a.nrows = -1;
        CHECK_THROWS_AS(a.check(), gb::invalid_value);
    }
}

TEST_CASE("radix_sort is stable and sorts all 64 bits", "[io][coordinates]") {
    struct record {
        std::uint64_t key;
        int position;
    };
    std::mt19937_64 random(3);
    for (const int count : {0, 1, 100, 5000}) {
        for (const std::uint64_t mask : {~0ull, 0x3ull, 0xfff00000fffull, 0xc000000000000000ull, 0ull}) {
            std::vector<record> records;
            for (int k = 0; k < count; ++k) records.push_back({random() & mask, k});
            gb::base::radix_sort(records, [](const record& r) { return r.key; });
            const bool sorted = std::is_sorted(records.begin(), records.end(), [](const record& a, const record& b) {
                return std::tie(a.key, a.position) < std::tie(b.key, b.position);
            });
            CHECK(sorted);
        }
    }
}
