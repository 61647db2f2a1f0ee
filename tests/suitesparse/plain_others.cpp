// Every semiring of the catalogue that adds by neither plus, min nor max, in all its types, against
// SuiteSparse:GraphBLAS.
#include "plain_trial.hpp"

namespace peer {

TEST_CASE("SuiteSparse: mxm with the semirings that add by logic or by any", "[suitesparse]") {
    gb::for_each_semiring([](auto semiring) {
        using add = typename decltype(semiring)::add_operator;
        if constexpr (!gb::detail::one_of<add, gb::plus, gb::min, gb::max>) check_plain(semiring);
    });
}

}  // namespace peer
