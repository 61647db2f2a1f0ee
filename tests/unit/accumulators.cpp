// The hash table of the rows, galloping and intersection of lists, and working memory.
#include "tests/catch.hpp"
#include <graphblas_gpu/base/stopwatch.hpp>
#include <graphblas_gpu/host/product/linked_list.hpp>
#include <graphblas_gpu/host/product/neutral_fill.hpp>
#include <graphblas_gpu/host/rows/intersect.hpp>
#include <graphblas_gpu/host/threads/scratch.hpp>
#include <graphblas_gpu/host/vector/vector_product.hpp>

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
        const auto inserted = [&](gb::column_index key) {
            const auto here = table.insert(key);
            return std::pair(here.slot, here.is_new());
        };
        CHECK(inserted(7) == std::pair(0U, true));
        CHECK(inserted(15) == std::pair(1U, true));
        CHECK(inserted(7) == std::pair(0U, false));
        CHECK(inserted(0xfffffffe) == std::pair(2U, true));
        CHECK(inserted(0) == std::pair(3U, true));
        CHECK(inserted(23) == std::pair(4U, true));
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
    CHECK(one.insert(9).is_new());
    CHECK_FALSE(one.insert(9).is_new());
    one.clear();
    const linked_list none(memory, 0);
    CHECK(none.find(0) == linked_list::absent);
}

// A sequence of columns: blocks of neighbours, at equal distances.
struct column_pattern {
    std::uint32_t stride;
    std::uint32_t block = 1;

    std::vector<gb::column_index> first(std::uint32_t count) const {
        std::vector<gb::column_index> columns;
        for (std::uint32_t n = 0; n < count; ++n) columns.push_back(n / block * stride + n % block);
        return columns;
    }
};

std::vector<column_pattern> patterns_for(std::uint32_t count) {
    std::vector<column_pattern> all{{1}, {0x9e3779b1U / count}, {3U << 11}, {4096, 3}, {4096, 64}};
    for (std::uint32_t stride = 2; stride <= (1U << 31) / count; stride *= 2) all.insert(all.end(), {{stride}, {stride - 1}});
    return all;
}

TEST_CASE("column_hash: the lists of a table are short for every stride", "[unit]") {
    std::mt19937_64 engine(7);
    for (const std::uint32_t lists : {1U << 8, 1U << 12, 1U << 16}) {
        for (const column_pattern& pattern : patterns_for(lists)) {
            double steps = 0;
            constexpr int draws = 10;
            for (int draw = 0; draw < draws; ++draw) {
                const column_hash hash(engine());
                std::vector<std::uint32_t> lengths(lists);
                for (const gb::column_index column : pattern.first(lists)) steps += ++lengths[hash(column) & (lists - 1)];
            }
            // A perfect hash takes 1 step to find a column, a random function 1.5.
            if (steps > 4.0 * draws * lists) FAIL(lists << " lists, stride " << pattern.stride << ": " << steps << " steps");
        }
    }
}

TEST_CASE("linked_list: a stride that is a power of two costs no more than neighbours", "[unit]") {
    constexpr std::uint32_t count = 1U << 14;
    scratch memory;
    const auto milliseconds = [&](std::uint32_t stride) {
        const auto columns = column_pattern{stride}.first(count);
        const gb::base::stopwatch time;
        linked_list table(memory, count);
        table.insert_all(columns.data(), count);
        table.clear();
        return time.milliseconds();
    };
    milliseconds(1);  // gets memory
    std::vector<double> neighbours, strides;
    for (int k = 8; k <= 17; ++k) {
        neighbours.push_back(milliseconds(1));
        strides.push_back(milliseconds(1U << k));
    }
    const auto median = [](std::vector<double> of) {
        std::sort(of.begin(), of.end());
        return of[of.size() / 2];
    };
    CHECK(median(strides) < 50 * median(neighbours));  // of lists as long as the stride: a thousandfold
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
