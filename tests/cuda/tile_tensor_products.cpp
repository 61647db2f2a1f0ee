// Products by bitmap_tile whose tiles are filled, so that tensor cores compute them, against the host; and mixed precision.
//
// Idea: exact products have to be what they are by any method. Mixed ones are bounded by what rounding to fp16 may do: two
// factors, each off by 2^-11 of itself at most, once their matrix is brought into the range of fp16.
#include <cmath>
#include <limits>
#include <random>

#include <graphblas_gpu/mxm.hpp>
#include <graphblas_gpu/plan.hpp>

#include <tests/catch.hpp>
#include <tests/cuda/samples.hpp>

namespace gb = graphblas_gpu;
using namespace device_samples;

namespace {

constexpr gb::descriptor by_tiles{.method = gb::method::bitmap_tile};
constexpr gb::descriptor mixed{.precision = gb::precision::mixed};

/// Some tiles are empty, the others nearly full; `value` draws an entry.
template <class T, class Value>
gb::matrix<T> blocks(gb::index nrows, gb::index ncols, unsigned seed, const Value& value) {
    std::mt19937 random(seed);
    gb::matrix<T> m(nrows, ncols);
    for (gb::index i = 0; i < nrows; i += 8)
        for (gb::index j = 0; j < ncols; j += 8) {
            if (random() % 3 == 0) continue;
            for (gb::index r = i; r < std::min(i + 8, nrows); ++r)
                for (gb::index c = j; c < std::min(j + 8, ncols); ++c)
                    if (random() % 10 != 0) m.set_element(r, c, static_cast<T>(value(random)));
        }
    return m;
}

double small_integer(std::mt19937& random) { return static_cast<double>(random() % 9) - 4; }
double positive(std::mt19937& random) { return 1 + static_cast<double>(random() % 1000) / 999; }

/// Plain, under masks, transposed, as a sum, with a plan.
template <class T, class S>
void check_exact(const S& semiring) {
    const auto a = blocks<T>(45, 60, 1, small_integer), b = blocks<T>(60, 50, 2, small_integer),
               at = blocks<T>(60, 45, 3, small_integer);
    const auto m = blocks<int>(45, 50, 4, small_integer);
    check_same(gb::mxm(on_host(), semiring, a, b), gb::mxm(on_device(), semiring, a, b, by_tiles));
    CHECK(on_device().last_report().method == gb::method::bitmap_tile);
    check_same(gb::mxm(on_host(), semiring, at, b, {.transpose_a = true}),
               gb::mxm(on_device(), semiring, at, b, {.transpose_a = true, .method = gb::method::bitmap_tile}));
    gb::matrix<T> x(45, 50), y(45, 50);
    gb::mxm(on_host(), x, gb::structure(m), gb::no_accum, semiring, a, b);
    gb::mxm(on_device(), y, gb::structure(m), gb::no_accum, semiring, a, b, by_tiles);
    check_same(x, y);
    gb::mxm(on_host(), x, !gb::structure(m), gb::no_accum, semiring, a, b);
    gb::mxm(on_device(), y, !gb::structure(m), gb::no_accum, semiring, a, b, by_tiles);
    check_same(x, y);
    check_same(gb::plan_mxm(on_host(), semiring, a, b).execute(),
               gb::plan_mxm(on_device(), semiring, a, b, by_tiles).execute());
}

/// |mixed - exact| <= twice half a step of fp16 times the sum of absolute products.
void check_mixed(const gb::matrix<float>& a, const gb::matrix<float>& b, const gb::matrix<float>& size) {
    const auto wanted = gb::mxm(on_host(), gb::plus_times<float>, a, b);
    const auto made = gb::mxm(on_device(), gb::plus_times<float>, a, b, mixed);
    REQUIRE(made.to_csr().columns == wanted.to_csr().columns);
    REQUIRE(made.to_csr().offsets == wanted.to_csr().offsets);
    for (std::size_t p = 0; p < made.values().size(); ++p) {
        const double is = made.values()[p], should = wanted.values()[p];
        CAPTURE(p, is, should);
        REQUIRE(std::abs(is - should) <= 2.1 * std::ldexp(1.0, -11) * static_cast<double>(size.values()[p]));
    }
}

gb::matrix<float> scaled(const gb::matrix<float>& m, int exponent) {
    gb::csr<float> out = m.to_csr();
    for (float& x : out.values) x = std::ldexp(x, exponent);
    return gb::matrix<float>::from_storage(std::move(out));
}

}  // namespace

TEST_CASE("tensor cores give what every method gives") {
    check_exact<float>(gb::plus_times<float>);
    check_exact<double>(gb::plus_times<double>);
    check_exact<std::int64_t>(gb::plus_pair<std::int64_t>);
    check_exact<bool>(gb::lor_land<bool>);
}

TEST_CASE("mixed precision rounds factors to fp16, and says so", "[one device]") {
    const auto ones = blocks<float>(40, 60, 5, [](std::mt19937&) { return 1.0; });
    const auto more_ones = blocks<float>(60, 70, 6, [](std::mt19937&) { return 1.0; });
    const auto counts = gb::mxm(on_host(), gb::plus_times<float>, ones, more_ones);
    const auto by_half = gb::mxm(on_device(), gb::plus_times<float>, ones, more_ones, mixed);
    CHECK(on_device().last_report().method == gb::method::bitmap_tile);
    CHECK(on_device().last_report().reason == "mixed precision asked for; factors times 2^0 and 2^0 as fp16");
    REQUIRE(counts.to_csr().values == by_half.to_csr().values);

    const auto a = blocks<float>(40, 60, 7, positive), b = blocks<float>(60, 70, 8, positive);
    check_mixed(a, b, gb::mxm(on_host(), gb::plus_times<float>, a, b));
    // fp16 shows: otherwise this would be fp32.
    const auto exact = gb::mxm(on_host(), gb::plus_times<float>, a, b);
    CHECK_FALSE(gb::mxm(on_device(), gb::plus_times<float>, a, b, mixed).to_csr().values == exact.to_csr().values);
}

