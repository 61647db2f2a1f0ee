// Calls that the device refuses, made with a context that may use the host for them.
//
// Idea: each call is made with context::automatic(), on a machine with a device, and with host threads; the results have to be
// equal. A context of the device itself refuses every one of them, so that a call that a device learns later is noticed here.
#include <string>
#include <utility>
#include <vector>

#include <graphblas_gpu/bit_rows.hpp>
#include <graphblas_gpu/mxm.hpp>
#include <graphblas_gpu/own_semiring.hpp>
#include <graphblas_gpu/plan.hpp>

#include <tests/catch.hpp>
#include <tests/cuda/compare.hpp>

using namespace compare;

namespace {

/// The widest of the two paths, and how wide a path of two edges is.
struct widest_path {
    static constexpr gb::monoid<gb::max, float> add{};
    static constexpr float multiply(float x, float y) { return x < y ? x : y; }
};

/// A value type that no device has: its 12 bytes are none of the sizes that devices move.
struct span_of_time {
    std::int32_t first, last, unit;
    friend bool operator==(const span_of_time&, const span_of_time&) = default;
};

/// Another one, which floats are cast to.
struct marked {
    float value = 0;
    std::int32_t mark = 7, unused = 0;
    marked() = default;
    marked(float x) : value(x) {}
    friend bool operator==(const marked&, const marked&) = default;
};

gb::context& chosen() {
    static gb::context ctx = gb::context::automatic();
    return ctx;
}

/// call(ctx) gives a container.
template <class Call>
void check_refused(const char* operation, const Call& call) {
    INFO(operation);
    CHECK_THROWS_AS(call(on_device()), gb::unsupported);
    CHECK(call(chosen()) == call(on_host()));
    const gb::report said = chosen().last_report();
    CHECK(said.engine == "host");
    CHECK(said.operation == operation);
    CHECK(said.reason.find("the device refused the call (") != std::string::npos);
}

}  // namespace

TEST_CASE("refused calls: functions and semirings of the caller's own run on the host", "[cuda][refused]") {
    const auto a = any_matrix<float>(30, 30, 1), b = any_matrix<float>(30, 30, 2);
    const auto u = any_vector<float>(30, 3);
    const auto twice = [](float x) { return 2 * x; };
    const auto larger = [](float x, float y) { return x > y ? x : y; };
    const auto with_c = [&](const gb::context& ctx, const auto& run) {
        gb::matrix<float> c = b;
        run(ctx, c);
        return c;
    };
    check_refused("apply", [&](const gb::context& ctx) { return gb::apply(ctx, twice, a); });
    check_refused("apply", [&](const gb::context& ctx) {
        return with_c(ctx, [&](const gb::context& on, auto& c) { gb::apply(on, c, gb::structure(a), larger, gb::ainv{}, a); });
    });
    check_refused("select", [&](const gb::context& ctx) { return gb::select(ctx, [](float x) { return x > 3; }, a); });
    check_refused("ewise_add", [&](const gb::context& ctx) { return gb::ewise_add(ctx, larger, a, b); });
    check_refused("ewise_mult", [&](const gb::context& ctx) { return gb::ewise_mult(ctx, larger, a, b); });
    check_refused("kronecker", [&](const gb::context& ctx) { return gb::kronecker(ctx, larger, a, b); });
    check_refused("assign", [&](const gb::context& ctx) {
        return with_c(ctx, [&](const gb::context& on, auto& c) { gb::assign(on, c, gb::no_mask, larger, a); });
    });
    check_refused("mxm", [&](const gb::context& ctx) { return gb::mxm(ctx, widest_path{}, a, b); });
    check_refused("mxm", [&](const gb::context& ctx) {
        return with_c(ctx, [&](const gb::context& on, auto& c) {
            gb::mxm(on, c, !gb::structure(a), larger, gb::min_plus<float>, a, b, {.replace = true});
        });
    });
    check_refused("vxm", [&](const gb::context& ctx) { return gb::vxm(ctx, widest_path{}, u, a); });
    check_refused("sort", [&](const gb::context& ctx) {
        return gb::sort(
                   ctx, [](float x, float y) { return x > y; }, u)
            .values;
    });
    check_refused("from_edges", [&](const gb::context& ctx) {
        const std::vector<gb::index> i{1, 1, 2}, j{3, 3, 0};
        return gb::matrix<float>::from_edges(ctx, 4, 4, i, j, std::vector<float>{1, 2, 3}, larger);
    });
    check_refused("plan_mxm", [&](const gb::context& ctx) { return gb::plan_mxm(ctx, widest_path{}, a, b).execute(); });
}

