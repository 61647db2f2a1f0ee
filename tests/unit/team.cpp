// The threads of a context: every chunk once, exceptions to the caller, work cut fairly.
#include "tests/catch.hpp"
#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/host/threads/team.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <numeric>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace gb = graphblas_gpu;
using namespace graphblas_gpu::host;

TEST_CASE("team: every chunk is run once", "[unit][team]") {
    for (const int threads : {1, 2, 4, 9}) {
        team workers(threads);
        CHECK(workers.size() == threads);
        for (const gb::index chunks : {0, 1, 2, 3, 100, 5000}) {
            std::vector<std::atomic<int>> runs(static_cast<std::size_t>(chunks));
            std::atomic<bool> members_fit{true};
            workers.run(chunks, [&](gb::index chunk, int member) {
                ++runs[static_cast<std::size_t>(chunk)];
                if (member < 0 || member >= threads) members_fit = false;
            });
            CHECK(members_fit);
            CHECK(std::all_of(runs.begin(), runs.end(), [](const auto& n) { return n == 1; }));
        }
    }
}

TEST_CASE("team: regions that follow at once, and after the workers fell asleep", "[unit][team]") {
    for (const int threads : {2, 3, 9}) {
        team workers(threads);
        std::atomic<gb::index> sum{0};
        gb::index expected = 0;
        for (int round = 0; round < 3000; ++round) {
            const gb::index chunks = 2 + round % 5;
            workers.run(chunks, [&](gb::index chunk, int) { sum += chunk; });
            expected += chunks * (chunks - 1) / 2;
            REQUIRE(sum == expected);
            if (round % 300 == 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
    }
}

TEST_CASE("team: a member that takes long is waited for", "[unit][team]") {
    team workers(3);
    for (int round = 0; round < 10; ++round) {
        std::atomic<int> done{0};
        workers.run(3, [&](gb::index, int) {
            std::this_thread::sleep_for(std::chrono::microseconds(500));
            ++done;
        });
        CHECK(done == 3);
    }
}

TEST_CASE("team: the first exception arrives, and the team goes on", "[unit][team]") {
    for (const int threads : {1, 2, 4}) {
        team workers(threads);
        for (int round = 0; round < 50; ++round) {
            for (const gb::index chunks : {1, 64}) {
                CHECK_THROWS_WITH(workers.run(chunks,
                                              [&](gb::index chunk, int) {
                                                  if (chunk == chunks / 2) throw std::runtime_error("in the middle");
                                              }),
                                  "in the middle");
                CHECK_THROWS_AS(workers.run(chunks, [](gb::index, int) { throw gb::invalid_value("everywhere"); }),
                                gb::invalid_value);
            }
            std::atomic<gb::index> sum{0};
            workers.run(100, [&](gb::index chunk, int) { sum += chunk; });
            CHECK(sum == 4950);
        }
    }
}

TEST_CASE("team: an exception cleans the working memory of the one who threw", "[unit][team]") {
    team workers(1);
    const auto dirty = [&](gb::index, int member) {
        workers.own_scratch(member).get<int>(scratch::clean::bits, 4)[2] = 7;
        throw std::runtime_error("interrupted");
    };
    CHECK_THROWS(workers.run(1, dirty));
    CHECK(workers.own_scratch(0).get<int>(scratch::clean::bits, 4)[2] == 0);
}

TEST_CASE("team: progress counts chunks", "[unit][team]") {
    team workers(2);
    workers.run(37, [](gb::index, int) {});
    CHECK(workers.progress().done == 37);
    CHECK(workers.progress().total == 37);
}

TEST_CASE("cut_by_work: boundaries ascend and cover all rows", "[unit][team]") {
    const std::vector<std::vector<std::int64_t>> rows{{},
                                                      {0},
                                                      {5},
                                                      {0, 0, 0},
                                                      {1, 1, 1, 1},
                                                      {100, 1, 1, 1},
                                                      {1, 1, 1, 100},
                                                      {0, 0, 50, 0, 0, 50, 0},
                                                      std::vector<std::int64_t>(1000, 3)};
    for (const auto& work : rows) {
        std::vector<std::int64_t> before(work.size() + 1, 0);
        std::partial_sum(work.begin(), work.end(), before.begin() + 1);
        for (const gb::index pieces : {1, 2, 3, 7, 64, 5000}) {
            const auto cuts = cut_by_work(before, pieces);
            CHECK(cuts.front() == 0);
            CHECK(cuts.back() == static_cast<gb::index>(work.size()));
            CHECK(std::is_sorted(cuts.begin(), cuts.end()));
            CHECK(cuts.size() >= 2);
            CHECK(static_cast<gb::index>(cuts.size()) - 1 <=
                  std::max<gb::index>(1, std::min<gb::index>(pieces, static_cast<gb::index>(work.size()))));
            // No piece holds more than its share and one row.
            const std::int64_t largest = work.empty() ? 0 : *std::max_element(work.begin(), work.end());
            const auto parts = static_cast<std::int64_t>(cuts.size()) - 1;
            for (std::size_t p = 1; p < cuts.size(); ++p) {
                const std::int64_t here =
                    before[static_cast<std::size_t>(cuts[p])] - before[static_cast<std::size_t>(cuts[p - 1])];
                CHECK(here <= before.back() / parts + 1 + largest);
            }
        }
    }
}

TEST_CASE("cut_by_work: totals near the largest number do not overflow", "[unit][team]") {
    const std::int64_t huge = std::int64_t{1} << 61;
    const std::vector<std::int64_t> before{0, huge, 2 * huge, 3 * huge};
    CHECK(cut_by_work(before, 3) == std::vector<gb::index>{0, 1, 2, 3});
}

TEST_CASE("cut_evenly: pieces differ by one row at most", "[unit][team]") {
    for (const gb::index rows : {0, 1, 2, 7, 100, 1001}) {
        for (const gb::index pieces : {1, 2, 3, 16, 2000}) {
            const auto cuts = cut_evenly(rows, pieces);
            CHECK(cuts.front() == 0);
            CHECK(cuts.back() == rows);
            gb::index least = rows, most = 0;
            for (std::size_t p = 1; p < cuts.size(); ++p) {
                least = std::min(least, cuts[p] - cuts[p - 1]);
                most = std::max(most, cuts[p] - cuts[p - 1]);
            }
            CHECK(most - least <= 1);
        }
    }
}

TEST_CASE("pieces_for: small jobs are one piece, and no piece is long", "[unit][team]") {
    team alone(1), four(4);
    CHECK(pieces_for(alone, max_work_of_piece - 1) == 1);
    for (const std::int64_t work : {std::int64_t{1'000'000'000}, std::int64_t{1} << 40}) {
        CHECK(work / pieces_for(alone, work) <= max_work_of_piece);
        CHECK(work / pieces_for(four, work) <= max_work_of_piece);
    }
    CHECK(pieces_for(four, 100) == 1);
    CHECK(pieces_for(four, 1'000'000'000) > 4);
    CHECK(pieces_for(four, 0) == 1);
}

TEST_CASE("for_ranges: every row once", "[unit][team]") {
    team workers(4);
    for (const gb::index rows : {0, 1, 5, 1000}) {
        std::vector<std::atomic<int>> seen(static_cast<std::size_t>(rows)),
            seen_by_work(static_cast<std::size_t>(rows));
        for_ranges(workers, rows, 1'000'000, [&](gb::index first, gb::index last, int) {
            for (gb::index i = first; i < last; ++i) ++seen[static_cast<std::size_t>(i)];
        });
        std::vector<std::int64_t> before(static_cast<std::size_t>(rows) + 1, 0);
        for (gb::index i = 0; i < rows; ++i)
            before[static_cast<std::size_t>(i) + 1] = before[static_cast<std::size_t>(i)] + (i % 10 == 0 ? 100000 : 0);
        for_ranges_by_work(workers, before, [&](gb::index first, gb::index last, int) {
            for (gb::index i = first; i < last; ++i) ++seen_by_work[static_cast<std::size_t>(i)];
        });
        CHECK(std::all_of(seen.begin(), seen.end(), [](const auto& n) { return n == 1; }));
        CHECK(std::all_of(seen_by_work.begin(), seen_by_work.end(), [](const auto& n) { return n == 1; }));
    }
}

TEST_CASE("exclusive_scan", "[unit][team]") {
    std::vector<std::int64_t> counts{3, 0, 5, -77};
    CHECK(exclusive_scan(counts) == 8);
    CHECK(counts == std::vector<std::int64_t>{0, 3, 3, 8});
    std::vector<std::int64_t> none{9};
    CHECK(exclusive_scan(none) == 0);
    CHECK(none == std::vector<std::int64_t>{0});
}

TEST_CASE("context: its threads", "[unit][team]") {
    CHECK(gb::context::host({.threads = 3}).threads() == 3);
    CHECK(gb::context::host().threads() >= 1);
    const bool has_device = [] {
        try {
            return gb::context::cuda().is_cuda();
        } catch (const gb::error&) {
            return false;
        }
    }();
    CHECK(gb::context::automatic().engine_name() == std::string(has_device ? "cuda" : "host"));
    CHECK_THROWS_AS(gb::context::host({.threads = -1}), gb::invalid_value);
    CHECK_THROWS_AS(gb::context::host({.threads = 1025}), gb::invalid_value);
}
