// Converting values from one type to another, and selecting the true entries of a mask. For built-in types this is compiled
// once; types are given as codes.
#pragma once

#include <graphblas_gpu/base/type_code.hpp>
#include <graphblas_gpu/formats/untyped_csr.hpp>
#include <graphblas_gpu/host/threads/team.hpp>
#include <graphblas_gpu/type_descriptor.hpp>

namespace graphblas_gpu::host {

/// `count` values cast from one built-in type to another. If there are no values (structure alone), each entry is read as 1.
/// O(count).
buffer<std::byte> converted(team& team, type_code from, const void* values, index count, type_code to);
/// The same into an array that is there already, on this thread.
void convert_values(type_code from, const void* values, type_code to, void* out, index count);

/// The structure of the entries whose value casts to true; of all entries if there are no values. O(nvals + nrows).
csr<void> true_structure(team& team, const structure_view& a, type_code type, const void* values);

/// The same for values of any type. Throws unsupported if they are neither true nor false.
csr<void> true_structure(team& team, const formats::untyped_view& a, const type_descriptor& type);

/// The value of entry p cast to another type; an entry without a value is read as 1.
template <class To, class T>
formats::stored<To> read_value(const csr_view<T>& a, row_offset p) {
    if constexpr (std::is_void_v<To>) {
        return {};
    } else if constexpr (std::is_void_v<T>) {
        static_assert(scalar<To>, "an entry of a structure-only object reads as 1, which needs a number or bool to be cast to");
        return cast<To>(std::int8_t{1});
    } else {
        return cast<To>(a.values[p]);
    }
}

/// The values of a cast to another type; both types may be user types. O(nvals).
template <class To, class T>
buffer<To> converted_values(team& team, const csr_view<T>& a) {
    if constexpr (scalar<To> && base::has_type_code<T>) {
        return buffer<To>::reinterpreted(converted(team, base::code_of<T>(), a.values, a.nvals(), base::code_of<To>()));
    } else {
        buffer<To> out(static_cast<std::size_t>(a.nvals()));
        for_ranges(team, a.nvals(), a.nvals(), [&](index first, index last, int) {
            for (row_offset p = first; p < last; ++p) out[static_cast<std::size_t>(p)] = read_value<To>(a, p);
        });
        return out;
    }
}

}  // namespace graphblas_gpu::host
