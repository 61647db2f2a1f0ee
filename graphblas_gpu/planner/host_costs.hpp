// What every method is expected to cost for a product of matrices on host threads.
//
// Idea: as on a device (device_costs.hpp): a time is a sum of terms, each a number that is known before the product runs times
// a cost. What sizes alone do not tell comes from a sample of rows (host/product/product_sample.hpp): the entries of A*B, how
// full tiles are, and whether rows of B lie close to each other, because most of the time of a product goes to waiting for
// memory where they do not. The costs were fitted to 156 products measured on one thread of a server (docs/methods.md says how,
// and how well they predict).
#pragma once

#include <cstdint>

#include <graphblas_gpu/base/types.hpp>
#include <graphblas_gpu/planner/estimate.hpp>

namespace graphblas_gpu::planner {

/// The sizes of a product on host threads.
struct host_product_facts {
    index nrows = 0;
    index ncols = 0;
    std::int64_t a_nvals = 0;  ///< in rows of which the mask admits something
    std::int64_t b_nvals = 0;
    std::int64_t flops = 0;    ///< in the same rows
    double nvals = 0;          ///< entries of A*B without the mask, expected
    double a_tiles = 0;  ///< tiles with entries, expected or counted; 0: not known, so that nothing is predicted for tiles
    double b_tiles = 0;
    double average_tile_pair = 0;  ///< multiplications of an average pair of tiles
    std::int64_t entries_to_tile = 0;  ///< of the operands, whether their tiles are cached or not
    double scattered = 1;      ///< host::product_sample::scattered
    std::int64_t mask_nvals = 0;
    bool admits = false;          ///< the mask admits only its entries
    bool forbids = false;         ///< the mask is complemented
    bool structure_only = false;  ///< every entry has the same value
    double cost_of_dots = 0;      ///< of dot products, in multiplications by rows (planner::cost_of_dots); 0: not counted
    int threads = 1;              ///< that share the work
};

/// Products with fewer multiplications are not predicted: looking at rows would take too large a part of their time. Cheap ones
/// are those under a mask that admits only its entries, and those whose entries all have the same value.
inline constexpr std::int64_t min_predicted_flops = 1 << 18, min_predicted_cheap_flops = 1 << 20;
/// Tiles are chosen in place of the usual method if they are expected to take at most this part of its time: sums in tiles are
/// predicted less well, because a row of a tile that is not full takes as long as a full one.
/// @{
inline constexpr double clearly_less_for_sums = 0.65, clearly_less_for_structure = 0.8;
constexpr double clearly_less_on_host(bool structure_only) {
    return structure_only ? clearly_less_for_structure : clearly_less_for_sums;
}
/// The same for dot products that count pairs, where the rule of choice.hpp has not taken them.
inline constexpr double clearly_less_for_pairs = 0.75;
/// @}

/// The expected milliseconds of every method; bytes are left to the caller. Method dot is predicted only under a mask that
/// admits only its entries.
method_estimates predict_host_times(const host_product_facts& facts);

}  // namespace graphblas_gpu::planner
