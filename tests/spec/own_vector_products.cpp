// Products of a matrix and a vector over semirings of a user's own against the specification.
#include "vector_trial.hpp"
#include <graphblas_gpu/own_semiring.hpp>

namespace spec {

TEST_CASE("mxv and vxm: a user's own semiring over a struct", "[spec][vector]") {
    check_mxv<affine, std::int8_t, affine, affine>("least_affine", least_affine{});
    check_vxm<affine, std::int8_t, affine, affine>("least_affine", least_affine{});
}
TEST_CASE("vxm_update: a user's own semiring over a struct", "[spec][vector]") {
    check_update<affine, std::int8_t, affine, affine, affine>("least_affine", least_affine{});
}

TEST_CASE("vxm_update: an operator that throws leaves both outputs as they were", "[spec][vector]") {
    using T = std::int32_t;
    if (left_out_on_cuda("vxm_update: an operator that throws", "code of one's own is refused there")) return;
    const auto bomb = gb::make_semiring(gb::monoid<gb::plus, T>{}, [](T x, T y) {
        if (y == 77) throw std::runtime_error("77");
        return x + y;
    });
    const auto a = random_graph<T>(500, 4000, 6);
    for (const auto method : vector_methods) {
        for (const bool fills : {false, true}) {
            gb::vector<T> w(500);
            w.make_dense();
            for (index j = 0; j < 500; j += 7) w.set_element(j, 5);
            auto changed = gb::vector<T>::full(500, 9);
            const auto w_before = w, changed_before = changed;
            const auto u = gb::vector<T>::full(500, 1);
            if (fills)
                CHECK_THROWS_WITH(
                    gb::vxm_update(contexts()[1], w, changed, !gb::structure(w), gb::no_accum, bomb, u, a, {.method = method}),
                    "77");
            else
                CHECK_THROWS_WITH(
                    gb::vxm_update(contexts()[1], w, changed, gb::no_mask, gb::plus{}, bomb, u, a, {.method = method}), "77");
            CHECK(w == w_before);
            CHECK(changed == changed_before);
            // The working memory is clean again.
            gb::vxm_update(contexts()[1], w, changed, !gb::structure(w), gb::no_accum, gb::min_plus<T>, u, a);
            CHECK(changed == gb::select(
                                 contexts()[0], [&](T, index j) { return !w_before.has_element(j); }, w));
        }
    }
}

}  // namespace spec
