// A matrix of coordinates, as readers have them, on whichever engine a context has. Compiled once.
//
// Idea: values are converted first, then entries at one position are joined by an operator, or by a policy that is chosen at
// run time.
#pragma once

#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/duplicate_policy.hpp>
#include <graphblas_gpu/formats/coordinates.hpp>
#include <graphblas_gpu/host/elementwise/convert.hpp>
#include <graphblas_gpu/matrix.hpp>
#include <graphblas_gpu/operations/container_rows.hpp>

namespace graphblas_gpu::operations {

/// The type of the values of a matrix, and how values of a built-in type become values of it; entries without values are 1.
struct read_values {
    const type_descriptor& type;
    /// For a type that is not built in.
    buffer<std::byte> (*own)(type_code from, const void* values, index count) = nullptr;

    /// Whether values of this type have to be converted; the converted values.
    /// @{
    bool are_converted(type_code from) const { return type.bytes > 0 && (own != nullptr || from != type.code); }
    buffer<std::byte> converted(host::team& team, type_code from, const void* values, index count) const {
        return own != nullptr ? own(from, values, count) : host::converted(team, from, values, count, type.code);
    }
    /// @}
};

template <class T>
read_values read_values_of() {
    if constexpr (scalar<T> || std::is_void_v<T>) return {type_of<T>()};
    else
        return {type_of<T>(), [](type_code from, const void* values, index count) {
                    buffer<T> out(static_cast<std::size_t>(count), cast<T>(1));
                    if (from != type_code::none) {
                        base::with_code(from, [&](auto type) {
                            const auto* const given = static_cast<const typename decltype(type)::type*>(values);
                            for (std::size_t p = 0; p < out.size(); ++p) out[p] = cast<T>(given[p]);
                        });
                    }
                    return buffer<std::byte>::reinterpreted(std::move(out));
                }};
}

/// The matrix of the entries, where the operations of the context run, or by the calling thread if ctx is null. Duplicates that
/// are joined are counted in the report, if there is one.
any_matrix matrix_of_entries(const context* ctx, const coordinates& entries, const read_values& values,
                             const duplicate_rule& duplicates, read_report* report);
/// The same for a policy. Throws unsupported for one that compares or adds values that are not numbers.
any_matrix matrix_of_entries(const context* ctx, const coordinates& entries, const read_values& values,
                             duplicate_policy duplicates, read_report* report);

}  // namespace graphblas_gpu::operations
