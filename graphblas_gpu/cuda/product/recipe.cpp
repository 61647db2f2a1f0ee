// The recipes of the semirings of the catalogue.
#include <graphblas_gpu/cuda/product/recipe.hpp>

#include <graphblas_gpu/cuda/instances/instances.hpp>

namespace graphblas_gpu::cuda {

namespace {

constexpr bool reads_left(multiply_code m) {
    return m != multiply_code::second && m != multiply_code::pair && m != multiply_code::firsti && m != multiply_code::secondi;
}
constexpr bool reads_right(multiply_code m) {
    return m != multiply_code::first && m != multiply_code::pair && m != multiply_code::firsti && m != multiply_code::secondi;
}

/// The semiring that finds the least k. Positions are below 2^32 - 1, which is its identity.
constexpr semiring_code min_k{add_code::min, multiply_code::secondi, type_code::uint32};

}  // namespace

product_recipe recipe_for(const semiring_code& code) {
    product_recipe out;
    out.values = values_of(code);
    out.code = code;
    out.types = {reads_left(code.multiply) ? code.type : type_code::none,
                 reads_right(code.multiply) ? code.type : type_code::none, code.type};
    if (is_structural(out.values)) out.run = structural_kernels();
    else out.run = kernels_for(is_by_first_k(out.values) ? min_k : code);
    return out;
}

product_recipe recipe_in_new_numbers(const product_recipe& recipe) {
    // The least k in new numbers is the least k in original numbers too.
    if (recipe.code == semiring_code{add_code::min, multiply_code::secondi, recipe.code.type}) {
        return recipe_for({add_code::any, multiply_code::secondi, recipe.code.type});
    }
    return recipe;
}

bool can_be_renumbered(const product_recipe& recipe, index inner) {
    if (recipe.own != nullptr && recipe.own->reads_positions()) return false;
    const bool wraps = recipe.code == semiring_code{add_code::min, multiply_code::secondi, type_code::int32};
    return !wraps || inner <= index{1} << 31;
}

product_recipe structural_recipe() { return {product_values::none, {}, structural_kernels(), nullptr, {}}; }

product_recipe recipe_at_first_k(const product_value_types& types, std::shared_ptr<const own_product_kernels> own,
                                 product_values values) {
    return {values, types, kernels_for(min_k), std::move(own), {}};
}

}  // namespace graphblas_gpu::cuda
