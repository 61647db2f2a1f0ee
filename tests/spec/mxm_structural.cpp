// mxm over truth values, structure and positions against the specification: all options, methods and transpositions.
#include "mxm_trial.hpp"

namespace spec {

TEST_CASE("mxm: lor_land<bool>", "[spec][mxm]") { check_mxm<bool, bool, bool, bool>("lor_land<bool>", gb::lor_land<>); }
TEST_CASE("mxm: any_pair<bool> of structures into a structure", "[spec][mxm]") {
    check_mxm<void, void, void, void>("any_pair<bool> of structures", gb::any_pair<bool>);
}
TEST_CASE("mxm: plus_pair<int64> of structures", "[spec][mxm]") {
    using T = std::int64_t;
    check_mxm<T, void, void, void>("plus_pair<int64> of structures", gb::plus_pair<T>);
}
TEST_CASE("mxm: any_secondi<int64>", "[spec][mxm]") {
    using T = std::int64_t;
    check_mxm<T, T, T, T>("any_secondi<int64>", gb::any_secondi<T>);
}

}  // namespace spec
