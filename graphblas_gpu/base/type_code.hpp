// Codes for the value types, for code that is compiled once for all of them.
//
// Idea: the CUDA engine is a library of kernels behind plain functions. The templates of the public headers pass it arrays and
// a code for their type; with_code() on the other side turns the code into the type again.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include <semirings/types.hpp>

namespace graphblas_gpu {

/// The built-in value types, void for structure alone, and structs of the caller's own by their size: devices move these, and
/// only operators that carry their source compute with them.
enum class type_code : std::uint8_t {
    none, boolean, int8, int16, int32, int64, uint8, uint16, uint32, uint64, float32, float64,
    bytes1, bytes2, bytes4, bytes8, bytes16
};

/// The name of the type, as type_name<T>() gives it; "none" for structure alone.
constexpr const char* type_name(type_code code) {
    constexpr std::array<const char*, 17> names{
        "none", "bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float", "double",
        "struct of 1 byte", "struct of 2 bytes", "struct of 4 bytes", "struct of 8 bytes", "struct of 16 bytes"};
    return names[static_cast<std::size_t>(code)];
}

namespace base {

/// Built-in types and void: what the engines compute with by themselves.
template <class T>
inline constexpr bool has_type_code = std::is_void_v<T> || scalar<T>;

/// A type of the caller's own that devices move by its size: it can be copied byte by byte, and has 1, 2, 4, 8 or 16 bytes.
template <class T>
constexpr bool is_plain_struct() {
    if constexpr (has_type_code<T>) return false;
    else
        return std::is_trivially_copyable_v<T> &&
               (sizeof(T) == 1 || sizeof(T) == 2 || sizeof(T) == 4 || sizeof(T) == 8 || sizeof(T) == 16);
}
/// Containers of T can be in the memory of a device.
template <class T>
inline constexpr bool fits_on_device = has_type_code<T> || is_plain_struct<T>();

/// The number of Types before T; -1 if T is not one of them. So an enumeration and the types that its values stand for are two
/// lists in the same order.
template <class T, class... Types>
constexpr int position_among() {
    int position = 0;
    const bool is_listed = ((std::is_same_v<T, Types> || (++position, false)) || ...);
    return is_listed ? position : -1;
}

/// The code of T. Built-in types, void and plain structs have one.
template <class T>
constexpr type_code code_of() {
    static_assert(fits_on_device<T>);
    constexpr int built_in = position_among<T, void, bool, std::int8_t, std::int16_t, std::int32_t, std::int64_t, std::uint8_t,
                                            std::uint16_t, std::uint32_t, std::uint64_t, float, double>();
    if constexpr (built_in >= 0) return static_cast<type_code>(built_in);
    else return static_cast<type_code>(static_cast<int>(type_code::bytes1) + std::countr_zero(sizeof(T)));
}

/// The code of T, or none if T has no code.
template <class T>
constexpr type_code code_or_none() {
    if constexpr (fits_on_device<T>) return code_of<T>();
    else return type_code::none;
}

/// The size of a value in bytes; 0 for structure alone.
constexpr std::size_t size_of(type_code code) {
    constexpr std::array<std::size_t, 17> sizes{0, 1, 1, 2, 4, 8, 1, 2, 4, 8, 4, 8, 1, 2, 4, 8, 16};
    return sizes[static_cast<std::size_t>(code)];
}

/// Whether the values are structs of the caller's own, of which only the size is known.
constexpr bool is_struct(type_code code) { return code >= type_code::bytes1; }

/// Throws unsupported: code that knows the built-in types alone was asked to compute with structs.
[[noreturn]] void refuse_struct_values();

/// Sixteen bytes that are moved.
struct alignas(16) sixteen_bytes {
    std::uint64_t words[2];
    friend constexpr bool operator==(const sixteen_bytes&, const sixteen_bytes&) = default;
};

/// f(std::type_identity<T>{}) for the type of a code other than none. Throws unsupported for structs.
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
        default: refuse_struct_values();
    }
    return f(std::type_identity<double>{});
}

/// f(std::type_identity<U>{}) for the type U, unsigned or sixteen_bytes, that has the size of a value, for code that only moves
/// values.
template <class F>
decltype(auto) with_size(type_code code, F&& f) {
    switch (size_of(code)) {
        case 1: return f(std::type_identity<std::uint8_t>{});
        case 2: return f(std::type_identity<std::uint16_t>{});
        case 8: return f(std::type_identity<std::uint64_t>{});
        case 16: return f(std::type_identity<sixteen_bytes>{});
        default: return f(std::type_identity<std::uint32_t>{});  // also if there are no values
    }
}

/// One value of any built-in type, or a plain struct.
class scalar_value {
  public:
    scalar_value() = default;
    template <class T>
    requires(!std::is_void_v<T> && fits_on_device<T>) explicit scalar_value(const T& x) : type_(code_of<T>()) {
        std::memcpy(bytes_, &x, sizeof(T));
    }
    type_code type() const { return type_; }
    /// The value cast to To; a struct is read as it is. There must be a value.
    template <class To>
    To as() const {
        if constexpr (is_plain_struct<To>()) {
            if (type_ != code_of<To>()) refuse_struct_values();
            std::array<std::byte, sizeof(To)> bytes;
            std::memcpy(bytes.data(), bytes_, sizeof(To));
            return std::bit_cast<To>(bytes);
        } else
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
    alignas(8) std::byte bytes_[16] = {};
};

}  // namespace base
}  // namespace graphblas_gpu
