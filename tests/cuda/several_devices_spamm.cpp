// Approximate products that are spread over several devices, beside one device: the same blocks to the bit, the same products,
// and bounds of the error that differ by rounding alone.
#include <graphblas_gpu/spamm.hpp>
#include <graphblas_gpu/spamm/cuda/spread.hpp>

#include <tests/catch.hpp>
#include <tests/cuda/groups.hpp>

#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

namespace gb = graphblas_gpu;
using namespace device_samples;

namespace {

/// Values that decay with the distance from the diagonal, more slowly in the last rows.
template <class T>
gb::block_matrix<T> decaying(gb::index nrows, gb::index ncols, double length, unsigned seed) {
    using value = typename gb::block_matrix<T>::dense_type;
    std::vector<value> values(static_cast<std::size_t>(nrows * ncols));
    for (gb::index i = 0; i < nrows; ++i) {
        const double reach = i > 3 * nrows / 4 ? 4 * length : length;
        for (gb::index j = 0; j < ncols; ++j) {
            const auto noise =
                static_cast<double>((static_cast<unsigned>(i * 7919 + j) + seed) * 2654435761u >> 20) / 4096 - 0.5;
            values[static_cast<std::size_t>(i * ncols + j)] =
                static_cast<value>(noise * std::exp(-std::abs(static_cast<double>(i - j)) / reach));
        }
    }
    return gb::block_matrix<T>::from_dense(nrows, ncols, values);
}

/// Copies of a matrix stay with it, so that every context gets one of its own.
template <class T>
gb::spamm_report same_on_several(const gb::context& several, const gb::block_matrix<T>& a, const gb::block_matrix<T>& b,
                                 const gb::spamm_options& options) {
    const gb::context one = gb::context::cuda({.memory = spec::device_memory()});
    const gb::block_matrix<T> a1 = a, b1 = b;
    const auto want = gb::spamm(one, a1, b1, options);
    const auto have = gb::spamm(several, a, b, options);
    CHECK(have.product.to_dense() == want.product.to_dense());
    CHECK(have.product.nblocks() == want.product.nblocks());
    CHECK(have.product.norm() == want.product.norm());
    CHECK(have.report.products == want.report.products);
    CHECK(have.report.all_products == want.report.all_products);
    CHECK(have.report.tau == want.report.tau);
    CHECK(have.report.method == want.report.method);
    CHECK(have.report.precision == want.report.precision);
    // Two sums of squares of the tiles, in another order.
    CHECK(have.report.error_bound == Approx(want.report.error_bound).epsilon(1e-12));
    CHECK(have.report.sum_rounding_bound == Approx(want.report.sum_rounding_bound).epsilon(1e-12));
    CHECK(want.report.devices == 1);
    return have.report;
}

}  // namespace

TEST_CASE("spamm on several devices has the blocks of one device to the bit", "[spamm]") {
    const int devices = GENERATE(2, 4);
    if (!has_devices(devices, "spread approximate products")) return;
    const gb::context ctx = on_first_devices(devices);
    const auto a = decaying<double>(300, 250, 20, 1), b = decaying<double>(250, 200, 20, 2);
    const double size = a.norm() * b.norm();
    for (const gb::spamm_options& how :
         {gb::spamm_options{.tau = size / 300}, gb::spamm_options{.valid_ratio = 0.3},
          gb::spamm_options{.valid_ratio = 0.3, .precision = gb::spamm_precision::fp16},
          gb::spamm_options{.error = size * 1e-4}, gb::spamm_options{.tau = size / 300, .drop_below = size * 1e-5}}) {
        gb::spamm_options by_lists = how;  // one device takes cuBLAS, if it is there
        by_lists.tile = 64;
        by_lists.variant = gb::spamm_variant::spamm;
        const auto report = same_on_several(ctx, a, b, by_lists);
        CHECK(report.devices >= devices - 1);
        CHECK(report.products > 0);
        CHECK(report.products < report.all_products);
    }
    const auto narrow = decaying<float>(300, 300, 20, 3);
    CHECK(same_on_several(ctx, narrow, narrow, {.valid_ratio = 0.2, .variant = gb::spamm_variant::cuspamm}).devices == devices);
    CHECK(same_on_several(ctx, narrow, narrow, {.tau = 0, .tile = 64, .variant = gb::spamm_variant::spamm}).devices == devices);
    CHECK(gb::spamm(ctx, narrow, narrow, {.tile = 64, .variant = gb::spamm_variant::dense}).report.devices == devices);
    CHECK(same_on_several(ctx, narrow, narrow, {.error = 1e6, .tile = 64, .variant = gb::spamm_variant::spamm}).products == 0);
}

