// Codes for the value types, for code that is compiled once for all of them.
//
// Idea: the CUDA engine is a library of kernels behind plain functions. The templates of the public headers pass it arrays and
// a code for their type; with_code() on the other side turns the code into the type again.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include <semirings/types.hpp>

namespace graphblas_gpu {

/// The built-in value types, and void for structure alone.
enum class type_code : std::uint8_t { none, boolean, int8, int16, int32, int64, uint8, uint16, uint32, uint64, float32, float64 };

/// The name of the type, as type_name<T>() gives it; "none" for structure alone.
constexpr const char* type_name(type_code code) {
    constexpr std::array<const char*, 12> names{"none",  "bool",   "int8",   "int16",  "int32", "int64",
                                                "uint8", "uint16", "uint32", "uint64", "float", "double"};
    return names[static_cast<std::size_t>(code)];
}

namespace formats {

/// The code of T. Only built-in types and void have a code.
/// @{
template <class T>
inline constexpr bool has_type_code = std::is_void_v<T> || scalar<T>;

template <class T>
constexpr type_code code_of() {
    static_assert(has_type_code<T>);
    if constexpr (std::is_void_v<T>) return type_code::none;
    else if constexpr (std::is_same_v<T, bool>) return type_code::boolean;
    else if constexpr (std::is_same_v<T, std::int8_t>) return type_code::int8;
    else if constexpr (std::is_same_v<T, std::int16_t>) return type_code::int16;
    else if constexpr (std::is_same_v<T, std::int32_t>) return type_code::int32;
    else if constexpr (std::is_same_v<T, std::int64_t>) return type_code::int64;
    else if constexpr (std::is_same_v<T, std::uint8_t>) return type_code::uint8;
    else if constexpr (std::is_same_v<T, std::uint16_t>) return type_code::uint16;
    else if constexpr (std::is_same_v<T, std::uint32_t>) return type_code::uint32;
    else if constexpr (std::is_same_v<T, std::uint64_t>) return type_code::uint64;
    else if constexpr (std::is_same_v<T, float>) return type_code::float32;
    else return type_code::float64;
}
/// @}

/// The code of T, or none if T has no code.
template <class T>
constexpr type_code code_or_none() {
    if constexpr (has_type_code<T>) return code_of<T>();
    else return type_code::none;
}

/// The size of a value in bytes; 0 for structure alone.
constexpr std::size_t size_of(type_code code) {
    constexpr std::array<std::size_t, 12> sizes{0, 1, 1, 2, 4, 8, 1, 2, 4, 8, 4, 8};
    return sizes[static_cast<std::size_t>(code)];
}

/// f(std::type_identity<T>{}) for the type of a code other than none.
template <class F>
decltype(auto) with_code(type_code code, F&& f) {
    switch (code) {
        case type_code::none: break;
        case type_code::boolean: return f(std::type_identity<bool>{});
        case type_code::int8: return f(std::type_identity<std::int8_t>{});
        case type_code::int16: return f(std::type_identity<std::int16_t>{});
        case type_code::int32: return f(std::type_identity<std::int32_t>{});
        case type_code::int64: return f(std::type_identity<std::int64_t>{});
        case type_code::uint8: return f(std::type_identity<std::uint8_t>{});
        case type_code::uint16: return f(std::type_identity<std::uint16_t>{});
        case type_code::uint32: return f(std::type_identity<std::uint32_t>{});
        case type_code::uint64: return f(std::type_identity<std::uint64_t>{});
        case type_code::float32: return f(std::type_identity<float>{});
        case type_code::float64: break;
    }
    return f(std::type_identity<double>{});
}

/// f(std::type_identity<U>{}) for the unsigned type U that has the size of a value, for code that only moves values.
template <class F>
decltype(auto) with_size(type_code code, F&& f) {
    switch (size_of(code)) {
        case 1: return f(std::type_identity<std::uint8_t>{});
        case 2: return f(std::type_identity<std::uint16_t>{});
        case 8: return f(std::type_identity<std::uint64_t>{});
        default: return f(std::type_identity<std::uint32_t>{});  // also if there are no values
    }
}

/// One value of any built-in type.
class scalar_value {
  public:
    scalar_value() = default;
    template <scalar T>
    explicit scalar_value(const T& x) : type_(code_of<T>()) {
        std::memcpy(bytes_, &x, sizeof(T));
    }
    type_code type() const { return type_; }
    /// The value cast to To. There must be a value.
    template <class To>
    To as() const {
        return with_code(type_, [&](auto type) {
            typename decltype(type)::type x{};
            std::memcpy(&x, bytes_, sizeof(x));
            return cast<To>(x);
        });
    }
    void* data() { return bytes_; }
    const void* data() const { return bytes_; }
    static scalar_value uninitialised(type_code type) {
        scalar_value s;
        s.type_ = type;
        return s;
    }

  private:
    type_code type_ = type_code::none;
    alignas(8) std::byte bytes_[8] = {};
};

}  // namespace formats
}  // namespace graphblas_gpu
