// Idea: what a generator promises is checked on its output: order, symmetry, counts, degrees, and that threads do not
// matter while seeds do. A few fixed numbers guard against a silent change of the sequence.
#include "support.hpp"
#include <graphblas_gpu/base/counter_random.hpp>
#include <graphblas_gpu/base/random_deal.hpp>
#include <graphblas_gpu/io/generate.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <set>
#include <vector>

using namespace io_test;

namespace {

bool is_strictly_sorted(const gb::coordinates& a) {
    for (std::size_t p = 1; p < a.rows.size(); ++p)
        if (std::tie(a.rows[p - 1], a.columns[p - 1]) >= std::tie(a.rows[p], a.columns[p])) return false;
    return true;
}

bool is_symmetric(const gb::coordinates& a) {
    auto mirrored = triples(a);
    for (auto& [i, j, x] : mirrored) std::swap(i, j);
    std::sort(mirrored.begin(), mirrored.end());
    return mirrored == sorted_triples(a);
}

gb::index self_loops(const gb::coordinates& a) {
    gb::index count = 0;
    for (std::size_t p = 0; p < a.rows.size(); ++p) count += a.rows[p] == a.columns[p];
    return count;
}

std::vector<gb::index> counts(const std::vector<gb::column_index>& positions, gb::index n) {
    std::vector<gb::index> all(static_cast<std::size_t>(n));
    for (const gb::column_index i : positions) ++all[i];
    return all;
}

bool same(const gb::coordinates& a, const gb::coordinates& b) { return a.rows == b.rows && a.columns == b.columns; }

void check_graph(const gb::coordinates& a, gb::index n) {
    CHECK(a.nrows == n);
    CHECK(a.ncols == n);
    CHECK_NOTHROW(a.check());
    CHECK(is_strictly_sorted(a));
}

}  // namespace

TEST_CASE("counter_random: spread and independent of order", "[io][generate]") {
    const gb::base::counter_random random(1, 2), other(1, 3);
    std::set<std::uint64_t> seen;
    double sum = 0;
    for (std::uint64_t k = 0; k < 10000; ++k) {
        seen.insert(random(k));
        seen.insert(other(k));
        CHECK(random.below(7, k) < 7);
        sum += static_cast<double>(random.below(1000, k));
    }
    CHECK(seen.size() == 20000);
    CHECK(std::abs(sum / 10000 - 499.5) < 15);
}

TEST_CASE("random_permutation is one", "[io][generate]") {
    for (const std::uint64_t size : {1, 2, 3, 4, 5, 17, 1000, 1024, 1025}) {
        const gb::base::random_permutation permutation(size, 5, 1);
        std::set<std::uint64_t> images;
        for (std::uint64_t x = 0; x < size; ++x) images.insert(permutation(x));
        CHECK(images.size() == size);
        CHECK(*images.rbegin() == size - 1);
    }
    const std::uint64_t largest = std::uint64_t{1} << 63;
    CHECK(gb::base::random_permutation(largest, 5, 1)(largest - 1) < largest);
}

TEST_CASE("random_deal is a permutation that gives parts equal shares of every stretch", "[io][generate]") {
    for (const std::uint64_t parts : {1, 2, 3, 4, 6, 9}) {
        for (const std::uint64_t size : {1, 2, 5, 63, 64, 128, 1000, 4096, 10007}) {
            const gb::base::random_deal deal(size, parts, 5);
            std::set<std::uint64_t> images;
            for (std::uint64_t x = 0; x < size; ++x) images.insert(deal(x));
            CHECK(images.size() == size);
            CHECK(*images.rbegin() == size - 1);
            // Every stretch of 64 numbers a part, but for the last, which is shorter.
            const auto part_of = [&](std::uint64_t y) { return ((y + 1) * parts - 1) / size; };
            for (std::uint64_t first = 0; first + 64 * parts <= size; first += 64 * parts) {
                std::vector<int> counts(parts);
                for (std::uint64_t x = first; x < first + 64 * parts; ++x) counts[part_of(deal(x))] += 1;
                CHECK(std::all_of(counts.begin(), counts.end(), [](int count) { return count == 64; }));
            }
        }
    }
    // Neighbours are as seldom in one part as any two numbers.
    constexpr std::uint64_t size = 64 * 9 * 1000, parts = 9;
    const gb::base::random_deal deal(size, parts, 5);
    double together = 0;
    for (std::uint64_t x = 0; x + 1 < size; ++x) together += deal(x) / (size / parts) == deal(x + 1) / (size / parts);
    CHECK(std::abs(together / size - 1.0 / parts) < 0.01);
}

