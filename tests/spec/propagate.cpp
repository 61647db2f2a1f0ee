// propagate against its meaning: the loop, written down over sets of edges.
#include "graphs.hpp"
#include "trial.hpp"

#include <map>
#include <set>

namespace spec {

namespace {

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
std::string fault_of(const gb::vector<T>& w, const gb::vector<std::int32_t>& rounds, const std::map<index, reached>& want,
                     bool is_k) {
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
        const std::vector<start> starts{
            {{0}, {0}}, {{n / 2}, {n / 2}}, {{0, n / 3, n - 1}, {n / 3}}, {{}, {0, n - 1}}, {{0}, {}}};
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
                            INFO(g.name << ", " << from.filled.size() << " filled, " << from.frontier.size()
                                        << " in the frontier, " << to_string(method) << (transpose ? ", transposed" : "")
                                        << (asked ? ", asked" : "") << ", rounds " << most << ", " << ctx.threads()
                                        << " threads");
                            auto w = vector_with<T>(n, from.filled);
                            gb::vector<std::int32_t> rounds(3);
                            const auto made = gb::propagate(
                                ctx, w, vector_with<void>(n, from.frontier), gb::visit, semiring, a,
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
        gb::propagate(ctx, reached, reached, gb::visit, gb::any_pair<bool>, a);
        // With several devices the report goes on after a semicolon: which device made it all, and why only one.
        const std::string reason = ctx.last_report().reason;
        return reason.substr(0, reason.find(';'));
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
        CHECK(gb::propagate(ctx, w, w, gb::visit, gb::any_secondi<std::int64_t>, a) == want_rounds);
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
        gb::propagate(ctx, label, label, gb::visit, gb::any_first<std::int32_t>, a);
        CHECK(label == want);
    }
}

TEMPLATE_TEST_CASE("propagate: entries are improved until none can be", "[spec][vector]", std::int32_t, std::int64_t, float,
                   double) {
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
                const auto made = gb::propagate(ctx, by_rounds, start, gb::relax, gb::min_plus<T>, a, {.rounds = &rounds});
                CHECK(made == want_rounds);
                CHECK(fault(by_rounds).empty());
                for (index v = 0; v < g.n; ++v) {
                    if (!by_rounds.has_element(v)) continue;
                    if (rounds.get_element(v) != round[static_cast<std::size_t>(v)]) FAIL("vertex " << v << ": another round");
                }
                for (const double longest : {0.0, 9.0, 100.0, 0.01, 1e300}) {
                    auto w = start;
                    gb::propagate(ctx, w, w, gb::relax, gb::min_plus<T>, a, {.longest = longest});
                    if (const std::string found = fault(w); !found.empty()) FAIL(found << ", longest " << longest);
                    if (on_cuda()) CHECK_THAT(ctx.last_report().reason, Catch::Matchers::StartsWith("one kernel: "));
                }
            }
        }
    }
}

TEST_CASE("propagate: on a device a warp goes on along short rows without waiting for others", "[spec][vector]") {
    if (!on_cuda()) return;
    // A grid with edges to the right and down, and a hub that reaches every third vertex.
    constexpr index rows = 40, length = 61, n = rows * length;
    std::vector<index> from, to;
    std::vector<std::int32_t> lengths;
    const auto join = [&](index i, index j) {
        from.push_back(i);
        to.push_back(j);
        lengths.push_back(static_cast<std::int32_t>(1 + (7 * i + 11 * j) % 9));
    };
    for (index v = 0; v < n; ++v) {
        if (v % length + 1 < length) join(v, v + 1);
        if (v + length < n) join(v, v + length);
        if (v % 3 == 0 && v != n / 2) join(n / 2, v);
    }
    const auto a = gb::matrix<std::int32_t>::from_edges(n, n, from, to, lengths);
    auto want = vector_with<std::int32_t>(n, {0});
    gb::propagate(contexts()[0], want, want, gb::relax, gb::min_plus<std::int32_t>, a, {.method = gb::method::hash});
    for (const gb::context& ctx : contexts()) {
        for (const double longest : {0.0, 1.0, 9.0, 1e6}) {
            auto w = vector_with<std::int32_t>(n, {0});
            const auto made = gb::propagate(ctx, w, w, gb::relax, gb::min_plus<std::int32_t>, a, {.longest = longest});
            CHECK(w == want);
            // The vertex in the last row and column is 99 edges away; a warp follows 16 in a round.
            if (longest == 1e6) CHECK(made <= 99 / 4);
        }
    }
}

TEST_CASE("propagate: the widest paths", "[spec][vector]") {
    const auto a = gb::matrix<float>::from_edges(4, 4, {0, 0, 1, 2}, {1, 2, 3, 3}, std::vector<float>{5, 2, 1, 7});
    for (const gb::context& ctx : contexts()) {
        gb::vector<float> w(4);
        w.set_element(0, 100);
        CHECK(gb::propagate(ctx, w, w, gb::relax, gb::max_min<float>, a) == 2);
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
    CHECK_THROWS_AS(gb::propagate(ctx, w, frontier, gb::visit, semiring, gb::matrix<void>(50, 51)), gb::dimension_mismatch);
    CHECK_THROWS_AS(gb::propagate(ctx, short_one, frontier, gb::visit, semiring, a), gb::dimension_mismatch);
    CHECK_THROWS_AS(gb::propagate(ctx, w, short_one, gb::visit, semiring, a), gb::dimension_mismatch);
    CHECK_THROWS_AS(gb::propagate(ctx, w, frontier, gb::visit, semiring, a, {.rounds = &w}), gb::invalid_value);
    CHECK_THROWS_AS(gb::propagate(ctx, w, frontier, gb::visit, semiring, a, {.method = gb::method::merge}), gb::unsupported);
    CHECK(w == before);
    gb::vector<void> nothing;
    CHECK(gb::propagate(ctx, nothing, nothing, gb::visit, gb::any_pair<bool>, gb::matrix<void>(0, 0)) == 0);
}

}  // namespace spec