TEST_CASE("mixed precision of nearly empty tiles: without tensor cores, rounded alike") {
    std::mt19937 random(14);
    const auto few = [&](gb::index nrows, gb::index ncols) {
        gb::matrix<float> m(nrows, ncols);
        for (int n = 0; n < 400; ++n) {
            m.set_element(static_cast<gb::index>(random() % static_cast<unsigned>(nrows)),
                          static_cast<gb::index>(random() % static_cast<unsigned>(ncols)),
                          static_cast<float>(positive(random)));
        }
        return m;
    };
    const auto a = few(200, 150), b = few(150, 300);
    check_mixed(a, b, gb::mxm(on_host(), gb::plus_times<float>, a, b));
    CHECK_THAT(on_device().last_report().reason, contains_text("as fp16, without tensor cores: 0."));
    const auto square = few(150, 150);
    check_mixed(square, square, gb::mxm(on_host(), gb::plus_times<float>, square, square));
    const auto x = scaled(a, 40), y = scaled(b, -30);
    check_mixed(x, y, gb::mxm(on_host(), gb::plus_times<float>, x, y));
    CHECK_THAT(on_device().last_report().reason, contains_text("factors times 2^-2"));
    // Ten bits behind the point are left of a third.
    gb::matrix<float> third(1, 1);
    third.set_element(0, 0, 1.0f / 3);
    constexpr float rounded = 0x1.554p-2f;
    CHECK(gb::mxm(on_device(), gb::plus_times<float>, third, third, mixed).values()[0] == rounded * rounded);
}

TEST_CASE("mixed precision scales what fp16 cannot hold", "[one device]") {
    const auto a = blocks<float>(40, 60, 9, positive), b = blocks<float>(60, 70, 10, positive);
    for (const auto& [of_a, of_b] : {std::pair{20, 0}, {-40, 30}, {60, 60}, {-70, -50}, {100, -100}}) {
        CAPTURE(of_a, of_b);
        const auto x = scaled(a, of_a), y = scaled(b, of_b);
        check_mixed(x, y, gb::mxm(on_host(), gb::plus_times<float>, x, y));
    }
    (void)gb::mxm(on_device(), gb::plus_times<float>, scaled(a, 20), scaled(b, -40), mixed);
    CHECK(on_device().last_report().reason == "mixed precision asked for; factors times 2^-7 and 2^53 as fp16");
}

TEST_CASE("mixed precision keeps infinities to their rows and columns") {
    auto a = blocks<float>(40, 60, 11, positive), b = blocks<float>(60, 70, 12, positive);
    a.set_element(3, 9, std::numeric_limits<float>::infinity());
    b.set_element(20, 33, std::numeric_limits<float>::quiet_NaN());
    const auto wanted = gb::mxm(on_host(), gb::plus_times<float>, a, b);
    for (const gb::descriptor& desc : {mixed, by_tiles}) {
        const auto made = gb::mxm(on_device(), gb::plus_times<float>, a, b, desc);
        REQUIRE(made.to_csr().columns == wanted.to_csr().columns);
        for (std::size_t p = 0; p < made.values().size(); ++p) {
            const float is = made.values()[p], should = wanted.values()[p];
            if (std::isnan(should)) REQUIRE(std::isnan(is));
            else if (std::isinf(should)) REQUIRE(is == should);
            else REQUIRE(std::abs(is - should) <= 1e-3f * should);
        }
    }
}

TEST_CASE("mixed precision is refused where it is not to be had") {
    const auto a = blocks<float>(20, 20, 13, positive);
    const auto wide = blocks<double>(20, 20, 13, positive);
    const auto refused = [&](auto&& call) { CHECK_THROWS_AS(call(), gb::unsupported); };
    refused([&] { gb::mxm(on_device(), gb::min_plus<float>, a, a, mixed); });
    refused([&] { gb::mxm(on_device(), gb::plus_times<double>, wide, wide, mixed); });
    refused([&] { gb::mxm_structure(on_device(), a, a, mixed); });
    const gb::descriptor by_hash{.method = gb::method::hash, .precision = gb::precision::mixed};
    refused([&] { gb::mxm(on_device(), gb::plus_times<float>, a, a, by_hash); });
    refused([&] { gb::mxm(on_host(), gb::plus_times<float>, a, a, mixed); });
    const auto u = any_vector<float>(20, 1);
    refused([&] { gb::mxv(on_device(), gb::plus_times<float>, a, u, mixed); });
    refused([&] { gb::mxv(on_host(), gb::plus_times<float>, a, u, mixed); });

    // Numbers of fp16 do not lie so far apart. C stays as it is.
    auto far = a;
    far.set_element(0, 0, 1e-30f);
    auto c = a;
    CHECK_THROWS_WITH(gb::mxm(on_device(), c, gb::no_mask, gb::no_accum, gb::plus_times<float>, a, far, mixed),
                      contains_text("values of B lie between 1e-30 and 1.997 in magnitude"));
    CHECK_THROWS_AS(gb::mxm(on_device(), gb::plus_times<float>, far, a, mixed), gb::invalid_value);
    check_same(c, a);
}
