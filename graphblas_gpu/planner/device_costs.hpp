// What every method is expected to cost for a product of matrices on a CUDA device.
//
// Idea: the time of a method is a sum of a few terms, each a number that is known before the product runs times a cost. The
// costs were fitted to 1300 products measured on one H200 (60 matrices, without a mask, under a mask, under its complement;
// plus_times, min_plus, plus_pair, any_pair): docs/benchmarks.md says how well they predict. On another device, terms of
// entries, which are moved, are scaled by the bandwidth of its memory, and work on rows and multiplications by its number of
// multiprocessors; fixed times, transposes and making tiles are not scaled.
#pragma once

#include <cstdint>

#include <graphblas_gpu/base/types.hpp>
#include <graphblas_gpu/planner/estimate.hpp>

namespace graphblas_gpu::planner {

/// The device that costs were fitted to.
/// @{
inline constexpr int multiprocessors_of_an_h200 = 132;
inline constexpr double bandwidth_of_an_h200 = 4.9e12;
/// @}

/// The sizes of a product on a device.
struct device_product_facts {
    index nrows = 0;
    index ncols = 0;
    std::int64_t a_nvals = 0;
    std::int64_t b_nvals = 0;
    std::int64_t flops = 0;       ///< multiplications without the mask
    std::int64_t max_flops = 0;   ///< of one row
    std::int64_t flops_above_32 = 0;    ///< multiplications in rows that have more than 32
    std::int64_t flops_above_4096 = 0;  ///< multiplications in rows that have more than 4096
    double nvals = 0;           ///< entries of A*B without the mask, expected
    double a_tiles = 0;         ///< tiles with entries, expected or counted; 0: not known
    double b_tiles = 0;
    std::int64_t entries_to_transpose = 0;  ///< of an operand that is multiplied transposed, if its transpose is not cached
    double tiles_to_make = 0;   ///< tiles of operands that are not cached
    std::int64_t mask_nvals = 0;
    bool admits = false;              ///< the mask admits only its entries
    bool forbids = false;             ///< the mask is complemented
    bool has_transpose_of_b = false;  ///< it is cached
    bool structure_only = false;      ///< no value is read
    bool tiles_on_tensor_cores = false;  ///< plus_times over float or double, plus_pair
    bool by_one_kernel = false;       ///< it is small, and one kernel makes it in place of method dense (cuda/small/)
    std::int64_t uses = 1;            ///< products that B was an operand of, this one included
    int multiprocessors = multiprocessors_of_an_h200;
    double memory_bandwidth = bandwidth_of_an_h200;  ///< bytes a second

    /// The multiplications of an average pair of tiles, as if entries were spread evenly over the tiles.
    constexpr double products_a_pair() const {
        if (a_tiles <= 0 || b_tiles <= 0) return 0;
        return static_cast<double>(a_nvals) / a_tiles * (static_cast<double>(b_nvals) / b_tiles) / 8;
    }
};

/// The method bitmap_tile is predicted only where an average pair of tiles has at least this many multiplications: pairs are
/// counted from averages, which is far too few where full tiles meet full ones and most tiles are nearly empty. Sums that
/// tensor cores do not compute need fuller tiles.
/// @{
inline constexpr double predicted_products_a_pair = 16;
inline constexpr double predicted_products_of_others = 64;
/// @}
/// Under a mask that admits only its entries fewer multiplications a pair are enough where rows are about equally long:
/// averages are right then. Grids have 2 to 3.
inline constexpr double predicted_products_of_regular_rows = 2;
constexpr bool rows_are_regular(const device_product_facts& f) {
    return static_cast<double>(f.max_flops) * static_cast<double>(f.nrows) <= 4 * static_cast<double>(f.flops);
}
/// The method dense is predicted only with at least this many multiplications for each position of C: with fewer, its time
/// depends on how far apart the columns of a row are.
inline constexpr double predicted_fill = 1.0 / 64;

/// Values of 16 bytes are added by one thread an entry. Method merge puts the terms of an entry beside each other first; all
/// other methods search for the entry in every row of B that its row of A names (cuda/jit/open_addresses.cuh). One merged
/// multiplication takes about as long as this many searches; docs/device-source.md has the measurements.
inline constexpr double searches_of_a_merged_multiplication = 6;
constexpr bool merging_beats_searching(double searches, double multiplications) {
    return searches > searches_of_a_merged_multiplication * multiplications;
}

/// Under a mask that admits only its entries: whether a push is expected to take so long that it pays to find out whether dot
/// products have less work. That takes the transpose of B, by its share in the products that will use it, and counting pairs.
bool weighing_dots_is_profitable(const device_product_facts& facts);

/// The expected milliseconds of every method; bytes are left to the caller. Under a mask that admits only its entries, hash and
/// dense are the same method.
method_estimates predict_device_times(const device_product_facts& facts);

}  // namespace graphblas_gpu::planner
