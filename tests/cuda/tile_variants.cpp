// The papers' variants of method bitmap_tile from the public interface: products, masks, types, memory, and what is refused.
#include <string>

#include <graphblas_gpu/mxm.hpp>
#include <graphblas_gpu/plan.hpp>

#include <tests/catch.hpp>
#include <tests/cuda/compare.hpp>

namespace {

using compare::any_matrix;
using compare::on_device;
using compare::on_host;

constexpr gb::tile_variant variants[] = {gb::tile_variant::bmsparse, gb::tile_variant::tsparse};

/// Whole numbers, so that sums are exact in whatever order, and in mixed precision.
template <class T>
gb::matrix<T> whole(gb::index nrows, gb::index ncols, int seed, double density = 0.2) {
    auto storage = any_matrix<std::int64_t>(nrows, ncols, seed, density).to_csr();
    gb::csr<T> out(nrows, ncols);
    out.offsets = std::move(storage.offsets);
    out.columns = std::move(storage.columns);
    out.values = gb::buffer<T>(storage.values.size());
    std::transform(storage.values.begin(), storage.values.end(), out.values.begin(),
                   [](std::int64_t x) { return gb::cast<T>(x); });
    return gb::matrix<T>::from_storage(std::move(out));
}

/// The variant beside the host, without a mask and under both kinds, transposed and not.
template <class T, class S>
void check(const S& semiring, gb::tile_variant variant) {
    const auto a = whole<T>(61, 43, 1), b = whole<T>(43, 70, 2), mask = whole<T>(61, 70, 3, 0.4);
    const auto at = whole<T>(43, 61, 4), bt = whole<T>(70, 43, 5);
    const gb::descriptor desc{.tile_variant = variant};
    CHECK(gb::mxm(on_device(), semiring, a, b, desc) == gb::mxm(on_host(), semiring, a, b));
    CHECK(on_device().last_report().method == gb::method::bitmap_tile);
    for (const bool complement : {false, true}) {
        const auto under = [&](const gb::context& ctx, bool transposed, gb::descriptor how) {
            how.transpose_a = how.transpose_b = transposed;
            gb::matrix<gb::semiring_value_t<S>> c(61, 70);
            const auto& x = transposed ? at : a;
            const auto& y = transposed ? bt : b;
            if (complement) gb::mxm(ctx, c, !gb::structure(mask), gb::no_accum, semiring, x, y, how);
            else gb::mxm(ctx, c, gb::values(mask), gb::no_accum, semiring, x, y, how);
            return c;
        };
        for (const bool transposed : {false, true})
            CHECK(under(on_device(), transposed, desc) == under(on_host(), transposed, {}));
    }
}

}  // namespace

TEST_CASE("tile variants: products over semirings and types") {
    for (const gb::tile_variant variant : variants) {
        INFO(gb::to_string(variant));
        CHECK(gb::tile_variant_from_string(gb::to_string(variant)) == variant);
        check<float>(gb::plus_times<float>, variant);
        check<double>(gb::max_plus<double>, variant);
        check<std::int64_t>(gb::plus_pair<std::int64_t>, variant);
        check<std::int64_t>(gb::any_second<std::int64_t>, variant);
        check<double>(gb::any_pair<double>, variant);
        check<std::uint32_t>(gb::max_times<std::uint32_t>, variant);
        check<std::int64_t>(gb::min_firsti<std::int64_t>, variant);
    }
}

TEST_CASE("tile variants: structure, counts, sums") {
    const auto a = whole<std::int64_t>(50, 50, 6);
    for (const gb::tile_variant variant : variants) {
        INFO(gb::to_string(variant));
        const gb::descriptor desc{.method = gb::method::bitmap_tile, .tile_variant = variant};
        CHECK(gb::mxm_structure(on_device(), a, a, desc) == gb::mxm_structure(on_host(), a, a));
        CHECK(gb::mxm_structure(on_device(), gb::structure(a), a, a, desc) ==
              gb::mxm_structure(on_host(), gb::structure(a), a, a));
        CHECK(gb::mxm_nvals(on_device(), a, a, desc) == gb::mxm_nvals(on_host(), a, a));
        CHECK(gb::mxm_nvals(on_device(), !gb::structure(a), a, a, desc) == gb::mxm_nvals(on_host(), !gb::structure(a), a, a));
        const auto sum = [&](const gb::context& ctx, const gb::descriptor& how) {
            return gb::mxm_reduce(ctx, gb::plus{}, gb::structure(a), gb::plus_times<std::int64_t>, a, a, how);
        };
        CHECK(sum(on_device(), desc) == sum(on_host(), {}));
        const gb::matrix<std::int64_t> empty(50, 50), none(0, 50);
        CHECK(gb::mxm(on_device(), gb::plus_times<std::int64_t>, empty, a, desc).nvals() == 0);
        CHECK(gb::mxm(on_device(), gb::plus_times<std::int64_t>, none, a, desc).nrows() == 0);
    }
}

