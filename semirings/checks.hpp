// What the compiler says of a type that is meant to be a monoid or a semiring and is none: one sentence, which names the rule
// that is broken. The rules are the concepts of monoids.hpp and semiring.hpp.
#pragma once

#include <semirings/semiring.hpp>

namespace graphblas_gpu::detail {

template <class T>
concept has_multiply = requires {
    &T::multiply;
};

/// Whether M is a monoid. If not, the program does not compile.
template <class M>
constexpr bool check_monoid() {
    static_assert(monoid_has_value_type<M>,
                  "a monoid names the type of its values, using value_type = float; gb::monoid<gb::max, float> is one");
    static_assert(!monoid_has_value_type<M> || monoid_has_identity<M>,
                  "a monoid has an identity of its value_type: static constexpr value_type identity() { return 0; }");
    static_assert(!monoid_has_value_type<M> || !monoid_has_identity<M> || monoid_is_closed<M>,
                  "a monoid has a const operator()(x, y) on two values of its value_type, which returns one");
    static_assert(monoid_terminal_is_whole<M>,
                  "a monoid with has_terminal has a terminal value: static constexpr value_type terminal()");
    return monoid_like<M>;
}

/// Whether S is a semiring. If not, the program does not compile.
template <class S>
constexpr bool check_semiring() {
    static_assert(semiring_has_add<S> || has_multiply<S>,
                  "a product takes a semiring, such as gb::plus_times<float>, and this is none: "
                  "gb::make_semiring(gb::monoid<gb::plus, float>{}, multiply) makes one of an operator or a function");
    static_assert(semiring_has_add<S> || !has_multiply<S>,
                  "a semiring has a monoid as its member add: static constexpr gb::monoid<gb::max, float> add{};");
    if constexpr (semiring_has_add<S>) {
        if constexpr (check_monoid<semiring_add_t<S>>()) {
            static_assert(semiring_value_is_of_add<S>,
                          "the value_type of a semiring is the value_type of its add, and need not be named");
            static_assert(!semiring_value_is_of_add<S> || semiring_has_multiply<S>,
                          "a semiring has multiply(x, y) or multiply(x, y, i, k, j), static or const, of a left_type and a "
                          "right_type (its value_type unless it names others), and the result can be cast to its value_type");
        }
    }
    return semiring_like<S>;
}

}  // namespace graphblas_gpu::detail
