// Approximate products of block matrices against the dense product in fp64: the true error is within the bound that the report
// gives, and the products of tiles are those that sorting the products of norms gives.
#include <graphblas_gpu/block_matrix.hpp>
#include <graphblas_gpu/spamm.hpp>

#include <tests/catch.hpp>
#include <tests/engine.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <random>
#include <string>
#include <vector>

namespace spec {

namespace gb = graphblas_gpu;

namespace {

using gb::index;
using gb::spamm_precision;

constexpr double infinite = std::numeric_limits<double>::infinity();

struct dense {
    index nrows = 0, ncols = 0;
    std::vector<double> values;
    double& at(index i, index j) { return values[static_cast<std::size_t>(i * ncols + j)]; }
    double at(index i, index j) const { return values[static_cast<std::size_t>(i * ncols + j)]; }
};

/// exp(-decay |i - j| / n) with signs and a factor of 0.5 .. 1.5 from a hash, times `scale`.
dense decaying(index nrows, index ncols, double decay, unsigned seed, double scale = 1) {
    dense out{nrows, ncols, std::vector<double>(static_cast<std::size_t>(nrows * ncols))};
    std::uint64_t state = seed;
    for (index i = 0; i < nrows; ++i) {
        for (index j = 0; j < ncols; ++j) {
            state = state * 6364136223846793005u + 1442695040888963407u;
            const double noise = static_cast<double>(state >> 40) / static_cast<double>(1 << 24);
            const double sign = (state >> 33 & 3) == 0 ? -1 : 1;
            const double distance = static_cast<double>(std::abs(i - j)) / static_cast<double>(std::max(nrows, ncols));
            out.at(i, j) = scale * sign * (0.5 + noise) * std::exp(-decay * distance);
        }
    }
    return out;
}

template <class T>
gb::block_matrix<T> blocks_of(const dense& a) {
    std::vector<gb::formats::dense_value<T>> values(a.values.begin(), a.values.end());
    return gb::block_matrix<T>::from_dense(a.nrows, a.ncols, values);
}
/// The values as they are stored.
template <class T>
dense stored(const gb::block_matrix<T>& a) {
    const auto values = a.to_dense();
    return {a.nrows(), a.ncols(), std::vector<double>(values.begin(), values.end())};
}

dense product(const dense& a, const dense& b) {
    dense c{a.nrows, b.ncols, std::vector<double>(static_cast<std::size_t>(a.nrows * b.ncols), 0.0)};
    for (index i = 0; i < a.nrows; ++i) {
        for (index k = 0; k < a.ncols; ++k) {
            const double x = a.at(i, k);
            if (x == 0) continue;
            // Pointers, because tests are compiled without optimisation, and this loop takes most of their time.
            const double* const row_of_b = b.values.data() + k * b.ncols;
            double* const row_of_c = c.values.data() + i * b.ncols;
            for (index j = 0; j < b.ncols; ++j) row_of_c[j] += x * row_of_b[j];
        }
    }
    return c;
}

double distance(const dense& a, const dense& b) {
    double most = 0, sum = 0;
    for (std::size_t n = 0; n < a.values.size(); ++n) most = std::max(most, std::abs(a.values[n] - b.values[n]));
    if (most == 0) return 0;
    for (std::size_t n = 0; n < a.values.size(); ++n)
        sum += (a.values[n] - b.values[n]) / most * ((a.values[n] - b.values[n]) / most);
    return most * std::sqrt(sum);
}
double norm(const dense& a) { return distance(a, {a.nrows, a.ncols, std::vector<double>(a.values.size(), 0.0)}); }

/// All products of norms of tiles, in descending order, from the values.
std::vector<double> sorted_products(const dense& a, const dense& b, index tile) {
    const auto norm_of = [](const dense& m, index top, index left, index height, index width) {
        double sum = 0;
        for (index i = top; i < std::min(m.nrows, top + height); ++i) {
            for (index j = left; j < std::min(m.ncols, left + width); ++j) sum += m.at(i, j) * m.at(i, j);
        }
        return std::sqrt(sum);
    };
    std::vector<double> out;
    for (index i = 0; i < a.nrows; i += tile) {
        for (index j = 0; j < b.ncols; j += tile) {
            for (index k = 0; k < a.ncols; k += 32) out.push_back(norm_of(a, i, k, tile, 32) * norm_of(b, k, j, 32, tile));
        }
    }
    std::sort(out.rbegin(), out.rend());
    return out;
}

gb::context tested() { return context_with(2); }

/// Checks a product against the dense one, and gives the report.
template <class T>
gb::spamm_report check_one_within_bound(const gb::context& ctx, const gb::block_matrix<T>& a, const gb::block_matrix<T>& b,
                                        const gb::spamm_options& options) {
    const auto [c, report] = gb::spamm(ctx, a, b, options);
    const dense want = product(stored(a), stored(b));
    REQUIRE(c.nrows() == want.nrows);
    REQUIRE(c.ncols() == want.ncols);
    const double error = distance(stored(c), want);
    // The values of C are rounded to their type, and so is the product that it is compared with.
    const double of_type = (sizeof(typename decltype(c)::value_type) == 4 ? 0x1p-24 : 0x1p-53) * (norm(want) + error) +
                           static_cast<double>(a.ncols() + 1) * 0x1p-53 * a.norm() * b.norm();
    INFO(report.method << " " << report.precision << " tile " << report.tile << " valid " << report.valid_ratio << " error "
                       << error << " bound " << report.error_bound << " + " << report.sum_rounding_bound);
    CHECK(error <= report.error_bound + report.sum_rounding_bound + of_type);
    if (options.error) CHECK(report.error_bound <= *options.error);
    CHECK(report.products <= report.all_products);
    CHECK(report.flops == report.products * 64 * report.tile * report.tile);
    CHECK(std::abs(c.norm() - norm(stored(c))) <= 1e-12 * c.norm());
    return report;
}

/// The same; where cuBLAS has computed all products unasked, lists are checked too, and their report is given.
template <class T>
gb::spamm_report check_within_bound(const gb::context& ctx, const gb::block_matrix<T>& a, const gb::block_matrix<T>& b,
                                    gb::spamm_options options) {
    const auto report = check_one_within_bound(ctx, a, b, options);
    if (report.method != "cublas" || options.variant != gb::spamm_variant::automatic) return report;
    CHECK(report.products == report.all_products);
    options.variant = gb::spamm_variant::spamm;
    return check_one_within_bound(ctx, a, b, options);
}

struct shape {
    index m, k, n;
};
/// An emulated device needs seconds for a product of 200.
std::vector<shape> shapes() {
    std::vector<shape> out{{1, 1, 1}, {0, 5, 3}, {4, 0, 7}, {5, 33, 64}, {130, 65, 97}, {33, 200, 31}};
    if (!on_cuda())
        out.push_back({300, 290, 310});
    else if (runs_at_full_speed())
        out.push_back({200, 190, 210});
    return out;
}

}  // namespace

TEST_CASE("block_matrix: made from dense and sparse matrices, and back", "[spamm]") {
    for (const auto& [m, k, n] : shapes()) {
        const dense a = decaying(m, k, 3, 7);
        const auto blocks = blocks_of<double>(a);
        CHECK(blocks.to_dense() == a.values);
        CHECK(blocks.nblocks() == (m + 31) / 32 * ((k + 31) / 32));
        CHECK(std::abs(blocks.norm() - norm(a)) <= 1e-12 * norm(a));
        const auto sparse = blocks.to_matrix();
        CHECK(sparse.nvals() == m * k);
        CHECK(gb::block_matrix<double>::from_matrix(sparse).to_dense() == a.values);
        if (m > 0 && k > 0) CHECK(blocks.get_element(m - 1, k - 1) == a.at(m - 1, k - 1));
        const std::vector<float> narrow(a.values.begin(), a.values.end());
        CHECK(gb::block_matrix<float>(blocks).to_dense() == narrow);
        (void)n;
    }
    const std::vector<index> rows{0, 99, 99}, columns{40, 0, 70};
    const std::vector<double> values{2, 3, 0};
    const auto sparse = gb::matrix<double>::from_edges(100, 71, rows, columns, values);
    const auto blocks = gb::block_matrix<double>::from_matrix(sparse);
    CHECK(blocks.nblocks() == 2);  // the third entry is a zero
    CHECK(blocks.get_element(0, 40) == 2);
    CHECK(blocks.get_element(99, 0) == 3);
    CHECK(blocks.get_element(50, 50) == 0);
    CHECK(blocks.to_matrix().nvals() == 2);
    CHECK(blocks.norm() == Approx(std::sqrt(13.0)));
    CHECK(gb::block_matrix<float>(5, 9).nblocks() == 0);
    CHECK_THROWS_AS(gb::block_matrix<float>(-1, 9), gb::invalid_value);
    CHECK_THROWS_AS(gb::block_matrix<double>::from_dense(3, 3, std::vector<double>(8)), gb::dimension_mismatch);
    CHECK_THROWS_AS(blocks.get_element(100, 0), gb::invalid_index);
}

TEST_CASE("block_matrix: doubles are rounded once to 16 bits", "[spamm]") {
    const std::vector<double> above_a_tie{1 + 0x1p-11 + 0x1p-40};
    const auto a = gb::block_matrix<double>::from_dense(1, 1, above_a_tie);
    CHECK(gb::block_matrix<gb::float16>(a).get_element(0, 0) == 1 + 0x1p-10);
}

TEST_CASE("block_matrix: numbers of 16 bits", "[spamm]") {
    int wrong = 0;
    for (unsigned bits = 0; bits < 0x10000u; ++bits) {
        gb::float16 half;
        half.bits = static_cast<std::uint16_t>(bits);
        const float x(half);
        wrong += !(std::isnan(x) ? std::isnan(float(gb::float16(x))) : gb::float16(x).bits == bits);
        gb::bfloat16 brain;
        brain.bits = static_cast<std::uint16_t>(bits);
        const float y(brain);
        wrong += !(std::isnan(y) ? std::isnan(float(gb::bfloat16(y))) : gb::bfloat16(y).bits == bits);
        // Halfway to the next larger magnitude: to the even one.
        if ((bits & 0x7fffu) < 0x7bffu) {
            gb::float16 next;
            next.bits = static_cast<std::uint16_t>(bits + 1);
            const float middle = (x + float(next)) / 2;
            wrong += gb::float16(middle).bits != (bits % 2 == 0 ? bits : bits + 1);
        }
    }
    CHECK(wrong == 0);
    CHECK(float(gb::float16(65519.0f)) == 65504.0f);
    CHECK(std::isinf(float(gb::float16(65520.0f))));
    CHECK(float(gb::float16(0x1p-25f)) == 0.0f);
    CHECK(float(gb::float16(0x1.8p-25f)) == 0x1p-24f);
    CHECK(float(gb::bfloat16(1.00390625f)) == 1.0f);
    CHECK(float(gb::bfloat16(1.01171875f)) == 1.015625f);
}

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
