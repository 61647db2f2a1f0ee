// How the dense method on the device cuts rows: classes, panels, shares, queues.
#include "tests/catch.hpp"
#include <graphblas_gpu/cuda/dense/rules.hpp>

#include <random>

namespace unit {

namespace gb = graphblas_gpu;
using namespace graphblas_gpu::cuda::dense;
using gb::index;
using gb::cuda::column_range;

namespace {

limits some_limits() {
    limits bounds;
    bounds.small_window = 512;
    bounds.window = 2048;
    bounds.window_flops = policy::window_flops;
    bounds.panel = 16384;
    bounds.rank_columns = policy::max_rank_columns;
    bounds.rank_slots = 8192;
    bounds.rank_flops = policy::rank_flops;
    bounds.split_flops = 400000;
    bounds.threads = 512;
    bounds.large_rank_slots = 32768;
    bounds.large_threads = policy::large_threads;
    return bounds;
}

constexpr std::int64_t unknown = -1;

row_class class_of(const column_range& range, std::int64_t flops, std::int64_t entries, const limits& bounds) {
    return classify({range, flops, 2, entries}, bounds);
}

}  // namespace

TEST_CASE("dense rules: the range of a row") {
    CHECK(column_range{}.size() == 0);
    CHECK(column_range{7, 7}.size() == 1);
    CHECK(column_range{0, 0xfffffffe}.size() == gb::max_side);
}

TEST_CASE("dense rules: classes of rows") {
    const limits bounds = some_limits();
    CHECK(class_of({}, 0, 0, bounds) == row_class::empty);
    CHECK(class_of({5, 516}, 100, unknown, bounds) == row_class::small_window);
    CHECK(class_of({5, 517}, 100, unknown, bounds) == row_class::window);
    CHECK(class_of({0, 2048}, 100, unknown, bounds) == row_class::panels);
    CHECK(class_of({5, 516}, 32769, unknown, bounds) == row_class::panels);
    // Two panels of 4096 multiplications each are the limit for ranks.
    CHECK(class_of({0, 20000}, 8192, 8192, bounds) == row_class::ranks);
    CHECK(class_of({0, 20000}, 8193, 8192, bounds) == row_class::panels);
    CHECK(class_of({0, 20000}, 8192, unknown, bounds) == row_class::panels);
    CHECK(class_of({0, 20000}, 8192, 8193, bounds) == row_class::large_ranks);
    CHECK(class_of({0, 16383}, 4000, 4000, bounds) == row_class::panels);
    CHECK(class_of({31, 262143}, 4000, 4000, bounds) == row_class::ranks);
    CHECK(class_of({16383, 262144}, 4000, 4000, bounds) == row_class::panels);
    CHECK(class_of({16384, 262144 + 16383}, 4000, 4000, bounds) == row_class::ranks);
    limits without_large = bounds;
    without_large.large_rank_slots = 0;
    CHECK(class_of({0, 20000}, 8192, 8193, without_large) == row_class::panels);
}

TEST_CASE("dense rules: ranks where rows of B are short for their panels, and rows are not shared") {
    const limits bounds = some_limits();
    const column_range wide{0, 262143};  // 16 panels: ranks up to 14 looks of 128 multiplications a row of B
    CHECK(classify({wide, 179200, 100, 5000}, bounds) == row_class::ranks);
    CHECK(classify({wide, 179200, 100, 9000}, bounds) == row_class::large_ranks);
    CHECK(classify({wide, 179201, 100, 9000}, bounds) == row_class::panels);
    CHECK(classify({wide, 1600000, 10000, 9000}, bounds) == row_class::large_ranks);
    CHECK(classify({wide, 1600001, 10000, 9000}, bounds) == row_class::panels);
    CHECK(classify({{0, 65535}, 40000, 100000, 5000}, bounds) == row_class::panels);  // few panels
}

TEST_CASE("dense rules: large ranks are possible where some row has them") {
    limits bounds = some_limits();
    CHECK(may_have_large_ranks(262144, bounds));
    CHECK(may_have_large_ranks(65536, bounds));
    CHECK(class_of({0, 65535}, 16384, 16384, bounds) == row_class::large_ranks);
    bounds.rank_slots = 16384;  // no row of up to 16384 multiplications has more entries
    CHECK(!may_have_large_ranks(65536, bounds));
    CHECK(may_have_large_ranks(8 * 16384, bounds));
    CHECK(!may_have_large_ranks(16384, bounds));
    bounds.large_rank_slots = 0;
    CHECK(!may_have_large_ranks(262144, bounds));
}

TEST_CASE("dense rules: a row of one row of B is copied") {
    const limits bounds = some_limits();
    const column_range wide{0, 65535};
    CHECK(classify({wide, 500, 1, 500}, bounds) == row_class::copied);
    CHECK(classify({wide, 500, 1, unknown}, bounds) == row_class::copied);
    CHECK(classify({wide, 500, 2, 500}, bounds) == row_class::ranks);
    CHECK(classify({{0, 511}, 500, 1, 500}, bounds) == row_class::small_window);
    CHECK(classify({wide, 32769, 1, 32769}, bounds) == row_class::panels);
    // The mask forbids a column, or may forbid one.
    CHECK(classify({wide, 500, 1, 499, true}, bounds) == row_class::ranks);
    CHECK(classify({wide, 500, 1, 500, true}, bounds) == row_class::copied);
    CHECK(classify({wide, 500, 1, unknown, true}, bounds) == row_class::panels);
}

TEST_CASE("dense rules: the parts of a row cover its range, in whole panels, each worth its while") {
    const limits bounds = some_limits();
    std::mt19937_64 draw(1);
    int shared = 0;
    for (int round = 0; round < 20000; ++round) {
        const index width = static_cast<index>(draw() >> (32 + draw() % 31)) % gb::max_side;
        const index low = static_cast<index>(draw() % static_cast<std::uint64_t>(gb::max_side - width));
        const column_range range{static_cast<gb::column_index>(low), static_cast<gb::column_index>(low + width)};
        const auto flops = static_cast<std::int64_t>(1 + (draw() >> (24 + draw() % 40)));
        const cut c = cut_row(range, flops, bounds);
        REQUIRE(c.start <= range.low);
        REQUIRE(c.span <= bounds.panel);
        REQUIRE(c.parts >= 1);
        if (c.parts == 1) {
            // All in one panel, or panels that begin where rows of B are known to cross.
            REQUIRE((range.size() <= c.span ? c.start == range.low : c.start % c.span == 0));
            continue;
        }
        ++shared;
        REQUIRE(flops > bounds.split_flops);
        REQUIRE(c.start % c.span == 0);
        REQUIRE(c.start + c.parts * c.span > range.high);
        REQUIRE(c.start + (c.parts - 1) * c.span <= range.high);
        REQUIRE(flops / c.parts >= policy::min_split_flops);
    }
    CHECK(shared > 1000);
}

TEST_CASE("dense rules: more work waits before less, windows before all") {
    CHECK(queue_of(row_class::small_window, 5) == small_window_queue);
    CHECK(queue_of(row_class::window, 5) == window_queue);
    CHECK(queue_of(row_class::copied, 5) == copied_queue);
    int last_of_class = first_panel_queue;
    for (const row_class c : {row_class::panels, row_class::ranks, row_class::large_ranks}) {
        const int first = last_of_class;
        last_of_class += 64;
        int last = first + 64;
        for (std::int64_t flops = 0; flops < (std::int64_t{1} << 62); flops = 2 * flops + 1) {
            const int queue = queue_of(c, flops);
            CHECK(queue < last);
            CHECK(queue >= first);
            last = queue;
        }
    }
}

}  // namespace unit
