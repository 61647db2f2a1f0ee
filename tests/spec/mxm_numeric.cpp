// mxm over numbers, and over operands of several types, against the specification: all options, methods and transpositions.
#include "mxm_trial.hpp"

namespace spec {

TEST_CASE("mxm: plus_times<float>", "[spec][mxm]") {
    check_mxm<float, float, float, float>("plus_times<float>", gb::plus_times<float>);
}
TEST_CASE("mxm: plus_times<int64>", "[spec][mxm]") {
    using T = std::int64_t;
    check_mxm<T, T, T, T>("plus_times<int64>", gb::plus_times<T>);
}
TEST_CASE("mxm: min_plus<int32>", "[spec][mxm]") {
    using T = std::int32_t;
    check_mxm<T, T, T, T>("min_plus<int32>", gb::min_plus<T>);
}
TEST_CASE("mxm: max_second<double>", "[spec][mxm]") {
    check_mxm<double, double, double, double>("max_second<double>", gb::max_second<double>);
}
TEST_CASE("mxm: int8 times double summed as float, into float", "[spec][mxm]") {
    check_mxm<float, void, std::int8_t, double>("plus_times<float> of int8 and double", gb::plus_times<float>);
}
TEST_CASE("mxm: structure times double, into int16 under a mask of float", "[spec][mxm]") {
    check_mxm<std::int16_t, float, void, double>("plus_times<float> of structure and double", gb::plus_times<float>);
}

}  // namespace spec
