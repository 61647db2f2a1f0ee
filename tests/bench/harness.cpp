// The harness: turns alternate, medians are medians, and a wrong answer gets no time.
#include <harness.hpp>
#include <tests/catch.hpp>

#include <chrono>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace {

const bench::policy three_turns{.repeat = 3, .minimum_seconds = 0, .most = 10, .pause_seconds = 0};

bench::side noting(std::string& journal, const std::string& name) {
    return {name, [&journal, name] { journal += name + "("; }, [&journal, name] { journal += name; },
            [&journal, name] { journal += ")" + name; }};
}

}  // namespace

TEST_CASE("medians and quantiles") {
    const bench::timing odd{"odd", {5, 1, 3}};
    CHECK(odd.median() == 3);
    CHECK(odd.least() == 1);
    CHECK(odd.quantile(1) == 5);
    CHECK(odd.quantile(0.25) == 2);
    const bench::timing even{"even", {4, 1, 2, 3}};
    CHECK(even.median() == 2.5);
    CHECK(bench::timing{"none", {}}.median() == 0);
}

TEST_CASE("sides take turns, each with its own preparation; the results of the first turn live together") {
    std::string journal;
    bench::contest task;
    task.sides = {noting(journal, "a"), noting(journal, "b")};
    task.verify = [&journal] {
        journal += "?";
        return std::string();
    };
    task.sources = {7};
    task.counts = [&journal] {
        journal += "#";
        return std::vector<std::int64_t>{3};
    };
    const bench::outcome seen = bench::run(task, three_turns, true);
    CHECK(journal ==
          "a(ab(b?#)a)b"
          "a(a)ab(b)b"
          "a(a)ab(b)b"
          "a(a)ab(b)b");
    CHECK(seen.verified == bench::verdict::equal);
    CHECK(seen.sources == std::vector<std::int64_t>{7});
    CHECK(seen.counts == std::vector<std::int64_t>{3});
    CHECK(seen.sides[0].milliseconds.size() == 3);
    CHECK(seen.sides[1].milliseconds.size() == 3);
}

TEST_CASE("a wrong answer is not timed") {
    std::string journal;
    bench::contest task;
    task.sides = {noting(journal, "a")};
    task.verify = [] { return std::string("two is not three"); };
    const bench::outcome seen = bench::run(task, three_turns, true);
    CHECK(seen.verified == bench::verdict::different);
    CHECK(seen.difference == "two is not three");
    CHECK(seen.sides[0].milliseconds.empty());
    CHECK(journal == "a(a)a");

    CHECK(bench::run(task, three_turns, false).verified == bench::verdict::not_checked);
}

TEST_CASE("turns go on until the fastest side has run long enough, but not for ever") {
    bench::contest task;
    task.sides = {{"nothing", {}, [] {}, {}}};
    const bench::outcome seen =
        bench::run(task, {.repeat = 3, .minimum_seconds = 1000, .most = 7, .pause_seconds = 0}, true);
    CHECK(seen.sides[0].milliseconds.size() == 7);
}

TEST_CASE("times are for one answer, the ratio is the rival's over ours") {
    bench::contest task;
    task.sides = {{"nothing", {}, [] {}, {}}};
    task.answers = 1000000;
    CHECK(bench::run(task, three_turns, true).sides[0].median() < 0.001);

    bench::outcome seen;
    seen.sides = {{"ours", {2, 2, 10}}, {"rival", {3, 6, 6}}};
    CHECK(seen.ratio() == 3);
    CHECK(seen.ratio_of_least() == 1.5);
    seen.sides.pop_back();
    CHECK(seen.ratio() == 0);
}

TEST_CASE("the fastest way is found, and the first try of all does not count") {
    std::vector<int> tried;
    const int best = bench::fastest(std::vector<int>{30, 0, 20}, [&](int milliseconds) {
        std::this_thread::sleep_for(std::chrono::milliseconds(tried.empty() ? 0 : milliseconds));
        tried.push_back(milliseconds);
    });
    CHECK(best == 0);
    CHECK(tried == std::vector<int>{30, 30, 0, 20});
}

TEST_CASE("an exception of a side passes through") {
    bench::contest task;
    task.sides = {{"broken", {}, [] { throw std::runtime_error("no"); }, {}}};
    CHECK_THROWS_AS(bench::run(task, three_turns, true), std::runtime_error);
}
