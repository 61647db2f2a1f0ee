// What the benchmark on a device makes of two results. No device is needed.
#include "tests/catch.hpp"
#include <graphblas_gpu/io/generate.hpp>
#include <graphblas_gpu/io/read_matrix.hpp>
#include <bench/cuda/differences.hpp>

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
