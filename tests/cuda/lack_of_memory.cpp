// Element-wise operations and approximate products on the CUDA engine when device memory runs out.
//
// Idea: a memory resource whose n-th allocation fails, for n = 1, 2, ... until the call succeeds: every failure leaves the
// output as it was, and nothing is leaked.
#include <graphblas_gpu/spamm.hpp>

#include <tests/catch.hpp>
#include <tests/cuda/compare.hpp>
#include <tests/cuda/failing_memory.hpp>

using namespace compare;

namespace {

/// f(ctx, c) with every allocation failing once.
template <class C, class F>
void check_failures(const C& c, const F& f) {
    const device_samples::failing_context on;
    const gb::context& ctx = on.ctx;
    C out = c;
    f(ctx, out);  // operands, and transposes that are cached, are on the device from here on
    out = c;
    int n = 1;
    for (;; ++n) {
        REQUIRE(n < 200);
        const auto in_use = ctx.cuda_engine()->bytes_in_use();
        on.memory->fail_at(n);
        try {
            f(ctx, out);
            break;
        } catch (const gb::out_of_memory&) {
            on.memory->fail_at(0);
            ctx.cuda_engine()->synchronise();
            CHECK(same(out, c));
            out = c;
            CHECK(ctx.cuda_engine()->bytes_in_use() == in_use);
        }
    }
    on.memory->fail_at(0);
    CHECK(n > 4);
    C expected = c;
    f(on_host(), expected);
    CHECK(same(out, expected));
}

}  // namespace

TEST_CASE("every allocation of an element-wise operation may fail") {
    const auto a = any_matrix<float>(20, 20, 1), b = any_matrix<float>(20, 20, 2), c = any_matrix<float>(20, 20, 3);
    const auto m = any_matrix<bool>(20, 20, 4);
    check_failures(c, [&](const gb::context& ctx, auto& out) {
        gb::ewise_add(ctx, out, gb::values(m), gb::plus{}, gb::plus{}, a, b, {.transpose_b = true});
    });
    check_failures(c, [&](const gb::context& ctx, auto& out) {
        gb::apply(ctx, out, !gb::structure(m), gb::no_accum, gb::ainv{}, a, {.replace = true});
    });
    check_failures(c, [&](const gb::context& ctx, auto& out) { gb::select(ctx, out, gb::no_mask, gb::plus{}, gb::tril{}, a); });
    check_failures(any_vector<float>(20, 5), [&](const gb::context& ctx, auto& out) {
        gb::reduce(ctx, out, gb::no_mask, gb::plus{}, gb::max{}, a, {.transpose_a = true});
    });
    check_failures(c, [&](const gb::context& ctx, auto& out) { gb::transpose(ctx, out, gb::structure(m), gb::no_accum, a); });
    const auto list = a.to_edges();
    check_failures(c, [&](const gb::context& ctx, auto& out) {
        out = gb::matrix<float>::from_edges(ctx, 20, 20, list.rows, list.columns, list.values, gb::plus{});
    });
}

TEST_CASE("every allocation of an approximate product may fail") {
    const gb::index n = 150;
    std::vector<float> values;
    for (gb::index i = 0; i < n; ++i) {
        for (gb::index j = 0; j < n; ++j)
            values.push_back(static_cast<float>(i % 7 + 1) * std::exp2(-0.125f * static_cast<float>(std::abs(i - j))));
    }
    const auto a = gb::block_matrix<float>::from_dense(n, n, values);
    const double norm = a.norm();
    using gb::spamm_variant;
    for (const gb::spamm_options& options : std::vector<gb::spamm_options>{
             {.tau = norm * 1e-3, .variant = spamm_variant::spamm},
             {.valid_ratio = 0.5, .precision = gb::spamm_precision::fp16, .drop_below = norm * 1e-6},
             {.error = norm * norm * 1e-3, .variant = spamm_variant::spamm},
             {.variant = spamm_variant::dense},
             {.valid_ratio = 0.5, .variant = spamm_variant::cuspamm}}) {
        const device_samples::failing_context on;
        const auto call = [&] { return gb::spamm(on.ctx, a, a, options).product.to_dense(); };
        const std::vector<float> expected = call();  // A is on the device from here on
        int failures = 0;
        for (bool has_failed = true; has_failed;) {
            REQUIRE(failures < 300);
            const auto in_use = on.ctx.cuda_engine()->bytes_in_use();
            on.memory->fail_at(failures + 1);
            try {
                const std::vector<float> made = call();  // not within CHECK, which catches what is thrown
                CHECK(made == expected);
            } catch (const gb::out_of_memory&) {
                CHECK(on.memory->has_failed());
            }
            has_failed = on.memory->has_failed();
            failures += has_failed;
            on.memory->fail_at(0);
            on.ctx.cuda_engine()->synchronise();
            CHECK(on.ctx.cuda_engine()->bytes_in_use() == in_use);
        }
        CHECK(failures > 0);
        CHECK(call() == expected);
    }
}
