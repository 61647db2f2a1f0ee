// propagate for the rows of a matrix against its meaning: every row by itself.
#include "graphs.hpp"
#include "trial.hpp"

namespace spec {

namespace {

/// Few rows only in small graphs. A device treats 63, 64, 65 and 130 rows in ways of their own; the host takes one row after
/// the other, so that 65 are enough.
bool is_tried(index count, index n) {
    if (!on_cuda() && count > 4 && count != 65) return false;
    return count >= 4 || n <= 100;
}

/// `count` rows with entries at the start of a relaxation: one, several, the same as the row before, or none.
template <class T>
gb::matrix<T> starts(index count, index n) {
    gb::matrix<T> w(count, n);
    random r(12);
    for (index s = 0; s < count; ++s) {
        if (s % 7 == 6) continue;
        const index source = s % 5 == 4 ? 0 : r.below(n);
        w.set_element(s, source, T{0});
        if (s % 3 == 0) w.set_element(s, r.below(n), static_cast<T>(s % 11));
    }
    return w;
}

/// What the rows become one by one, on the host.
template <class T, class S>
gb::matrix<T> improved_one_by_one(const gb::matrix<T>& w, const S& semiring, const gb::matrix<std::int32_t>& a,
                                  const gb::propagate_options& how) {
    static const gb::context ctx = gb::context::host({.threads = 1});
    std::vector<gb::vector<T>> rows;
    for (index s = 0; s < w.nrows(); ++s) {
        gb::vector<T> row = gb::extract_row(ctx, w, s, gb::all);
        gb::propagate(ctx, row, row, gb::relax, semiring, a, how);
        rows.push_back(std::move(row));
    }
    return gb::stack_rows(ctx, w.ncols(), rows);
}

}  // namespace

TEMPLATE_TEST_CASE("propagate: the rows of a matrix are improved as each alone", "[spec][vector]", std::int32_t, std::int64_t,
                   float, double) {
    using T = TestType;
    std::size_t turn = 0;
    for (const graph& g : graphs()) {
        const auto a = g.lengths();
        for (const index count : {0, 1, 3, 4, 33, 63, 64, 65, 130}) {
            if (!is_tried(count, g.n)) continue;
            const auto before = starts<T>(count, g.n);
            for (const bool transpose : {false, true}) {
                const gb::context& ctx = contexts()[turn++ % contexts().size()];
                const auto want = improved_one_by_one(before, gb::min_plus<T>, a, {.transpose = transpose, .longest = 9});
                for (const double longest : {0.0, 9.0, 0.01, 1e300}) {
                    // Many rows at once are always tried, because only they use all lanes.
                    const bool is_usual = count >= 64 && longest == 9 && !transpose;
                    if (!is_usual && !is_tried_here()) continue;
                    INFO(g.name << ", " << count << " rows, longest " << longest << (transpose ? ", transposed" : ""));
                    auto w = before;
                    gb::propagate(ctx, w, w, gb::relax, gb::min_plus<T>, a, {.transpose = transpose, .longest = longest});
                    CHECK(w == want);
                    if (!on_cuda() || count < 4 || devices() > 1) continue;  // several devices share the rows
                    const index most = count <= 64 ? count : count == 65 ? 33 : 44;
                    CHECK_THAT(ctx.last_report().reason,
                               Catch::Matchers::StartsWith("one kernel for up to " + std::to_string(most) + " rows: "));
                }
            }
        }
    }
}

namespace {

/// `count` rows from which searches start: one position, several, the same as other rows, or none.
gb::matrix<void> search_starts(index count, index n) {
    gb::matrix<void> w(count, n);
    random r(15);
    for (index s = 0; s < count; ++s) {
        if (s % 7 == 6) continue;
        w.set_element(s, s % 5 == 4 ? 0 : r.below(n));
        if (s % 3 == 2) w.set_element(s, r.below(n));
    }
    return w;
}

/// What the rows and their rounds become one by one, on the host.
struct filled_rows {
    gb::matrix<void> w;
    gb::matrix<std::int32_t> rounds;
    std::int32_t last_round = 0;
};
filled_rows filled_one_by_one(const gb::matrix<void>& w, const gb::matrix<void>& a, gb::propagate_options how) {
    static const gb::context ctx = gb::context::host({.threads = 1});
    std::vector<gb::vector<void>> rows;
    std::vector<gb::vector<std::int32_t>> rounds;
    filled_rows all;
    for (index s = 0; s < w.nrows(); ++s) {
        gb::vector<void>& row = rows.emplace_back(gb::extract_row(ctx, w, s, gb::all));
        how.rounds = &rounds.emplace_back(w.ncols());
        all.last_round = std::max(all.last_round, gb::propagate(ctx, row, row, gb::visit, gb::any_pair<bool>, a, how));
    }
    all.w = gb::stack_rows(ctx, w.ncols(), rows);
    all.rounds = gb::stack_rows(ctx, w.ncols(), rounds);
    return all;
}

/// A core of `core` vertices, and a hub at the end of a path of 3 edges from each of them: the row of the hub is long, and the
/// hub is still to be found when rounds pull.
graph far_hub(const std::string& name, index core, index edges, bool both_ways) {
    graph g = random_one(name, core, edges, both_ways, 16);
    const index hub = 3 * core;
    g.n = hub + 1;
    const auto connect = [&](index i, index j) {
        g.edges.insert({i, j});
        g.edges.insert({j, i});
    };
    for (index v = 0; v < core; ++v) {
        connect(v, core + v);
        connect(core + v, 2 * core + v);
        connect(2 * core + v, hub);
    }
    return g;
}

void check_filled_rows(const gb::context& ctx, const gb::matrix<void>& before, const gb::matrix<void>& a,
                       const filled_rows& want, gb::propagate_options how) {
    gb::matrix<std::int32_t> rounds;
    how.rounds_of_rows = &rounds;
    auto w = before;
    CHECK(gb::propagate(ctx, w, w, gb::visit, gb::any_pair<bool>, a, how) == want.last_round);
    CHECK(w == want.w);
    CHECK(rounds == want.rounds);
    const index count = before.nrows();
    if (!on_cuda() || count < 4 || devices() > 1) return;
    const index calls = (count + 63) / 64;
    CHECK_THAT(ctx.last_report().reason,
               Catch::Matchers::StartsWith("one kernel for up to " + std::to_string((count + calls - 1) / calls) + " rows: "));
}

}  // namespace

TEST_CASE("propagate: the rows of a matrix are filled as each alone", "[spec][vector]") {
    std::size_t turn = 0;
    for (const graph& g : graphs()) {
        for (const bool asked : {false, true}) {  // whether A is symmetric; its transpose is then cached
            const auto a = g.structure(false);
            if (asked) REQUIRE(a.is_symmetric(contexts()[1]) == g.is_symmetric());
            for (const index count : {0, 1, 3, 4, 33, 63, 64, 65, 130}) {
                if (!is_tried(count, g.n)) continue;
                const auto before = search_starts(count, g.n);
                for (const bool transpose : {false, true}) {
                    for (const std::int32_t most : {std::numeric_limits<std::int32_t>::max(), 2, 0}) {
                        // Many rows at once are always tried, because only they use all bits.
                        const bool is_usual = count >= 64 && most > 2 && transpose == asked;
                        if (!is_usual && !is_tried_here()) continue;
                        const gb::context& ctx = contexts()[turn++ % contexts().size()];
                        INFO(g.name << ", " << count << " rows" << (transpose ? ", transposed" : "") << (asked ? ", asked" : "")
                                    << ", rounds " << most);
                        const gb::propagate_options how{.most_rounds = most, .transpose = transpose};
                        check_filled_rows(ctx, before, a, filled_one_by_one(before, a, how), how);
                    }
                }
            }
        }
    }
}

TEST_CASE("propagate: rows are filled in wide graphs, past hubs and along long paths", "[spec][vector]") {
    const gb::context& ctx = contexts()[0];
    for (const graph& g :
         {random_one("wide, both ways", 3000, 30000, true, 17), random_one("wide, directed", 3000, 30000, false, 18),
          random_one("many pieces", 3000, 2000, true, 19), far_hub("far hub", 1500, 30000, true),
          far_hub("far hub", 700, 14000, true), far_hub("far hub, directed", 1500, 60000, false), hubs(4000), path(1200)}) {
        const auto before = search_starts(64, g.n);
        for (const bool asked : {false, true}) {
            for (const gb::method method : {gb::method::automatic, gb::method::dense}) {
                const auto a = g.structure(false);
                if (asked) (void)a.is_symmetric(ctx);
                if (asked && method == gb::method::dense) continue;
                INFO(g.name << (asked ? ", asked, " : ", ") << to_string(method));
                check_filled_rows(ctx, before, a, filled_one_by_one(before, a, {}), {.method = method});
                if (!on_cuda()) continue;
                const bool pulls = asked && (g.name == "wide, both ways" || g.name == "far hub");
                const auto zero = Catch::Matchers::EndsWith(", 0 pulled");
                if (pulls) CHECK_THAT(ctx.last_report().reason, !zero);
                else if (!asked) CHECK_THAT(ctx.last_report().reason, zero);
            }
        }
        // With how.transpose rounds may pull along the rows of A, which need not be symmetric.
        const auto a = g.structure(false);
        INFO(g.name << ", transposed");
        check_filled_rows(ctx, before, a, filled_one_by_one(before, a, {.transpose = true}), {.transpose = true});
    }
}

TEST_CASE("propagate: rows are filled in graphs that are narrow, wide and narrow again", "[spec][vector]") {
    // After some rounds a block of the device goes on with a row alone, until a round finds more than it has room for, here at
    // the end of a path, or a long row. Rows that start along the path are then in different rounds.
    const index steps = 40, fans = 900, of_fan = 13, wide = steps + fans, end = wide + fans * of_fan;
    graph fan{"a path, a fan of fans, a path", end + steps, {}};
    graph star{"a path, a long row, a path", end + steps, {}};
    for (graph* g : {&fan, &star}) {
        for (index v = 0; v + 1 < steps; ++v) {
            g->edges.insert({v, v + 1});
            g->edges.insert({end + v, end + v + 1});
        }
    }
    for (index v = steps; v < end; ++v) {
        fan.edges.insert({v < wide ? steps - 1 : steps + (v - wide) / of_fan, v});
        if (v >= wide) fan.edges.insert({v, end});
        if (v >= wide) star.edges.insert({steps - 1, v});
        if (v % 100 == 99) star.edges.insert({v, end});
    }
    for (const graph& g : {fan, star}) {
        gb::matrix<void> before(64, g.n);
        for (index s = 0; s < 64; ++s) before.set_element(s, s == 63 ? end + 5 : s % 25);
        const auto a = g.structure(false);
        const auto want = filled_one_by_one(before, a, {});
        check_filled_rows(contexts()[0], before, a, want, {});
        check_filled_rows(contexts()[0], before, g.structure(true), want, {.transpose = true});
        check_filled_rows(contexts()[0], before, a, filled_one_by_one(before, a, {.most_rounds = 35}), {.most_rounds = 35});
    }
}

TEST_CASE("propagate: rows are filled in several kernels, or one by one, where memory is short", "[spec][vector]") {
    if (!on_cuda()) return;
    const graph g = random_one("sparse, directed", 3000, 1500, false, 13);
    const auto a = g.structure(false);
    const auto before = search_starts(100, g.n);
    const auto want = filled_one_by_one(before, a, {});
    for (const auto& [kib, way] : std::vector<std::pair<std::int64_t, std::string>>{
             {1 << 20, "one kernel for up to 50 rows: "}, {4200, "one kernel for up to 50 rows: "}, {3600, "one kernel: "}}) {
        const gb::context ctx = context_on_cuda(kib << 10);
        auto w = before;
        gb::matrix<std::int32_t> rounds;
        gb::propagate(ctx, w, w, gb::visit, gb::any_pair<bool>, a, {.rounds_of_rows = &rounds});
        CHECK(w == want.w);
        CHECK(rounds == want.rounds);
        if (devices() == 1) CHECK_THAT(ctx.last_report().reason, Catch::Matchers::StartsWith(way));
    }
}

TEST_CASE("propagate: rows are improved in several kernels, or one by one, where memory is short", "[spec][vector]") {
    if (!on_cuda()) return;
    const graph g = random_one("sparse, directed", 3000, 1500, false, 13);
    const auto a = g.lengths();
    const auto before = starts<std::int32_t>(100, g.n);
    const auto want = improved_one_by_one(before, gb::min_plus<std::int32_t>, a, {.longest = 9});
    for (const auto& [kib, way] : std::vector<std::pair<std::int64_t, std::string>>{
             {1 << 20, "one kernel for up to 50 rows: "}, {4200, "one kernel for up to 50 rows: "}, {3600, "one kernel: "}}) {
        const gb::context ctx = context_on_cuda(kib << 10);
        auto w = before;
        gb::propagate(ctx, w, w, gb::relax, gb::min_plus<std::int32_t>, a, {.longest = 9});
        CHECK(w == want);
        if (devices() == 1) CHECK_THAT(ctx.last_report().reason, Catch::Matchers::StartsWith(way));
    }
}

TEST_CASE("propagate: sums of rows stop at the ends of the type", "[spec][vector]") {
    constexpr std::int32_t most = std::numeric_limits<std::int32_t>::max();
    const graph g = path(9);
    std::vector<index> from, to;
    for (const auto& [i, j] : g.edges) {
        from.push_back(i);
        to.push_back(j);
    }
    const auto a = gb::matrix<std::int32_t>::from_edges(9, 9, from, to, std::vector<std::int32_t>(from.size(), most / 4));
    for (const gb::context& ctx : contexts()) {
        auto w = starts<std::int32_t>(20, 9);
        const auto want = improved_one_by_one(w, gb::min_saturating_plus<std::int32_t>, a, {.longest = most / 4.0});
        gb::propagate(ctx, w, w, gb::relax, gb::min_saturating_plus<std::int32_t>, a, {.longest = most / 4.0});
        CHECK(w == want);
        CHECK(w.nvals() < 20 * 9);
    }
}

TEST_CASE("propagate: rows that have no kernel of their own, and what is refused", "[spec][vector]") {
    const graph g = random_one("sparse", 60, 100, false, 14);
    const auto a = g.structure(false);
    const auto lengths = g.lengths();
    for (const gb::context& ctx : contexts()) {
        const auto start_at = gb::matrix<void>::from_edges(5, 60, {0, 1, 2, 2, 4}, {7, 8, 7, 59, 0});
        auto reached = start_at;
        const auto rounds = gb::propagate(ctx, reached, start_at, gb::visit, gb::any_pair<bool>, a);
        std::int32_t most = 0;
        for (index s = 0; s < 5; ++s) {
            gb::vector<void> row = gb::extract_row(ctx, start_at, s, gb::all);
            most = std::max(most, gb::propagate(ctx, row, row, gb::visit, gb::any_pair<bool>, a));
            CHECK(gb::extract_row(ctx, reached, s, gb::all) == row);
        }
        CHECK(rounds == most);

        auto w = starts<std::int32_t>(6, 60);
        const auto before = w;
        gb::matrix<std::int32_t> nothing(6, 60);
        CHECK(gb::propagate(ctx, w, nothing, gb::relax, gb::min_plus<std::int32_t>, lengths) == 0);
        CHECK(w == before);
        gb::vector<std::int32_t> of_rows(60);
        CHECK_THROWS_AS(gb::propagate(ctx, w, w, gb::relax, gb::min_plus<std::int32_t>, lengths, {.rounds = &of_rows}),
                        gb::invalid_value);
        CHECK_THROWS_AS(gb::propagate(ctx, w, w, gb::relax, gb::min_plus<std::int32_t>, lengths, {.rounds_of_rows = &w}),
                        gb::invalid_value);
        gb::matrix<std::int32_t> no_rows;
        auto row = gb::extract_row(ctx, w, 0, gb::all);
        CHECK_THROWS_AS(
            gb::propagate(ctx, row, row, gb::relax, gb::min_plus<std::int32_t>, lengths, {.rounds_of_rows = &no_rows}),
            gb::invalid_value);
        CHECK_THROWS_AS(gb::propagate(ctx, w, gb::matrix<std::int32_t>(5, 60), gb::relax, gb::min_plus<std::int32_t>, lengths),
                        gb::dimension_mismatch);
        gb::matrix<std::int32_t> narrow(6, 59);
        CHECK_THROWS_AS(gb::propagate(ctx, narrow, narrow, gb::relax, gb::min_plus<std::int32_t>, lengths),
                        gb::dimension_mismatch);
        CHECK(w == before);
    }
}

}  // namespace spec
