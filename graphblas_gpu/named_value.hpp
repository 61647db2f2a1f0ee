// Reading a value of an enumeration by the name that to_string gives it.
#pragma once

#include <graphblas_gpu/error.hpp>

#include <string>
#include <string_view>

namespace graphblas_gpu::detail {

/// The value among `all` with this name. `what` begins the message of the invalid_value that is thrown if there is none, such as
/// "triangle_count: no variant"; the message lists all names.
template <class Values>
auto value_named(std::string_view name, const char* what, const Values& all) {
    std::string known;
    for (const auto value : all) {
        if (name == to_string(value)) return value;
        if (!known.empty()) known += ", ";
        known += to_string(value);
    }
    throw invalid_value(std::string(what) + " is called '" + std::string(name) + "'; there are " + known);
}

}  // namespace graphblas_gpu::detail
