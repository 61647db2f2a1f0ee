// What the benchmark on a device makes of two results, and the matrices of its sweep. No device is needed.
#include "tests/catch.hpp"
#include <bench/cuda/differences.hpp>
#include <bench/cuda/tile_sweep.hpp>
#include <graphblas_gpu/io/generate.hpp>
#include <graphblas_gpu/io/read_matrix.hpp>
#include <graphblas_gpu/tiling.hpp>

namespace gb = graphblas_gpu;

namespace {

const gb::context& on_host() {
    static const gb::context ctx = gb::context::host({.threads = 1});
    return ctx;
}

}  // namespace

TEST_CASE("results that differ anywhere are not equal", "[bench]") {
    const auto a = gb::from_coordinates<float>(gb::stencil5(5));
    CHECK(bench::difference_on(on_host(), a, a).empty());
    CHECK(bench::difference(a.to_csr(), a.to_csr(), a.to_csr()).empty());
    const auto check_found = [&](const gb::matrix<float>& b) {
        CHECK(!bench::difference_on(on_host(), a, b).empty());
        CHECK(!bench::difference(a.to_csr(), b.to_csr(), a.to_csr()).empty());
    };
    gb::matrix<float> b = a;
    b.set_element(24, 24, 4.5f);
    check_found(b);
    b = a;
    b.remove_element(3, 3);
    check_found(b);
    b.set_element(0, 24, 4.0f);  // as many entries, one of them elsewhere
    check_found(b);

    const gb::matrix<void> pattern = gb::from_coordinates<void>(gb::stencil5(5));
    CHECK(bench::difference_on(on_host(), pattern, pattern).empty());
    CHECK(bench::difference_on(on_host(), pattern, a).empty());
    CHECK(!bench::difference_on(on_host(), pattern, b).empty());
}

TEST_CASE("rounding is allowed as far as a row is long, and no further", "[bench]") {
    const auto a = gb::from_coordinates<float>(gb::stencil5(5));  // 3 to 5 entries a row
    gb::matrix<float> b = a;
    b.set_element(12, 12, 4.0f * (1 + 8 * std::numeric_limits<float>::epsilon()));
    CHECK(bench::difference(b.to_csr(), a.to_csr(), a.to_csr()).empty());
    b.set_element(12, 12, 4.0f * (1 + 16 * std::numeric_limits<float>::epsilon()));
    CHECK(!bench::difference(b.to_csr(), a.to_csr(), a.to_csr()).empty());
    gb::matrix<float> absolute = a;  // terms of both signs, whose absolute values add up to more
    absolute.set_element(12, 12, 8.0f);
    CHECK(bench::difference(b.to_csr(), a.to_csr(), a.to_csr(), absolute.to_csr()).empty());
    absolute.set_element(12, 12, 4.0f);
    CHECK(!bench::difference(b.to_csr(), a.to_csr(), a.to_csr(), absolute.to_csr()).empty());
}

TEST_CASE("the matrices of the sweep have the tiles that their names say", "[bench]") {
    for (const bench::tile_sample& s : {bench::tile_sample{40, 4, 6, 0}, bench::tile_sample{40, 4, 64, 2}}) {
        const gb::matrix<double> a = bench::make_sample(s);
        gb::formats::check_csr(a.rows(), a.row_offsets().size(), a.columns().size(), a.values().size(), true);
        CHECK(a.nrows() == 320);
        CHECK(a.nvals() == 40 * 4 * s.entries);
        CHECK(gb::tiling(on_host(), a).tiles == 40 * 4);
        CHECK(a == bench::make_sample(s));
        for (const auto [i, j, x] : a.entries()) {
            const bool is_value = x >= 1 && x <= 15 && x == std::floor(x);
            CHECK(is_value);
            if (s.spread != 0) CHECK(std::abs(i / 8 - j / 8) <= s.spread * s.tiles_a_row);
        }
    }
    CHECK(bench::tile_sample{40, 4, 6, 2}.name() == "tiles 40 x 4 within 8, 6 entries");
    CHECK(bench::tile_sample{40, 4, 6, 0}.name() == "tiles 40 x 4 anywhere, 6 entries");
}
