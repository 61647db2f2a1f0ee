// mxv and vxm over truth values, structure and positions against the specification.
#include "vector_trial.hpp"

namespace spec {

TEST_CASE("mxv and vxm: lor_land<bool>", "[spec][vector]") {
    check_mxv<bool, bool, bool, bool>("lor_land<bool>", gb::lor_land<>);
    check_vxm<bool, bool, bool, bool>("lor_land<bool>", gb::lor_land<>);
}
TEST_CASE("mxv and vxm: any_secondi<int64> of structures", "[spec][vector]") {
    using T = std::int64_t;
    check_mxv<T, T, void, void>("any_secondi<int64>", gb::any_secondi<T>);
    check_vxm<T, T, void, void>("any_secondi<int64>", gb::any_secondi<T>);
}
TEST_CASE("mxv and vxm: any_pair<bool> of structures into a structure", "[spec][vector]") {
    check_mxv<void, void, void, void>("any_pair<bool>", gb::any_pair<bool>);
    check_vxm<void, void, void, void>("any_pair<bool>", gb::any_pair<bool>);
}

}  // namespace spec
