// The names of the values of an enumeration, and reading a value by its name.
#pragma once

#include <graphblas_gpu/error.hpp>

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace graphblas_gpu::detail {

/// The value among `all` with this name. `what` begins the message of the invalid_value that is thrown if there is none, such
/// as "triangle_count: no variant"; the message lists all names.
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

/// The names of all values of an enumeration, in their order.
template <auto last_value>
struct value_names {
    using E = decltype(last_value);
    static constexpr auto count = static_cast<std::size_t>(last_value) + 1;
    const char* names[count];

    /// One for each value.
    template <class... Name>
    requires(sizeof...(Name) == count)
    constexpr explicit value_names(const Name*... all) : names{all...} {}

    constexpr const char* of(E value) const noexcept {
        const auto n = static_cast<std::size_t>(value);
        return n < count ? names[n] : "unknown";
    }
    E value(std::string_view name, const char* no_such) const {
        std::array<E, count> all;
        for (std::size_t n = 0; n < count; ++n) all[n] = static_cast<E>(n);
        return value_named(name, no_such, all);
    }
};

}  // namespace graphblas_gpu::detail
