// mxm_structure, mxm_nvals, mxm_reduce, mxm_flops, plan_mxm and the shorthands against the specification.
//
// Idea: what is left of a product when not all of it is wanted: for every mask, transposition and method.
#include "mxm_trial.hpp"
#include <graphblas_gpu/mxm.hpp>
#include <graphblas_gpu/plan.hpp>

#include <cmath>

namespace spec {

TEST_CASE("mxm_structure, mxm_nvals and mxm_flops", "[spec][variants]") {
    std::size_t next = 0;
    for_each_product<void, double, std::int8_t>([&](const auto& words, const auto& a, const auto& b, const auto& x,
                                                    const auto& y, const auto& mask, const auto& admits,
                                                    const options& o, const gb::descriptor& d) {
        const auto t = masked(mxm(gb::any_pair<bool>, a, b), admits);
        const gb::context& ctx = contexts()[next++ % 3];
        CHECK(gb::mxm_flops(ctx, x, y, d) == multiplications(a, b));
        with_mask_and_accumulator(o, mask, [&](const auto& view, const auto& none) {
            if constexpr (std::is_same_v<std::remove_cvref_t<decltype(none)>, gb::no_accum_t>) {
                if (d.method == gb::method::dot && (!o.masked || o.complement)) {
                    CHECK_THROWS_AS(gb::mxm_structure(ctx, view, x, y, d), gb::unsupported);
                    CHECK_THROWS_AS(gb::mxm_nvals(ctx, view, x, y, d), gb::unsupported);
                    return;
                }
                expect_none(difference(gb::mxm_structure(ctx, view, x, y, d), t), words);
                const index nvals = gb::mxm_nvals(ctx, view, x, y, d);
                if (nvals != count(t)) FAIL(words() << ": " << nvals << " entries, not " << count(t));
            }
        });
        if (!o.masked && d.method != gb::method::dot) {
            expect_none(difference(gb::mxm_structure(ctx, x, y, d), t), words);
            CHECK(gb::mxm_nvals(ctx, x, y, d) == count(t));
        }
    });
}

TEST_CASE("mxm_reduce by the monoid of the semiring", "[spec][variants]") {
    check_mxm_reduce<std::int64_t, std::int64_t>(gb::plus_times<std::int64_t>, gb::plus{}, equal);
    check_mxm_reduce<std::int32_t, std::int32_t>(gb::min_plus<std::int32_t>, gb::min{}, equal);
    check_mxm_reduce<void, std::int32_t>(gb::any_second<std::int32_t>, gb::any{}, equal);
    check_mxm_reduce<bool, bool>(gb::lor_land<>, gb::lor{}, equal);
}

TEST_CASE("mxm_reduce by another monoid", "[spec][variants]") {
    check_mxm_reduce<std::int64_t, std::int64_t>(gb::plus_times<std::int64_t>, gb::max{}, equal);
    check_mxm_reduce<std::int32_t, std::int32_t>(gb::min_plus<std::int32_t>, gb::plus{}, equal);
}

TEST_CASE("mxm_reduce of floating point, within the rounding of its sums", "[spec][variants]") {
    const auto near = [](float got, float want, const dense<float>& t, index inner) {
        // No term is larger than (1000 / 7)^2; a sum of n terms errs by at most n - 1 roundings of n such terms.
        const double n = static_cast<double>(t.nrows * t.ncols * inner);
        const double bound = n * n * (1000.0 / 7) * (1000.0 / 7) * std::numeric_limits<float>::epsilon();
        return std::abs(static_cast<double>(got) - static_cast<double>(want)) <= bound;
    };
    check_mxm_reduce<float, float>(gb::plus_times<float>, gb::plus{}, near);
}

TEST_CASE("mxm as an expression", "[spec][variants]") {
    std::size_t next = 0;
    for_each_product<std::int8_t, double, void>([&](const auto& words, const auto& a, const auto& b, const auto& x,
                                                    const auto& y, const auto&, const auto&, const options& o,
                                                    const gb::descriptor& d) {
        if (o.masked) return;
        const gb::context& ctx = contexts()[next++ % 3];
        const double tolerance = product_tolerance<std::remove_cvref_t<decltype(gb::plus_times<float>)>, float>(a.ncols);
        expect_none(difference(gb::mxm(ctx, gb::plus_times<float>, x, y, d), mxm(gb::plus_times<float>, a, b), tolerance),
                    words);
        // Where only structure matters, no value is computed at all.
        expect_none(difference(gb::mxm(ctx, gb::any_pair<bool>, x, y, d), mxm(gb::any_pair<bool>, a, b)), words);
    });
}

TEST_CASE("plan_mxm: executing gives the product, also after the values have changed", "[spec][variants]") {
    using T = std::int64_t;
    std::size_t next = 0;
    for_each_product<T, T, T>([&](const auto& words, const auto& a, const auto& b, const auto& stored_x,
                                  const auto& stored_y, const auto& mask, const auto& admits, const options& o,
                                  const gb::descriptor& d) {
        auto x = stored_x;
        auto y = stored_y;
        const gb::context& ctx = contexts()[next++ % 3];
        with_mask_and_accumulator(o, mask, [&](const auto& view, const auto&) {
            const auto plan = gb::plan_mxm(ctx, view, gb::plus_times<T>, x, y, d);
            const auto t = masked(mxm(gb::plus_times<T>, a, b), admits);
            if (d.method != gb::method::automatic) CHECK(plan.method() == d.method);
            CHECK(plan.nvals() == count(t));
            CHECK(plan.estimated_bytes() > 0);
            expect_none(difference(plan.execute(), t), words);
            CHECK(plan.report().method == plan.method());
            CHECK(plan.report().nvals == count(t));

            for (T& value : x.values()) value = gb::plus{}(value, T{2});
            for (T& value : y.values()) value = gb::times{}(value, T{3});
            const auto raised = apply<T>([](T value, index, index) { return gb::plus{}(value, T{2}); }, a);
            const auto tripled = apply<T>([](T value, index, index) { return gb::times{}(value, T{3}); }, b);
            const auto changed = masked(mxm(gb::plus_times<T>, raised, tripled), admits);
            expect_none(difference(plan.execute(), changed), words);
            gb::matrix<float> c(t.nrows, t.ncols);
            plan.execute(c);
            expect_none(difference(c, apply<float>([](T value, index, index) { return value; }, changed)), words);
        });
    });
}

TEST_CASE("plan_mxm: a changed structure is an error, and the output stays", "[spec][variants]") {
    const gb::context& ctx = contexts()[0];
    const std::vector<index> rows{0, 1, 2}, columns{1, 2, 0};
    const std::vector<float> values{1, 2, 3};
    auto a = gb::matrix<float>::from_edges(3, 3, rows, columns, values);
    const auto b = a;
    const auto plan = gb::plan_mxm(ctx, gb::plus_times<float>, a, b);
    gb::matrix<float> c = b;

    a.set_element(0, 1, 5.0f);  // an entry that is there: only its value changes
    CHECK_NOTHROW(plan.execute(c));
    CHECK(c.get_element(0, 2) == 10.0f);
    c = b;

    SECTION("an entry is added") { a.set_element(0, 0, 1.0f); }
    SECTION("an entry is removed") { a.remove_element(0, 1); }
    SECTION("another matrix of the same structure is assigned") {
        a = gb::matrix<float>::from_edges(3, 3, rows, columns, values);
    }
    SECTION("it is cleared") { a.clear(); }
    SECTION("it is moved away") { const auto elsewhere = std::move(a); }
    CHECK_THROWS_AS(plan.execute(), gb::invalid_value);
    CHECK_THROWS_AS(plan.execute(c), gb::invalid_value);
    CHECK(c == b);
}

TEST_CASE("plan_mxm: an output of another shape is an error", "[spec][variants]") {
    const gb::matrix<float> a(2, 3), b(3, 4);
    const auto plan = gb::plan_mxm(contexts()[0], gb::plus_times<float>, a, b);
    gb::matrix<float> c(4, 2);
    CHECK_THROWS_AS(plan.execute(c), gb::dimension_mismatch);
    CHECK(c.nrows() == 4);
}

TEST_CASE("the report names the method that ran", "[spec][variants]") {
    random r(1);
    const auto a = write<gb::matrix<float>>(random_dense<float>(r, 20, 20, 0.3));
    const gb::context ctx = spec::context_with(2);
    for (const gb::method method : all_methods) {
        if (method == gb::method::automatic) continue;
        const auto c = gb::mxm(ctx, gb::plus_times<float>, a, a, {.method = method});
        const gb::report report = ctx.last_report();
        CHECK(report.operation == "mxm");
        CHECK(report.method == method);
        CHECK(report.reason == "asked for");
        CHECK(report.flops == gb::mxm_flops(ctx, a, a));
        CHECK(report.nvals == c.nvals());
        CHECK(report.milliseconds >= 0);
    }
    (void)gb::mxm(ctx, gb::plus_times<float>, a, a);
    CHECK(ctx.last_report().method != gb::method::automatic);
    CHECK(ctx.last_report().reason != "asked for");
}

}  // namespace spec