TEST_CASE("alpha A B + beta C on several devices has the blocks of one device to the bit", "[spamm]") {
    const int devices = GENERATE(2, 4);
    if (!has_devices(devices, "spread sums of approximate products")) return;
    const gb::context ctx = on_first_devices(devices), one = gb::context::cuda({.memory = spec::device_memory()});
    const auto a = decaying<double>(300, 300, 20, 1), b = decaying<double>(300, 200, 20, 2),
               c = decaying<double>(300, 200, 5, 3);
    const double size = a.norm() * b.norm();
    const auto check = [&](const auto& left, const auto& right, const auto& addend, const gb::spamm_options& how) {
        // Copies of a matrix share what devices keep of it.
        const auto left_of_one = left, right_of_one = right, addend_of_one = addend;
        const auto want = gb::spamm(one, -2.5, left_of_one, right_of_one, 0.3, addend_of_one, how);
        const auto have = gb::spamm(ctx, -2.5, left, right, 0.3, addend, how);
        CHECK(have.product.to_dense() == want.product.to_dense());
        CHECK(have.product.nblocks() == want.product.nblocks());
        CHECK(have.product.norm() == want.product.norm());
        CHECK(have.report.error_bound == Approx(want.report.error_bound).epsilon(1e-12));
        CHECK(have.report.sum_rounding_bound == Approx(want.report.sum_rounding_bound).epsilon(1e-12));
        CHECK(have.report.devices >= devices - 1);
        return have.product;
    };
    // One device would take cuBLAS, if it is there.
    const gb::spamm_options how{.tau = size / 300, .tile = 64, .variant = gb::spamm_variant::spamm};
    check(a, b, c, how);
    check(a, b, c, {.error = size * 1e-4, .tile = 64, .variant = gb::spamm_variant::spamm});
    check(a, b, c, {.tau = size / 300, .drop_below = size * 1e-5, .tile = 64, .variant = gb::spamm_variant::spamm});
    const auto square = check(a, a, a, how);
    check(a, a, square, how);  // C is distributed
}

TEST_CASE("spamm of tiles of 128 on several devices has the blocks of one device to the bit", "[spamm]") {
    if (!spec::runs_at_full_speed()) {
        std::puts("skipped: spread approximate products of large tiles: an emulated device needs too long");
        return;
    }
    if (!has_devices(2, "spread approximate products of large tiles")) return;
    const gb::context ctx = on_first_devices(2);
    // Five rows of tiles: one device at least has an odd number, so that rows are paired in another way than on one device.
    const auto a = decaying<float>(640, 700, 20, 5), b = decaying<float>(700, 400, 20, 6);
    for (const auto p : {gb::spamm_precision::fp32, gb::spamm_precision::tf32, gb::spamm_precision::fp16}) {
        const auto report =
            same_on_several(ctx, a, b, {.valid_ratio = 0.3, .precision = p, .tile = 128, .variant = gb::spamm_variant::spamm});
        CHECK(report.devices == 2);
    }
}

TEST_CASE("devices have equal products of tiles, not equal rows", "[spamm]") {
    if (!has_devices(2, "equal products of tiles")) return;
    const gb::context ctx = on_first_devices(2);
    // The last quarter of the rows has more than half of the products.
    const auto a = decaying<float>(64 * 16, 64 * 16, 30, 4);
    const auto c = gb::spamm(ctx, a, a, {.tau = 0.5, .tile = 64});
    CHECK(c.report.devices == 2);
    const auto made = c.product.storage().where_they_are();
    REQUIRE(made->parts != nullptr);
    std::vector<std::int64_t> products;
    std::vector<gb::index> rows;
    // What each device has computed, as products of its rows alone.
    const auto dense = a.to_dense();
    for (const gb::cuda::blocks_part& part : gb::cuda::parts_of(*made)) {
        const auto first = static_cast<std::size_t>(part.first_row * 32 * a.ncols());
        const auto count = static_cast<std::size_t>(part.rows.nrows * a.ncols());
        const auto own =
            gb::block_matrix<float>::from_dense(part.rows.nrows, a.ncols(), std::span(dense).subspan(first, count));
        products.push_back(gb::spamm(gb::context::cuda(), own, a, {.tau = 0.5, .tile = 64, .variant = gb::spamm_variant::spamm})
                               .report.products);
        rows.push_back(part.rows.nrows);
    }
    REQUIRE(products.size() == 2);
    CHECK(products[0] + products[1] == c.report.products);
    CHECK(std::abs(products[0] - products[1]) < c.report.products / 5);
    CHECK(rows[0] > 3 * rows[1] / 2);
}

