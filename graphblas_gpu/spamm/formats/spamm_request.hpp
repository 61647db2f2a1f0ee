// What an approximate product of block matrices is asked for and what it tells about itself, for both engines.
#pragma once

#include <graphblas_gpu/spamm/formats/dense_blocks.hpp>
#include <semirings/types.hpp>

#include <array>
#include <cmath>
#include <cstdint>

namespace graphblas_gpu {

/// The precision of the factors and of the sums of a block product.
enum class spamm_precision {
    automatic,  ///< that of the values; with `error`, for each block product the cheapest one that the bound allows
    fp64,       ///< factors and sums in fp64
    fp32,       ///< the precision of fp32; on a device three products of tf32 for one (3xTF32)
    tf32,       ///< factors cut off after 11 significant bits, with the range of float; sums in fp32
    bf16,       ///< factors rounded to 8 significant bits with the range of float, sums in fp32
    fp16,       ///< factors scaled by powers of two and rounded to fp16, sums in fp32
};

/// How the block products are found and computed.
enum class spamm_variant {
    automatic,  ///< tiles of C of 64 or 128 rows, lists made once; dense where that is expected to be faster
    spamm,      ///< the same, but never dense
    dense,      ///< all block products: on a device by cuBLAS where it can be loaded
    cuspamm,    ///< CUDA: tiles of 32, a thread block for each tile of C, which makes its list itself (Liu et al.)
};

/// How tau is found for a valid ratio.
enum class tau_search {
    exact,   ///< by a radix selection over the bits of the products of norms
    binary,  ///< 20 steps of a binary search, as in cuSpAMM: the ratio is met approximately
};

namespace formats {

/// A precision, and bounds of the error of a block product that is computed in it.
struct spamm_level {
    spamm_precision precision = spamm_precision::fp64;
    double rounding = 0;   ///< rounding the factors of a product of norms p changes it by at most rounding * p + offset
    double offset = 0;     ///< of factors that become subnormal numbers
    double sum_unit = 0;   ///< the unit of rounding of sums; 0 if `rounding` covers the sums too
    double low_parts = 0;  ///< 3xTF32 leaves out the product of the two low parts, at most this times p
};

/// What decides which products are computed.
enum class spamm_rule { tau, valid_ratio, error };

/// A request without defaults. Levels come from the cheapest to the most exact; there are several only under an error bound.
struct spamm_request {
    spamm_rule rule = spamm_rule::tau;
    double value = 0;
    index tile = 128;  ///< rows and columns of a tile of C: 32, 64 or 128
    int levels = 1;
    std::array<spamm_level, 3> level;
    double drop_below = 0;
    tau_search search = tau_search::exact;
    spamm_variant variant = spamm_variant::automatic;
    double alpha = 1;  ///< the product is multiplied by it; rule, thresholds and facts are those of A B
    double beta = 0;   ///< times a matrix that is added; 0: there is none
};

/// What a product tells about itself.
struct spamm_facts {
    double tau = 0;                          ///< the least product of norms that was computed, where one number decides; else 0
    std::int64_t all_products = 0;           ///< of tiles, in a dense product
    std::array<std::int64_t, 3> products{};  ///< computed, for each level
    double error_bound = 0;
    double sum_rounding_bound = 0;
    double dropped = 0;  ///< a bound of the norm of the blocks of C that were dropped
    bool dense = false;
    bool library = false;  ///< dense, by cuBLAS
    const char* reason = "";
};

/// The product of two norms: an upper bound of the norm of the product. 0 says that the product is zero, also where the other
/// factor has an infinite norm: a block of zeros is the same as no block.
GB_HD inline double norm_product(double a, double b) { return a == 0 || b == 0 ? 0 : a * b; }

/// What the rounding of sums may add to a tile with `length` products whose norms multiply to `sum` in all: block_side
/// additions a product, and a few for merging.
GB_HD inline double sum_rounding(const spamm_level& level, std::int64_t length, double sum) {
    const double additions = static_cast<double>(length + 1) * static_cast<double>(block_side);
    return sum == 0 ? 0 : (additions * level.sum_unit + level.low_parts) * sum;
}

/// Whether a precision has a smaller range than the values, so that factors are scaled.
bool is_narrower(block_type stored, spamm_precision precision);
/// The power of two by which such factors are multiplied before they are rounded: the largest finite norm of a block becomes a
/// number of [0.5, 1). 1 where the range is the same.
double factor_scale(block_type stored, spamm_precision precision, double largest_finite_norm);
double largest_finite_norm(const double* norms, row_offset count);
/// The `offset` of a level, from the scales of both matrices.
double level_offset(block_type stored, spamm_precision precision, double a_scale, double b_scale, index tile);
/// Throws invalid_value: the rounding of the factors alone is beyond the bound that is asked for.
[[noreturn]] void refuse_rounding(double rounding, double bound);

/// Bounds are sums of many rounded numbers; this much is taken off what is asked for and added to what is reported.
inline constexpr double bound_slack = 1e-9;

}  // namespace formats
}  // namespace graphblas_gpu
