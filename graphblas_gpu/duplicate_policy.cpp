#include <graphblas_gpu/duplicate_policy.hpp>
#include <graphblas_gpu/named_value.hpp>

namespace graphblas_gpu {

const char* to_string(duplicate_policy policy) noexcept {
    switch (policy) {
        case duplicate_policy::last: return "last";
        case duplicate_policy::first: return "first";
        case duplicate_policy::min: return "min";
        case duplicate_policy::max: return "max";
        case duplicate_policy::sum: return "sum";
        case duplicate_policy::refuse: return "error";
    }
    return "unknown";
}

duplicate_policy duplicate_policy_from_string(std::string_view name) {
    return detail::value_named(name, "no rule for duplicates", duplicate_policies);
}

}  // namespace graphblas_gpu