TEST_CASE("operands of spamm are copied to a device once; results stay distributed until they are wanted", "[spamm]") {
    const int devices = GENERATE(2, 4);
    if (!has_devices(devices, "copies of blocks that are kept")) return;
    const gb::context ctx = on_first_devices(devices);
    const auto a = decaying<float>(300, 300, 20, 5), b = decaying<float>(300, 300, 20, 6);
    const gb::spamm_options how{.valid_ratio = 0.4, .tile = 64, .variant = gb::spamm_variant::spamm};
    const std::int64_t whole = a.nblocks() * (1024 * 4 + 8 + 4) + (300 / 32 + 2) * 8;
    // A is B: its rows are not copied beside it.
    const auto square = gb::spamm(ctx, a, a, how);
    CHECK(square.report.bytes_between_devices == (devices - 1) * whole);
    CHECK(gb::spamm(ctx, a, a, how).report.bytes_between_devices == 0);
    const auto product = gb::spamm(ctx, b, a, how);
    CHECK(product.report.bytes_between_devices > 0);
    CHECK(product.report.bytes_between_devices < whole);
    CHECK(gb::spamm(ctx, b, a, how).report.bytes_between_devices == 0);
    // Reading from the host fetches part by part.
    std::int64_t before = pulled_by(ctx);
    const auto values = square.product.to_dense();
    CHECK(pulled_by(ctx) == before);
    // As an operand the result is gathered, on a device that asks too.
    const gb::context one = gb::context::cuda({.memory = spec::device_memory()});
    const auto cube = gb::spamm(ctx, square.product, a, how);
    CHECK(pulled_by(ctx) > before);
    const auto square_on_one = gb::block_matrix<float>::from_dense(300, 300, values);
    CHECK(cube.product.to_dense() == gb::spamm(one, square_on_one, gb::block_matrix<float>(a), how).product.to_dense());
    const auto of_one = gb::spamm(ctx, a, a, how).product;
    CHECK(gb::spamm(one, of_one, of_one, how).report.products ==
          gb::spamm(one, square_on_one, square_on_one, how).report.products);
    // A small product is not spread.
    const gb::context usual = gb::context::cuda({.devices = {0, 1}});
    CHECK(gb::spamm(usual, gb::block_matrix<float>(a), gb::block_matrix<float>(a), how).report.devices == 1);
}

#ifdef GRAPHBLAS_GPU_REHEARSAL
TEST_CASE("spamm on devices of different memory names the one that has too little, and goes on with the next call", "[spamm]") {
    if (!has_devices(4, "spamm on devices of different memory")) return;
    const auto a = decaying<float>(320, 320, 20, 9), small = decaying<float>(130, 130, 20, 9);
    const gb::spamm_options how{.tau = 0, .tile = 64};
    rehearsal::set_device_memory(2, 450'000);  // its copy of B takes 410 KB, and its quarter of C a quarter of that
    {
        const gb::context ctx = on_devices({0, 1, 2, 3});
        auto c = small;
        // Not a copy of A: what devices hold of a matrix is kept as long as one of its copies lives.
        CHECK_THROWS_WITH(c = gb::spamm(ctx, a, decaying<float>(320, 320, 20, 9), how).product, contains_text("on device 2"));
        CHECK(c.nrows() == 130);
        CHECK(gb::spamm(ctx, small, gb::block_matrix<float>(small), how).product.to_dense() ==
              gb::spamm(gb::context::cuda(), small, gb::block_matrix<float>(small), how).product.to_dense());
    }
    rehearsal::set_device_memory(std::size_t{2} << 30);
}

TEST_CASE("a spread spamm whose allocations are refused leaves no memory behind", "[spamm]") {
    if (!has_devices(2, "refused allocations of blocks")) return;
    const auto a = decaying<float>(200, 200, 20, 7);
    const auto want =
        gb::spamm(gb::context::cuda(), gb::block_matrix<float>(a), gb::block_matrix<float>(a), {.tau = 0.5, .tile = 64})
            .product.to_dense();
    const std::int64_t held = rehearsal::live_allocations();
    {
        const gb::context ctx = on_devices({0, 1});
        int failed = 0, named = 0;
        for (int n = 1; n < 80; n += n < 40 ? 1 : 5) {
            const auto operand = gb::block_matrix<float>::from_dense(200, 200, a.to_dense());
            rehearsal::fail_allocation(n, 2);
            try {
                const auto c = gb::spamm(ctx, operand, operand, {.tau = 0.5, .tile = 64});
                rehearsal::fail_allocation(0);
                CHECK(c.product.to_dense() == want);
            } catch (const gb::out_of_memory& e) {
                rehearsal::fail_allocation(0);
                ++failed;
                named += std::string(e.what()).find("(rows ") != std::string::npos ? 1 : 0;
            }
        }
        CHECK(failed > 5);
        CHECK(named > 5);  // rows and device, where these are known
    }
    CHECK(rehearsal::live_allocations() == held);
}
#endif