TEST_CASE("unordered_pair counts all pairs, up to the largest", "[io][generate]") {
    std::uint64_t p = 0;
    for (std::uint64_t high = 1; high < 40; ++high) {
        for (std::uint64_t low = 0; low < high; ++low, ++p) {
            CHECK(gb::base::unordered_pair(p).low == low);
            CHECK(gb::base::unordered_pair(p).high == high);
        }
    }
    for (const std::uint64_t high : {94906267ull, 134217729ull, 3000000001ull, 4294967294ull}) {
        const std::uint64_t first = high * (high - 1) / 2;
        CHECK(gb::base::unordered_pair(first).low == 0);
        CHECK(gb::base::unordered_pair(first).high == high);
        CHECK(gb::base::unordered_pair(first + high - 1).low == high - 1);
        CHECK(gb::base::unordered_pair(first - 1).low == high - 2);
        CHECK(gb::base::unordered_pair(first - 1).high == high - 1);
    }
}

TEST_CASE("rmat", "[io][generate]") {
    const gb::coordinates a = gb::rmat(10, 16);
    check_graph(a, 1024);
    CHECK(is_symmetric(a));
    CHECK(self_loops(a) == 0);
    CHECK(a.is_pattern());
    CHECK(a.report.format == "generated rmat");
    // 16384 edges are drawn; with the Graph500 parameters about two thirds of them are distinct at this scale.
    CHECK(a.size() > 2 * 8000);
    CHECK(a.size() < 2 * 14000);
    auto degrees = counts(a.rows, 1024);
    const auto largest = *std::max_element(degrees.begin(), degrees.end());
    CHECK(largest > 10 * a.size() / 1024);

    CHECK(same(a, gb::rmat(10, 16, {.threads = 4})));
    CHECK(same(gb::rmat(14, 16, {.threads = 1}), gb::rmat(14, 16, {.threads = 3})));  // more than one bucket of rows
    CHECK(same(a, gb::rmat(10, 16, {.threads = 0})));
    CHECK_FALSE(same(a, gb::rmat(10, 16, {.seed = 2})));

    SECTION("without scrambling, low ids have the high degrees, and the degrees are the same") {
        auto plain = counts(gb::rmat(10, 16, {.scramble = false}).rows, 1024);
        CHECK(plain[0] == largest);
        std::sort(plain.begin(), plain.end());
        std::sort(degrees.begin(), degrees.end());
        CHECK(plain == degrees);
    }
    SECTION("equal quadrants make a uniform graph") {
        const gb::coordinates u = gb::rmat(10, 16, {.a = 0.25, .b = 0.25, .c = 0.25});
        CHECK(u.size() > 2 * 15900);
        const auto uniform_degrees = counts(u.rows, 1024);
        CHECK(*std::max_element(uniform_degrees.begin(), uniform_degrees.end()) < 64);
    }
    SECTION("a quadrant that has everything") {
        CHECK(gb::rmat(5, 4, {.a = 1, .b = 0, .c = 0}).size() == 0);
        const gb::coordinates corner = gb::rmat(5, 4, {.a = 0, .b = 1, .c = 0, .scramble = false});
        CHECK(triples(corner) == std::vector<triple>{{0, 31, 1}, {31, 0, 1}});
    }
}

