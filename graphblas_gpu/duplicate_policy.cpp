// Needs: nothing.
// Idea: see duplicate_policy.hpp.
#include <graphblas_gpu/duplicate_policy.hpp>
#include <graphblas_gpu/error.hpp>

#include <fmt/format.h>

#include <string>

namespace graphblas_gpu {

const char* to_string(duplicate_policy policy) noexcept {
    switch (policy) {
        case duplicate_policy::last:
            return "last";
        case duplicate_policy::first:
            return "first";
        case duplicate_policy::min:
            return "min";
        case duplicate_policy::max:
            return "max";
        case duplicate_policy::sum:
            return "sum";
        case duplicate_policy::refuse:
            return "error";
    }
    return "unknown";
}

duplicate_policy duplicate_policy_from_string(std::string_view name) {
    std::string known;
    for (const duplicate_policy policy : duplicate_policies) {
        if (name == to_string(policy)) return policy;
        known += fmt::format("{}{}", known.empty() ? "" : ", ", to_string(policy));
    }
    throw invalid_value(fmt::format("no rule for duplicates is called '{}'; there are {}", name, known));
}

}  // namespace graphblas_gpu
