// Whether an automatic choice takes method bitmap_tile.
//
// Idea: making tiles takes about as long as some products, and they stay in memory. So only operands that have tiles already
// are considered.
#include <graphblas_gpu/cuda/bitmap_tile/rules.hpp>
#include <graphblas_gpu/cuda/product/product.hpp>

namespace graphblas_gpu::cuda {

namespace {

planner::tile_work tile_work_of(const product_recipe& recipe) {
    using planner::tile_work;
    if (is_structural(recipe.values)) return tile_work::structure;
    if (recipe.values != product_values::summed) return tile_work::other_semirings;
    if (recipe.code.add == add_code::plus && recipe.code.multiply == multiply_code::pair) return tile_work::counts;
    const bool is_plus_times = recipe.code == plus_times_code<float> || recipe.code == plus_times_code<double>;
    return is_plus_times ? tile_work::sums : tile_work::other_semirings;
}

}  // namespace

/// False under a mask, because the methods by rows look up no more than the mask admits; for a known product, which has its
/// method already; and for a semiring of the user's own, whose cost is not known.
bool product::tiles_are_better() const {
    const bool is_free = task_.method == method::automatic && task_.variant == graphblas_gpu::hash_variant::automatic &&
                         task_.precision == precision::exact && !is_listed();
    const bool is_measured = is_structural(recipe_.values) || recipe_.code.type != type_code::none;
    if (!is_free || !is_measured || task_.mask.present || known_ != nullptr) return false;
    // The method may refuse a B this large, and the user did not ask for it. There are at most as many tiles or slices as
    // entries of B.
    if (!bitmap_tile::pairs_fit(task_.b.nvals, formats::tiles_for(task_.b.ncols))) return false;
    return planner::tiles_pay(task_.cached_tile_facts, tile_work_of(recipe_), work_.sum);
}

}  // namespace graphblas_gpu::cuda
