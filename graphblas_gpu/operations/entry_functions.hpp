// Functions, predicates and monoids without their types, as the element-wise operations call them on both engines.
//
// Idea: an operation is compiled once. Its loops over rows call a function over a batch of entries, which the public template
// compiles for the caller's types, or which any_operator, any_function and any_monoid find in a table.
#pragma once

#include <graphblas_gpu/host/elementwise/elementwise.hpp>
#include <graphblas_gpu/host/elementwise/sums.hpp>
#include <graphblas_gpu/operations/device/entry_functions.hpp>
#include <graphblas_gpu/operations/pair_operator.hpp>
#include <graphblas_gpu/type_descriptor.hpp>

namespace graphblas_gpu::operations {

// These objects refer to the operators and functions that they are made of, which must outlive them.

/// A function of entries: of their values, or of their positions too.
struct entry_function {
    const type_descriptor* argument = &type_of<void>();
    const type_descriptor* result = &type_of<void>();
    const void* f = nullptr;
    /// Writes the values for a range of entries.
    void (*map)(const void* f, const formats::untyped_view& a, const host::entry_range& where, std::byte* out) = nullptr;
    device::entry_function on_device{};
};

template <bool is_vector, class Result, class T, class F>
entry_function entry_function_of(const F& f) {
    entry_function out{&type_of<T>(), &type_of<Result>(), reinterpret_cast<const void*>(&f), nullptr,
                       device::entry_function_of<is_vector, Result, T>(f)};
    if constexpr (!std::is_void_v<Result>) out.map = &host::map_entries<is_vector, Result, T, F>;
    return out;
}

/// A predicate of entries.
struct entry_predicate {
    const type_descriptor* argument = &type_of<void>();
    const void* f = nullptr;
    /// Writes which of the entries of a range are kept; returns their number.
    host::keep_function keep = nullptr;
    device::entry_function on_device{};
};

template <bool is_vector, class T, class F>
entry_predicate entry_predicate_of(const F& f) {
    constexpr bool is_predicate = host::decides_entries<is_vector, F, T>();
    static_assert(
        is_predicate,
        "a predicate is const, returns a bool and takes a value as f(x), or with its position as f(x, i, j) in a matrix "
        "and f(x, i) in a vector; of structure without values it takes the position alone");
    if constexpr (!is_predicate) return {};
    else
        return {&type_of<T>(), reinterpret_cast<const void*>(&f), &host::keep_entries<is_vector, T, F>,
                device::entry_predicate_of<is_vector, T>(f)};
}

/// A monoid, and the values that it adds up.
struct monoid_view {
    const type_descriptor* added = &type_of<void>();
    const type_descriptor* value = &type_of<void>();
    host::monoid_functions on_host{};
    device::monoid_functions on_device{};
};

template <class T, class Monoid>
monoid_view monoid_view_of(const Monoid& monoid) {
    return {&type_of<T>(), &type_of<monoid_value_t<Monoid>>(), host::functions_of<Monoid, T>(monoid),
            device::functions_of(monoid)};
}

}  // namespace graphblas_gpu::operations
