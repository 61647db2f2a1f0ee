// What a length is, and what the lengths of the edges of a graph allow.
//
// Idea: sums never wrap, they stop at a bound that no answer may have. One look at all weights says whether that, or a cycle
// of negative length, can happen at all, so that nothing is watched for that cannot.
#pragma once

#include <algorithms/common.hpp>

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <limits>
#include <string>

namespace graphblas_gpu::shortest_path {

template <class T>
concept length =
    std::same_as<T, std::int32_t> || std::same_as<T, std::int64_t> || std::same_as<T, float> || std::same_as<T, double>;

/// Farther than any path that can be told from one that does not fit: the largest integer, or infinity.
template <length T>
inline constexpr T too_far = std::floating_point<T> ? std::numeric_limits<T>::infinity()
                                                    : std::numeric_limits<T>::max();
template <length T>
inline constexpr T too_near = std::floating_point<T> ? -std::numeric_limits<T>::infinity()
                                                     : std::numeric_limits<T>::lowest();

/// x + weight. A sum that does not fit stays at the bound, and a path over it is found out in the end: either the
/// vertex at the bound stays there and is refused, or it gets a shorter path, and all behind it are relaxed anew.
template <length T>
constexpr T lengthened(T x, T weight) {
    return saturating_plus{}(x, weight);
}

/// Shortest paths, of lengths that may add up to more than fits.
template <length T>
inline constexpr semiring<min, saturating_plus, T> min_lengthened{};

/// The weights of a matrix in short.
template <length T>
struct weight_range {
    T smallest = std::numeric_limits<T>::max();
    T largest = std::numeric_limits<T>::lowest();
    bool finite = true;

    constexpr weight_range() = default;
    constexpr weight_range(T w) : smallest(w), largest(w), finite(w - w == T{0}) {}
};

template <length T>
struct join_ranges {
    using value_type = weight_range<T>;
    constexpr weight_range<T> operator()(const weight_range<T>& x, const weight_range<T>& y) const {
        weight_range<T> both;
        both.smallest = std::min(x.smallest, y.smallest);
        both.largest = std::max(x.largest, y.largest);
        both.finite = x.finite && y.finite;
        return both;
    }
    static constexpr weight_range<T> identity() { return {}; }
};

/// What is known of the weights of a matrix.
template <length T>
struct weights {
    bool negative = false;
    bool too_long = false;  ///< a path of n - 1 edges of the largest weight would not fit
    T largest{};
};

/// Throws dimension_mismatch if A is not square, invalid_value for a weight that is NaN or infinite. O(nvals).
template <length T>
weights<T> checked_weights(const context& ctx, const matrix<T>& a) {
    algorithm::require_square("multi_source_shortest_path", a);
    if (a.nvals() == 0) return {};
    weight_range<T> range;
    if (std::integral<T> || ctx.is_cuda()) {
        // Two passes that are vectorised, or made for the operator, are faster than one over pairs.
        range.smallest = reduce(ctx, min{}, a);
        range.largest = reduce(ctx, max{}, a);
    } else {
        range = reduce(ctx, join_ranges<T>{}, a);
    }
    if constexpr (std::floating_point<T>) {
        // To min and max a NaN is missing; it alone differs from itself.
        if (ctx.is_cuda()) {
            range.finite = range.smallest - range.smallest == T{0} && range.largest - range.largest == T{0} &&
                           !reduce(ctx, lor{}, ewise_mult(ctx, ne{}, a, a));
        }
    }
    if (!range.finite) {
        const auto values = a.values();
        const auto bad =
            std::find_if(values.begin(), values.end(), [](T w) { return !(w - w == T{0}); }) - values.begin();
        const auto row =
            std::upper_bound(a.row_offsets().begin(), a.row_offsets().end(), bad) - a.row_offsets().begin() - 1;
        throw invalid_value("multi_source_shortest_path: the weight at (" + std::to_string(row) + ", " +
                            std::to_string(a.columns()[static_cast<std::size_t>(bad)]) + ") is " +
                            std::to_string(values[static_cast<std::size_t>(bad)]) + "; weights must be finite");
    }
    const auto longest = std::max(static_cast<long double>(range.largest), -static_cast<long double>(range.smallest));
    const bool too_long =
        longest * static_cast<long double>(a.nrows() - 1) >= static_cast<long double>(std::numeric_limits<T>::max());
    return {range.smallest < T{0}, too_long, range.largest};
}

[[noreturn]] inline void refuse_cycle(index vertex, index source) {
    throw invalid_value("multi_source_shortest_path: a cycle of negative length through vertex " + std::to_string(vertex) +
                        " can be reached from source " + std::to_string(source) + ": there is no shortest path");
}

template <length T>
[[noreturn]] void refuse_distance(index vertex, index source) {
    throw invalid_value("multi_source_shortest_path: the distance from source " + std::to_string(source) + " to vertex " +
                        std::to_string(vertex) + " does not fit " + type_name<T>());
}

/// When to look for a cycle among the parents. A vertex that still improves in round n has n ancestors that improved
/// one round after the other; there are only n vertices, so the parents have closed a cycle by then. Looking after
/// rounds 1, 2, 4, 8, ... as well finds most cycles long before, in O(n log n) altogether.
constexpr bool look_for_cycle(index round, index n) { return round == n || (round & (round - 1)) == 0; }

}  // namespace graphblas_gpu::shortest_path
