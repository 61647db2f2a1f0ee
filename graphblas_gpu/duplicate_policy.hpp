// What to do with several entries at one position, chosen at run time: the rule of readers, whose files are what they are.
//
// Idea: a name and a function of two values. Where the rule is known when the program is compiled, the operators of
// duplicates.hpp say the same.
#pragma once

#include <array>
#include <string_view>

namespace graphblas_gpu {

/// Which value a position has whose entries are listed several times.
enum class duplicate_policy {
    last,    ///< the one listed last, as if each line overwrote what stood there
    first,   ///< the one listed first
    min,     ///< the smallest, as shortest paths want it of parallel edges
    max,     ///< the largest
    sum,     ///< their sum, in the order of the list
    refuse,  ///< building throws invalid_value that names a repeated position
};

/// All of them.
inline constexpr std::array duplicate_policies{duplicate_policy::last, duplicate_policy::first, duplicate_policy::min,
                                               duplicate_policy::max,  duplicate_policy::sum,   duplicate_policy::refuse};

/// The name of the policy, as duplicate_policy_from_string reads it; `refuse` is called "error".
const char* to_string(duplicate_policy policy) noexcept;

/// The policy of that name. Throws invalid_value listing the known ones.
duplicate_policy duplicate_policy_from_string(std::string_view name);

}  // namespace graphblas_gpu
