// The hash table of the rows, galloping and intersection of lists, and working memory.
#include "tests/catch.hpp"
#include <graphblas_gpu/host/neutral_fill.hpp>
#include <graphblas_gpu/host/vector_product.hpp>
#include <graphblas_gpu/host/hash/linked_list.hpp>
#include <graphblas_gpu/host/intersect.hpp>
#include <graphblas_gpu/host/scratch.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <set>
#include <vector>

namespace gb = graphblas_gpu;
using namespace graphblas_gpu::host;

TEST_CASE("linked_list: slots in order of insertion", "[unit]") {
    scratch memory;
    for (int round = 0; round < 3; ++round) {  // the second round finds what the first left behind
        linked_list table(memory, 5);
        CHECK(table.size() == 0);
        CHECK(table.find(7) == linked_list::absent);
        CHECK(table.insert(7) == std::pair<std::uint32_t, bool>{0, true});
        CHECK(table.insert(15) == std::pair<std::uint32_t, bool>{1, true});  // the same list as 7
        CHECK(table.insert(7) == std::pair<std::uint32_t, bool>{0, false});
        CHECK(table.insert(0xfffffffe) == std::pair<std::uint32_t, bool>{2, true});
        CHECK(table.insert(0) == std::pair<std::uint32_t, bool>{3, true});
        CHECK(table.insert(23) == std::pair<std::uint32_t, bool>{4, true});
        CHECK(table.find(15) == 1);
        CHECK(table.find(31) == linked_list::absent);
        CHECK(table.key(2) == 0xfffffffe);
        CHECK(table.size() == 5);
        table.clear();
        CHECK(table.size() == 0);
        CHECK(table.find(7) == linked_list::absent);
    }
}

TEST_CASE("linked_list: a table of one and of none", "[unit]") {
    scratch memory;
    linked_list one(memory, 1);
    CHECK(one.insert(9).second);
    CHECK_FALSE(one.insert(9).second);
    one.clear();
    const linked_list none(memory, 0);
    CHECK(none.find(0) == linked_list::absent);
}

TEST_CASE("gallop: the first that is not smaller", "[unit]") {
    std::vector<gb::column_index> list;
    for (gb::column_index j = 0; j < 100; ++j) list.push_back(3 * j + 1);
    for (const gb::row_offset end : {0, 1, 2, 3, 50, 100}) {
        for (gb::row_offset from = 0; from <= end; ++from) {
            for (gb::column_index key = 0; key < 305; ++key) {
                const auto want = std::lower_bound(list.begin() + from, list.begin() + end, key) - list.begin();
                if (gallop(list.data(), from, end, key) != want) FAIL(from << " " << end << " " << key);
            }
        }
    }
    SUCCEED();
}

TEST_CASE("intersect: common columns in order, for every ratio of lengths", "[unit]") {
    std::mt19937 engine(5);
    for (int round = 0; round < 300; ++round) {
        const auto draw = [&](unsigned most) {
            std::set<gb::column_index> picked;
            for (unsigned n = engine() % (most + 1); n > 0; --n)
                picked.insert(static_cast<gb::column_index>(engine() % 700));
            return std::vector<gb::column_index>(picked.begin(), picked.end());
        };
        const auto a = draw(round % 3 == 0 ? 5 : 400), b = draw(round % 3 == 1 ? 5 : 400);
        std::vector<gb::column_index> want, got;
        std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(want));
        const std::size_t stop_after = round % 5 == 0 ? 1 : 1000;
        intersect(a.data(), 0, static_cast<gb::row_offset>(a.size()), b.data(), 0,
                  static_cast<gb::row_offset>(b.size()), [&](gb::row_offset p, gb::row_offset q) {
                      REQUIRE_EACH(a[static_cast<std::size_t>(p)] == b[static_cast<std::size_t>(q)]);
                      got.push_back(a[static_cast<std::size_t>(p)]);
                      return got.size() < stop_after;
                  });
        if (want.size() > stop_after) want.resize(stop_after);
        CHECK(got == want);
    }
}

TEST_CASE("scratch: clean slots are zero when they grow, raw slots keep their position", "[unit]") {
    scratch memory;
    const int* const first = memory.get<int>(scratch::raw::values, 10);
    CHECK(memory.get<int>(scratch::raw::values, 5) == first);
    for (const std::size_t size : {1UL, 100UL, 10000UL}) {
        auto* const words = memory.get<std::uint64_t>(scratch::clean::bits, size);
        CHECK(std::all_of(words, words + size, [](std::uint64_t w) { return w == 0; }));
        words[size - 1] = 5;
        words[size - 1] = 0;
    }
    memory.get<std::uint64_t>(scratch::clean::bits, 1)[0] = 1;
    memory.discard();
    CHECK(memory.get<std::uint64_t>(scratch::clean::bits, 1)[0] == 0);
}

// A row is scanned unless its columns are few in a wide range.
static_assert(scan_beats_sort(1, 1) && scan_beats_sort(1, 4) && !scan_beats_sort(1, 5) && scan_beats_sort(25, 100));

TEST_CASE("neutral_fill changes no value, not even a bit of it", "[unit]") {
    const auto check = [](auto monoid, auto zero) {
        using T = decltype(zero);
        using limits = std::numeric_limits<T>;
        for (const T x : {T(0), T(-0.0), T(1), T(-1), limits::infinity(), -limits::infinity(), limits::lowest(),
                          limits::denorm_min()}) {
            const T y = monoid(neutral_fill<decltype(monoid)>(), x);
            CHECK(y == x);
            CHECK(std::signbit(y) == std::signbit(x));
        }
        CHECK(std::isnan(monoid(neutral_fill<decltype(monoid)>(), limits::quiet_NaN())));
    };
    check(gb::monoid<gb::plus, float>{}, float{});
    check(gb::monoid<gb::times, double>{}, double{});
    check(gb::monoid<gb::min, double>{}, double{});
    check(gb::monoid<gb::max, float>{}, float{});
}
