// The types of lengths, and the bounds that follow from the lengths of the edges of a graph.
//
// Idea: sums never wrap around; they saturate at a bound that no valid result may have. One pass over all lengths shows whether
// a sum can reach this bound, and whether a cycle of negative length is possible, so that a search checks only for cases that
// can happen.
#pragma once

#include <algorithms/common.hpp>
#include <graphblas_gpu/base/value_range.hpp>
#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/graph.hpp>
#include <graphblas_gpu/matrix.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>

namespace graphblas_gpu::shortest_path {

template <class T>
concept length =
    std::same_as<T, std::int32_t> || std::same_as<T, std::int64_t> || std::same_as<T, float> || std::same_as<T, double>;

/// The distance of a vertex that is not reached, and the bound at which sums saturate: the largest integer, or infinity.
template <length T>
inline constexpr T too_far = std::floating_point<T> ? std::numeric_limits<T>::infinity() : std::numeric_limits<T>::max();
/// The bound at which sums of negative lengths saturate.
template <length T>
inline constexpr T too_near = std::floating_point<T> ? -std::numeric_limits<T>::infinity() : std::numeric_limits<T>::lowest();

/// Properties of the lengths of the edges of a matrix.
template <length T>
struct weights {
    bool negative = false;  ///< whether there are edges of negative length
    bool too_long = false;  ///< whether a walk of n edges may be longer than the largest value of T
    T largest{};
};

/// Throws dimension_mismatch if A is not square, invalid_value for a weight that is NaN or infinite. O(nvals).
template <length T>
weights<T> checked_weights(const context& ctx, const matrix<T>& a) {
    algorithm::require_square("multi_source_shortest_path", a);
    if (a.nvals() == 0) return {};
    const value_range<T> range = range_of_values(ctx, a);
    if (!range.is_finite) {
        const auto values = a.values();
        const auto bad = std::find_if(values.begin(), values.end(), [](T w) { return !(w - w == T{0}); }) - values.begin();
        const auto row = std::upper_bound(a.row_offsets().begin(), a.row_offsets().end(), bad) - a.row_offsets().begin() - 1;
        throw invalid_value("multi_source_shortest_path: the weight at (" + std::to_string(row) + ", " +
                            std::to_string(a.columns()[static_cast<std::size_t>(bad)]) + ") is " +
                            std::to_string(values[static_cast<std::size_t>(bad)]) + "; weights must be finite");
    }
    const auto longest = std::max(static_cast<long double>(range.largest), -static_cast<long double>(range.smallest));
    const bool too_long =
        longest * static_cast<long double>(a.nrows()) >= static_cast<long double>(std::numeric_limits<T>::max());
    return {range.smallest < T{0}, too_long, range.largest};
}

[[noreturn]] inline void refuse_cycle(index vertex, index source) {
    throw invalid_value("multi_source_shortest_path: a cycle of negative length through vertex " + std::to_string(vertex) +
                        " can be reached from source " + std::to_string(source) + ": there is no shortest path");
}

template <length T>
[[noreturn]] void refuse_distance(index vertex, index source) {
    throw invalid_value("multi_source_shortest_path: the distance from source " + std::to_string(source) + " to vertex " +
                        std::to_string(vertex) + " does not fit " + type_name<T>() +
                        (std::is_same_v<T, double> ? "" : "; in the type double it would be rounded instead"));
}

}  // namespace graphblas_gpu::shortest_path
