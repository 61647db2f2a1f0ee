// type_descriptor: what a container whose type is known at run time knows of the type of its values.
//
// Idea: containers and operations are compiled once, and move values as bytes. What depends on the type is a code for the
// built-in types, and a few functions for all others. matrix<T> and vector<T> describe their type by type_of<T>(). A program
// that has no C++ type for its values fills in a descriptor of its own, and keeps it as long as there are containers with it.
#pragma once

#include <graphblas_gpu/base/type_code.hpp>
#include <graphblas_gpu/base/value_equality.hpp>
#include <graphblas_gpu/formats/untyped_csr.hpp>

#include <cstddef>
#include <type_traits>
#include <typeinfo>

namespace graphblas_gpu {

/// A type of values.
struct type_descriptor {
    type_code code = type_code::none;  ///< of a struct: its size if devices move it, else none
    std::size_t bytes = 0;             ///< of a value; 0 for structure alone
    const char* name = "none";
    /// Of a type that is not built in: its C++ type if it has one; whether one value can replace another one; whether a value
    /// is true in a mask. Without `equal` no two values are the same; without `is_true` there is no mask by value.
    /// @{
    const std::type_info* cpp_type = nullptr;
    bool (*equal)(const void* x, const void* y) = nullptr;
    bool (*is_true)(const void* x) = nullptr;
    /// @}

    /// Whether it is one of the built-in types, or there are no values; whether devices hold values of it; how values are
    /// compared.
    /// @{
    bool is_built_in() const noexcept { return bytes == 0 || (code != type_code::none && !base::is_struct(code)); }
    bool fits_on_device() const noexcept { return bytes == 0 || code != type_code::none; }
    base::value_equality equality() const noexcept {
        const bool floating = code == type_code::float32 || code == type_code::float64;
        return {bytes, floating, is_built_in() ? nullptr : equal != nullptr ? equal : &never_equal};
    }
    /// @}

    /// Whether both are the same type: built-in types have the same code, C++ types are the same, and others are described by
    /// the same object.
    friend bool operator==(const type_descriptor& a, const type_descriptor& b) noexcept {
        if (&a == &b) return true;
        if (a.is_built_in() || b.is_built_in()) return a.is_built_in() && b.is_built_in() && a.code == b.code;
        return a.cpp_type != nullptr && b.cpp_type != nullptr && *a.cpp_type == *b.cpp_type;
    }

  private:
    static bool never_equal(const void*, const void*) { return false; }
};

namespace detail {

template <class T>
constexpr type_descriptor description_of() {
    if constexpr (std::is_void_v<T>) return {};
    else if constexpr (scalar<T>) return {base::code_of<T>(), sizeof(T), type_name<T>()};
    else {
        type_descriptor out{base::code_or_none<T>(), sizeof(T), type_name<T>(), &typeid(T), base::equality_of<T>().equal};
        if constexpr (detail::castable_to<T, bool>)
            out.is_true = [](const void* x) { return cast<bool>(*static_cast<const T*>(x)); };
        return out;
    }
}
template <class T>
inline const type_descriptor description = description_of<T>();
template <scalar T>
inline constexpr type_descriptor description<T> = description_of<T>();
template <>
inline constexpr type_descriptor description<void>{};

}  // namespace detail

/// The description of T: a built-in type, void for structure alone, or a struct that can be copied byte by byte.
template <class T>
constexpr const type_descriptor& type_of() noexcept {
    return detail::description<T>;
}
/// The description of a built-in type, or of structure alone. Throws invalid_value for the code of a struct.
const type_descriptor& type_of(type_code code);

}  // namespace graphblas_gpu
