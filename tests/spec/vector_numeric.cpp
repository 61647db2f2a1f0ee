// mxv and vxm over numbers against the specification: all options, methods, transpositions and forms of vectors.
#include "vector_trial.hpp"

namespace spec {

TEST_CASE("mxv and vxm: plus_times<float>", "[spec][vector]") {
    check_mxv<float, float, float, float>("plus_times<float>", gb::plus_times<float>);
    check_vxm<float, float, float, float>("plus_times<float>", gb::plus_times<float>);
}
TEST_CASE("mxv and vxm: min_plus<int32>", "[spec][vector]") {
    using T = std::int32_t;
    check_mxv<T, T, T, T>("min_plus<int32>", gb::min_plus<T>);
    check_vxm<T, T, T, T>("min_plus<int32>", gb::min_plus<T>);
}
TEST_CASE("mxv and vxm: int8 and double summed as float, into double", "[spec][vector]") {
    check_mxv<double, std::int8_t, std::int8_t, double>("plus_second<float> mixed", gb::plus_second<float>);
    check_vxm<double, std::int8_t, double, std::int8_t>("plus_second<float> mixed", gb::plus_second<float>);
}

}  // namespace spec
