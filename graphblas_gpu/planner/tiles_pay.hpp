// Whether a product on a device takes less time by method bitmap_tile than by rows.
//
// Idea: one number decides, the products of an average pair of tiles: a pair costs about the same however full its tiles are, a
// product by rows the same however its entries lie. docs/tiles.md has the measurements.
#pragma once

#include <cstdint>

#include <graphblas_gpu/cuda/bitmap_tile/rules.hpp>

namespace graphblas_gpu::planner {

/// The operands in tiles; no tiles: not known.
struct tile_facts {
    std::int64_t a_nvals = 0, a_tiles = 0;
    std::int64_t b_nvals = 0, b_tiles = 0;

    /// Of an average pair, if entries were spread evenly over the tiles.
    constexpr double products_a_pair() const { return cuda::bitmap_tile::products_a_pair(a_nvals, a_tiles, b_nvals, b_tiles); }
};

/// What a product makes in a pair of tiles.
enum class tile_work {
    structure,  ///< bits alone
    counts,     ///< numbers of products, from bits by tensor cores
    sums,       ///< plus_times over float or double, by tensor cores
    others,     ///< by the other cores
};

/// Products of an average pair from which tiles pay, measured on one H200 beside the best of hash and dense: where products
/// meet in few entries of C, which is what rows do best and what is not known beforehand. 64 are those of tiles with 23 entries.
constexpr double tiles_pay_from(tile_work work) {
    switch (work) {
        case tile_work::structure: return 64;
        case tile_work::counts: return 32;
        case tile_work::sums: return 64;
        case tile_work::others: return 256;
    }
    return 0;
}

/// Below so many multiplications launches are most of the time. Tiles were no slower there in what was measured (with 2^24 in
/// full tiles 0.13 ms, 0.19 by rows), but that is little, and little is won.
inline constexpr std::int64_t tiles_pay_from_products = std::int64_t{1} << 26;

/// For a product of so many multiplications, tiles being there.
constexpr bool tiles_pay(const tile_facts& f, tile_work work, std::int64_t products) {
    return products >= tiles_pay_from_products && f.products_a_pair() >= tiles_pay_from(work);
}

}  // namespace graphblas_gpu::planner
