// Whether a product on a device takes less time by method bitmap_tile than by rows.
//
// Idea: one number decides: the average number of products in a pair of tiles. A pair of tiles costs about the same however
// full its tiles are; in a product by rows, a multiplication costs about the same wherever its entries lie. docs/tiles.md has
// the measurements.
#pragma once

#include <cstdint>

#include <graphblas_gpu/cuda/bitmap_tile/rules.hpp>

namespace graphblas_gpu::planner {

/// The sizes of the operands in tiles. A number of tiles that is not known is 0.
struct tile_facts {
    std::int64_t a_nvals = 0, a_tiles = 0;
    std::int64_t b_nvals = 0, b_tiles = 0;

    /// The products of an average pair of tiles, if the entries were spread evenly over the tiles.
    constexpr double products_a_pair() const { return cuda::bitmap_tile::products_a_pair(a_nvals, a_tiles, b_nvals, b_tiles); }
};

/// What the kernels compute from a pair of tiles.
enum class tile_work {
    structure,        ///< bits alone
    counts,           ///< numbers of products, from bits, on tensor cores
    sums,             ///< plus_times over float or double, on tensor cores
    other_semirings,  ///< sums of any other semiring, without tensor cores
};

/// Tiles pay if an average pair has at least this many products. Measured on one H200 against the faster of hash and dense, on
/// products whose terms fall on few entries of C. Such products favour rows most, and it is not known beforehand whether a
/// product is one of them. Pairs of tiles with 23 entries each have 64 products.
constexpr double tiles_pay_from(tile_work work) {
    switch (work) {
        case tile_work::structure: return 64;
        case tile_work::counts: return 32;
        case tile_work::sums: return 64;
        case tile_work::other_semirings: return 256;
    }
    return 0;
}

/// With fewer multiplications, launching kernels takes most of the time. Tiles were not slower there in what was measured (2^24
/// multiplications in full tiles: 0.13 ms, 0.19 by rows), but there is little to gain.
inline constexpr std::int64_t tiles_pay_from_products = std::int64_t{1} << 26;

/// Whether tiles pay for a product with `products` multiplications, if both operands have tiles already.
constexpr bool tiles_pay(const tile_facts& f, tile_work work, std::int64_t products) {
    return products >= tiles_pay_from_products && f.products_a_pair() >= tiles_pay_from(work);
}

}  // namespace graphblas_gpu::planner
