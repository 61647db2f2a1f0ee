// vxm_update against the specification: w as vxm makes it, and what changed by comparing w before and after.
#include "vector_trial.hpp"

#include <cmath>

namespace spec {

namespace {

/// Entries everywhere.
template <class T>
gb::vector<T> random_full(random& r, index size) {
    return write<gb::vector<T>>(random_dense<T>(r, 1, size, 1.0));
}

/// w = accum(w, u A) where w has an entry everywhere: the way of relaxation, for all forms of u.
template <class T, class Accum, class S>
void check_relaxation(const Accum& accum, const S& semiring) {
    random r(20240606);
    for (const auto& shape : vector_product_shapes) {
        const auto u = random_dense<T>(r, 1, shape.inner, shape.fill);
        const auto a = random_dense<T>(r, shape.inner, shape.rows, shape.density);
        auto w0 = random_full<T>(r, shape.rows);
        w0.make_dense();
        const auto want = write_back(read(w0), filled(1, shape.rows, true), accum, mxm(semiring, u, a), false);
        for (const auto method : vector_methods) {
            for (const bool tb : {false, true}) {
                for (const bool is_dense : {false, true}) {
                    const auto matrix = write<gb::matrix<T>>(tb ? transposed(a) : a);
                    auto w = w0;
                    update_and_check_changes<T>(contexts()[is_dense], w, gb::no_mask, accum, semiring,
                                                in_form(write<gb::vector<T>>(u), is_dense), matrix,
                                                {.transpose_b = tb, .method = method});
                    expect_none(difference(w, want), [&] {
                        return shape_text({shape.inner, shape.rows}) + " by " + gb::to_string(method);
                    });
                }
            }
        }
    }
}

}  // namespace

TEST_CASE("vxm_update: min_plus<int32>, changes with their values", "[spec][vector]") {
    using T = std::int32_t;
    check_update<T, T, T, T, std::int64_t>("min_plus<int32>", gb::min_plus<T>);
}
TEST_CASE("vxm_update: any_secondi<int64> of structures, changes as structure", "[spec][vector]") {
    using T = std::int64_t;
    check_update<T, T, void, void, void>("any_secondi<int64>", gb::any_secondi<T>);
}
TEST_CASE("vxm_update: any_pair<bool> into a structure", "[spec][vector]") {
    check_update<void, void, void, void, bool>("any_pair<bool>", gb::any_pair<bool>);
}
TEST_CASE("vxm_update: plus_times<float> into double", "[spec][vector]") {
    check_update<float, float, std::int8_t, float, double>("plus_times<float>", gb::plus_times<float>);
}

TEST_CASE("vxm_update: relaxation", "[spec][vector]") {
    check_relaxation<std::int32_t>(gb::min{}, gb::min_plus<std::int32_t>);
    check_relaxation<std::int64_t>(gb::monoid<gb::max, std::int64_t>{}, gb::max_plus<std::int64_t>);
    check_relaxation<float>(gb::min{}, gb::min_plus<float>);
    check_relaxation<double>(gb::max{}, gb::max_min<double>);
}

TEST_CASE("vxm_update: large, the same on any number of threads and in either direction", "[spec][vector]") {
    using T = std::int32_t;
    const index n = 20000;
    const auto a = random_graph<T>(n, 400000, 3);
    random r(4);
    for (const double fill : {0.001, 0.05, 0.6}) {
        const auto u = write<gb::vector<T>>(random_dense<T>(r, 1, n, fill));
        const auto old = write<gb::vector<std::int64_t>>(random_dense<std::int64_t>(r, 1, n, 0.3));
        auto filled_want = old;
        gb::assign(contexts()[0], filled_want, !gb::structure(old), gb::second{},
                   gb::vxm(contexts()[0], gb::any_secondi<std::int64_t>, u, a, {.method = gb::method::dense}));
        auto far = gb::vector<T>::full(n, 150);
        auto relaxed_want = far;
        gb::assign(contexts()[0], relaxed_want, gb::no_mask, gb::min{},
                   gb::vxm(contexts()[0], gb::min_plus<T>, u, a, {.method = gb::method::dense}));
        for (const gb::context& ctx : contexts()) {
            for (const auto method : vector_methods) {
                INFO("fill " << fill << ", " << ctx.threads() << " threads, " << gb::to_string(method));
                auto w = old;
                w.make_dense();
                update_and_check_changes<void>(ctx, w, !gb::structure(w), gb::no_accum, gb::any_secondi<std::int64_t>, u, a,
                                               {.method = method});
                CHECK(w == filled_want);
                auto d = far;
                update_and_check_changes<T>(ctx, d, gb::no_mask, gb::min{}, gb::min_plus<T>, u, a, {.method = method});
                CHECK(d == relaxed_want);
            }
        }
    }
}

TEST_CASE("vxm_update: relaxing long rows, of which each thread takes its own columns", "[spec][vector]") {
    using T = std::int32_t;
    constexpr index n = 20000;
    std::mt19937 engine(11);
    std::vector<index> rows, columns;
    std::vector<T> values;
    for (index i = 0; i < n; i += 100) {
        for (int k = 0; k < 400; ++k) {
            rows.push_back(i);
            columns.push_back(static_cast<index>(engine() % n));
            values.push_back(static_cast<T>(engine() % 1000));
        }
    }
    const auto a = gb::matrix<T>::from_edges(n, n, rows, columns, values, gb::min{});
    gb::vector<T> u(n);
    for (index i = 0; i < n; i += 100) u.set_element(i, static_cast<T>(engine() % 1000));
    std::vector<T> want(static_cast<std::size_t>(n), 900);
    for (const auto [i, j, weight] : a.entries()) {
        T& place = want[static_cast<std::size_t>(j)];
        place = std::min(place, static_cast<T>(*u.get_element(i) + weight));
    }
    for (const int threads : {1, 2, 3, 4, 8}) {
        const auto ctx = spec::context_with(threads);
        auto d = gb::vector<T>::full(n, 900);
        gb::vector<T> changed(n);
        gb::vxm_update(ctx, d, changed, gb::no_mask, gb::min{}, gb::min_plus<T>, u, a);
        CHECK(std::equal(want.begin(), want.end(), std::as_const(d).values().begin()));
        CHECK(changed.nvals() == std::count_if(want.begin(), want.end(), [](T x) { return x != 900; }));
    }
}

TEST_CASE("vxm_update: of 0 and -0 the first stays, whoever comes first", "[spec][vector]") {
    // Every term of w(j), j < 40, is 0 or -0; that of the smallest k, which is -0 for even j, comes after long rows, so that
    // a thread that begins elsewhere has got to other terms of it by then.
    const index n = 10000, first = 100;
    std::vector<index> rows, columns;
    std::vector<double> weights;
    for (index k = 0; k < n; ++k) {
        for (index j = k < first ? 40 : 0; j < (k < first ? n : 40); ++j) {
            rows.push_back(k);
            columns.push_back(j);
            weights.push_back((k + j) % 2 == 0 ? -0.0 : 0.0);
        }
    }
    if (left_out_on_cuda("vxm_update: of 0 and -0 the first stays", "minima are made in any order")) return;
    const auto a = gb::matrix<double>::from_edges(n, n, rows, columns, weights);
    const auto u = gb::vector<double>::full(n, -0.0);
    for (int repeat = 0; repeat < 20; ++repeat) {
        auto w = gb::vector<double>::full(n, 1.0);
        gb::vector<double> changed(n);
        gb::vxm_update(contexts()[2], w, changed, gb::no_mask, gb::min{}, gb::min_plus<double>, u, a);
        for (index j = 0; j < 40; ++j) CHECK(std::signbit(*w.get_element(j)) == (j % 2 == 0));
    }
}

TEST_CASE("vxm_update: the changes may go where the frontier or the mask is, not into w", "[spec][vector]") {
    using T = std::int64_t;
    const gb::context& ctx = contexts()[1];
    const auto a = random_graph<T>(300, 900, 5);
    for (const bool is_dense : {false, true}) {
        gb::vector<T> w(300);
        if (is_dense) w.make_dense();
        w.set_element(0, 0);
        gb::vector<void> frontier(300), apart(300), changed(300);
        frontier.set_element(0);
        for (int step = 0; step < 4; ++step) {
            auto v = w;
            apart = frontier;
            gb::vxm_update(ctx, v, changed, !gb::structure(v), gb::no_accum, gb::any_secondi<T>, apart, a);
            gb::vxm_update(ctx, w, frontier, !gb::structure(w), gb::no_accum, gb::any_secondi<T>, frontier, a);
            CHECK(v == w);
            CHECK(changed == frontier);
        }
        auto mask = gb::select(gb::context::host(), [](T, index j) { return j % 2 == 0; }, w);
        auto v = w, u = w;
        gb::vector<T> report(300);
        gb::vxm_update(ctx, v, report, gb::structure(mask), gb::min{}, gb::min_plus<T>, u, a);
        gb::vxm_update(ctx, w, mask, gb::structure(mask), gb::min{}, gb::min_plus<T>, w, a);
        CHECK(v == w);
        CHECK(mask == report);
        CHECK_THROWS_AS(gb::vxm_update(ctx, w, w, gb::no_mask, gb::min{}, gb::min_plus<T>, u, a), gb::invalid_value);
        gb::vector<T> short_one(299);
        CHECK_THROWS_AS(gb::vxm_update(ctx, w, short_one, gb::no_mask, gb::min{}, gb::min_plus<T>, u, a),
                        gb::dimension_mismatch);
        CHECK_THROWS_AS(gb::vxm_update(ctx, w, report, gb::no_mask, gb::min{}, gb::min_plus<T>, u, a,
                                       {.method = gb::method::merge}),
                        gb::unsupported);
        CHECK(v == w);
    }
}

TEST_CASE("assign: one value under a dense mask, large", "[spec][vector]") {
    random r(8);
    for (const index n : {1, 64, 100, 70000}) {
        const auto mask = write<gb::vector<void>>(random_dense<bool>(r, 1, n, 0.5));
        const auto old = write<gb::vector<int>>(random_dense<int>(r, 1, n, 0.5));
        auto want = read(old);
        for (const index j : mask.to_entries().indices) want.at(0, j) = 4;
        for (const gb::context& ctx : contexts()) {
            for_each_form([&](bool dense_w, bool dense_m, bool) {
                auto w = in_form(old, dense_w);
                const auto m = in_form(mask, dense_m);
                gb::assign(ctx, w, gb::structure(m), gb::no_accum, 4);
                expect_none(difference(w, want), [&] { return "size " + std::to_string(n); });
            });
        }
    }
}

}  // namespace spec
