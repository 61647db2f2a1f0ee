// Whether two values are the same, for code that is compiled once for all types.
#pragma once

#include <graphblas_gpu/base/types.hpp>
#include <semirings/types.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace graphblas_gpu::base {

/// Whether x can replace y: they are equal, and zeros have the same sign. Values that cannot be compared are treated as
/// different.
template <class T>
constexpr bool interchangeable(const T& x, const T& y) {
    if constexpr (std::floating_point<T>) return x == y && is_negative_zero(x) == is_negative_zero(y);
    else if constexpr (std::equality_comparable<T>) return x == y;
    else return false;
}

/// interchangeable() for values without types. If `equal` is null, values are compared by their bits; floating-point numbers
/// with the same bits are the same unless they are NaN.
struct value_equality {
    std::size_t bytes = 0;  ///< 0: there are no values
    bool floating = false;
    bool (*equal)(const void* x, const void* y) = nullptr;
};
template <class T>
constexpr value_equality equality_of() {
    if constexpr (std::is_void_v<T>) return {};
    else if constexpr (scalar<T>) return {sizeof(T), std::floating_point<T>, nullptr};
    else
        return {sizeof(T), false, [](const void* x, const void* y) {
                    return interchangeable(*static_cast<const T*>(x), *static_cast<const T*>(y));
                }};
}

/// Calls f(same), where same(values, p, q) compares values p and q of an array.
template <class F>
decltype(auto) with_equality(const value_equality& equality, F&& f) {
    if (equality.bytes == 0) return f([](const void*, row_offset, row_offset) { return true; });
    if (equality.equal != nullptr) {
        return f([equality](const void* values, row_offset p, row_offset q) {
            const auto* const bytes = static_cast<const std::byte*>(values);
            return equality.equal(bytes + static_cast<std::size_t>(p) * equality.bytes,
                                  bytes + static_cast<std::size_t>(q) * equality.bytes);
        });
    }
    const auto of_type = [&]<class T>(std::type_identity<T>) -> decltype(auto) {
        return f([](const void* values, row_offset p, row_offset q) {
            return interchangeable(static_cast<const T*>(values)[p], static_cast<const T*>(values)[q]);
        });
    };
    switch (equality.bytes) {
        case 1: return of_type(std::type_identity<std::uint8_t>{});
        case 2: return of_type(std::type_identity<std::uint16_t>{});
        case 4: return equality.floating ? of_type(std::type_identity<float>{}) : of_type(std::type_identity<std::uint32_t>{});
        default:
            return equality.floating ? of_type(std::type_identity<double>{}) : of_type(std::type_identity<std::uint64_t>{});
    }
}

}  // namespace graphblas_gpu::base