TEST_CASE("uniform", "[io][generate]") {
    const gb::coordinates a = gb::uniform(1000, 7, 3);
    check_graph(a, 1000);
    CHECK(is_symmetric(a));
    CHECK(self_loops(a) == 0);
    CHECK(a.size() == 7000);
    const auto degrees = counts(a.rows, 1000);
    CHECK(*std::max_element(degrees.begin(), degrees.end()) < 25);
    CHECK(same(a, gb::uniform(1000, 7, 3, 4)));
    CHECK_FALSE(same(a, gb::uniform(1000, 7, 4)));

    CHECK(gb::uniform(100, 99, 1).size() == 9900);  // all pairs there are
    CHECK(gb::uniform(5, 0.8, 1).size() == 4);
    CHECK(gb::uniform(0, 0, 1).size() == 0);
    CHECK(gb::uniform(1, 0, 1).nrows == 1);
    check_graph(gb::uniform(4294967295, 1e-6, 1), 4294967295);
}

TEST_CASE("powerlaw", "[io][generate]") {
    const gb::index n = 20000;
    const gb::coordinates a = gb::powerlaw(n, 8, 3);
    check_graph(a, n);
    CHECK(self_loops(a) == 0);
    CHECK_FALSE(is_symmetric(a));
    CHECK(a.size() <= 8 * n);
    CHECK(a.size() > 6 * n);
    CHECK(same(a, gb::powerlaw(n, 8, 3, 4)));
    CHECK_FALSE(same(a, gb::powerlaw(n, 8, 4)));

    // With exponent 2.5 the number of vertices of degree >= d falls like d^-1.5: a factor of 8 for each factor of 4.
    for (const auto& degrees : {counts(a.rows, n), counts(a.columns, n)}) {
        const auto at_least = [&](gb::index d) {
            return static_cast<double>(
                std::count_if(degrees.begin(), degrees.end(), [d](gb::index x) { return x >= d; }));
        };
        CHECK(at_least(16) / at_least(64) > 5);
        CHECK(at_least(16) / at_least(64) < 13);
        CHECK(at_least(64) > 50);
    }
    const auto out = counts(a.rows, n), in = counts(a.columns, n);
    CHECK(std::max_element(out.begin(), out.end()) - out.begin() !=
          std::max_element(in.begin(), in.end()) - in.begin());
    CHECK(gb::powerlaw(1, 5, 1).size() == 0);
}

TEST_CASE("grids and stencils", "[io][generate]") {
    const gb::coordinates grid = gb::grid2d(7);
    check_graph(grid, 49);
    CHECK(is_symmetric(grid));
    CHECK(grid.size() == 4 * 7 * 6);
    CHECK(self_loops(grid) == 0);

    const gb::coordinates five = gb::stencil5(7);
    check_graph(five, 49);
    CHECK(five.size() == grid.size() + 49);
    CHECK(is_symmetric(five));

    const gb::coordinates nine = gb::stencil9(7);
    check_graph(nine, 49);
    CHECK(nine.size() == 19 * 19);  // (3 n - 2)^2
    CHECK(is_symmetric(nine));

    const gb::coordinates seven = gb::stencil7(5);
    check_graph(seven, 125);
    CHECK(seven.size() == 125 + 3 * 2 * 4 * 5 * 5);
    CHECK(is_symmetric(seven));

    const gb::coordinates all27 = gb::stencil27(5);
    check_graph(all27, 125);
    CHECK(all27.size() == 13 * 13 * 13);  // (3 n - 2)^3
    CHECK(is_symmetric(all27));
    CHECK(self_loops(all27) == 125);

    // A Laplacian has row sums of zero where no neighbour is cut off.
    const auto row_sum = [](const gb::coordinates& a, gb::column_index row) {
        std::int64_t sum = 0;
        for (std::size_t p = 0; p < a.rows.size(); ++p) sum += a.rows[p] == row ? std::get<1>(a.values)[p] : 0;
        return sum;
    };
    CHECK(row_sum(five, 24) == 0);
    CHECK(row_sum(five, 0) == 2);
    CHECK(row_sum(nine, 24) == 0);
    CHECK(row_sum(nine, 0) == 5);
    CHECK(row_sum(seven, 62) == 0);
    CHECK(row_sum(seven, 0) == 3);
    CHECK(row_sum(all27, 62) == 0);

    CHECK(gb::grid2d(0).nrows == 0);
    CHECK(gb::grid2d(1).size() == 0);
    CHECK(gb::stencil27(1).size() == 1);
}

