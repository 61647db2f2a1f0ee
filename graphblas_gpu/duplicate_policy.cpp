#include <graphblas_gpu/duplicate_policy.hpp>
#include <graphblas_gpu/named_value.hpp>

namespace graphblas_gpu {

namespace {
constexpr detail::value_names<duplicate_policy::refuse> policies("last", "first", "min", "max", "sum", "error");
}  // namespace

const char* to_string(duplicate_policy policy) noexcept { return policies.of(policy); }

duplicate_policy duplicate_policy_from_string(std::string_view name) { return policies.value(name, "no rule for duplicates"); }

}  // namespace graphblas_gpu
