// Needs: semiring.hpp. The objects are in host memory: a kernel takes a semiring as an argument.
//
// Idea: the ready-made semirings are one object for each type of values, named by their two operators: gb::min_plus<float>.
// Their names as text are made from the names of the operators. catalogue.def lists the semirings that are compiled in.
//
// Source: SuiteSparse:GraphBLAS user guide, built-in semirings.
#pragma once

#include <semirings/semiring.hpp>

#include <array>
#include <cstddef>
#include <string_view>

namespace graphblas_gpu {

namespace detail {

template <class AddOp, class MulOp>
inline constexpr auto joined_name = [] {
    constexpr std::string_view add = AddOp::name, mul = MulOp::name;
    std::array<char, add.size() + 1 + mul.size() + 1> text{};
    std::size_t at = 0;
    for (char c : add) text[at++] = c;
    text[at++] = '_';
    for (char c : mul) text[at++] = c;
    return text;
}();

template <class S>
struct name_of {
    static constexpr const char* get() { return "user-defined"; }
};
template <class AddOp, class MulOp, class T>
requires requires {
    std::string_view(AddOp::name);
    std::string_view(MulOp::name);
}
struct name_of<semiring<AddOp, MulOp, T>> {
    static constexpr const char* get() { return joined_name<AddOp, MulOp>.data(); }
};

}  // namespace detail

/// The name of a semiring, such as "plus_times"; "user-defined" if it is not made of operators with names.
template <class S>
constexpr const char* semiring_name() {
    return detail::name_of<std::remove_cvref_t<S>>::get();
}

/// Ordinary linear algebra; on a matrix of zeros and ones it counts paths.
template <numeric_scalar T>
inline constexpr semiring<plus, times, T> plus_times{};
/// Shortest paths.
template <numeric_scalar T>
inline constexpr semiring<min, plus, T> min_plus{};
/// Shortest paths whose lengths may exceed the range of T: sums saturate at the ends of T. It is not in the catalogue, but
/// products over int32 and int64 are compiled into the library.
template <numeric_scalar T>
inline constexpr semiring<min, saturating_plus, T> min_saturating_plus{};
/// Longest paths in graphs without cycles: critical paths, best alignments.
template <numeric_scalar T>
inline constexpr semiring<max, plus, T> max_plus{};
/// The smallest product of factors along a path.
template <numeric_scalar T>
inline constexpr semiring<min, times, T> min_times{};
/// The largest product along a path, for example of probabilities.
template <numeric_scalar T>
inline constexpr semiring<max, times, T> max_times{};
/// The path whose largest edge is smallest (minimax).
template <numeric_scalar T>
inline constexpr semiring<min, max, T> min_max{};
/// The path whose smallest edge is largest (widest path).
template <numeric_scalar T>
inline constexpr semiring<max, min, T> max_min{};
/// The number of k for which A(i,k) and B(k,j) exist, from structure alone: common neighbours, triangles.
template <numeric_scalar T>
inline constexpr semiring<plus, pair, T> plus_pair{};
/// Sums the values of A over the structure of B.
template <numeric_scalar T>
inline constexpr semiring<plus, first, T> plus_first{};
/// Sums the values of B over the structure of A.
template <numeric_scalar T>
inline constexpr semiring<plus, second, T> plus_second{};
/// The smallest value of A over the structure of B.
template <numeric_scalar T>
inline constexpr semiring<min, first, T> min_first{};
/// The smallest value of B over the structure of A: the smallest label among neighbours.
template <numeric_scalar T>
inline constexpr semiring<min, second, T> min_second{};
/// The largest value of A over the structure of B.
template <numeric_scalar T>
inline constexpr semiring<max, first, T> max_first{};
/// The largest value of B over the structure of A.
template <numeric_scalar T>
inline constexpr semiring<max, second, T> max_second{};
/// The sum of the smaller of both values: the overlap of weighted neighbourhoods.
template <numeric_scalar T>
inline constexpr semiring<plus, min, T> plus_min{};

/// Reachability.
template <boolean_scalar T = bool>
inline constexpr semiring<lor, land, T> lor_land{};
/// True if for every k with A(i,k) and B(k,j) at least one of the two values is true.
template <boolean_scalar T = bool>
inline constexpr semiring<land, lor, T> land_lor{};
/// Linear algebra over the field of two elements: parity of paths.
template <boolean_scalar T = bool>
inline constexpr semiring<lxor, land, T> lxor_land{};

/// The structure of the product, with ones as values.
template <scalar T>
inline constexpr semiring<any, pair, T> any_pair{};
/// The value of A(i,k) for the first k for which A(i,k) and B(k,j) exist.
template <scalar T>
inline constexpr semiring<any, first, T> any_first{};
/// The value of B(k,j) for the first k for which A(i,k) and B(k,j) exist.
template <scalar T>
inline constexpr semiring<any, second, T> any_second{};

/// The first k for which A(i,k) and B(k,j) exist: the parent in a breadth-first search.
template <positional_scalar T>
inline constexpr semiring<any, secondi, T> any_secondi{};
/// The row i, if A(i,k) and B(k,j) exist for some k.
template <positional_scalar T>
inline constexpr semiring<any, firsti, T> any_firsti{};
/// The row i, as with any_firsti, for callers that name their choice.
template <positional_scalar T>
inline constexpr semiring<min, firsti, T> min_firsti{};
/// The smallest k for which A(i,k) and B(k,j) exist: the same k as with any_secondi, for any order of terms.
template <positional_scalar T>
inline constexpr semiring<min, secondi, T> min_secondi{};

}  // namespace graphblas_gpu
