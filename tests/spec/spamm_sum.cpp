// alpha A B + beta C of block matrices against the dense sum in fp64: alpha and beta with every rule and precision, what is not
// read if one of them is 0, and where the result has blocks.
#include "spamm_trial.hpp"

namespace spec {

namespace {

constexpr double factors[] = {0, 1, -2.5};  // of BLAS's special cases, and one that is not exact in a power of two

dense sum(double alpha, const dense& ab, double beta, const dense& c) {
    dense out = ab;
    // As BLAS: what has the factor 0 is not read.
    for (std::size_t n = 0; n < out.values.size(); ++n)
        out.values[n] = (alpha == 0 ? 0 : alpha * ab.values[n]) + (beta == 0 ? 0 : beta * c.values[n]);
    return out;
}

/// Checks the sum for all factors against the dense one.
template <class T>
void check_sums(const gb::context& ctx, const dense& of_a, const dense& of_b, const dense& of_c,
                const gb::spamm_options& options) {
    using value = gb::formats::dense_value<T>;
    const auto a = blocks_of<T>(of_a), b = blocks_of<T>(of_b);
    const auto c = blocks_of<value>(of_c);
    const dense ab = product(stored(a), stored(b));
    for (const double alpha : factors) {
        for (const double beta : factors) {
            const auto [made, report] = gb::spamm(ctx, static_cast<value>(alpha), a, b, static_cast<value>(beta), c, options);
            const dense want = sum(alpha, ab, beta, stored(c));
            // The dense sum rounds k additions, two products and a sum; the result is rounded to its type.
            const double of_want = static_cast<double>(a.ncols() + 3) * 0x1p-53 *
                                   (std::abs(alpha) * a.norm() * b.norm() + std::abs(beta) * c.norm());
            const double of_type = (sizeof(value) == 4 ? 0x1p-24 : 0x1p-53) * norm(want);
            const double error = distance(stored(made), want);
            INFO("alpha " << alpha << " beta " << beta << " " << report.method << " " << report.precision << " error " << error
                          << " bound " << report.error_bound << " + " << report.sum_rounding_bound);
            CHECK(error <= report.error_bound + report.sum_rounding_bound + of_want + of_type);
            if (options.error) CHECK(report.error_bound <= *options.error);
            if (alpha == 0) CHECK(report.products == 0);
            CHECK(std::abs(made.norm() - norm(stored(made))) <= 1e-12 * made.norm());
        }
    }
}

/// Small whole numbers, of which products and sums are exact in every precision.
dense whole_numbers(index nrows, index ncols, unsigned seed) {
    dense out{nrows, ncols, {}};
    std::mt19937 random(seed);
    for (index n = 0; n < nrows * ncols; ++n) out.values.push_back(static_cast<double>(random() % 5) - 2);
    return out;
}

bool is_slow() { return on_cuda() && !runs_at_full_speed(); }

}  // namespace

TEST_CASE("spamm: alpha A B + beta C is within the bound", "[spamm]") {
    const gb::context ctx = tested();
    for (const auto& [m, k, n] : shapes()) {
        if (is_slow() && m * k * n > 100 * 100 * 100) continue;
        const dense a = decaying(m, k, 20, 1), b = decaying(k, n, 20, 2), c = decaying(m, n, 20, 3, 2);
        const double size = std::max(norm(a) * norm(b), 1e-300);
        check_sums<double>(ctx, a, b, c, {.tau = size / 1000});
        check_sums<float>(ctx, a, b, c, {.error = size * 1e-4});
        if (is_slow() && m * k * n > 1000) continue;
        check_sums<double>(ctx, a, b, c, {.error = size * 1e-4});
        check_sums<float>(ctx, a, b, c, {.valid_ratio = 0.3, .variant = gb::spamm_variant::spamm});
        check_sums<float>(ctx, a, b, c, {.tau = 0, .precision = spamm_precision::tf32, .tile = 128});
        check_sums<gb::float16>(ctx, a, b, c, {.tau = size / 3000, .tile = 128, .variant = gb::spamm_variant::spamm});
        check_sums<gb::bfloat16>(ctx, a, b, c, {.error = size * 1e-1});
        check_sums<double>(ctx, a, b, c, {.variant = gb::spamm_variant::dense});
        check_sums<double>(ctx, a, b, c, {.tau = 0, .drop_below = norm(c) / 100});
        if (on_cuda()) check_sums<float>(ctx, a, b, c, {.tau = size / 1000, .variant = gb::spamm_variant::cuspamm});
    }
}

TEST_CASE("spamm: alpha A B + beta C of whole numbers is exact in every precision", "[spamm]") {
    const gb::context ctx = tested();
    const shape s = is_slow() ? shape{70, 70, 40} : shape{300, 150, 270};
    const dense a = whole_numbers(s.m, s.k, 18), b = whole_numbers(s.k, s.n, 19), c = whole_numbers(s.m, s.n, 20);
    const dense ab = product(a, b);
    const auto check = [&]<class T>(T, const gb::spamm_options& options) {
        using value = gb::formats::dense_value<T>;
        for (const double alpha : factors) {
            for (const double beta : factors) {
                const auto [made, report] = gb::spamm(ctx, static_cast<value>(alpha), blocks_of<T>(a), blocks_of<T>(b),
                                                      static_cast<value>(beta), blocks_of<value>(c), options);
                INFO(report.method << " " << report.precision << " alpha " << alpha << " beta " << beta);
                CHECK(distance(stored(made), sum(alpha, ab, beta, c)) == 0);
                CHECK(report.error_bound == 0);
            }
        }
    };
    const int tile = is_slow() ? 64 : 128;
    check(float{}, {.tau = 0, .tile = tile, .variant = gb::spamm_variant::spamm});
    check(double{}, {.tau = 0, .tile = 64, .variant = gb::spamm_variant::spamm});
    check(gb::float16(0.0f), {.tau = 0, .tile = tile, .variant = gb::spamm_variant::spamm});
    check(double{}, {.variant = gb::spamm_variant::dense});
    check(float{}, {.variant = gb::spamm_variant::dense});
    if (on_cuda()) {
        check(float{}, {.tau = 0, .variant = gb::spamm_variant::cuspamm});
        check(gb::float16(0.0f), {.tau = 0, .variant = gb::spamm_variant::cuspamm});
    }
}

TEST_CASE("spamm: with the factor 0 nothing is read, and a NaN in C stays at its place", "[spamm]") {
    const gb::context ctx = tested();
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    const dense a = whole_numbers(40, 70, 1), b = whole_numbers(70, 50, 2), c = whole_numbers(40, 50, 3);
    const auto with = [](dense m, double x) {
        m.at(33, 7) = x;
        return m;
    };
    const auto a64 = blocks_of<double>(a), b64 = blocks_of<double>(b), c64 = blocks_of<double>(c);
    for (const auto variant : {gb::spamm_variant::spamm, gb::spamm_variant::dense}) {
        gb::spamm_options how{.variant = variant};
        if (variant == gb::spamm_variant::spamm) how.tau = 0;
        const dense ab = product(a, b);
        const auto without_c = gb::spamm(ctx, -2.5, a64, b64, 0.0, blocks_of<double>(with(c, nan)), how);
        CHECK(distance(stored(without_c.product), sum(-2.5, ab, 0, c)) == 0);
        CHECK(std::isfinite(without_c.report.sum_rounding_bound));
        const auto without_ab =
            gb::spamm(ctx, 0.0, blocks_of<double>(with(a, infinite)), blocks_of<double>(with(b, nan)), -2.5, c64, how);
        CHECK(distance(stored(without_ab.product), sum(0, ab, -2.5, c)) == 0);
        CHECK(without_ab.report.error_bound == 0);
        dense have = stored(gb::spamm(ctx, 1.0, a64, b64, -2.5, blocks_of<double>(with(c, nan)), how).product);
        CHECK(std::isnan(have.at(33, 7)));
        have.at(33, 7) = ab.at(33, 7) - 2.5 * c.at(33, 7);
        CHECK(distance(have, sum(1, ab, -2.5, c)) == 0);
    }
    CHECK(gb::spamm(ctx, 0.0, a64, b64, 0.0, c64, {.tau = 0}).product.nblocks() == 0);
}

TEST_CASE("spamm: the result has blocks where the product or C has them, and drops those that cancel", "[spamm]") {
    const gb::context ctx = tested();
    dense a{200, 64, std::vector<double>(200 * 64, 0.0)}, c{200, 200, std::vector<double>(200 * 200, 0.0)};
    a.at(3, 5) = 2;
    dense b{64, 200, std::vector<double>(64 * 200, 0.0)};
    b.at(5, 7) = 3;
    c.at(3, 7) = 4;
    c.at(199, 199) = 5;
    const auto a64 = blocks_of<double>(a), b64 = blocks_of<double>(b), c64 = blocks_of<double>(c);
    const gb::spamm_options how{.tau = 0, .tile = 64};
    const auto both = gb::spamm(ctx, 1.0, a64, b64, 1.0, c64, how).product;
    CHECK(both.get_element(3, 7) == 10);
    CHECK(both.get_element(199, 199) == 5);
    CHECK(both.to_matrix().nvals() == 2);
    CHECK(both.nblocks() == 4 + 1);  // of the tiles of 64, of which the last one has one block of the 7 x 7
    gb::spamm_options dropping = how;
    dropping.drop_below = 1;
    const auto [cancelled, report] = gb::spamm(ctx, -2.0, a64, b64, 3.0, c64, dropping);
    CHECK(cancelled.nblocks() == 1);  // 3 * 5 is left
    CHECK(cancelled.get_element(199, 199) == 15);
    CHECK(report.error_bound == 0);
    // What is dropped is that of the result: |alpha| does not multiply it.
    const auto small = gb::spamm(ctx, 100.0, a64, b64, 0.01, c64, dropping);
    CHECK(small.product.nblocks() == 1);
    CHECK(small.report.error_bound == Approx(0.05));
}

TEST_CASE("spamm: the error that is asked for is that of alpha A B + beta C", "[spamm]") {
    const gb::context ctx = tested();
    const index n = is_slow() ? 100 : 200;
    const auto a = blocks_of<double>(decaying(n, n, 30, 3)), c = blocks_of<double>(decaying(n, n, 30, 5));
    const dense aa = product(stored(a), stored(a));
    const double bound = norm(aa) * 1e-3;
    std::int64_t before = 0;
    for (const double alpha : {1e-6, -1.0, 1e3}) {
        const auto [made, report] = gb::spamm(ctx, alpha, a, a, -2.5, c, {.error = bound, .tile = 64});
        CHECK(report.error_bound <= bound);
        CHECK(report.products >= before);
        before = report.products;
        CHECK(distance(stored(made), sum(alpha, aa, -2.5, stored(c))) <= report.error_bound + report.sum_rounding_bound);
    }
    CHECK(before > 0);
    // By tiles: a device may find the whole product by cuBLAS to be faster.
    CHECK(gb::spamm(ctx, 1e-6, a, a, -2.5, c, {.error = bound, .tile = 64, .variant = gb::spamm_variant::spamm})
              .report.products == 0);
}

TEST_CASE("spamm: C of another shape, and factors that are not finite, are refused", "[spamm]") {
    const gb::context ctx = tested();
    const auto a = blocks_of<float>(decaying(5, 6, 1, 1)), b = blocks_of<float>(decaying(6, 7, 1, 2));
    for (const float beta : {0.0f, 1.0f}) {
        CHECK_THROWS_AS(gb::spamm(ctx, 1, a, b, beta, gb::block_matrix<float>(7, 5), {.tau = 0}), gb::dimension_mismatch);
        CHECK_THROWS_AS(gb::spamm(ctx, 1, a, b, beta, gb::block_matrix<float>(5, 6), {.tau = 0}), gb::dimension_mismatch);
        CHECK_THROWS_AS(gb::spamm(ctx, 1, b, a, beta, gb::block_matrix<float>(6, 6), {.tau = 0}), gb::dimension_mismatch);
    }
    const gb::block_matrix<float> c(5, 7);
    CHECK_NOTHROW(gb::spamm(ctx, 1, a, b, 1, c, {.tau = 0}));
    CHECK_THROWS_AS(gb::spamm(ctx, std::numeric_limits<float>::infinity(), a, b, 1, c, {.tau = 0}), gb::invalid_value);
    CHECK_THROWS_AS(gb::spamm(ctx, 1, a, b, std::numeric_limits<float>::quiet_NaN(), c, {.tau = 0}), gb::invalid_value);
    // Options are checked although there is no product.
    CHECK_THROWS_AS(gb::spamm(ctx, 0, a, b, 1, c, {}), gb::invalid_value);
}

}  // namespace spec
