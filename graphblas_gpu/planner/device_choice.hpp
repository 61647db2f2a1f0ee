// The choice of method on a CUDA device, and the memory that a product takes there.
//
// Idea: plain numbers in, as for the host. Which accumulator a row gets is decided row by row inside the methods (cuda/hash,
// cuda/dense) or by counted work (cuda/masked); here stands what is decided for a product as a whole.
#pragma once

#include <functional>
#include <string>

#include <graphblas_gpu/planner/choice.hpp>
#include <graphblas_gpu/planner/tiles_pay.hpp>

namespace graphblas_gpu::planner {

/// Rows that would on average be this full if no two products met are not worth sorting into classes: all go to the dense
/// method. Measured on one H200, fp32: 0.29 (R-MAT of 2^16 vertices) 11 ms dense, 18 ms hash; 0.23 (random blocks) 5.4 and 8.2;
/// 0.04 (band) hash, whose narrow rows go to the dense method one by one.
inline constexpr double dense_fill = 0.125;

constexpr bool device_dense_pays(const product_facts& f) {
    return static_cast<double>(f.flops) >= dense_fill * static_cast<double>(f.nrows) * static_cast<double>(f.ncols);
}

/// Making a transpose on the device takes about as long as this many multiplications an entry; it is kept for the next product.
inline constexpr std::int64_t device_transpose_cost = 4;

/// Whether a masked product is worth a transpose of B, so that dot products can be chosen.
constexpr bool device_transpose_pays(std::int64_t b_nvals, std::int64_t flops) {
    return flops >= device_transpose_cost * b_nvals;
}

/// Pushing adds to memory at random, pulling reads there: an entry pushed costs about this many pulled.
inline constexpr double device_push_entry_cost = 2.0;

constexpr bool device_pull_pays(const vector_product_facts& f) {
    return static_cast<double>(f.pull_work) + static_cast<double>(device_transpose_cost * f.pull_transpose) <
           device_push_entry_cost * static_cast<double>(f.push_work) +
               static_cast<double>(device_transpose_cost * f.push_transpose);
}

/// A method of the CUDA engine for the product of two matrices. `wanted` other than automatic is kept or refused with
/// unsupported, and so is a variant. Under a mask that admits only its entries sums lie beside those: hash and dense are the
/// same there.
choice choose_device_method(const char* operation, method wanted, hash_variant variant, const product_facts& facts);
/// The same where mixed precision is asked for: bitmap_tile, or unsupported. `is_plus_times_float`: the semiring.
choice choose_mixed_method(const char* operation, method wanted, hash_variant variant, bool is_plus_times_float);
/// The same where a variant of method bitmap_tile is named, which is not automatic. `mixed`: mixed precision is asked for too.
choice choose_tile_variant(const char* operation, method wanted, hash_variant variant, tile_variant tiles, bool mixed);
/// The same where tiles of both operands are there and pay.
choice choose_tiles_at_hand(const tile_facts& tiles);
/// Of a matrix and a vector: hash and dense push, dot pulls.
choice choose_device_method(const char* operation, method wanted, const vector_product_facts& facts);

/// What a product on the device takes beside its operands.
struct device_bytes {
    double output = 0;       ///< its entries, if no two products met
    double temporary = 0;    ///< while it is made
    double converted = 0;    ///< values of operands in the semiring's types
    double kept = 0;         ///< columns from the symbolic phase, for the structure alone; it can be done without

    /// All of it.
    double sum() const { return output + temporary + converted + kept; }
};

/// Temporary memory of the methods: lists of rows and their classes.
inline constexpr double device_bytes_a_row = 48;
/// Under a mask: a sum and a flag for each of its entries, and lists of pairs for those of a part.
inline constexpr double device_bytes_a_mask_entry = 24;
/// Method bitmap_tile: a tile, column and place among the possible ones included.
inline constexpr double device_bytes_a_tile = 28;

/// What the symbolic phase keeps where only the structure is wanted, at most: places for keys of rows that are sorted (in
/// classes, 32 products or up to twice as many as a row has), and columns in lists. Where rows have few products most of such
/// places would be left unused; where products do not meet lists hold three quarters.
/// @{
inline constexpr std::int64_t kept_keys_a_product = 2, kept_keys_besides = std::int64_t{1} << 23;
constexpr std::int64_t most_kept_columns(std::int64_t flops) { return flops / 4 * 3; }
inline constexpr std::int64_t least_kept_keys_a_row = 32;
/// Where a row's columns are, and what is left to do for it.
inline constexpr std::int64_t kept_bytes_a_row = 12;
/// @}

constexpr double least(double x, double y) { return x < y ? x : y; }

/// `value_bytes` of an entry of C, `mask_nvals` if the mask admits only its entries.
constexpr device_bytes estimate_device_bytes(const product_facts& f, std::int64_t mask_nvals, double value_bytes,
                                             hash_variant variant) {
    const double rows = static_cast<double>(f.nrows);
    const double flops = static_cast<double>(f.flops);
    const double most = f.masked ? static_cast<double>(mask_nvals) : rows * static_cast<double>(f.ncols);
    const double entries = least(flops, most);
    device_bytes out;
    out.output = entries * (sizeof(column_index) + value_bytes) + (rows + 1) * sizeof(row_offset);
    out.temporary = rows * (sizeof(std::int64_t) + device_bytes_a_row);
    if (f.masked) out.temporary += static_cast<double>(mask_nvals) * device_bytes_a_mask_entry;
    if (value_bytes == 0 && !f.masked && variant == hash_variant::automatic && !device_dense_pays(f)) {
        const double keys = kept_keys_a_product * flops + least(rows * least_kept_keys_a_row, kept_keys_besides);
        out.kept = (keys + static_cast<double>(most_kept_columns(f.flops))) * sizeof(column_index) + rows * kept_bytes_a_row;
    }
    if (variant != hash_variant::automatic) out.temporary += 2 * entries * (sizeof(column_index) + value_bytes);
    return out;
}

/// What method bitmap_tile takes besides: the tiles of the operands, one an entry at most, which stay with them, and those of C
/// beside its rows; `output` bytes are those of its entries.
constexpr double device_tile_bytes(std::int64_t operand_nvals, double output) {
    return static_cast<double>(operand_nvals) * (device_bytes_a_tile + sizeof(double)) + 2 * output;
}

/// The parts that rows are cut into so that their temporary memory fits: as many as needed, at most one a row.
constexpr std::int64_t panels_for(double temporary_bytes, double free_bytes, index rows) {
    if (temporary_bytes <= free_bytes || rows <= 1) return 1;
    const double wanted = free_bytes > 0 ? temporary_bytes / free_bytes + 1 : static_cast<double>(rows);
    return wanted < static_cast<double>(rows) ? static_cast<std::int64_t>(wanted) : rows;
}

}  // namespace graphblas_gpu::planner
