// propagate against its meaning: the loop, written down over sets of edges.
#include "trial.hpp"

#include <map>
#include <set>

namespace spec {

namespace {

struct graph {
    std::string name;
    index n = 0;
    std::set<std::pair<index, index>> edges;

    bool is_symmetric() const {
        return std::all_of(edges.begin(), edges.end(), [&](const auto& e) { return edges.contains({e.second, e.first}); });
    }
    gb::matrix<void> structure(bool transposed) const {
        std::vector<index> from, to;
        for (const auto& [i, j] : edges) {
            from.push_back(transposed ? j : i);
            to.push_back(transposed ? i : j);
        }
        return gb::matrix<void>::from_edges(n, n, from, to);
    }
    /// Lengths from 1 to 9 that the edge alone decides.
    gb::matrix<std::int32_t> lengths() const {
        std::vector<index> from, to;
        std::vector<std::int32_t> length;
        for (const auto& [i, j] : edges) {
            from.push_back(i);
            to.push_back(j);
            length.push_back(static_cast<std::int32_t>((7 * i + 3 * j) % 9 + 1));
        }
        return gb::matrix<std::int32_t>::from_edges(n, n, from, to, length);
    }
};

graph random_one(const std::string& name, index n, index edges, bool both_ways, std::uint64_t seed) {
    graph g{name, n, {}};
    random r(seed);
    for (index e = 0; e < edges; ++e) {
        const index i = r.below(n), j = r.below(n);
        g.edges.insert({i, j});
        if (both_ways) g.edges.insert({j, i});
    }
    return g;
}

/// Rows of some hundred edges, beside vertices with one edge or none.
graph hubs(index n) {
    graph g{"hubs", n, {}};
    for (index v = 1; v < n - 3; ++v) {
        for (const index hub : {index{0}, n / 2}) {
            if (v % 2 == 0 && hub > 0) continue;
            g.edges.insert({hub, v});
            g.edges.insert({v, hub});
        }
    }
    return g;
}

graph path(index n) {
    graph g{"path", n, {}};
    for (index v = 0; v + 1 < n; ++v) {
        g.edges.insert({v, v + 1});
        g.edges.insert({v + 1, v});
    }
    return g;
}

std::vector<graph> graphs() {
    return {{"one vertex", 1, {}},
            {"loop", 1, {{0, 0}}},
            {"no edges", 70, {}},
            path(80),
            hubs(700),
            random_one("sparse, directed", 300, 500, false, 1),
            random_one("dense, directed", 90, 2500, false, 2),
            random_one("sparse, both ways", 300, 300, true, 3),
            random_one("dense, both ways", 700, 6000, true, 4)};
}

/// What one search starts from.
struct start {
    std::set<index> filled, frontier;
};

/// An entry of w, and the round in which it came.
struct reached {
    std::int64_t value;
    std::int32_t round;
    bool operator==(const reached&) const = default;
};

/// Blanks that the frontier reaches get the smallest vertex that reaches them.
std::map<index, reached> filled_by_rounds(const graph& g, const start& from, std::int32_t most_rounds, std::int32_t& rounds) {
    std::map<index, reached> w;
    for (const index v : from.filled) w[v] = {1000 + v, 0};
    std::set<index> frontier = from.frontier;
    for (rounds = 0; rounds < most_rounds && !frontier.empty();) {
        std::map<index, reached> found;
        for (const auto& [k, j] : g.edges) {
            if (frontier.contains(k) && !w.contains(j)) found.insert({j, {k, rounds + 1}});  // the first k stays
        }
        frontier.clear();
        for (const auto& [j, x] : found) frontier.insert(j);
        w.insert(found.begin(), found.end());
        if (!found.empty()) ++rounds;
    }
    return w;
}

template <class T>
gb::vector<T> vector_with(index n, const std::set<index>& at) {
    gb::vector<T> v(n);
    for (const index i : at) {
        if constexpr (std::is_void_v<T>) v.set_element(i);
        else v.set_element(i, static_cast<T>(1000 + i));
    }
    return v;
}

/// w has these entries; `is_k`: with these values, else those that came have value 1.
template <class T>
std::string fault_of(const gb::vector<T>& w, const gb::vector<std::int32_t>& rounds, const std::map<index, reached>& want, bool is_k) {
    const auto text = [](index v) { return "vertex " + std::to_string(v); };
    if (w.nvals() != static_cast<index>(want.size())) return std::to_string(w.nvals()) + " entries";
    if (rounds.nvals() != w.nvals()) return std::to_string(rounds.nvals()) + " rounds";
    for (const auto& [v, x] : want) {
        if (!w.has_element(v)) return text(v) + " is missing";
        if (rounds.get_element(v) != x.round) return text(v) + ": another round than " + std::to_string(x.round);
        if constexpr (!std::is_void_v<T>) {
            const auto value = static_cast<T>(x.round > 0 && !is_k ? 1 : x.value);
            if (*w.get_element(v) != value) return text(v) + ": another value";
        }
    }
    return {};
}

template <class T, class S>
void check_filling(const S& semiring, bool is_k) {
    std::size_t turn = 0;
    for (const graph& g : graphs()) {
        const index n = g.n;
        const std::vector<start> starts{{{0}, {0}}, {{n / 2}, {n / 2}}, {{0, n / 3, n - 1}, {n / 3}}, {{}, {0, n - 1}}, {{0}, {}}};
        for (const bool transpose : {false, true}) {
            for (const bool asked : {false, true}) {  // whether A is symmetric; its transpose is then cached
                const auto a = g.structure(transpose);
                if (asked) REQUIRE(a.is_symmetric(contexts()[1]) == g.is_symmetric());
                for (const start& from : starts) {
                    for (const std::int32_t most : {std::numeric_limits<std::int32_t>::max(), 2}) {
                        std::int32_t want_rounds = 0;
                        const auto want = filled_by_rounds(g, from, most, want_rounds);
                        for (const gb::method method : vector_methods) {
                            if (!is_tried_here()) continue;
                            const gb::context& ctx = contexts()[turn++ % contexts().size()];
                            INFO(g.name << ", " << from.filled.size() << " filled, " << from.frontier.size() << " in the frontier, "
                                        << to_string(method) << (transpose ? ", transposed" : "") << (asked ? ", asked" : "")
                                        << ", rounds " << most << ", " << ctx.threads() << " threads");
                            auto w = vector_with<T>(n, from.filled);
                            gb::vector<std::int32_t> rounds(3);
                            const auto made = gb::propagate(
                                ctx, w, vector_with<void>(n, from.frontier), gb::fill_blanks, semiring, a,
                                {.most_rounds = most, .transpose = transpose, .method = method, .rounds = &rounds});
                            const std::string fault = fault_of(w, rounds, want, is_k);
                            if (!fault.empty()) FAIL(fault);
                            if (made != want_rounds) FAIL(made << " rounds instead of " << want_rounds);
                        }
                    }
                }
            }
        }
    }
}

}  // namespace

TEST_CASE("propagate: blanks of a structure are filled", "[spec][vector]") { check_filling<void>(gb::any_pair<bool>, false); }
TEST_CASE("propagate: blanks get 1", "[spec][vector]") { check_filling<std::int16_t>(gb::any_pair<std::int16_t>, false); }
TEST_CASE("propagate: blanks get the smallest vertex before them as int64", "[spec][vector]") {
    check_filling<std::int64_t>(gb::any_secondi<std::int64_t>, true);
}
TEST_CASE("propagate: blanks get the smallest vertex before them as int32", "[spec][vector]") {
    check_filling<std::int32_t>(gb::any_secondi<std::int32_t>, true);
}

TEST_CASE("propagate: on a device one kernel makes all rounds, and pulls where that pays", "[spec][vector]") {
    if (!on_cuda()) return;
    const gb::context& ctx = contexts()[0];
    const auto a = random_one("dense, both ways", 3000, 30000, true, 6).structure(false);
    const auto directions = [&] {
        auto reached = vector_with<void>(3000, {5});
        gb::propagate(ctx, reached, reached, gb::fill_blanks, gb::any_pair<bool>, a);
        return ctx.last_report().reason;
    };
    CHECK_THAT(directions(), Catch::Matchers::StartsWith("one kernel: ") && Catch::Matchers::EndsWith(", 0 pulled"));
    CHECK(a.is_symmetric(ctx));
    CHECK_THAT(directions(), Catch::Matchers::StartsWith("one kernel: ") && !Catch::Matchers::EndsWith(", 0 pulled"));
}

TEST_CASE("propagate: w may be the frontier, and nobody need ask for the rounds", "[spec][vector]") {
    const graph g = random_one("sparse", 300, 500, false, 7);
    const auto a = g.structure(false);
    std::int32_t want_rounds = 0;
    const auto want = filled_by_rounds(g, {{5}, {5}}, std::numeric_limits<std::int32_t>::max(), want_rounds);
    for (const gb::context& ctx : contexts()) {
        auto w = vector_with<std::int64_t>(300, {5});
        CHECK(gb::propagate(ctx, w, w, gb::fill_blanks, gb::any_secondi<std::int64_t>, a) == want_rounds);
        CHECK(w.nvals() == static_cast<index>(want.size()));
        for (const auto& [v, x] : want) CHECK(w.get_element(v) == x.value);
    }
}

TEST_CASE("propagate: a semiring whose values come from the frontier spreads labels", "[spec][vector]") {
    const graph g = random_one("sparse, both ways", 200, 150, true, 8);
    const auto a = g.structure(false);
    for (const gb::context& ctx : contexts()) {
        gb::vector<std::int32_t> label(200);
        label.set_element(3, 33);
        label.set_element(150, 15);
        auto want = label;
        gb::vector<std::int32_t> changed = label;
        while (changed.nvals() > 0) {
            gb::vxm_update(ctx, want, changed, !gb::structure(want), gb::no_accum, gb::any_first<std::int32_t>, changed, a);
        }
        gb::propagate(ctx, label, label, gb::fill_blanks, gb::any_first<std::int32_t>, a);
        CHECK(label == want);
    }
}

TEMPLATE_TEST_CASE("propagate: entries are improved until none can be", "[spec][vector]", std::int32_t, std::int64_t, float, double) {
    using T = TestType;
    constexpr T unreached = gb::monoid<gb::min, T>::identity();
    for (const graph& g : graphs()) {
        const auto a = g.lengths();
        for (const std::set<index>& sources : {std::set<index>{0}, std::set<index>{g.n / 2, g.n - 1}, std::set<index>{}}) {
            // Distances by Bellman and Ford; the round of a vertex is the one in which its distance fell last.
            std::vector<T> distance(static_cast<std::size_t>(g.n), unreached);
            std::vector<std::int32_t> round(distance.size(), 0);
            gb::vector<T> start(g.n);
            for (const index v : sources) {
                distance[static_cast<std::size_t>(v)] = static_cast<T>(v % 5);
                start.set_element(v, static_cast<T>(v % 5));
            }
            std::int32_t want_rounds = 0;
            for (bool falls = !sources.empty(); falls;) {
                falls = false;
                const auto before = distance;
                for (const auto& [i, j, length] : a.entries()) {
                    const auto to = static_cast<std::size_t>(j);
                    if (before[static_cast<std::size_t>(i)] == unreached) continue;
                    const T sum = before[static_cast<std::size_t>(i)] + static_cast<T>(length);
                    if (sum >= distance[to]) continue;
                    distance[to] = sum;
                    round[to] = want_rounds + 1;
                    falls = true;
                }
                want_rounds += falls ? 1 : 0;
            }
            const auto fault = [&](const gb::vector<T>& w) -> std::string {
                for (index v = 0; v < g.n; ++v) {
                    const T want = distance[static_cast<std::size_t>(v)];
                    if (w.get_element(v).value_or(unreached) != want) return "vertex " + std::to_string(v);
                }
                return w.nvals() == g.n - std::count(distance.begin(), distance.end(), unreached) ? "" : "more entries";
            };
            for (const gb::context& ctx : contexts()) {
                INFO(g.name << ", " << sources.size() << " sources, " << ctx.threads() << " threads");
                auto by_rounds = start;
                gb::vector<std::int32_t> rounds;
                rounds.resize(g.n);
                const auto made = gb::propagate(ctx, by_rounds, start, gb::improve, gb::min_plus<T>, a, {.rounds = &rounds});
                CHECK(made == want_rounds);
                CHECK(fault(by_rounds).empty());
                for (index v = 0; v < g.n; ++v) {
                    if (!by_rounds.has_element(v)) continue;
                    if (rounds.get_element(v) != round[static_cast<std::size_t>(v)]) FAIL("vertex " << v << ": another round");
                }
                for (const double longest : {0.0, 9.0, 100.0, 0.01, 1e300}) {
                    auto w = start;
                    gb::propagate(ctx, w, w, gb::improve, gb::min_plus<T>, a, {.longest = longest});
                    if (const std::string found = fault(w); !found.empty()) FAIL(found << ", longest " << longest);
                    if (on_cuda()) CHECK_THAT(ctx.last_report().reason, Catch::Matchers::StartsWith("one kernel: "));
                }
            }
        }
    }
}

namespace {

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
        gb::propagate(ctx, row, row, gb::improve, semiring, a, how);
        rows.push_back(std::move(row));
    }
    return gb::stack_rows(ctx, w.ncols(), rows);
}

}  // namespace

