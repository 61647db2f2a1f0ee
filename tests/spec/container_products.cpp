// matrix: what products of matrices do to containers, and containers to products.
#include "trial.hpp"
#include <graphblas_gpu/mxm.hpp>

namespace spec {

TEST_CASE("mxm: a side may be 2^32 - 1, and method hash needs memory for what is there", "[spec][mxm]") {
    const index most = 0xffffffff;
    gb::matrix<int> a(2, most), b(2, 2);
    a.set_element(1, most - 1, 5);
    b.set_element(0, 1, 3);
    const auto c = gb::mxm(contexts()[0], gb::plus_times<int>, b, a, {.method = gb::method::hash});
    CHECK(c.nvals() == 1);
    CHECK(c.get_element(0, most - 1) == 15);
}

TEST_CASE("mxm: what was moved from is multiplied as 0x0", "[spec][mxm]") {
    const gb::context& ctx = contexts()[1];
    gb::matrix<int> a(3, 3);
    a.set_element(2, 1, 21);
    (void)gb::transpose(ctx, a);
    const gb::matrix<int> b = std::move(a);
    CHECK(b.nvals() == 1);
    // What is checked is what a move leaves behind.
    CHECK(gb::mxm(ctx, gb::plus_times<int>, a, a) == gb::matrix<int>());
    gb::matrix<int> c;
    gb::mxm(ctx, c, gb::values(a), gb::no_accum, gb::plus_times<int>, a, a);
    CHECK(c == gb::matrix<int>());
}

TEST_CASE("mxm: the cached transpose of an output follows the product", "[spec][mxm]") {
    const gb::context& ctx = contexts()[0];
    gb::matrix<int> a(2, 2);
    a.set_element(0, 1, 4);
    a.set_element(1, 1, 3);
    const auto transpose_is_right = [&] {
        // Twice: as it is made and as it is cached.
        for (int round = 0; round < 2; ++round)
            expect_none(difference(gb::transpose(ctx, a), transposed(read(a))), [] { return "transpose"; });
        CHECK(a.is_symmetric() == (difference(a, transposed(read(a))).empty()));
    };
    transpose_is_right();
    gb::mxm(ctx, a, gb::no_mask, gb::plus{}, gb::plus_times<int>, a, a);
    CHECK(a.get_element(0, 1) == 16);
    transpose_is_right();
    a.set_element(1, 0, 16);
    transpose_is_right();
}

}  // namespace spec