TEST_CASE("strides are uniform with other numbers", "[io][generate]") {
    const gb::coordinates plain = gb::uniform(60, 4.5, 3), strided = gb::strides(60, 4.5, 1024, 3);
    check_graph(strided, 60 * 1024);
    REQUIRE(strided.size() == plain.size());
    for (std::size_t p = 0; p < plain.rows.size(); ++p) {
        CHECK(strided.rows[p] == 1024 * plain.rows[p]);
        CHECK(strided.columns[p] == 1024 * plain.columns[p]);
    }
}

TEST_CASE("band and blocks", "[io][generate]") {
    const gb::coordinates band = gb::band(10, 2);
    check_graph(band, 10);
    CHECK(band.size() == 5 * 10 - 2 * (1 + 2));
    CHECK(is_symmetric(band));
    CHECK(gb::band(4, 0).size() == 4);
    CHECK(gb::band(4, 100).size() == 16);
    CHECK(gb::band(0, 3).size() == 0);

    const gb::coordinates blocks = gb::blocks(200, 8, 5, 1);
    check_graph(blocks, 1600);
    CHECK(is_symmetric(blocks));
    CHECK(self_loops(blocks) == 1600);
    CHECK(blocks.size() % 64 == 0);
    CHECK(std::abs(static_cast<double>(blocks.size()) / 64 / 200 - 5) < 0.5);
    CHECK_FALSE(same(blocks, gb::blocks(200, 8, 5, 2)));
    CHECK(gb::blocks(3, 2, 1, 1).size() == 3 * 4);
}

TEST_CASE("random weights", "[io][generate]") {
    std::set<std::int64_t> seen;
    for (gb::index u = 0; u < 100; ++u) {
        for (gb::index v = 0; v < 100; ++v) {
            const std::int64_t w = gb::edge_weight(u, v, 1);
            CHECK(w == gb::edge_weight(v, u, 1));
            seen.insert(w);
        }
    }
    CHECK(seen.size() == 255);
    CHECK(*seen.begin() == 1);
    CHECK(*seen.rbegin() == 255);
    CHECK(gb::edge_weight(3, 4, 1) != gb::edge_weight(3, 4, 2));

    gb::coordinates a = gb::rmat(6, 4);
    gb::assign_random_weights(a, 9);
    CHECK(a.is_integer());
    CHECK(is_symmetric(a));
    CHECK(std::get<1>(a.values)[0] == gb::edge_weight(a.rows[0], a.columns[0], 9));
}

TEST_CASE("generators: parts are together the whole", "[io][generate]") {
    const std::vector<std::function<gb::coordinates(const gb::graph_part&)>> makers{
        [](const gb::graph_part& part) { return gb::rmat(7, 5, {.seed = 3, .part = part}); },
        [](const gb::graph_part& part) { return gb::uniform(100, 6, 2, 1, part); },
        [](const gb::graph_part& part) { return gb::strides(30, 4, 5, 2, 1, part); },
        [](const gb::graph_part& part) { return gb::powerlaw(100, 6, 2, 1, part); },
        [](const gb::graph_part& part) { return gb::grid2d(9, part); },
        [](const gb::graph_part& part) { return gb::stencil5(9, part); },
        [](const gb::graph_part& part) { return gb::stencil9(9, part); },
        [](const gb::graph_part& part) { return gb::stencil7(5, part); },
        [](const gb::graph_part& part) { return gb::stencil27(5, part); },
        [](const gb::graph_part& part) { return gb::band(40, 3, part); },
        [](const gb::graph_part& part) { return gb::blocks(9, 3, 2.5, 2, part); }};
    for (const auto& make : makers) {
        const gb::coordinates whole = make({});
        for (const int count : {1, 2, 7, 1000}) {
            std::set<triple> entries;
            for (int k = 0; k < count; ++k) {
                const gb::coordinates part = make({k, count});
                CHECK(part.nrows == whole.nrows);
                CHECK(part.values.index() == whole.values.index());
                for (const triple& t : triples(part)) entries.insert(t);
                // Shares are equal, so that no part has much more than its own.
                if (count == 7) CHECK(part.rows.size() <= whole.rows.size() / 3);
            }
            CHECK(std::vector<triple>(entries.begin(), entries.end()) == sorted_triples(whole));
        }
    }
    CHECK_THROWS_AS(gb::grid2d(9, {2, 2}), gb::invalid_value);
    CHECK_THROWS_AS(gb::uniform(9, 2, 1, 1, {-1, 2}), gb::invalid_value);
}

