// When method bitmap_tile is taken on a device without being named: tiles of both operands are there, and full enough.
#include <graphblas_gpu/graphblas_gpu.hpp>
#include <graphblas_gpu/io/generate.hpp>
#include <graphblas_gpu/io/read_matrix.hpp>
#include <graphblas_gpu/planner/tiles_pay.hpp>

#include <tests/catch.hpp>
#include <tests/cuda/samples.hpp>

namespace gb = graphblas_gpu;
using namespace device_samples;

namespace {

/// Full tiles, and just so many products that they pay.
const gb::matrix<float>& full_tiles() {
    static const auto a = gb::from_coordinates<float>(gb::blocks(2100, 8, 8, 1));
    return a;
}

gb::method method_of_nvals(const gb::matrix<float>& a, const gb::matrix<float>& b, const gb::descriptor& desc = {}) {
    CHECK(gb::mxm_nvals(on_device(), a, b, desc) == gb::mxm_nvals(on_host(), a, b, {.transpose_b = desc.transpose_b}));
    return on_device().last_report().method;
}

}  // namespace

TEST_CASE("tiles that are cached and full are multiplied as tiles") {
    const gb::matrix<float> a = full_tiles();
    REQUIRE(gb::mxm_flops(on_host(), a, a) >= gb::planner::tiles_pay_from_products);
    CHECK(method_of_nvals(a, a) != gb::method::bitmap_tile);
    (void)gb::tiling(on_device(), a);
    CHECK(method_of_nvals(a, a) == gb::method::bitmap_tile);
    CHECK(on_device().last_report().reason == "tiles are cached, and an average pair of them has 512.0 products");
    const gb::matrix<float> c = gb::mxm(on_device(), gb::plus_times<float>, a, a);
    CHECK(on_device().last_report().method == gb::method::bitmap_tile);
    CHECK(c == gb::mxm(on_host(), gb::plus_times<float>, a, a));
}

TEST_CASE("tiles are not asked for where a method is named, a mask is given, or an operand has none") {
    const gb::matrix<float> a = full_tiles();
    const auto other = gb::from_coordinates<float>(gb::blocks(2100, 8, 8, 2));
    (void)gb::tiling(on_device(), a);
    CHECK(method_of_nvals(a, a, {.method = gb::method::hash}) == gb::method::hash);
    CHECK(method_of_nvals(a, other) != gb::method::bitmap_tile);
    CHECK(method_of_nvals(other, a) != gb::method::bitmap_tile);
    const gb::matrix<void> diagonal = gb::from_coordinates<void>(gb::band(a.nrows(), 0));
    (void)gb::mxm_nvals(on_device(), gb::structure(diagonal), a, a);
    CHECK(on_device().last_report().method != gb::method::bitmap_tile);
    // A's transpose is another matrix, of which there are no tiles yet.
    gb::matrix<float> upper = gb::select(on_host(), gb::triu{0}, a);
    (void)gb::tiling(on_device(), upper);
    CHECK(upper.cached_device_tiles(on_device().cuda_engine(), false) != nullptr);
    CHECK(upper.cached_device_tiles(on_device().cuda_engine(), true) == nullptr);
    CHECK(upper.cached_device_tiles(gb::context::cuda().cuda_engine(), false) == nullptr);
    upper.set_element(0, 0, 2.0f);
    CHECK(upper.cached_device_tiles(on_device().cuda_engine(), false) == nullptr);
}

TEST_CASE("tiles that are nearly empty are not multiplied as tiles") {
    const auto a = gb::from_coordinates<float>(gb::rmat(13, 24));
    REQUIRE(gb::mxm_flops(on_host(), a, a) >= gb::planner::tiles_pay_from_products);
    (void)gb::tiling(on_device(), a);
    CHECK(method_of_nvals(a, a) != gb::method::bitmap_tile);
}
