// Which sums of a product are only counts of pairs, so that they need no choice of a method (cuda/masked/common_entries.hpp).
#pragma once

#include <cstdint>

#include <graphblas_gpu/cuda/product/recipe.hpp>
#include <graphblas_gpu/planner/choice.hpp>

namespace graphblas_gpu::device {

/// Whether all products are 1 and are added up.
inline bool counts_pairs(const cuda::product_recipe& recipe) {
    return recipe.values == cuda::product_values::summed && recipe.code.type != type_code::none &&
           recipe.code.type != type_code::boolean && recipe.code.add == cuda::add_code::plus &&
           recipe.code.multiply == cuda::multiply_code::pair;
}

/// The method that counting common entries is: a push without transpose_b, dot products with it.
inline method method_of_common_pairs(const descriptor& desc) { return desc.transpose_b ? method::dot : method::hash; }

/// Whether a sum may be counted so: all products are 1, and the options ask for no other method and no variant.
inline bool may_count_common_pairs(const descriptor& desc, const cuda::product_recipe& recipe) {
    const bool is_free = desc.method == method::automatic || desc.method == method_of_common_pairs(desc);
    return is_free && !desc.transpose_a && counts_pairs(recipe) && planner::named_options(desc).empty() &&
           !(desc.deterministic && cuda::sums_depend_on_order(recipe));
}

/// A sum of `count` ones in the type of a semiring.
inline formats::scalar_value sum_of_ones(type_code type, std::int64_t count) {
    return formats::with_code(type,
                              [&](auto t) { return formats::scalar_value(static_cast<typename decltype(t)::type>(count)); });
}

}  // namespace graphblas_gpu::device
