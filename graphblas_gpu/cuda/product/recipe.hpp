// product_recipe: which kernels compute a product over a semiring, and where the values of C come from: sums of these kernels,
// or values that are looked up once the structure of C is known.
//
// Idea: kernels add terms in any order, so they cannot keep the first term. If all products are the same value, the structure
// suffices. Other semirings that add by `any` are computed as the least k for each entry, and the values at this k are looked
// up afterwards.
#pragma once

#include <graphblas_gpu/base/shared_function.hpp>
#include <graphblas_gpu/base/type_code.hpp>
#include <graphblas_gpu/cuda/device/csr.hpp>
#include <graphblas_gpu/cuda/elementwise/operator_codes.hpp>
#include <graphblas_gpu/cuda/kernels/kernels.hpp>

namespace graphblas_gpu::cuda {

/// Where the values of a product come from.
enum class product_values : std::uint8_t {
    none,         ///< none; only the structure is wanted
    summed,       ///< sums that the kernels compute
    one,          ///< the structure, with every value 1
    row_number,   ///< the structure, with the row number as value
    first_k,      ///< the least k of each entry
    left_at_k,    ///< the value of A at the least k
    right_at_k,   ///< the value of B at the least k
    product_at_k, ///< the product at the least k, by kernels of the user's own
    sum_from_k    ///< a sum that begins at the least k, by kernels of the user's own
};

/// Where the values come from for a semiring of the catalogue.
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

/// Whether only the structure of both operands is needed, and no kernels of a type.
constexpr bool is_structural(product_values v) {
    return v == product_values::none || v == product_values::one || v == product_values::row_number;
}
/// Whether kernels that find the least k make them.
constexpr bool is_by_first_k(product_values v) { return v >= product_values::first_k; }
/// Whether kernels of the user's own make them after that.
constexpr bool is_completed_by_own(product_values v) { return v >= product_values::product_at_k; }

struct product_recipe {
    product_values values = product_values::none;
    product_value_types types;                   ///< what the semiring reads and makes
    std::shared_ptr<const product_kernels> run;  ///< the kernels of sums, of structure only, or of the least k
    std::shared_ptr<const own_product_kernels> own;  ///< for product_at_k and sum_from_k
    semiring_code code{};                        ///< the code of a semiring of the catalogue; type none for others
};

/// Whether values are sums of floating-point numbers, or of structs, which may hold some. Integers and Booleans have the same
/// sum in any order, and so has the least k.
inline bool sums_depend_on_order(const product_recipe& recipe) {
    const type_code type = recipe.types.value;
    return recipe.values == product_values::summed &&
           (type == type_code::float32 || type == type_code::float64 || base::is_struct(type));
}

/// What the report of a call with so many multiplications should say about its kernels.
inline std::string take_note(const product_recipe& recipe, std::int64_t multiplications) {
    std::string note = recipe.run != nullptr ? recipe.run->take_note(multiplications) : std::string();
    return recipe.own != nullptr ? note + recipe.own->take_note(0) : note;
}

/// The recipe for a semiring of the catalogue.
product_recipe recipe_for(const semiring_code& code);
/// The same for renumbered operands: no kernel makes values that are positions, so that positions can be replaced by the
/// original ones afterwards.
product_recipe recipe_in_new_numbers(const product_recipe& recipe);
/// Whether operands can be renumbered if k has `inner` values. They cannot if kernels of the user's own read positions, or if
/// positions do not fit into the type in which the least k is computed.
bool can_be_renumbered(const product_recipe& recipe, index inner);
/// The recipe for the structure only.
product_recipe structural_recipe();
/// The recipe for a semiring of the user's own that adds by `any`, or whose kernels add up the terms of an entry from the first
/// on.
product_recipe recipe_at_first_k(const product_value_types& types, std::shared_ptr<const own_product_kernels> own,
                                 product_values values = product_values::product_at_k);

/// How the values of a product are reduced to one.
struct product_fold {
    bool is_own = false;      ///< whether the values are reduced by the semiring's own monoid
    bool keeps_any = false;   ///< whether any value will do, so that the first one is taken
    /// The sum of n > 0 values on the device.
    base::shared_function<base::scalar_value(const engine_ptr&, const void*, std::int64_t)> sum;
    base::shared_function<base::scalar_value(const base::scalar_value&, const base::scalar_value&)> add;
};

}  // namespace graphblas_gpu::cuda
