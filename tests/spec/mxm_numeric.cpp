// mxm over numbers against the specification: all options, methods and transpositions.
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

}  // namespace spec
