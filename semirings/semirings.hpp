// Needs: semiring.hpp. The objects live on the host: a kernel takes one as an argument.
//
// Idea: the ready-made semirings, one object per type of value, named by their two operators: gb::min_plus<float>.
// Their names as text are put together from those of the operators. Which of them are compiled in is written in
// catalogue.def.
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

/// "plus_times"; "user-defined" for all that is not made of operators with names.
template <class S>
constexpr const char* semiring_name() {
    return detail::name_of<std::remove_cvref_t<S>>::get();
}

/// Ordinary linear algebra; over 0 and 1 it counts paths.
template <numeric_scalar T>
inline constexpr semiring<plus, times, T> plus_times{};
/// Shortest paths.
template <numeric_scalar T>
inline constexpr semiring<min, plus, T> min_plus{};
/// Shortest paths whose lengths may add up to more than T can say: such sums stop at the ends of T. Not in the catalogue; products over
/// int32 and int64 are compiled all the same.
template <numeric_scalar T>
inline constexpr semiring<min, saturating_plus, T> min_saturating_plus{};
/// Longest paths where there are no cycles: critical paths, best alignments.
template <numeric_scalar T>
inline constexpr semiring<max, plus, T> max_plus{};
/// Least product of factors along a path.
template <numeric_scalar T>
inline constexpr semiring<min, times, T> min_times{};
/// Greatest product along a path, as of probabilities.
template <numeric_scalar T>
inline constexpr semiring<max, times, T> max_times{};
/// The path whose largest edge is smallest (minimax).
template <numeric_scalar T>
inline constexpr semiring<min, max, T> min_max{};
/// The path whose smallest edge is largest (widest path).
template <numeric_scalar T>
inline constexpr semiring<max, min, T> max_min{};
/// How many k meet in (i, j), from structure alone: common neighbours, triangles.
template <numeric_scalar T>
inline constexpr semiring<plus, pair, T> plus_pair{};
/// Sums the values of A over the structure of B.
template <numeric_scalar T>
inline constexpr semiring<plus, first, T> plus_first{};
/// Sums the values of B over the structure of A.
template <numeric_scalar T>
inline constexpr semiring<plus, second, T> plus_second{};
/// The least value of A over the structure of B.
template <numeric_scalar T>
inline constexpr semiring<min, first, T> min_first{};
/// The least value of B over the structure of A: least label among neighbours.
template <numeric_scalar T>
inline constexpr semiring<min, second, T> min_second{};
/// The greatest value of A over the structure of B.
template <numeric_scalar T>
inline constexpr semiring<max, first, T> max_first{};
/// The greatest value of B over the structure of A.
template <numeric_scalar T>
inline constexpr semiring<max, second, T> max_second{};
/// Sums the smaller of both values: overlap of weighted neighbourhoods.
template <numeric_scalar T>
inline constexpr semiring<plus, min, T> plus_min{};

/// Reachability.
template <boolean_scalar T = bool>
inline constexpr semiring<lor, land, T> lor_land{};
/// Holds where every k that meets has a true value on either side.
template <boolean_scalar T = bool>
inline constexpr semiring<land, lor, T> land_lor{};
/// Linear algebra over the field of two elements: parity of paths.
template <boolean_scalar T = bool>
inline constexpr semiring<lxor, land, T> lxor_land{};

/// Structure of the product, with ones as values.
template <scalar T>
inline constexpr semiring<any, pair, T> any_pair{};
/// The value of A(i,k) for the first k that meets.
template <scalar T>
inline constexpr semiring<any, first, T> any_first{};
/// The value of B(k,j) for the first k that meets.
template <scalar T>
inline constexpr semiring<any, second, T> any_second{};

/// The first k that meets: the parent in a breadth-first search.
template <positional_scalar T>
inline constexpr semiring<any, secondi, T> any_secondi{};
/// The row i, wherever some k meets.
template <positional_scalar T>
inline constexpr semiring<any, firsti, T> any_firsti{};
/// The row i, as any_firsti, for callers that name their choice.
template <positional_scalar T>
inline constexpr semiring<min, firsti, T> min_firsti{};
/// The least k that meets: the same k as any_secondi, whatever the order of terms.
template <positional_scalar T>
inline constexpr semiring<min, secondi, T> min_secondi{};

}  // namespace graphblas_gpu
