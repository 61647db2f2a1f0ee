// How the values of an operand become values of the type that a kernel reads.
#pragma once

#include <graphblas_gpu/host/elementwise/convert.hpp>

namespace graphblas_gpu::operations {

using formats::bytes_of;
using formats::untyped_rows;

/// How values of one type become values of another. Built-in types are cast by their codes; a program compiles a function for
/// its own. Values may also be resized: filled up to a block of more bytes, or cut to those that count.
struct value_conversion {
    std::size_t bytes = 0;  ///< of a converted value; 0 for structure alone
    bool casts = false;     ///< whether values of a built-in type are cast to another one
    type_code from = type_code::none;
    type_code to = type_code::none;
    bool resizes = false;  ///< before or after the cast
    buffer<std::byte> (*own)(host::team& team, const untyped_rows& rows) = nullptr;

    bool is_needed() const { return casts || resizes || own != nullptr; }
    /// The converted values, if a conversion is needed.
    buffer<std::byte> converted(host::team& team, const untyped_rows& rows) const;
    /// The rows with converted values.
    formats::untyped_csr converted(host::team& team, formats::untyped_csr&& rows) const;
};

/// Whether values of T are cast to To: numbers and bool to each other, structs where they convert implicitly, and structure
/// alone, whose entries are read as 1, to numbers and bool.
template <class T, class To>
constexpr bool is_castable() {
    if constexpr (std::is_void_v<To>) return true;
    else if constexpr (std::is_void_v<T>) return scalar<To>;
    else return graphblas_gpu::detail::castable_to<T, To>;
}

/// The conversion of values of T to values of To.
template <class T, class To>
constexpr value_conversion conversion() {
    constexpr bool casts = is_castable<T, To>();
    static_assert(
        casts,
        "the values of an operand are cast to the types of the operator, and those of the result to the output's type, "
        "and here they do not cast: convert them by gb::apply(ctx, function, a) first, or take a semiring, an operator "
        "or an output of their type");
    if constexpr (!casts) return {};
    else if constexpr (std::is_same_v<T, To> || std::is_void_v<To>) return {bytes_of<To>};
    else if constexpr (base::has_type_code<T> && scalar<To>)
        return {sizeof(To), true, base::code_of<T>(), base::code_of<To>(), false, nullptr};
    else
        return {sizeof(To), false, {}, {}, false, [](host::team& team, const untyped_rows& rows) {
                    return buffer<std::byte>::reinterpreted(host::converted_values<To>(team, formats::typed<T>(rows)));
                }};
}
/// The same for types that are known at run time. Throws domain_mismatch, whose message begins with `operation`, for two
/// different types of which one is not built in.
value_conversion conversion(const char* operation, const type_descriptor& from, const type_descriptor& to);

}  // namespace graphblas_gpu::operations
