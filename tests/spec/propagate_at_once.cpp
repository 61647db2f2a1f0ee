// The kernels that make all rounds of propagate on host threads, against the loop over vxm_update that says what they mean.
//
// Idea: graphs that lead each kernel to each of its decisions, on one thread, on several, and on more than there are
// processors. What was decided is read from the report.
#include "trial.hpp"

#include <algorithm>
#include <cmath>
#include <thread>

namespace spec {

namespace {

constexpr auto all_of_them = std::numeric_limits<std::int32_t>::max();

/// Edges, which may be listed twice.
struct edge_list {
    index n = 0;
    std::vector<index> from, to;

    void add(index i, index j) {
        from.push_back(i);
        to.push_back(j);
    }
    void add_both(index i, index j) {
        add(i, j);
        add(j, i);
    }
    gb::matrix<void> structure() const { return gb::matrix<void>::from_edges(n, n, from, to); }
    /// Lengths from `shortest` to `longest` that the edge alone decides, the same in both directions.
    template <class T>
    gb::matrix<T> lengths(int shortest, int longest) const {
        std::vector<T> length;
        for (std::size_t e = 0; e < from.size(); ++e) {
            const index low = std::min(from[e], to[e]), high = std::max(from[e], to[e]);
            length.push_back(static_cast<T>(shortest + (7 * low + 13 * high) % (longest - shortest + 1)));
        }
        return gb::matrix<T>::from_edges(n, n, from, to, length, gb::min{});
    }
};

/// A path that leads into a random graph, and another one that leads out of it: few edges a round, many, and few again.
edge_list path_with_a_crowd(index on_path, index in_crowd, index degree, bool both_ways) {
    edge_list g{2 * on_path + in_crowd, {}, {}};
    for (index v = 0; v + 1 < on_path; ++v) {
        g.add_both(v, v + 1);
        g.add_both(on_path + in_crowd + v, on_path + in_crowd + v + 1);
    }
    g.add_both(on_path - 1, on_path);
    g.add_both(on_path + in_crowd - 1, on_path + in_crowd);
    random r(11);
    for (index e = 0; e < in_crowd * degree; ++e) {
        const index i = on_path + r.below(in_crowd), j = on_path + r.below(in_crowd);
        g.add(i, j);
        if (both_ways) g.add(j, i);
    }
    return g;
}

/// Three vertices that lead to thousands, which have some edges among themselves.
edge_list long_rows() {
    edge_list g{20000, {}, {}};
    for (index v = 3; v < g.n; ++v) {
        g.add_both(0, v);
        if (v % 3 > 0) g.add_both(1, v);
        if (v % 4 > 0) g.add(2, v);
        g.add(v, 3 + (v * 17) % (g.n - 3));
    }
    return g;
}

edge_list simple_path(index n) {
    edge_list g{n, {}, {}};
    for (index v = 0; v + 1 < n; ++v) g.add_both(v, v + 1);
    return g;
}

const std::vector<gb::context>& teams() {
    static const std::vector<gb::context> all = [] {
        const int more = 2 * static_cast<int>(std::thread::hardware_concurrency()) + 1;
        std::vector<gb::context> made;
        for (const int threads : {1, 2, 5, std::min(more, 24)}) made.push_back(gb::context::host({.threads = threads}));
        return made;
    }();
    return all;
}

/// The number before some words in the sentence of the report.
int number_before(const gb::context& ctx, const std::string& words) {
    const std::string reason = ctx.last_report().reason;
    const auto at = reason.find(" " + words);
    REQUIRE(at != std::string::npos);
    const auto begin = reason.find_last_of(' ', at - 1);
    return std::stoi(reason.substr(begin == std::string::npos ? 0 : begin + 1));
}

template <class T>
gb::vector<T> with_entries(index n, const std::vector<index>& at) {
    gb::vector<T> v(n);
    for (const index i : at) {
        if constexpr (std::is_void_v<T>)
            v.set_element(i);
        else
            v.set_element(i, static_cast<T>(i % 100));
    }
    return v;
}

/// What a search has decided.
struct decided {
    int pulled = 0, shared_steps = 0;
};

/// Searches by the kernel and by the loop; the answers must be the same.
template <class T, class S>
decided compare_searches(const gb::context& ctx, const gb::matrix<void>& a, const S& semiring, const std::vector<index>& filled,
                         const std::vector<index>& frontier, bool transpose = false, std::int32_t most_rounds = all_of_them) {
    INFO(ctx.threads() << " threads, " << filled.size() << " filled, " << frontier.size() << " in the frontier, at most "
                       << most_rounds << " rounds" << (transpose ? ", transposed" : ""));
    gb::vector<std::int32_t> rounds, rounds_of_loop;
    auto w = with_entries<T>(a.nrows(), filled), w_of_loop = w;
    const auto from = with_entries<void>(a.nrows(), frontier);
    const auto want = gb::operations::fill_by_rounds(
        ctx, w_of_loop, from, semiring, a, {.most_rounds = most_rounds, .transpose = transpose, .rounds = &rounds_of_loop});
    CHECK(gb::propagate(ctx, w, from, gb::visit, semiring, a,
                        {.most_rounds = most_rounds, .transpose = transpose, .rounds = &rounds}) == want);
    const decided found{number_before(ctx, "pulled"), number_before(ctx, "steps shared")};
    CHECK(w == w_of_loop);
    CHECK(rounds == rounds_of_loop);
    auto without_rounds = with_entries<T>(a.nrows(), filled);
    gb::propagate(ctx, without_rounds, from, gb::visit, semiring, a, {.most_rounds = most_rounds, .transpose = transpose});
    CHECK(without_rounds == w_of_loop);
    return found;
}

template <class T, class S>
gb::vector<T> relaxed_by_loop(const gb::vector<T>& start, const S& semiring, const auto& a, bool transpose = false) {
    auto w = start;
    gb::operations::improve_by_rounds(teams()[0], w, start, semiring, a, {.transpose = transpose});
    return w;
}

template <class T>
bool same_vectors(const gb::vector<T>& a, const gb::vector<T>& b) {
    return std::ranges::equal(a.indices(), b.indices()) && std::ranges::equal(a.values(), b.values(), same<T>);
}

}  // namespace

TEST_CASE("propagate at once: a search pushes, pulls, and pushes again", "[spec][vector]") {
    if (on_cuda()) return;
    for (const bool both_ways : {true, false}) {
        const edge_list g = path_with_a_crowd(30, 9000, 12, both_ways);
        const auto a = g.structure();
        for (const bool asked : {false, true}) {
            if (asked) CHECK(a.is_symmetric(teams()[0]) == both_ways);
            for (const gb::context& ctx : teams()) {
                for (const index source : {index{0}, g.n - 1, index{40}}) {
                    const auto found =
                        compare_searches<std::int64_t>(ctx, a, gb::any_secondi<std::int64_t>, {source}, {source});
                    CHECK((found.pulled > 0) == (asked && both_ways));
                    CHECK((found.shared_steps > 0) == (ctx.threads() > 1));
                }
                compare_searches<std::int32_t>(ctx, a, gb::any_secondi<std::int32_t>, {0}, {0});
                compare_searches<void>(ctx, a, gb::any_pair<bool>, {0}, {0});
                compare_searches<float>(ctx, a, gb::any_pair<float>, {0, 5, 9000}, {0, 60});
                compare_searches<bool>(ctx, a, gb::any_pair<bool>, {}, {0, 60});
            }
        }
        // Along the rows of A', which are made for this; then rows of A are there to pull along.
        const auto fresh = g.structure();
        for (const gb::context& ctx : teams()) {
            const auto found = compare_searches<std::int64_t>(ctx, fresh, gb::any_secondi<std::int64_t>, {40}, {40}, true);
            CHECK(found.pulled > 0);
        }
    }
}

TEST_CASE("propagate at once: positions that are filled and not in the frontier are no neighbours", "[spec][vector]") {
    if (on_cuda()) return;
    // Half of the crowd is filled before, so that most neighbours of a blank position never were in a frontier.
    const edge_list g = path_with_a_crowd(3, 9000, 12, true);
    const auto a = g.structure();
    CHECK(a.is_symmetric(teams()[0]));
    std::vector<index> filled;
    for (index v = 0; v < g.n; v += 2) filled.push_back(v);
    for (const gb::context& ctx : teams()) {
        CHECK(compare_searches<std::int64_t>(ctx, a, gb::any_secondi<std::int64_t>, filled, {1, 5, 10}).pulled > 0);
    }
}

TEST_CASE("propagate at once: the rounds of a search are limited, or there are none", "[spec][vector]") {
    if (on_cuda()) return;
    const edge_list g = path_with_a_crowd(4, 9000, 12, true);
    const auto a = g.structure();
    CHECK(a.is_symmetric(teams()[0]));
    const auto secondi = gb::any_secondi<std::int64_t>;
    for (const gb::context& ctx : teams()) {
        for (std::int32_t most = -1; most < 12; ++most) compare_searches<std::int64_t>(ctx, a, secondi, {0}, {0}, false, most);
        compare_searches<std::int64_t>(ctx, a, secondi, {0}, {});
        compare_searches<std::int64_t>(ctx, a, secondi, {}, {});
        compare_searches<std::int64_t>(ctx, gb::matrix<void>(9, 9), secondi, {2}, {2, 3});
        compare_searches<void>(ctx, gb::matrix<void>(0, 0), gb::any_pair<bool>, {}, {});
    }
}

TEST_CASE("propagate at once: narrow rounds of a search are not shared", "[spec][vector]") {
    if (on_cuda()) return;
    const auto a = simple_path(3000).structure();
    for (const gb::context& ctx : teams()) {
        CHECK(compare_searches<std::int64_t>(ctx, a, gb::any_secondi<std::int64_t>, {7}, {7}).shared_steps == 0);
    }
}

TEST_CASE("propagate at once: threads share long rows", "[spec][vector]") {
    if (on_cuda()) return;
    const edge_list g = long_rows();
    const auto a = g.structure();
    const auto lengths = g.lengths<std::int32_t>(1, 50);
    for (const gb::context& ctx : teams()) {
        // Vertices 0, 1 and 2 are one round: 0 and 1 reach most vertices both, and 0 is their parent.
        const auto found = compare_searches<std::int64_t>(ctx, a, gb::any_secondi<std::int64_t>, {1, 2}, {0, 1, 2});
        CHECK(found.pulled == 0);
        // One step for the short rows and one for the long ones, in the first round and in the second.
        if (ctx.threads() > 1) CHECK(found.shared_steps >= 3);
        auto w = with_entries<std::int32_t>(g.n, {0, 1, 2, 7});
        const auto want = relaxed_by_loop(w, gb::min_plus<std::int32_t>, lengths);
        gb::propagate(ctx, w, w, gb::relax, gb::min_plus<std::int32_t>, lengths, {.longest = 50});
        CHECK(w == want);
    }
}

TEST_CASE("propagate at once: threads share the row of one hub, and of a second one later", "[spec][vector]") {
    if (on_cuda()) return;
    edge_list g{2 * 9001, {}, {}};
    for (index v = 1; v <= 9000; ++v) {
        g.add_both(0, v);
        g.add_both(9001, 9001 + v);
    }
    const edge_list apart = g;
    g.add_both(1, 9001);
    for (const gb::context& ctx : teams()) {
        // The hub, which is put off, and the parts of its row; its neighbours; the same for the other hub.
        const auto found = compare_searches<std::int64_t>(ctx, g.structure(), gb::any_secondi<std::int64_t>, {0}, {0});
        CHECK(found.shared_steps == (ctx.threads() > 1 ? 6 : 0));
        const auto one_hub = compare_searches<std::int64_t>(ctx, apart.structure(), gb::any_secondi<std::int64_t>, {0}, {0});
        CHECK(one_hub.shared_steps == (ctx.threads() > 1 ? 3 : 0));
    }
    const auto a = apart.lengths<std::int32_t>(2, 2);
    for (const gb::context& ctx : teams()) {
        auto w = with_entries<std::int32_t>(g.n, {0});
        gb::propagate(ctx, w, w, gb::relax, gb::min_plus<std::int32_t>, a, {.longest = 1});
        CHECK(w.nvals() == 9001);
        CHECK(w.get_element(9000) == 2);
        // The hub, which is put off; the parts of its row; and all others, in the next bucket.
        CHECK(number_before(ctx, "steps shared") == (ctx.threads() > 1 ? 3 : 0));
    }
}

TEMPLATE_TEST_CASE("propagate at once: positions are relaxed in buckets", "[spec][vector]", std::int32_t, std::int64_t, float,
                   double) {
    if (on_cuda()) return;
    using T = TestType;
    const edge_list g = path_with_a_crowd(30, 3000, 8, false);
    const auto a = g.lengths<T>(0, 255);
    const auto narrow_values = g.lengths<std::int16_t>(0, 255);
    for (const bool transpose : {false, true}) {
        for (const auto& at : {std::vector<index>{0}, std::vector<index>{50, 2000, 3050}, std::vector<index>{}}) {
            const auto start = with_entries<T>(g.n, at);
            const auto want = relaxed_by_loop(start, gb::min_plus<T>, a, transpose);
            for (const gb::context& ctx : teams()) {
                for (const double longest : {255.0, 8.0, 100000.0}) {
                    INFO(ctx.threads() << " threads, longest " << longest << (transpose ? ", transposed" : ""));
                    auto w = start;
                    gb::propagate(ctx, w, w, gb::relax, gb::min_plus<T>, a, {.transpose = transpose, .longest = longest});
                    CHECK(same_vectors(w, want));
                    const bool has_work = !at.empty();
                    CHECK((number_before(ctx, "buckets") > 0) == has_work);
                    if (longest == 255.0) CHECK((number_before(ctx, "steps shared") > 0) == (has_work && ctx.threads() > 1));
                }
                auto w = start;
                gb::propagate(ctx, w, w, gb::relax, gb::min_plus<T>, narrow_values, {.transpose = transpose, .longest = 255});
                CHECK(same_vectors(w, want));
            }
        }
    }
}

TEST_CASE("propagate at once: what comes into the bucket that is due is used at once", "[spec][vector]") {
    if (on_cuda()) return;
    const auto a = simple_path(400).lengths<std::int32_t>(1, 1);
    for (const gb::context& ctx : teams()) {
        auto w = with_entries<std::int32_t>(400, {0});
        CHECK(gb::propagate(ctx, w, w, gb::relax, gb::min_plus<std::int32_t>, a, {.longest = 1000}) == 1);
        CHECK(w.get_element(399) == 399);
        CHECK(number_before(ctx, "steps shared") == 0);
        // Buckets of two: half as many as vertices, since edges lead on by one. More threads than edges of a vertex have wider
        // ones.
        w = with_entries<std::int32_t>(400, {0});
        const int buckets = gb::propagate(ctx, w, w, gb::relax, gb::min_plus<std::int32_t>, a, {.longest = 2});
        const double wider = std::max(1.0, ctx.threads() / (798.0 / 400));
        CHECK(std::abs(buckets - 200 / wider) <= 1);
    }
}

TEST_CASE("propagate at once: given values lie far apart, or below 0", "[spec][vector]") {
    if (on_cuda()) return;
    edge_list g{300, {}, {}};
    for (index v = 0; v + 1 < g.n; ++v) {
        if (v % 100 < 99) g.add_both(v, v + 1);  // three paths
    }
    const auto a = g.lengths<std::int32_t>(1, 9);
    gb::vector<std::int32_t> start(g.n);
    start.set_element(0, 5);
    start.set_element(100, -100000);
    start.set_element(200, 100500);
    start.set_element(299, std::numeric_limits<std::int32_t>::max());  // the identity of min is no value
    for (const gb::context& ctx : teams()) {
        auto w = start;
        gb::propagate(ctx, w, w, gb::relax, gb::min_saturating_plus<std::int32_t>, a, {.longest = 9});
        // Some 55 buckets for each path, one path after the other; buckets without a value cost nothing. Three threads have
        // wider ones.
        const double wider = std::max(1.0, ctx.threads() / (594.0 / 300));
        CHECK(number_before(ctx, "buckets") > 150 / wider - 6);
        CHECK(number_before(ctx, "buckets") < 180 / wider + 6);
        CHECK(w == relaxed_by_loop(start, gb::min_saturating_plus<std::int32_t>, a));
    }
}

TEMPLATE_TEST_CASE("propagate at once: sums that do not fit saturate, or wrap around as in the loop", "[spec][vector]",
                   std::int32_t, std::int64_t) {
    if (on_cuda()) return;
    using T = TestType;
    constexpr T most = std::numeric_limits<T>::max();
    const auto a = gb::matrix<T>::from_edges(4, 4, {0, 1, 2}, {1, 2, 3}, std::vector<T>{most / 2, most / 2, most / 2});
    for (const gb::context& ctx : teams()) {
        auto saturated = with_entries<T>(4, {0});
        gb::propagate(ctx, saturated, saturated, gb::relax, gb::min_saturating_plus<T>, a,
                      {.longest = static_cast<double>(most / 2)});
        CHECK(number_before(ctx, "buckets") > 0);
        CHECK(saturated.to_entries().values == std::vector<T>{0, most / 2, most / 2 * 2});
        auto wrapped = with_entries<T>(4, {0});
        gb::propagate(ctx, wrapped, wrapped, gb::relax, gb::min_plus<T>, a, {.longest = static_cast<double>(most / 2)});
        CHECK(ctx.last_report().operation != "propagate");
        CHECK(wrapped == relaxed_by_loop(with_entries<T>(4, {0}), gb::min_plus<T>, a));
        CHECK(wrapped.nvals() == 4);
    }
}

TEST_CASE("propagate at once: zeros keep their sign and NaN counts for nothing, as in the loop", "[spec][vector]") {
    if (on_cuda()) return;
    const double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
    const auto a = gb::matrix<double>::from_edges(6, 6, {0, 0, 1, 2, 3, 4}, {1, 2, 3, 3, 4, 5},
                                                  std::vector<double>{-0.0, 0.0, -0.0, 0.0, nan, 1.0});
    for (const double source : {0.0, -0.0, 3.0, nan, infinity, -infinity}) {
        for (const double other : {2.0, 0.0, -0.0, nan, infinity}) {
            gb::vector<double> start(6);
            start.set_element(0, source);
            start.set_element(3, other);
            const auto want = relaxed_by_loop(start, gb::min_plus<double>, a);
            for (const gb::context& ctx : teams()) {
                for (const double longest : {1.0, 5e-324, infinity}) {
                    auto w = start;
                    gb::propagate(ctx, w, w, gb::relax, gb::min_plus<double>, a, {.longest = longest});
                    INFO("from " << source << " and " << other << ", " << ctx.threads() << " threads, longest " << longest);
                    CHECK(same_vectors(w, want));
                }
            }
        }
    }
}

TEST_CASE("propagate at once: options that only the loop knows", "[spec][vector]") {
    if (on_cuda()) return;
    const auto a = simple_path(50).lengths<std::int32_t>(1, 9);
    const gb::context& ctx = teams()[1];
    const auto is_at_once = [&](const gb::propagate_options& how) {
        auto w = with_entries<std::int32_t>(50, {0});
        gb::propagate(ctx, w, w, gb::relax, gb::min_plus<std::int32_t>, a, how);
        return ctx.last_report().operation == "propagate";
    };
    gb::vector<std::int32_t> rounds;
    CHECK(is_at_once({.longest = 9}));
    CHECK(is_at_once({.method = gb::method::dense, .longest = 9}));
    CHECK_FALSE(is_at_once({}));
    CHECK_FALSE(is_at_once({.most_rounds = 3, .longest = 9}));
    CHECK_FALSE(is_at_once({.rounds = &rounds, .longest = 9}));
    CHECK_FALSE(is_at_once({.method = gb::method::hash, .longest = 9}));
}

}  // namespace spec