TEST_CASE("tile variants: little memory cuts rows into panels") {
    const auto a = whole<std::int64_t>(240, 240, 7, 0.3);
    const auto wanted = gb::mxm(on_host(), gb::plus_times<std::int64_t>, a, a);
    for (const gb::tile_variant variant : variants) {
        INFO(gb::to_string(variant));
        const gb::context tight = spec::context_on_cuda(1000 << 10);
        const auto c = gb::mxm(tight, gb::plus_times<std::int64_t>, a, a, {.tile_variant = variant});
        CHECK(tight.last_report().panels > 1);
        CHECK(c == wanted);
        const gb::context too_tight = spec::context_on_cuda(600 << 10);  // for C as a whole
        CHECK(gb::mxm(too_tight, gb::plus_times<std::int64_t>, a, a, {.tile_variant = variant}) == wanted);
        CHECK_THAT(too_tight.last_report().reason, contains_text("; C did not fit on the device"));
    }
}

TEST_CASE("tile variants: mixed precision is tSparse's") {
    const auto a = whole<float>(75, 75, 8);
    const auto mixed = gb::mxm(on_device(), gb::plus_times<float>, a, a,
                               {.tile_variant = gb::tile_variant::tsparse, .precision = gb::precision::mixed});
    CHECK(mixed == gb::mxm(on_host(), gb::plus_times<float>, a, a));
    CHECK_THAT(on_device().last_report().reason, contains_text("variant tsparse asked for in mixed precision"));
    // Ten bits behind the point are left of a third.
    gb::matrix<float> third(1, 1);
    third.set_element(0, 0, 1.0f / 3);
    const auto square = gb::mxm(on_device(), gb::plus_times<float>, third, third,
                                {.tile_variant = gb::tile_variant::tsparse, .precision = gb::precision::mixed});
    const float rounded = 0x1.554p-2f;
    CHECK(square.values()[0] == rounded * rounded);
    CHECK_THROWS_WITH(gb::mxm(on_device(), gb::plus_times<float>, a, a,
                              {.tile_variant = gb::tile_variant::bmsparse, .precision = gb::precision::mixed}),
                      contains_text("variant bmsparse has no mixed precision"));
}

TEST_CASE("tile variants: lists are in the estimate") {
    const auto a = whole<float>(16, 24, 12, 1.0), b = whole<float>(24, 40, 13, 1.0);
    const auto estimate = [&](gb::tile_variant variant) {
        (void)gb::mxm(on_device(), gb::plus_times<float>, a, b, {.method = gb::method::bitmap_tile, .tile_variant = variant});
        return on_device().last_report().estimated_bytes;
    };
    constexpr int pairs = 2 * 3 * 5, bytes_a_pair = 52;
    for (const gb::tile_variant variant : variants) {
        CHECK(estimate(variant) == estimate(gb::tile_variant::automatic) + pairs * bytes_a_pair);
    }
}

TEST_CASE("exact and mixed, of filled tiles and of nearly empty ones") {
    const auto a = whole<float>(75, 75, 10), few = whole<float>(75, 75, 11, 0.02);
    const auto exact = gb::mxm(on_host(), gb::plus_times<float>, a, a),
               of_few = gb::mxm(on_host(), gb::plus_times<float>, few, few);
    CHECK(gb::mxm(on_device(), gb::plus_times<float>, a, a, {.method = gb::method::bitmap_tile}) == exact);
    CHECK(gb::mxm(on_device(), gb::plus_times<float>, a, a, {.precision = gb::precision::mixed}) == exact);
    CHECK(gb::mxm(on_device(), gb::plus_times<float>, few, few, {.precision = gb::precision::mixed}) == of_few);
}

TEST_CASE("tile variants: what is refused") {
    const auto a = whole<float>(20, 20, 9);
    const gb::vector<float> u(20);
    for (const gb::tile_variant variant : variants) {
        const gb::descriptor desc{.tile_variant = variant};
        CHECK_THROWS_WITH(gb::mxm(on_host(), gb::plus_times<float>, a, a, desc),
                          contains_text("the host engine has no variant"));
        CHECK_THROWS_WITH(gb::mxv(on_host(), gb::plus_times<float>, a, u, desc),
                          contains_text("the host engine has no variant"));
        CHECK_THROWS_AS(gb::mxv(on_device(), gb::plus_times<float>, a, u, desc), gb::unsupported);
        CHECK_THROWS_WITH(gb::plan_mxm(on_device(), gb::plus_times<float>, a, a, desc), contains_text("a plan keeps"));
        CHECK_THROWS_WITH(
            gb::mxm(on_device(), gb::plus_times<float>, a, a, {.method = gb::method::hash, .tile_variant = variant}),
            contains_text("one of method bitmap_tile, not of hash"));
        CHECK_THROWS_AS(gb::mxm(on_device(), gb::plus_times<float>, a, a,
                                {.variant = gb::hash_variant::kklp, .tile_variant = variant}),
                        gb::unsupported);
    }
    CHECK_THROWS_WITH(gb::tile_variant_from_string("tiles"), contains_text("automatic, bmsparse, tsparse"));
}
