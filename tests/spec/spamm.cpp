// Approximate products of block matrices against the dense product in fp64: the true error is within the bound that the report
// gives, and the products of tiles are those that sorting the products of norms gives.
#include "spamm_trial.hpp"

namespace spec {

TEST_CASE("spamm: the true error is within the bound", "[spamm]") {
    const gb::context ctx = tested();
    for (const auto& [m, k, n] : shapes()) {
        const dense a = decaying(m, k, 20, 1), b = decaying(k, n, 20, 2);
        const auto a64 = blocks_of<double>(a), b64 = blocks_of<double>(b);
        const auto a32 = blocks_of<float>(a), b32 = blocks_of<float>(b);
        const double size = a64.norm() * b64.norm();
        for (const int tile : {0, 64, 128}) {
            check_within_bound(ctx, a64, b64, {.tau = size / 1000, .tile = tile});
            if (!is_tried_where_slow()) continue;
            check_within_bound(ctx, a64, b64, {.error = std::max(size, 1e-300) * 1e-4, .tile = tile});
            check_within_bound(ctx, a32, b32, {.error = std::max(size, 1e-300) * 1e-4, .tile = tile});
            check_within_bound(ctx, a32, b32, {.valid_ratio = 0.3, .tile = tile});
        }
        for (const auto p : {spamm_precision::fp32, spamm_precision::tf32, spamm_precision::bf16, spamm_precision::fp16}) {
            check_within_bound(ctx, a64, b64, {.tau = size / 1000, .precision = p});
            check_within_bound(ctx, a32, b32, {.tau = size / 1000, .precision = p, .tile = 128});
        }
        check_within_bound(ctx, blocks_of<gb::float16>(a), blocks_of<gb::float16>(b),
                           {.tau = size / 3000, .tile = 128, .variant = gb::spamm_variant::spamm});
        check_within_bound(ctx, blocks_of<gb::float16>(a), blocks_of<gb::float16>(b), {.tau = size / 1000});
        check_within_bound(ctx, blocks_of<gb::bfloat16>(a), blocks_of<gb::bfloat16>(b),
                           {.error = std::max(size, 1e-300) * 1e-2});
        check_within_bound(ctx, a64, b64, {.variant = gb::spamm_variant::dense});
    }
}

TEST_CASE("spamm: products of small whole numbers are exact in every precision", "[spamm]") {
    const gb::context ctx = tested();
    // An even and an odd number of blocks along k, and tiles of C that are not whole.
    const bool is_slow = on_cuda() && !runs_at_full_speed();
    for (const auto& [m, k, n] :
         is_slow ? std::vector<shape>{{140, 70, 40}} : std::vector<shape>{{300, 256, 270}, {300, 150, 270}}) {
        dense a{m, k, {}}, b{k, n, {}};
        std::mt19937 random(18);
        for (dense* one : {&a, &b}) {
            one->values.resize(static_cast<std::size_t>(one->nrows * one->ncols));
            for (double& x : one->values) x = static_cast<double>(random() % 5) - 2;
        }
        const dense want = product(a, b);
        for (const auto p : {spamm_precision::fp32, spamm_precision::tf32, spamm_precision::bf16, spamm_precision::fp16}) {
            for (const int tile : {64, 128}) {
                const auto [c, report] =
                    gb::spamm(ctx, blocks_of<float>(a), blocks_of<float>(b),
                              {.tau = 0, .precision = p, .tile = tile, .variant = gb::spamm_variant::spamm});
                INFO(report.precision << " tile " << tile << " k " << k);
                CHECK(distance(stored(c), want) == 0);
            }
        }
    }
}

TEST_CASE("spamm: a sharp bound leaves out little, a wide one all", "[spamm]") {
    const gb::context ctx = tested();
    const dense a = decaying(200, 190, 30, 3), b = decaying(190, 210, 30, 4);
    const auto a64 = blocks_of<double>(a), b64 = blocks_of<double>(b);
    const double size = norm(product(a, b));
    const auto sharp = check_within_bound(ctx, a64, b64, {.error = size * 1e-12, .tile = 64});
    CHECK(sharp.products > sharp.all_products / 2);
    CHECK(sharp.precision.find("fp64") != std::string::npos);
    const auto middle = check_within_bound(ctx, a64, b64, {.error = size * 1e-4, .tile = 64});
    CHECK(middle.products < sharp.products);
    CHECK(middle.precision == "tf32 + fp64");
    CHECK(middle.error_bound > 0.3 * size * 1e-4);  // the bound that is allowed is used
    const auto wide = check_within_bound(ctx, a64, b64, {.error = size * 1e6, .tile = 64});
    CHECK(wide.products == 0);
    const auto floats = check_within_bound(ctx, blocks_of<float>(a), blocks_of<float>(b), {.error = size * 1e-3, .tile = 64});
    CHECK(floats.precision == "tf32 + fp32");
    // A precision that is named, and cannot keep the bound, is refused.
    CHECK_THROWS_AS(gb::spamm(ctx, a64, b64, {.error = size * 1e-6, .precision = spamm_precision::tf32}), gb::invalid_value);
    check_within_bound(ctx, a64, b64, {.error = size * 0.5, .precision = spamm_precision::tf32});
}

TEST_CASE("spamm: tau and the valid ratio are those of sorting", "[spamm]") {
    const gb::context ctx = tested();
    const dense a = decaying(260, 250, 20, 5), b = decaying(250, 270, 20, 6);
    const auto a64 = blocks_of<double>(a), b64 = blocks_of<double>(b);
    const index least = on_cuda() ? 64 : 32;
    for (index tile = least; tile <= 128; tile *= 2) {
        const std::vector<double> sorted = sorted_products(a, b, tile);
        const auto all = static_cast<std::int64_t>(sorted.size());
        for (const double ratio : {0.0, 1e-9, 0.05, 0.33, 0.5, 1.0}) {
            const auto report = check_within_bound(
                ctx, a64, b64, {.valid_ratio = ratio, .tile = static_cast<int>(tile), .variant = gb::spamm_variant::spamm});
            const auto wanted = static_cast<std::int64_t>(std::ceil(ratio * static_cast<double>(all)));
            CHECK(report.all_products == all);
            CHECK(report.products == wanted);
            if (wanted == 0)
                CHECK(report.tau == infinite);
            else if (wanted < all)
                CHECK(report.tau == Approx(sorted[static_cast<std::size_t>(wanted - 1)]).epsilon(1e-12));
            // The same tau gives the same products.
            const auto again =
                gb::spamm(ctx, a64, b64,
                          {.tau = report.tau, .tile = static_cast<int>(tile), .variant = gb::spamm_variant::spamm})
                    .report;
            CHECK(again.products == report.products);
            const auto searched = gb::spamm(ctx, a64, b64,
                                            {.valid_ratio = ratio,
                                             .tile = static_cast<int>(tile),
                                             .variant = gb::spamm_variant::spamm,
                                             .search = gb::tau_search::binary})
                                      .report;
            if (wanted > 0)
                CHECK(std::abs(static_cast<double>(searched.products - wanted)) <= 0.01 * static_cast<double>(all) + 1);
        }
    }
}

TEST_CASE("spamm: the variant of the paper has all valid products", "[spamm]") {
    const gb::context ctx = tested();
    const auto a = blocks_of<float>(decaying(100, 90, 20, 5)), b = blocks_of<float>(decaying(90, 130, 20, 6));
    if (!on_cuda()) {
        CHECK_THROWS_AS(gb::spamm(ctx, a, b, {.tau = 1, .variant = gb::spamm_variant::cuspamm}), gb::unsupported);
        return;
    }
    const gb::context host = gb::context::host({.threads = 1});
    const auto check = [&](const auto& left, const auto& right, double ratio) {
        const auto report = check_within_bound(ctx, left, right, {.valid_ratio = ratio, .variant = gb::spamm_variant::cuspamm});
        CHECK(report.method == "cuspamm");
        CHECK(report.tile == 32);
        const auto wanted = gb::spamm(host, left, right, {.tau = report.tau, .tile = 32});
        CHECK(report.products == wanted.report.products);
        CHECK(report.error_bound == Approx(wanted.report.error_bound));
    };
    for (const double ratio : {0.0, 0.1, 0.6, 1.0}) {
        check(a, b, ratio);
        check(blocks_of<gb::float16>(stored(a)), blocks_of<gb::float16>(stored(b)), ratio);
    }
    // More than 256 blocks in a row, where the published code loses products.
    const auto wide = blocks_of<float>(decaying(32, 8256, 1, 7)), high = blocks_of<float>(decaying(8256, 32, 1, 8));
    check(wide, high, 0.9);
    check(blocks_of<gb::float16>(stored(wide)), blocks_of<gb::float16>(stored(high)), 0.9);
    CHECK_THROWS_AS(gb::spamm(ctx, blocks_of<double>(stored(a)), blocks_of<double>(stored(b)),
                              {.tau = 1, .variant = gb::spamm_variant::cuspamm}),
                    gb::unsupported);
}

TEST_CASE("spamm: with few products left out, all are computed where that is faster", "[spamm]") {
    const gb::context ctx = tested();
    const dense a = decaying(130, 140, 1, 16), b = decaying(140, 150, 1, 17);
    for (const auto p : {spamm_precision::fp64, spamm_precision::tf32, spamm_precision::fp16}) {
        const auto few = check_one_within_bound(ctx, blocks_of<double>(a), blocks_of<double>(b),
                                                {.valid_ratio = 0.9, .precision = p, .tile = 64});
        const bool all = few.method == "cublas";
        if (!all) CHECK(few.method == "spamm");
        CHECK((few.products == few.all_products) == all);
        if (!on_cuda()) CHECK_FALSE(all);
        const auto named =
            check_within_bound(ctx, blocks_of<double>(a), blocks_of<double>(b),
                               {.valid_ratio = 0.9, .precision = p, .tile = 64, .variant = gb::spamm_variant::spamm});
        CHECK(named.method == "spamm");
        CHECK(named.products < named.all_products);
        const auto full = check_within_bound(ctx, blocks_of<double>(a), blocks_of<double>(b),
                                             {.precision = p, .variant = gb::spamm_variant::dense});
        CHECK((full.method == "dense" || full.method == "cublas"));
        CHECK(full.products == full.all_products);
        CHECK_FALSE(full.reason.empty());
    }
}

TEST_CASE("spamm: a product of all tiles can be read, multiplied again and written", "[spamm]") {
    const gb::context ctx = tested();
    // On a device with cuBLAS these are dense arrays, whose blocks are made when they are asked for.
    const auto a = blocks_of<float>(decaying(130, 100, 1, 18)), b = blocks_of<float>(decaying(100, 70, 1, 19));
    const gb::spamm_options all{.tau = 0};
    const auto c = gb::spamm(ctx, a, b, all).product;
    CHECK(c.nblocks() == 5 * 3);
    const auto again = gb::spamm(ctx, c, blocks_of<float>(decaying(70, 40, 1, 20)), all);
    check_within_bound(ctx, c, blocks_of<float>(decaying(70, 40, 1, 20)), all);
    CHECK(distance(stored(c), product(stored(a), stored(b))) <= 1e-4 * a.norm() * b.norm());
    check_within_bound(ctx, c, blocks_of<float>(decaying(70, 40, 1, 20)), {.tau = 0, .variant = gb::spamm_variant::spamm});
    const gb::block_matrix<float> copy = c;
    CHECK(stored(gb::spamm(ctx, copy, blocks_of<float>(decaying(70, 40, 1, 20)), all).product).values ==
          stored(again.product).values);
    CHECK(copy.to_matrix().nvals() == 130 * 70);
}

}  // namespace spec