TEST_CASE("refused calls: functions that are called for bits run on the host", "[cuda][refused]") {
    const auto a = any_matrix<float>(30, 30, 1);
    gb::bit_rows from(3, 30);
    for (gb::index i = 0; i < 3; ++i) from.set_element(i, 9 * i);
    const auto reached = [&](const gb::context& ctx) {
        std::vector<std::uint64_t> seen(30);
        gb::bit_rows w(3, 30), fresh(3, 30);
        const auto note = [&](gb::column_index j, std::uint64_t rows, gb::column_index) { seen[j] |= rows; };
        gb::mxm_update(ctx, w, fresh, from, a, {}, note);
        return std::pair(gb::to_matrix(on_host(), fresh), seen);
    };
    check_refused("mxm_update", reached);
    check_refused("to_matrix", [&](const gb::context& ctx) {
        return gb::to_matrix<std::int64_t>(ctx, from, [](gb::index i, gb::index j) { return 100 * i + j; });
    });
}

TEST_CASE("refused calls: containers of a type of the caller's own stay on the host", "[cuda][refused]") {
    gb::matrix<span_of_time> a(20, 30);
    for (std::int32_t i = 0; i < 20; ++i) a.set_element(i, (7 * i) % 30, {i, i + 3, 1});
    check_refused("transpose", [&](const gb::context& ctx) { return gb::transpose(ctx, a); });
    check_refused("extract", [&](const gb::context& ctx) { return gb::extract(ctx, a, gb::range{0, 10}, gb::all); });
    check_refused("apply", [&](const gb::context& ctx) {
        return gb::apply(ctx, [](const span_of_time& t) { return t.last - t.first; }, a);
    });
}

namespace {

std::vector<gb::report> heard;

}  // namespace

TEST_CASE("refused calls: the host gives the values of a plan that a device has made", "[cuda][refused]") {
    const auto a = any_matrix<float>(30, 30, 1), b = any_matrix<float>(30, 30, 2);
    const auto executed = [&](const gb::context& ctx) {
        gb::matrix<marked> c(30, 30);
        const auto plan = gb::plan_mxm(ctx, gb::structure(a), gb::min_plus<float>, a, b);
        plan.execute(c);
        return c;
    };
    const auto plan = gb::plan_mxm(chosen(), gb::structure(a), gb::min_plus<float>, a, b);
    CHECK(plan.report().engine == "cuda");
    check_refused("plan_mxm", executed);
}

TEST_CASE("refused calls: a listener hears of each, with the reason and the bytes that were copied", "[cuda][refused]") {
    const auto a = any_matrix<float>(30, 30, 1);
    const auto twice = [](float x) { return 2 * x; };
    const gb::context ctx = gb::context::automatic();
    (void)gb::apply(ctx, twice, a);  // nobody listens yet
    ctx.on_refusal([](const gb::report& call) noexcept { heard.push_back(call); });
    // An algorithm: last_report() is about its last call.
    const auto product = gb::mxm(ctx, gb::plus_times<float>, gb::apply(ctx, twice, a), a);
    (void)gb::mxm(ctx, gb::min_plus<float>, gb::select(ctx, [](float x) { return x > 2; }, product), a);
    CHECK(ctx.last_report().engine == "cuda");
    REQUIRE(heard.size() == 2);
    CHECK(heard[0].operation == "apply");
    CHECK(heard[1].operation == "select");
    CHECK(heard[1].bytes_to_host >= product.nvals() * 8);
    for (const gb::report& call : heard) {
        CHECK(call.engine == "host");
        CHECK_THAT(call.reason, contains_text("the device refused the call (" + call.operation + ": "));
    }
    // A call that the host refuses too has not run.
    CHECK_THROWS_AS(gb::mxm(ctx, gb::min_plus<float>, a, a, {.precision = gb::precision::mixed}), gb::unsupported);
    CHECK(heard.size() == 2);
    ctx.on_refusal(nullptr);
    (void)gb::apply(ctx, twice, a);
    CHECK(heard.size() == 2);
}

TEST_CASE("refused calls: what the device can do runs there, and its own errors are thrown", "[cuda][refused]") {
    const auto a = any_matrix<float>(30, 30, 1), b = any_matrix<float>(30, 30, 2);
    (void)gb::apply(chosen(), [](float x) { return x; }, a);
    const auto c = gb::mxm(chosen(), gb::plus_times<float>, a, b);
    CHECK_FALSE(c.any().is_on_host());
    CHECK(chosen().last_report().engine == "cuda");
    CHECK(chosen().last_report().operation == "mxm");
    // The bytes that a call on the host had copied, and none twice.
    (void)gb::apply(chosen(), [](float x) { return x; }, c);
    CHECK(chosen().last_report().bytes_to_host >= c.nvals() * 8);
    (void)gb::apply(chosen(), [](float x) { return x; }, c);
    CHECK(chosen().last_report().bytes_to_host == 0);
    CHECK_THROWS_AS(gb::mxm(chosen(), gb::plus_times<float>, a, gb::matrix<float>(31, 30)), gb::dimension_mismatch);
    // After an error the next refused call still runs on the host.
    CHECK(gb::apply(chosen(), [](float x) { return x; }, a) == a);
    gb::context moved = gb::context::automatic();
    const gb::context kept = std::move(moved);
    CHECK_THROWS_AS(gb::transpose(moved, a), gb::invalid_context);
}
