// The rule for several entries at one position, chosen at run time. Readers need it, because a file may repeat positions.
//
// Idea: a rule is a name and a function of two values. If the rule is known when the program is compiled, the operators of
// duplicates.hpp serve the same purpose.
#pragma once

#include <array>
#include <string_view>

namespace graphblas_gpu {

/// The value of a position for which several entries are listed.
enum class duplicate_policy {
    last,    ///< the value listed last, as if each line overwrote the line before
    first,   ///< the value listed first
    min,     ///< the smallest value; shortest paths need this for parallel edges
    max,     ///< the largest value
    sum,     ///< the sum of the values, in the order of the list
    refuse,  ///< building throws invalid_value that names a repeated position
};

/// All policies.
inline constexpr std::array duplicate_policies{duplicate_policy::last, duplicate_policy::first, duplicate_policy::min,
                                               duplicate_policy::max,  duplicate_policy::sum,   duplicate_policy::refuse};

/// The name of the policy, as duplicate_policy_from_string reads it; `refuse` is called "error".
const char* to_string(duplicate_policy policy) noexcept;

/// The policy of that name. Throws invalid_value with a list of all names.
duplicate_policy duplicate_policy_from_string(std::string_view name);

}  // namespace graphblas_gpu
