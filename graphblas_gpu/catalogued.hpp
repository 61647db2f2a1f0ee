// A semiring of the catalogue that is chosen by its name at run time.
//
// Idea: the library has the kernels of the catalogue in a table by name and value type. An object that refers to an entry of
// this table can be given to a product in place of a semiring, and has one type for all semirings over T. So a program that
// lets its user choose a semiring, or goes through all semirings, compiles its products once.
#pragma once

#include <graphblas_gpu/cuda/elementwise/operator_codes.hpp>
#include <graphblas_gpu/host/product/product_loops.hpp>
#include <semirings/catalogue.hpp>

#include <concepts>
#include <string_view>

namespace graphblas_gpu {

/// An entry of the table of the catalogue.
struct catalogue_kernels {
    std::string_view name;
    type_code type = type_code::none;
    const host::product_loops* host = nullptr;
    const void* semiring = nullptr;  ///< the object that the kernels read
    cuda::semiring_code code;
};

/// The entry with this name and type. Throws invalid_value if the catalogue has none.
const catalogue_kernels& find_in_catalogue(std::string_view name, type_code type);
/// The same, or null if the catalogue has none.
const catalogue_kernels* find_if_in_catalogue(std::string_view name, type_code type);

/// A semiring over T, given by its name: `mxm(ctx, catalogued<float>("min_plus"), a, b)` is `mxm(ctx, min_plus<float>, a, b)`.
/// It can be used in mxm, mxm_reduce, mxv and vxm.
template <scalar T>
class catalogued {
  public:
    using value_type = T;
    using left_type = T;
    using right_type = T;

    /// Throws invalid_value if the catalogue has no such semiring over T.
    explicit catalogued(std::string_view name) : entry_(&find_in_catalogue(name, base::code_of<T>())) {}

    /// The name in the catalogue, without the type.
    std::string_view name() const { return entry_->name; }
    /// For engines: the entry of the table.
    const catalogue_kernels& entry() const { return *entry_; }

  private:
    const catalogue_kernels* entry_;
};

/// A semiring that refers to an entry of the catalogue and is not a type of its own.
template <class S>
concept chosen_semiring = requires(const S& s) {
    { s.entry() } -> std::same_as<const catalogue_kernels&>;
};

/// The semirings that products take: a type with operators, or an entry of the catalogue.
template <class S>
concept product_semiring = semiring_like<S> || chosen_semiring<std::remove_cvref_t<S>>;

namespace host {

/// Whether the library has compiled the kernels of S (host/instances/compiled.def).
template <class S>
inline constexpr bool has_compiled_kernels = is_catalogued<S>;
template <positional_scalar T>
inline constexpr bool has_compiled_kernels<semiring<min, saturating_plus, T>> = true;

// The tables of the catalogue are defined in the library, where no other source sees them; Clang warns of that. Explicit
// declarations of them (instances/instances.hpp) would cost every source their time.
#ifdef __clang__
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wundefined-var-template"
#endif

/// The kernels of a semiring, and the object that they read.
/// @{
template <product_semiring S>
const product_loops& kernels_of(const S& semiring) {
    if constexpr (chosen_semiring<S>) {
        return *semiring.entry().host;
    } else {
        static_assert(has_compiled_kernels<S> || requires { sizeof(kernels_can_be_compiled<S>); },
                      "products over a semiring that is not in the catalogue need #include <graphblas_gpu/own_semiring.hpp>");
        return kernels<S>::table;
    }
}
template <product_semiring S>
const void* object_of(const S& semiring) {
    if constexpr (chosen_semiring<S>) return semiring.entry().semiring;
    else return &semiring;
}
/// @}

#ifdef __clang__
#pragma clang diagnostic pop
#endif

}  // namespace host
}  // namespace graphblas_gpu