TEMPLATE_TEST_CASE("propagate: the rows of a matrix are improved as each alone", "[spec][vector]", std::int32_t, std::int64_t, float, double) {
    using T = TestType;
    std::size_t turn = 0;
    for (const graph& g : graphs()) {
        const auto a = g.lengths();
        for (const index count : {0, 1, 3, 4, 33, 63, 64, 65, 130}) {
            if (count < 4 && g.n > 100) continue;
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
                    gb::propagate(ctx, w, w, gb::improve, gb::min_plus<T>, a, {.transpose = transpose, .longest = longest});
                    CHECK(w == want);
                    if (!on_cuda() || count < 4) continue;
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
        all.last_round = std::max(all.last_round, gb::propagate(ctx, row, row, gb::fill_blanks, gb::any_pair<bool>, a, how));
    }
    all.w = gb::stack_rows(ctx, w.ncols(), rows);
    all.rounds = gb::stack_rows(ctx, w.ncols(), rounds);
    return all;
}

/// A core of `core` vertices, and a hub at the end of a path of 3 edges from each of them: the row of the hub is long, and the hub
/// is still to be found when rounds pull.
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

void check_filled_rows(const gb::context& ctx, const gb::matrix<void>& before, const gb::matrix<void>& a, const filled_rows& want,
                       gb::propagate_options how) {
    gb::matrix<std::int32_t> rounds;
    how.rounds_of_rows = &rounds;
    auto w = before;
    CHECK(gb::propagate(ctx, w, w, gb::fill_blanks, gb::any_pair<bool>, a, how) == want.last_round);
    CHECK(w == want.w);
    CHECK(rounds == want.rounds);
    const index count = before.nrows();
    if (!on_cuda() || count < 4) return;
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
                if (count < 4 && g.n > 100) continue;
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
    for (const graph& g : {random_one("wide, both ways", 3000, 30000, true, 17), random_one("wide, directed", 3000, 30000, false, 18),
                           random_one("many pieces", 3000, 2000, true, 19), far_hub("far hub", 1500, 30000, true), far_hub("far hub", 700, 14000, true),
                           far_hub("far hub, directed", 1500, 60000, false), hubs(4000), path(1200)}) {
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

TEST_CASE("propagate: rows are filled in several calls, or one by one, where memory is short", "[spec][vector]") {
    if (!on_cuda()) return;
    const graph g = random_one("sparse, directed", 3000, 1500, false, 13);
    const auto a = g.structure(false);
    const auto before = search_starts(100, g.n);
    const auto want = filled_one_by_one(before, a, {});
    for (const auto& [kib, way] : std::vector<std::pair<std::int64_t, std::string>>{
             {1 << 20, "one kernel for up to 50 rows: "}, {5160, "one kernel for up to 20 rows: "}, {3000, "one kernel: "}}) {
        const gb::context ctx = context_on_cuda(kib << 10);
        auto w = before;
        gb::matrix<std::int32_t> rounds;
        gb::propagate(ctx, w, w, gb::fill_blanks, gb::any_pair<bool>, a, {.rounds_of_rows = &rounds});
        CHECK(w == want.w);
        CHECK(rounds == want.rounds);
        CHECK_THAT(ctx.last_report().reason, Catch::Matchers::StartsWith(way));
    }
}

TEST_CASE("propagate: rows are improved in several calls, or one by one, where memory is short", "[spec][vector]") {
    if (!on_cuda()) return;
    const graph g = random_one("sparse, directed", 3000, 1500, false, 13);
    const auto a = g.lengths();
    const auto before = starts<std::int32_t>(100, g.n);
    const auto want = improved_one_by_one(before, gb::min_plus<std::int32_t>, a, {.longest = 9});
    for (const auto& [kib, way] : std::vector<std::pair<std::int64_t, std::string>>{
             {1 << 20, "one kernel for up to 50 rows: "}, {5160, "one kernel for up to 20 rows: "}, {3000, "one kernel: "}}) {
        const gb::context ctx = context_on_cuda(kib << 10);
        auto w = before;
        gb::propagate(ctx, w, w, gb::improve, gb::min_plus<std::int32_t>, a, {.longest = 9});
        CHECK(w == want);
        CHECK_THAT(ctx.last_report().reason, Catch::Matchers::StartsWith(way));
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
        gb::propagate(ctx, w, w, gb::improve, gb::min_saturating_plus<std::int32_t>, a, {.longest = most / 4.0});
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
        const auto rounds = gb::propagate(ctx, reached, start_at, gb::fill_blanks, gb::any_pair<bool>, a);
        std::int32_t most = 0;
        for (index s = 0; s < 5; ++s) {
            gb::vector<void> row = gb::extract_row(ctx, start_at, s, gb::all);
            most = std::max(most, gb::propagate(ctx, row, row, gb::fill_blanks, gb::any_pair<bool>, a));
            CHECK(gb::extract_row(ctx, reached, s, gb::all) == row);
        }
        CHECK(rounds == most);

        auto w = starts<std::int32_t>(6, 60);
        const auto before = w;
        gb::matrix<std::int32_t> nothing(6, 60);
        CHECK(gb::propagate(ctx, w, nothing, gb::improve, gb::min_plus<std::int32_t>, lengths) == 0);
        CHECK(w == before);
        gb::vector<std::int32_t> of_rows(60);
        CHECK_THROWS_AS(gb::propagate(ctx, w, w, gb::improve, gb::min_plus<std::int32_t>, lengths, {.rounds = &of_rows}), gb::invalid_value);
        CHECK_THROWS_AS(gb::propagate(ctx, w, w, gb::improve, gb::min_plus<std::int32_t>, lengths, {.rounds_of_rows = &w}), gb::invalid_value);
        gb::matrix<std::int32_t> no_rows;
        auto row = gb::extract_row(ctx, w, 0, gb::all);
        CHECK_THROWS_AS(gb::propagate(ctx, row, row, gb::improve, gb::min_plus<std::int32_t>, lengths, {.rounds_of_rows = &no_rows}),
                        gb::invalid_value);
        CHECK_THROWS_AS(gb::propagate(ctx, w, gb::matrix<std::int32_t>(5, 60), gb::improve, gb::min_plus<std::int32_t>, lengths),
                        gb::dimension_mismatch);
        gb::matrix<std::int32_t> narrow(6, 59);
        CHECK_THROWS_AS(gb::propagate(ctx, narrow, narrow, gb::improve, gb::min_plus<std::int32_t>, lengths), gb::dimension_mismatch);
        CHECK(w == before);
    }
}

TEST_CASE("propagate: the widest paths", "[spec][vector]") {
    const auto a = gb::matrix<float>::from_edges(4, 4, {0, 0, 1, 2}, {1, 2, 3, 3}, std::vector<float>{5, 2, 1, 7});
    for (const gb::context& ctx : contexts()) {
        gb::vector<float> w(4);
        w.set_element(0, 100);
        CHECK(gb::propagate(ctx, w, w, gb::improve, gb::max_min<float>, a) == 2);
        CHECK(w.nvals() == 4);
        CHECK(w.get_element(1) == 5);
        CHECK(w.get_element(3) == 2);
    }
}

TEST_CASE("propagate: what does not fit is refused, and nothing is changed", "[spec][vector]") {
    const gb::context& ctx = contexts()[0];
    const auto a = random_one("sparse", 50, 100, false, 9).structure(false);
    auto w = vector_with<std::int32_t>(50, {1});
    const auto before = w;
    const auto frontier = vector_with<void>(50, {1});
    const auto semiring = gb::any_secondi<std::int32_t>;
    gb::vector<std::int32_t> short_one(49);
    CHECK_THROWS_AS(gb::propagate(ctx, w, frontier, gb::fill_blanks, semiring, gb::matrix<void>(50, 51)), gb::dimension_mismatch);
    CHECK_THROWS_AS(gb::propagate(ctx, short_one, frontier, gb::fill_blanks, semiring, a), gb::dimension_mismatch);
    CHECK_THROWS_AS(gb::propagate(ctx, w, short_one, gb::fill_blanks, semiring, a), gb::dimension_mismatch);
    CHECK_THROWS_AS(gb::propagate(ctx, w, frontier, gb::fill_blanks, semiring, a, {.rounds = &w}), gb::invalid_value);
    CHECK_THROWS_AS(gb::propagate(ctx, w, frontier, gb::fill_blanks, semiring, a, {.method = gb::method::merge}), gb::unsupported);
    CHECK(w == before);
    gb::vector<void> nothing;
    CHECK(gb::propagate(ctx, nothing, nothing, gb::fill_blanks, gb::any_pair<bool>, gb::matrix<void>(0, 0)) == 0);
}

}  // namespace spec
