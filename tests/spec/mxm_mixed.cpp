// mxm with semirings of a user's own and with operands of several types against the specification.
#include "mxm_trial.hpp"
#include <graphblas_gpu/own_semiring.hpp>

namespace spec {

TEST_CASE("mxm: a user's own semiring over a struct", "[spec][mxm]") {
    check_mxm<affine, std::int8_t, affine, affine>("least_affine", least_affine{});
}

TEST_CASE("mxm: int8 times double summed as float, into float", "[spec][mxm]") {
    check_mxm<float, void, std::int8_t, double>("plus_times<float> of int8 and double", gb::plus_times<float>);
}

TEST_CASE("mxm: structure times double, into int16 under a mask of float", "[spec][mxm]") {
    check_mxm<std::int16_t, float, void, double>("plus_times<float> of structure and double", gb::plus_times<float>);
}

TEST_CASE("mxm: a semiring made of a monoid and a lambda with positions and two operand types", "[spec][mxm]") {
    const auto weighted = gb::make_semiring<std::int32_t, bool>(
        gb::monoid<gb::plus, std::int64_t>{}, [](std::int32_t x, bool y, index i, index k, index j) {
            return y ? x + 100 * i + 10 * k + j : std::int64_t{-1};
        });
    check_mxm<std::int64_t, bool, std::int32_t, bool>("a lambda", weighted);
}

}  // namespace spec