TEST_CASE("generators refuse impossible sizes", "[io][generate]") {
    CHECK_THROWS_AS(gb::rmat(0, 16), gb::invalid_value);
    CHECK_THROWS_AS(gb::rmat(32, 16), gb::invalid_value);
    CHECK_THROWS_AS(gb::rmat(10, -1), gb::invalid_value);
    CHECK_THROWS_AS(gb::rmat(10, std::numeric_limits<gb::index>::max()), gb::invalid_value);
    CHECK_THROWS_AS(gb::rmat(10, 1, {.a = 0.9}), gb::invalid_value);
    CHECK_THROWS_AS(gb::rmat(10, 1, {.a = std::nan("")}), gb::invalid_value);
    CHECK_THROWS_AS(gb::rmat(10, 1, {.threads = 5000}), gb::invalid_value);
    CHECK_THROWS_AS(gb::uniform(10, 9.1, 1), gb::invalid_value);
    CHECK_THROWS_AS(gb::uniform(-1, 0, 1), gb::invalid_value);
    CHECK_THROWS_AS(gb::uniform(gb::index{1} << 32, 1, 1), gb::invalid_value);
    CHECK_THROWS_AS(gb::uniform(4294967295, 4e9, 1), gb::invalid_value);
    CHECK_THROWS_AS(gb::uniform(10, std::nan(""), 1), gb::invalid_value);
    CHECK_THROWS_AS(gb::strides(10, 4, 0, 1), gb::invalid_value);
    CHECK_THROWS_WITH(gb::strides(65536, 4, 65536, 1),
                      "strides: 65536 vertices with a stride of 65536; a stride is at least 1, "
                      "and their product at most 4294967295");
    CHECK_THROWS_AS(gb::powerlaw(0, 1, 1), gb::invalid_value);
    CHECK_THROWS_AS(gb::grid2d(65536), gb::invalid_value);
    CHECK_THROWS_AS(gb::stencil5(-1), gb::invalid_value);
    CHECK_THROWS_AS(gb::stencil27(1626), gb::invalid_value);
    CHECK_THROWS_AS(gb::band(5, -1), gb::invalid_value);
    CHECK_THROWS_AS(gb::band(4294967295, 4294967295), gb::invalid_value);
    CHECK_THROWS_AS(gb::blocks(65536, 65536, 1, 1), gb::invalid_value);
    CHECK_THROWS_AS(gb::blocks(10, 0, 1, 1), gb::invalid_value);
    CHECK_THROWS_AS(gb::blocks(10, 8, 0.5, 1), gb::invalid_value);
    CHECK_THROWS_WITH(gb::stencil27(1626), "stencil27: 1626 vertices a side; possible are 0 to 1625");
}

TEST_CASE("generators: the sequences are what they were", "[io][generate]") {
    const auto fingerprint = [](const gb::coordinates& a) {
        std::uint64_t sum = 0;
        for (std::size_t p = 0; p < a.rows.size(); ++p)
            sum = gb::base::mix_bits(sum + (std::uint64_t{a.rows[p]} << 32 | a.columns[p]));
        return sum;
    };
    CHECK(gb::edge_weight(1, 2, 3) == 222);
    CHECK(fingerprint(gb::rmat(8, 8)) == 0xf0ebf549826e6a1c);
    CHECK(fingerprint(gb::uniform(500, 6, 1)) == 0x9bf3df2d0fed5b31);
    CHECK(fingerprint(gb::powerlaw(500, 6, 1)) == 0xf1603b5692eb974c);
    CHECK(fingerprint(gb::blocks(50, 4, 3, 1)) == 0x01c6756ae8178f18);
}
