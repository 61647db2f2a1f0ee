// Products with sides far beyond their entries, over a semiring of the caller's own that looks at all indices.
#include "far_product_trial.hpp"
#include <graphblas_gpu/own_semiring.hpp>

namespace spec {

TEST_CASE("far sides: a multiply of the caller's own is told the indices of the operands", "[spec][far]") {
    using T = std::int64_t;
    if (left_out_on_cuda("far sides: a semiring of one's own", "it is refused there")) return;
    // Values may be the limits of T: products of these wrap around without a sign.
    const auto by_indices = gb::make_semiring(gb::monoid<gb::plus, T>{}, [](T x, T y, T i, T k, T j) {
        return static_cast<T>(static_cast<std::uint64_t>(x) * static_cast<std::uint64_t>(y) +
                              static_cast<std::uint64_t>(3 * i + 5 * k + 7 * j));
    });
    random r(3);
    for (const far_shape& shape : far_shapes(r)) {
        check_far_mxm<T, T, T, T>("a semiring of the caller's own", by_indices, shape, false);
    }
    check_far_forms<T, T, T>("a semiring of the caller's own", by_indices, all_rows_and_columns(r), false, false);
}

}  // namespace spec
