// Idea: catalogue.def lists the compiled-in semirings with the domain of each. The list can be used by the preprocessor (to
// declare or instantiate), at compile time (is_catalogued, for_each_semiring) and at run time (with_semiring).
// To instantiate a template for all combinations:
//
//     #define DECLARE(name, T) extern template struct kernels<semiring_t<name<T>>>;
//     #define GB_SEMIRING(name, domain) GB_FOR_EACH_##domain(DECLARE, name)
//     #include <semirings/catalogue.def>
//     #undef DECLARE
//
// Source: the X-macro idiom; the domains are those of SuiteSparse's built-in semirings, cut down to what is compiled.
#pragma once

#include <semirings/semirings.hpp>

#include <array>
#include <cstdint>
#include <string_view>
#include <type_traits>

// Expands to X(name, T) for every type T of the domain.
#define GB_FOR_EACH_numeric(X, name) \
    X(name, std::int8_t)             \
    X(name, std::int16_t)            \
    X(name, std::int32_t)            \
    X(name, std::int64_t)            \
    X(name, std::uint8_t)            \
    X(name, std::uint16_t)           \
    X(name, std::uint32_t)           \
    X(name, std::uint64_t)           \
    X(name, float)                   \
    X(name, double)
#define GB_FOR_EACH_boolean(X, name) X(name, bool)
#define GB_FOR_EACH_any_type(X, name) X(name, bool) GB_FOR_EACH_numeric(X, name)
#define GB_FOR_EACH_positional(X, name) X(name, std::int32_t) X(name, std::int64_t)

namespace graphblas_gpu {

/// The type of a ready-made semiring: semiring_t<plus_times<float>>. (It uses remove_cvref, not remove_const, because nvcc
/// passes the host compiler a decltype that is a reference.)
template <auto S>
using semiring_t = std::remove_cvref_t<decltype(S)>;

/// The sets of types that a line of the catalogue can name: int8 to int64, uint8 to uint64, float and double; bool; all of
/// these; int32 and int64.
enum class domain { numeric, boolean, any_type, positional };

/// The name of the set in the catalogue.
constexpr const char* to_string(domain d) {
    switch (d) {
        case domain::numeric: return "numeric";
        case domain::boolean: return "boolean";
        case domain::any_type: return "any_type";
        case domain::positional: return "positional";
    }
    return "unknown";
}

/// Whether T is one of the types of domain D.
template <class T, domain D>
inline constexpr bool in_domain = D == domain::numeric      ? numeric_scalar<T>
                                  : D == domain::boolean    ? boolean_scalar<T>
                                  : D == domain::any_type   ? scalar<T>
                                  : D == domain::positional ? positional_scalar<T>
                                                            : false;

/// f(std::type_identity<T>{}) for every type T of domain D, in the order of the macros above.
template <domain D, class F>
constexpr void for_each_type(F&& f) {
#define GB_CALL(name, T) f(std::type_identity<T>{});
    if constexpr (D == domain::numeric) {
        GB_FOR_EACH_numeric(GB_CALL, )
    }
    if constexpr (D == domain::boolean) {
        GB_FOR_EACH_boolean(GB_CALL, )
    }
    if constexpr (D == domain::any_type) {
        GB_FOR_EACH_any_type(GB_CALL, )
    }
    if constexpr (D == domain::positional) {
        GB_FOR_EACH_positional(GB_CALL, )
    }
#undef GB_CALL
}

/// Calls f(std::type_identity<T>{}) for the type of domain D with that name; returns false if there is none.
template <domain D, class F>
constexpr bool with_type(std::string_view name, F&& f) {
    bool found = false;
    for_each_type<D>([&](auto type) {
        if (name != type_name<typename decltype(type)::type>()) return;
        found = true;
        f(type);
    });
    return found;
}

/// A line of the catalogue.
struct catalogue_entry {
    std::string_view name;
    domain types;
};

/// All lines of the catalogue, in the order of the file.
inline constexpr auto semiring_catalogue = std::to_array<catalogue_entry>({
#define GB_SEMIRING(name, types) {#name, domain::types},
#include <semirings/catalogue.def>
});

namespace detail {

template <class S>
constexpr bool find_in_catalogue() {
    if constexpr (semiring_like<S>) {
        using T = semiring_value_t<S>;
#define GB_SEMIRING(name, types)               \
    if constexpr (in_domain<T, domain::types>) \
        if constexpr (std::same_as<S, std::remove_cvref_t<decltype(name<T>)>>) return true;
#include <semirings/catalogue.def>
    }
    return false;
}

}  // namespace detail

/// Whether S is one of the compiled-in combinations.
template <class S>
inline constexpr bool is_catalogued = detail::find_in_catalogue<std::remove_cvref_t<S>>();

/// f(semiring) for every combination.
template <class F>
constexpr void for_each_semiring(F&& f) {
#define GB_CALL(name, T) f(name<T>);
#define GB_SEMIRING(name, types) GB_FOR_EACH_##types(GB_CALL, name)
#include <semirings/catalogue.def>
#undef GB_CALL
}

/// The result of looking up a combination by its two names.
enum class catalogue_lookup { found, unknown_semiring, unknown_type, type_outside_domain };

/// Calls f(semiring) for the combination with these names. f is instantiated for every combination, and called for at most one.
template <class F>
constexpr catalogue_lookup with_semiring(std::string_view semiring, std::string_view type, F&& f) {
    const bool type_exists = with_type<domain::any_type>(type, [](auto) {});
#define GB_CALL(name, T)                \
    if (type == type_name<T>()) {       \
        f(name<T>);                     \
        return catalogue_lookup::found; \
    }
#define GB_SEMIRING(name, types)                                                                      \
    if (semiring == #name) {                                                                          \
        GB_FOR_EACH_##types(GB_CALL, name) return type_exists ? catalogue_lookup::type_outside_domain \
                                                              : catalogue_lookup::unknown_type;       \
    }
#include <semirings/catalogue.def>
#undef GB_CALL
    return catalogue_lookup::unknown_semiring;
}

}  // namespace graphblas_gpu
