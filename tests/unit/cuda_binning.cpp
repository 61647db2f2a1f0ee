// The rules that put rows of a product into classes on the device.
#include <tests/catch.hpp>

#include <graphblas_gpu/cuda/hash/binning.hpp>
#include <graphblas_gpu/cuda/hash/work_levels.hpp>

#include <algorithm>

namespace graphblas_gpu::cuda::binning {
namespace {

constexpr std::size_t hopper_bytes = 227 * 1024, ampere_bytes = 163 * 1024;
constexpr index sides[] = {1, 33, 1000, 70000, 3000000, max_side};
constexpr index counts[] = {1,   2,    31,   32,   33,   80,    128,   129,   160,   256,   257,     340,           512,
                            680, 1000, 1365, 2730, 5461, 10922, 10923, 21845, 21846, 65536, 1000000, index{1} << 40};

}  // namespace

TEST_CASE("binning: rows that are sorted", "[cuda]") {
    constexpr index words = index{1} << 32;
    for (int n = 0; n < policy::sorted_classes; ++n) {
        const index most = sorted_products(n);
        CHECK(most == index{policy::keys_a_lane} << sorted_lanes_log2(n));
        CHECK(sorted_class(most, 1000, 1000) == n);
        CHECK(sorted_class(most + 1, 1000, 1000) == n + 1);
        // The largest key is less than 32 ones.
        CHECK(sorted_class(most, words / most - 1, 1000) == n);
        CHECK(sorted_class(most, words / most, 1000) == policy::sorted_classes);
        CHECK(sorted_class(most, 1000, words - 1) == n);
        CHECK(sorted_class(most, 1000, words) == policy::sorted_classes);
    }
    CHECK(sorted_class(1, 1000, 1000) == 0);
    CHECK(sorted_lanes_log2(policy::sorted_classes - 1) == 5);
    CHECK(sorted_products(policy::sorted_classes - 1) == policy::max_of_a_warp_part);
}

TEST_CASE("binning: a symbolic class holds the row", "[cuda]") {
    for (index ncols : sides) {
        const symbolic_rule rule{ncols};
        REQUIRE(rule.class_of(0, 0, 0, ncols) == empty);
        for (index flops : counts) {
            for (index range : sides) {
                if (range > ncols || (!rule.needs_range(flops, flops) && range != ncols)) continue;
                const int c = rule.class_of(flops, flops, flops, range);
                INFO("flops " << flops << ", range " << range << " of " << ncols << ": class " << c);
                const index bound = std::min(flops, range);
                REQUIRE(c >= first_sorted);
                REQUIRE(c <= rule.by_dense);
                CHECK((c < first_table) == (sorted_class(flops, ncols, 0) < policy::sorted_classes));
                if (c < first_table) {
                    CHECK(flops <= sorted_products(c - first_sorted));
                } else if (is_dense(flops, range) || suits_ranks(flops / 2, range, ncols)) {
                    CHECK(c == rule.by_dense);
                } else if (c == rule.by_dense) {
                    CHECK(bound > policy::symbolic_table(policy::symbolic_tables - 1).entries);
                    CHECK(window_words(range) > policy::symbolic_window(policy::symbolic_windows - 1).words);
                } else if (c >= rule.windows_from) {
                    CHECK(window_words(range) <= policy::symbolic_window(c - rule.windows_from).words);
                    CHECK((policy::symbolic_window(c - rule.windows_from).lanes == 0 || flops <= policy::max_of_a_warp));
                } else {
                    CHECK(3 * bound <= 2 * static_cast<index>(policy::symbolic_table(c - first_table).slots));
                }
            }
        }
    }
}

TEST_CASE("binning: a numeric class holds the row and fits shared memory", "[cuda]") {
    for (std::size_t bytes : {hopper_bytes, ampere_bytes}) {
        for (unsigned sum_bytes : {4u, 8u}) {
            for (index range : sides) {
                const numeric_rule rule{max_side, sum_bytes, bytes};  // too many columns for sorting
                for (index size : counts) {
                    if (size > range) continue;
                    for (index entries : {size, size + 700}) {
                        for (index flops : {entries, 20 * entries}) {
                            const int c = rule.class_of(flops, entries, size, range);
                            INFO("flops " << flops << ", entries " << entries << ", size " << size << ", range " << range
                                          << ": class " << c);
                            REQUIRE(c >= first_table);
                            REQUIRE(c < rule.wide + rule.wide_classes);
                            if (is_dense(flops, range)) {
                                CHECK(c == rule.by_dense);
                            } else if (c >= rule.wide) {
                                CHECK(rule.needs_range(flops, entries));
                                CHECK(flops <= policy::wide_multiplications * size);
                                CHECK(range <= policy::max_wide_panels * 32 * wide_panel_for(range, bytes).words);
                                CHECK((c == rule.wide) == (flops > policy::max_of_a_warp));
                                const numeric_rule elsewhere{max_side, sum_bytes, bytes, false};
                                CHECK(elsewhere.class_of(flops, entries, size, range) <= rule.by_dense);
                            } else if (c == rule.by_dense) {
                                const policy::table largest = policy::numeric_table(policy::numeric_tables - 1);
                                CHECK((entries > largest.entries || numeric_table_bytes(largest.slots, sum_bytes) > bytes));
                            } else if (c >= rule.windows_from) {
                                const policy::numeric_window w = policy::numeric_window_of(c - rule.windows_from);
                                CHECK(rule.needs_range(flops, entries));
                                CHECK(w.bytes <= bytes);
                                CHECK(window_bytes(range, size, sum_bytes) <= static_cast<index>(w.bytes));
                            } else {
                                const policy::table t = policy::numeric_table(c - first_table);
                                CHECK(numeric_table_bytes(t.slots, sum_bytes) <= bytes);
                                CHECK(3 * entries <= 2 * static_cast<index>(t.slots));
                            }
                        }
                    }
                }
            }
        }
    }
}

TEST_CASE("binning: bits and counts of a wide row fit shared memory", "[cuda]") {
    for (std::size_t bytes : {hopper_bytes, ampere_bytes}) {
        for (index ncols : sides) {
            const wide_panel panel = wide_panel_for(ncols, bytes);
            INFO(ncols << " columns, " << bytes << " bytes: " << panel.words << " words, " << panel.shift);
            CHECK(panel.words % 4 == 0);
            CHECK(panel.shift <= 2);
            CHECK(panel.bytes() <= bytes);
            CHECK((32 * index{panel.words} >= ncols || wide_panel{panel.words + 4, 2}.bytes() > bytes));
            CHECK(32 * index{panel.words} < ncols + 128);
        }
    }
    // The web-like matrix of the benchmark: two blocks a multiprocessor, a count for two words.
    CHECK(wide_panel_for(500000, hopper_bytes).shift == 1);
    CHECK(2 * (wide_panel_for(500000, hopper_bytes).bytes() + 1024) <= hopper_bytes + 1024);
}

TEST_CASE("binning: long rows that fill their range sparsely are wide", "[cuda]") {
    const numeric_rule values{500000, 4, hopper_bytes};
    CHECK(values.class_of(200106, 116118, 116118, 500000) == values.wide);
    CHECK(values.class_of(4852, 4450, 4450, 500000) == values.wide + 1);
    // Few columns in a table, many products a column in the dense method.
    CHECK(values.class_of(400, 380, 380, 500000) < values.windows_from);
    CHECK(values.class_of(900000, 116118, 116118, 500000) == values.by_dense);
}

TEST_CASE("binning: a table fits the shared memory of a block, or nobody has it", "[cuda]") {
    constexpr index ncols = 2000000, range = 1400000;
    const symbolic_rule large{ncols, 0, 100000 + 32768}, small{ncols, 0, 101376};
    CHECK(large.class_of(8000, 8000, 8000, range) == first_table + policy::symbolic_tables - 1);
    CHECK(small.class_of(8000, 8000, 8000, range) >= small.windows_from);
    CHECK(small.class_of(5000, 5000, 5000, range) == first_table + policy::symbolic_tables - 2);
}

TEST_CASE("binning: rows in a wide range of few enough columns are left to the dense method", "[cuda]") {
    constexpr index most = policy::max_ranked_columns, few = policy::ranked_beyond_columns, size = policy::ranked_from_entries;
    CHECK(suits_ranks(size, few + 1, most));
    CHECK_FALSE(suits_ranks(size - 1, few + 1, most));
    CHECK_FALSE(suits_ranks(size, few, most));
    CHECK_FALSE(suits_ranks(size, few + 1, most + 1));
    const numeric_rule values{most, 4, hopper_bytes};
    CHECK(values.class_of(100000, 20000, 20000, most) == values.by_dense);
    // Where the rows of B are short, such a row gets a window, or is a wide row if no window has room for it.
    CHECK(names_long_rows(100 * policy::long_rows_of_b, 100));
    CHECK_FALSE(names_long_rows(100 * policy::long_rows_of_b - 1, 100));
    CHECK(values.class_of(100000, 20000, 20000, most, false) >= values.windows_from);
    CHECK(values.class_of(100000, 20000, 20000, most, false) < values.by_dense);
    CHECK(values.class_of(344044, 95000, 95000, most, false) == values.wide);
    CHECK(values.class_of(344044, 95000, 95000, most) == values.by_dense);
    CHECK(numeric_rule{most, 4, hopper_bytes, false}.class_of(344044, 95000, 95000, most, false) == values.by_dense);
    const symbolic_rule sizes{most};
    CHECK(sizes.class_of(100000, 100000, 100000, most) == sizes.by_dense);
    CHECK(sizes.class_of(100000, 100000, 100000, most, false) < sizes.by_dense);
    CHECK(is_direct(few + 16, 5000, 2));
    CHECK(numeric_rule{most, 2, hopper_bytes}.class_of(100000, 5000, 5000, few + 16) >= values.windows_from);
    CHECK(numeric_rule{most, 2, hopper_bytes}.class_of(100000, 5000, 5000, few + 16) < values.by_dense);
    CHECK(numeric_rule{most + 1, 4, hopper_bytes}.class_of(100000, 20000, 20000, most) < values.by_dense);
}

TEST_CASE("binning: what the stencils, blocks and bands of the benchmark get", "[cuda]") {
    const symbolic_rule sizes{262144};
    CHECK_FALSE(sizes.needs_range(72, 72));
    CHECK(sizes.class_of(25, 25, 25, 262144) == first_sorted);
    CHECK(sizes.class_of(72, 72, 72, 262144) == first_sorted + 2);
    CHECK(sizes.needs_range(729, 729));
    CHECK(sizes.class_of(729, 729, 729, 16643) == sizes.windows_from + 1);
    const numeric_rule values{262144, 4, hopper_bytes};
    CHECK(values.class_of(72, 65, 65, 262144) == first_sorted + 2);
    CHECK(values.class_of(729, 125, 125, 16643) == first_table + 2);
    CHECK(is_direct(129, 129, 4));
    CHECK(values.class_of(4225, 129, 129, 129) >= values.windows_from);
    CHECK(is_direct(2848, 940, 4));
    CHECK_FALSE(is_direct(65536, 5000, 4));
}

TEST_CASE("binning: space is a multiple of what vectors of words are aligned to", "[cuda]") {
    for (int t = 0; t < policy::numeric_tables; ++t)
        for (unsigned sum_bytes : {4u, 8u}) CHECK(numeric_table_bytes(policy::numeric_table(t).slots, sum_bytes) % 16 == 0);
    for (index range : sides)
        for (unsigned sum_bytes : {4u, 8u}) CHECK(window_bytes(range, range / 3 + 1, sum_bytes) % 16 == 0);
}

TEST_CASE("binning: levels of work descend, and a thread of a block has at most 32 multiplications below the first", "[cuda]") {
    int before = hashing::work_levels - 1;
    for (index flops = 0; flops <= 40000; ++flops) {
        const int level = hashing::work_level(flops);
        REQUIRE(level >= 0);
        REQUIRE(level <= before);
        before = level;
        if (level > 0) REQUIRE(flops <= 32 * static_cast<index>(hashing::threads_of_level(level)));
    }
    CHECK(before == 0);
    CHECK(hashing::work_level(index{1} << 50) == 0);
    for (int level = 1; level < hashing::work_levels; ++level) {
        CHECK(hashing::threads_of_level(level) < hashing::threads_of_level(level - 1));
        CHECK(hashing::threads_of_level(level) % 128 == 0);
    }
    CHECK(hashing::are_few(2111, 132));
    CHECK_FALSE(hashing::are_few(2112, 132));
}

}  // namespace graphblas_gpu::cuda::binning
