// What a product is made of: the kernels that run, and how its values come about.
//
// Idea: kernels add terms in any order, so they cannot keep the first one. Where every product is the same, structure says all;
// other semirings that add by `any` are run as the least k that meets, and the values that belong to it are looked up
// afterwards.
#pragma once

#include <graphblas_gpu/cuda/elementwise/operator_codes.hpp>
#include <graphblas_gpu/cuda/product/kernels.hpp>

namespace graphblas_gpu::cuda {

/// Where the values of a product come from.
enum class product_values : std::uint8_t {
    none,         ///< structure alone
    summed,       ///< from the kernels
    one,          ///< structure, then 1
    row_number,   ///< structure, then the row
    first_k,      ///< the least k
    left_at_k,    ///< the value of A there
    right_at_k,   ///< the value of B there
    product_at_k  ///< the product there, by kernels of a caller's own
};

/// For a semiring of the catalogue.
constexpr product_values values_of(const semiring_code& code) {
    if (code.multiply == multiply_code::firsti) return product_values::row_number;
    if (code.add != add_code::any) return product_values::summed;
    switch (code.multiply) {
        case multiply_code::first: return product_values::left_at_k;
        case multiply_code::second: return product_values::right_at_k;
        case multiply_code::secondi: return product_values::first_k;
        default: return product_values::one;
    }
}

/// Needs only structure of both operands, and no kernels of a type.
constexpr bool is_structural(product_values v) {
    return v == product_values::none || v == product_values::one || v == product_values::row_number;
}
/// Made by the kernels that find the least k.
constexpr bool is_by_first_k(product_values v) { return v >= product_values::first_k; }

struct product_recipe {
    product_values values = product_values::none;
    product_value_types types;                   ///< what the semiring reads and makes
    std::shared_ptr<const product_kernels> run;  ///< sums, structure, or the least k
    std::shared_ptr<const own_product_kernels> own;  ///< for product_at_k
    semiring_code code{};                        ///< of the catalogue; type none for others
};

/// Whether values are sums of floating-point numbers. Integers and Booleans have the same sum in any order, and so has the least k.
inline bool sums_depend_on_order(const product_recipe& recipe) {
    const type_code type = recipe.types.value;
    return recipe.values == product_values::summed && (type == type_code::float32 || type == type_code::float64);
}

/// For a semiring of the catalogue.
product_recipe recipe_for(const semiring_code& code);
/// The same for operands in new numbers: no kernel makes a value of a position, so that positions can be given their original
/// numbers afterwards.
product_recipe recipe_in_new_numbers(const product_recipe& recipe);
/// Whether that can be done where k has so many values: not for kernels of a caller's own that look at positions, and not
/// where positions do not fit the values that the least one is taken of.
bool can_be_renumbered(const product_recipe& recipe, index inner);
/// Structure alone.
product_recipe structural_recipe();
/// For a semiring of a caller's own that adds by `any`.
product_recipe recipe_at_first_k(const product_value_types& types, std::shared_ptr<const own_product_kernels> own);

}  // namespace graphblas_gpu::cuda
