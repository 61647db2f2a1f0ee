// Needs: Catch2, SuiteSparse:GraphBLAS.
//
// Idea: every combination of the catalogue multiplies the same two skewed matrices on both libraries. The tests walk
// the catalogue itself and choose by its additive operator, so that a new line there is tested without a change here.
#pragma once

#include "peer.hpp"
#include <semirings/catalogue.hpp>

namespace peer {

template <class S>
void check_plain(const S& semiring) {
    using T = gb::semiring_value_t<S>;
    constexpr index n = 300;
    const auto a = spec::skewed<T>(61, n, n, 60, 20);
    const auto b = spec::skewed<T>(62, n, n + 13, 60, 20);
    const gb::context& ctx = spec::contexts()[1];
    start();
    auto there = ss::new_matrix<T>(n, n + 13);
    const auto their_semiring = ss::make_semiring(semiring);
    ss::check(GrB_mxm(there, nullptr, nullptr, their_semiring, ss::to_suitesparse(a), ss::to_suitesparse(b), nullptr),
              "GrB_mxm", static_cast<GrB_Matrix>(there));
    const auto theirs = ss::matrix_from<T>(std::move(there));
    const auto terms = gb::mxm(ctx, gb::plus_pair<std::int64_t>, a, b);
    for (const gb::method method : spec::all_methods) {
        const auto words = [&] {
            return std::string(gb::semiring_name<S>()) + "<" + gb::type_name<T>() + "> by " + gb::to_string(method);
        };
        const auto ours = gb::mxm(ctx, semiring, a, b, {.method = method});
        REQUIRE(ours.nvals() > n);
        const auto tolerance = [&](std::size_t p) {
            // Which term `any` keeps is SuiteSparse's own choice where the terms differ.
            if (gb::monoid_is_any<gb::semiring_add_t<S>> && terms.values()[p] > 1)
                return std::numeric_limits<double>::infinity();
            constexpr bool sums = std::floating_point<T> && std::is_same_v<typename S::add_operator, gb::plus>;
            if constexpr (sums)
                return rounding<T>(terms.values()[p], largest_product);
            else
                return 0.0;
        };
        spec::expect_none(spec::difference(ours.storage(), theirs.storage(), tolerance), words);
    }
    SUCCEED();
}

/// All combinations whose additive operator is Add.
template <class Add>
void check_all_with() {
    gb::for_each_semiring([](auto semiring) {
        if constexpr (std::is_same_v<typename decltype(semiring)::add_operator, Add>) check_plain(semiring);
    });
}

}  // namespace peer
