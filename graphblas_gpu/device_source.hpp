// Semirings and operators that carry their source, so that a CUDA device runs them though g++ compiles the program.
//
// Idea: GB_DEVICE_SOURCE defines the types as they stand for the host, and keeps their text. The CUDA engine compiles the
// text when an operation first needs it (NVRTC), joins it with kernels that the library carries (nvJitLink), and keeps the
// result in the user's cache. One definition serves both sides, and the host never needs either library:
//
//     GB_DEVICE_SOURCE(widest_path,
//         struct widest_path {
//             static constexpr gb::monoid<gb::max, float> add{};
//             static constexpr float multiply(float x, float y) { return x < y ? x : y; }
//         };
//     )
//     const auto c = gb::mxm(gb::context::cuda(), widest_path{}, a, b);
//
// The text is code that will be executed on the device: whoever can change it runs code in the program.
#pragma once

#include <semirings/checks.hpp>

#include <concepts>
#include <type_traits>

namespace graphblas_gpu {

/// The source of a type. `name` is what the type is called in it. `uses` is the source that has to stand before it, or null.
struct device_source {
    const char* name = "";
    const char* text = "";
    const device_source* uses = nullptr;
};

/// What the function that GB_DEVICE_SOURCE defines is called with, so that a derived type has no source by inheritance.
template <class T>
struct device_source_tag {};

/// The type carries its source.
template <class T>
concept has_device_source = requires {
    { graphblas_gpu_source_of(device_source_tag<T>{}) } -> std::same_as<device_source>;
};

/// The source of T, at an address.
template <has_device_source T>
inline constexpr device_source device_source_of = graphblas_gpu_source_of(device_source_tag<T>{});

namespace detail {

template <class T>
concept has_identity = requires {
    &T::identity;
};

/// Has the host's compiler say which rule a definition breaks. What a type is meant to be is known by its members: values may
/// have a function `multiply` too, but values have data.
template <class T>
constexpr bool check_definition() {
    if constexpr (semiring_has_add<T> || (has_multiply<T> && std::is_empty_v<T>)) check_semiring<T>();
    else if constexpr (has_identity<T>) check_monoid<T>();
    return true;
}

/// The address of the source that another one uses.
template <class T>
constexpr const device_source* used_source() {
    static_assert(
        has_device_source<T>,
        "GB_DEVICE_SOURCE_USING: its second argument is a type that GB_DEVICE_SOURCE or GB_DEVICE_SOURCE_USING defined before");
    if constexpr (has_device_source<T>)
        return &device_source_of<T>;
    else
        return nullptr;
}

}  // namespace detail

}  // namespace graphblas_gpu

/// GB_DEVICE_SOURCE(type, definitions...): defines, at namespace scope, a type and what it uses, and keeps the source of the
/// type.
///
///   * The text has to stand alone on the device. It may use the operators and monoids of the library as gb::..., integers as
///     std::int32_t, functions of <cmath> and what it defines itself; no other header, no macro and no directive. Comments
///     are dropped. The semicolon after the last definition may be left out.
///   * Values are of the built-in types, or structs of 1, 2, 4, 8 or 16 bytes that can be copied byte by byte and have a
///     default value.
///   * The object of a semiring or an operator is trivially copyable and has at most 32 bytes. Its members are constants for
///     the device.
///
/// A semiring or a monoid that lacks something does not compile, and the message says what. Text that only the device's
/// compiler refuses throws `unsupported`, with the compiler's messages, when the device first needs it. Compiling costs about
/// a tenth of a second, or a few milliseconds if the kernels are in the cache; the report of the call says how much.
#define GB_DEVICE_SOURCE(type, ...)                                                    \
    __VA_ARGS__;                                                                       \
    static_assert(::graphblas_gpu::detail::check_definition<type>());                  \
    [[maybe_unused]] constexpr ::graphblas_gpu::device_source graphblas_gpu_source_of( \
        ::graphblas_gpu::device_source_tag<type>) {                                    \
        return {#type, #__VA_ARGS__ ";"};                                              \
    }

/// GB_DEVICE_SOURCE_USING(type, used, definitions...): the same for definitions that use a type with a source of its own, so
/// that one struct may be the value type of several operators:
///
///     GB_DEVICE_SOURCE(arrival, struct arrival { float distance = 0; std::int32_t from = 0; };)
///     GB_DEVICE_SOURCE_USING(earlier, arrival, struct earlier { ... };)
#define GB_DEVICE_SOURCE_USING(type, used, ...)                                         \
    __VA_ARGS__;                                                                        \
    static_assert(::graphblas_gpu::detail::check_definition<type>());                   \
    [[maybe_unused]] constexpr ::graphblas_gpu::device_source graphblas_gpu_source_of(  \
        ::graphblas_gpu::device_source_tag<type>) {                                     \
        return {#type, #__VA_ARGS__ ";", ::graphblas_gpu::detail::used_source<used>()}; \
    }
