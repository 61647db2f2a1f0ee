// Approximate products at the limits: special values, scales, few blocks, dropped blocks, and what is refused.
#include "spamm_trial.hpp"

#include <cstdio>
#include <string>

namespace spec {

TEST_CASE("spamm: lists with every k of a large matrix of few blocks would need 8 GB", "[spamm]") {
    if (!on_cuda() || !runs_at_full_speed()) return std::puts("left out where there is no device: lists of 2^20 tiles"), void();
    constexpr gb::index n = 65536, step = 40;
    std::vector<gb::index> places;
    std::vector<double> twos, threes, products;
    for (gb::index at = 0; at < n; at += step) {
        places.push_back(at);
        twos.push_back(2), threes.push_back(3), products.push_back(6);
    }
    const auto diagonal = [&](const std::vector<double>& values) {
        return gb::matrix<double>::from_edges(n, n, places, places, values);
    };
    const auto made = gb::spamm(tested(), gb::block_matrix<double>::from_matrix(diagonal(twos)),
                                gb::block_matrix<double>::from_matrix(diagonal(threes)), {.tau = 1e-3, .tile = 64});
    CHECK(made.report.method == "spamm");
    CHECK(made.report.products == std::ssize(places));
    CHECK(made.product.to_matrix() == diagonal(products));
}

TEST_CASE("spamm: sparse, scaled and special values", "[spamm]") {
    const gb::context ctx = tested();
    // Few blocks, far apart.
    const std::vector<index> rows{0, 140, 260}, columns{200, 10, 150};
    const std::vector<double> values{2, -3, 5};
    const auto sparse = gb::block_matrix<double>::from_matrix(gb::matrix<double>::from_edges(300, 300, rows, columns, values));
    for (const int tile : {64, 128}) {
        const auto [square, report] = gb::spamm(ctx, sparse, sparse, {.tau = 0, .tile = tile});
        CHECK(distance(stored(square), product(stored(sparse), stored(sparse))) == 0);
        CHECK(report.products <= 3);
        CHECK(report.error_bound == 0);
    }
    const gb::block_matrix<float> nothing(70, 100);
    CHECK(gb::spamm(ctx, nothing, gb::block_matrix<float>(100, 40), {.error = 1}).product.nblocks() == 0);
    // Values whose squares leave the range of double; factors in float and fp16 are scaled.
    for (const double scale : {1e-180, 1e150}) {
        const auto a = blocks_of<double>(decaying(100, 90, 10, 8, scale)),
                   b = blocks_of<double>(decaying(90, 100, 10, 9, 1 / scale));
        check_within_bound(ctx, a, b, {.error = a.norm() * b.norm() * 1e-3});
        for (const auto p : {spamm_precision::fp32, spamm_precision::tf32, spamm_precision::fp16}) {
            const auto report = check_within_bound(ctx, a, b, {.tau = 0, .precision = p});
            CHECK(report.error_bound < 0.01 * a.norm() * b.norm());
        }
    }
    // A tile with an infinity or a NaN is multiplied whatever tau is, unless the other one is zero.
    dense special = decaying(100, 100, 10, 10);
    special.at(70, 3) = infinite;
    special.at(5, 90) = std::nan("");
    dense left = decaying(100, 100, 10, 11);
    for (index i = 0; i < 100; ++i) {
        for (index j = 64; j < 96; ++j) left.at(i, j) = 0;
    }
    const auto [c, report] = gb::spamm(ctx, blocks_of<double>(left), blocks_of<double>(special), {.tau = infinite, .tile = 64});
    CHECK(report.products > 0);
    CHECK(std::isnan(c.get_element(50, 90)));
    CHECK(std::isfinite(c.get_element(50, 3)));  // row 70 of B meets zeros in A
    CHECK(report.sum_rounding_bound == infinite);
}

TEST_CASE("spamm: blocks of C below a norm are dropped", "[spamm]") {
    const gb::context ctx = tested();
    const auto a = blocks_of<double>(decaying(250, 250, 60, 12));
    const auto all = gb::spamm(ctx, a, a, {.tau = 0, .variant = gb::spamm_variant::spamm});
    const double least = a.norm() * 1e-4;
    const auto some = gb::spamm(ctx, a, a, {.tau = 0, .drop_below = least});
    CHECK(some.product.nblocks() < all.product.nblocks());
    CHECK(some.product.nblocks() > 0);
    const dense full = stored(all.product), kept = stored(some.product);
    index wrong = 0;
    for (index i = 0; i < 250; i += 32) {
        for (index j = 0; j < 250; j += 32) {
            double before = 0, after = 0;
            for (index r = i; r < std::min<index>(250, i + 32); ++r) {
                for (index s = j; s < std::min<index>(250, j + 32); ++s) {
                    before += full.at(r, s) * full.at(r, s);
                    after += kept.at(r, s) * kept.at(r, s);
                }
            }
            wrong += std::sqrt(before) < least ? after != 0 : after != before;
        }
    }
    CHECK(wrong == 0);
    check_within_bound(ctx, a, a, {.tau = 0, .drop_below = least});
    CHECK(some.report.error_bound > 0);
    // Where all blocks are dropped, the bound is the norm of the product, however large drop_below is.
    for (const double all_of_them : {1e3 * a.norm() * a.norm(), 1e300, infinite}) {
        const auto [nothing, report] = gb::spamm(ctx, a, a, {.tau = 0, .drop_below = all_of_them});
        CHECK(nothing.nblocks() == 0);
        CHECK(report.error_bound >= all.product.norm());
        CHECK(report.error_bound <= all.product.norm() * (1 + 1e-6));
    }
}

TEST_CASE("spamm: factors that a scale makes subnormal are no error that goes unsaid", "[spamm]") {
    const gb::context ctx = tested();
    // The large block multiplies nothing, but its scale rounds the ones of the other one to 0 in fp16.
    std::vector<float> left(64 * 64, 0), right(64 * 64, 0);
    for (std::size_t i = 0; i < 32; ++i) {
        for (std::size_t j = 0; j < 32; ++j) {
            left[i * 64 + j] = 1e6f;
            left[(i + 32) * 64 + j + 32] = right[(i + 32) * 64 + j + 32] = 1;
        }
    }
    const auto a = gb::block_matrix<float>::from_dense(64, 64, left), b = gb::block_matrix<float>::from_dense(64, 64, right);
    CHECK_THROWS_AS(gb::spamm(ctx, a, b, {.error = 2, .precision = spamm_precision::fp16}), gb::invalid_value);
    CHECK(gb::spamm(ctx, a, b, {.error = 2}).product.get_element(40, 40) == 32);
}

TEST_CASE("spamm: what it refuses", "[spamm]") {
    const gb::context ctx = tested();
    const auto a = blocks_of<float>(decaying(40, 50, 5, 13)), b = blocks_of<float>(decaying(50, 40, 5, 14));
    const auto message = [&](const auto& left, const auto& right, const gb::spamm_options& options) {
        try {
            (void)gb::spamm(ctx, left, right, options);
        } catch (const gb::error& refused) {
            return std::string(refused.what());
        }
        return std::string("nothing was thrown");
    };
    CHECK_THAT(message(a, a, {.tau = 1}), contains_text("40x50"));
    CHECK_THAT(message(a, b, {}), contains_text("0 of tau, valid_ratio and error"));
    CHECK_THAT(message(a, b, {.tau = 1, .error = 1}), contains_text("2 of tau, valid_ratio and error"));
    CHECK_THAT(message(a, b, {.tau = -1}), contains_text("tau is -1"));
    CHECK_THAT(message(a, b, {.tau = std::nan("")}), contains_text("tau is"));
    CHECK_THAT(message(a, b, {.valid_ratio = 1.5}), contains_text("valid_ratio is 1.5"));
    CHECK_THAT(message(a, b, {.error = 0}), contains_text("error is 0"));
    CHECK_THAT(message(a, b, {.error = infinite}), contains_text("error is inf"));
    CHECK_THAT(message(a, b, {.tau = 1, .tile = 48}), contains_text("tiles of 48"));
    CHECK_THAT(message(a, b, {.tau = 1, .drop_below = -2}), contains_text("drop_below is -2"));
    CHECK_THAT(message(a, b, {.tau = 1, .precision = spamm_precision::fp64}),
               contains_text("float32 are not multiplied in fp64"));
    CHECK_THAT(message(a, b, {.tau = 1, .search = gb::tau_search::binary}), contains_text("binary"));
    CHECK_THAT(message(a, b, {.tau = 1, .variant = gb::spamm_variant::dense}), contains_text("1 of tau"));
    CHECK_THAT(message(a, b, {.error = 1, .variant = gb::spamm_variant::cuspamm}), contains_text("cuspamm"));
    const auto half = blocks_of<gb::float16>(decaying(40, 40, 5, 15));
    CHECK_THAT(message(half, half, {.tau = 1, .precision = spamm_precision::fp32}),
               contains_text("float16 are not multiplied in fp32"));
    const gb::block_matrix<float> far(index{1} << 20, index{1} << 20);
    CHECK_THAT(message(far, far, {.tau = 1}), contains_text("32768x32768 positions"));
    CHECK(gb::spamm(ctx, a, b, {.valid_ratio = 0, .variant = gb::spamm_variant::spamm, .search = gb::tau_search::binary})
              .report.products == 0);
    const gb::block_matrix<float> largest(1 << 24, 4294967295);
    CHECK_THROWS_AS(largest.to_dense(), gb::out_of_memory);
    CHECK(gb::spamm_precision_from_string("tf32") == spamm_precision::tf32);
    CHECK_THROWS_AS(gb::spamm_precision_from_string("fp8"), gb::invalid_value);
    CHECK(gb::spamm_variant_from_string("cuspamm") == gb::spamm_variant::cuspamm);
    CHECK_THROWS_AS(gb::spamm_variant_from_string("fast"), gb::invalid_value);
}

}  // namespace spec
