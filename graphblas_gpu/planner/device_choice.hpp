// The rules by which a product on a CUDA device gets its method (called by cuda/product/product.cpp), and the memory that it
// will take.
//
// Idea: plain numbers in, a method and a sentence out, as for the host. This file decides for a product as a whole. The
// accumulator of each row is chosen inside the methods, row by row (cuda/hash, cuda/dense) or by counted work (cuda/masked).
#pragma once

#include <graphblas_gpu/planner/choice.hpp>

namespace graphblas_gpu::planner {

/// The dense method computes all rows if there are at least this many multiplications a position of C: sorting rows into
/// classes does not pay then. Measured on one H200, milliseconds by dense and by hash: 0.29 (R-MAT of 2^16 vertices, fp32) 7.6
/// and 7.8; 0.26 (random blocks, fp32) 2.5 and 2.7; 0.18 (a coarse level of multigrid, fp64) 1.90 and 0.62, because most
/// positions of its C have no entry.
inline constexpr double dense_fill = 0.25;

constexpr bool device_dense_is_profitable(const product_facts& f) {
    return static_cast<double>(f.flops) >= dense_fill * static_cast<double>(f.nrows) * static_cast<double>(f.ncols);
}

/// Making a transpose on the device takes about as long as this many multiplications an entry. The transpose is cached for the
/// next product.
inline constexpr std::int64_t device_transpose_cost = 4;

/// A push writes to random positions in memory, a pull only reads from them: a pushed entry costs about as much as this many
/// pulled entries.
inline constexpr double device_push_entry_cost = 2.0;

constexpr bool device_pull_is_profitable(const vector_product_facts& f) {
    return static_cast<double>(f.pull_work) + static_cast<double>(device_transpose_cost * f.pull_transpose) <
           device_push_entry_cost * static_cast<double>(f.push_work) +
               static_cast<double>(device_transpose_cost * f.push_transpose);
}

/// The method that the caller has named, or the one that a variant or mixed precision belongs to; automatic if nothing is
/// named. Throws unsupported for options that do not fit each other or the semiring.
choice choose_named_method(const char* operation, const descriptor& desc, bool is_plus_times_float);
/// Whether method hash adds in ascending k in less time than merge sorts. Hash leaves a row to one warp if the rows of B that
/// it names are short, so that the longest row must not have too many multiplications then.
constexpr bool hash_in_order_is_profitable(std::int64_t flops, std::int64_t max_flops, std::int64_t entries_of_a) {
    constexpr std::int64_t max_of_one_warp = 16384, long_rows_of_b = 32;
    return max_flops <= max_of_one_warp || flops >= long_rows_of_b * entries_of_a;
}
/// The method where floating-point sums have to be the same in every run: if none is named, hash if its kernels can add in
/// ascending k, else merge; `named` if it keeps that, unsupported otherwise.
method choose_deterministic_method(const char* operation, method named, bool hash_keeps_order);
/// The method for the product of two matrices, where none is named. Under a mask that admits only its entries a push stores
/// sums in an array beside the entries of the mask, so that dense rows are never the better choice there.
choice choose_device_method(const product_facts& facts);
/// The method for the product of a matrix and a vector: hash and dense push, dot pulls.
choice choose_device_method(const char* operation, method wanted, const vector_product_facts& facts);

/// The memory that a product on the device takes in addition to its operands.
struct device_bytes {
    double output = 0;     ///< the entries of C, in the worst case that every product has an entry of its own
    double temporary = 0;  ///< scratch memory while C is computed
    double converted = 0;  ///< values of operands, converted to the semiring's types
    double cached = 0;     ///< columns that the symbolic phase caches if only the structure is wanted; the cache is optional

    /// All of it.
    double sum() const { return output + temporary + converted + cached; }
};

/// Bytes of scratch that the methods need for each row of C: the row's class, and its position in the list of this class.
inline constexpr double device_bytes_a_row = 48;
/// Bytes of scratch that a masked product needs for each entry of the mask: a sum, a flag, and a pair in a list of pairs.
inline constexpr double device_bytes_a_mask_entry = 24;
/// Bytes that method bitmap_tile needs for each tile: its bitmap, its column, and its offset among the tiles that C may have.
inline constexpr double device_bytes_a_tile = 28;

/// Upper bounds of what the symbolic phase caches if only the structure is wanted: slots for the keys of rows that are sorted,
/// and lists of columns. A sorted row has as many slots as its class, which are 32, or up to twice as many as the row has
/// products. A fixed part is added for rows with few products, which leave most of their slots unused. The lists of columns
/// hold at most three quarters of the products.
/// @{
inline constexpr std::int64_t cached_keys_a_product = 2, more_cached_keys = std::int64_t{1} << 23;
constexpr std::int64_t max_cached_columns(std::int64_t flops) { return flops / 4 * 3; }
inline constexpr std::int64_t min_cached_keys_a_row = 32;
/// Bytes for each row: where its columns are, and what the numeric phase still has to do for it.
inline constexpr std::int64_t cached_bytes_a_row = 12;
/// @}

constexpr double least(double x, double y) { return x < y ? x : y; }

/// `value_bytes`: the bytes of a value of C; 0 for structure alone. `mask_nvals` is used only if the mask admits only its
/// entries.
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
    if (value_bytes == 0 && !f.masked && variant == hash_variant::automatic && !device_dense_is_profitable(f)) {
        const double keys = cached_keys_a_product * flops + least(rows * min_cached_keys_a_row, more_cached_keys);
        out.cached =
            (keys + static_cast<double>(max_cached_columns(f.flops))) * sizeof(column_index) + rows * cached_bytes_a_row;
    }
    if (variant != hash_variant::automatic) out.temporary += 2 * entries * (sizeof(column_index) + value_bytes);
    return out;
}

/// The additional memory of method bitmap_tile: the tiles of the operands, which are cached with the operands; and the tiles of
/// C, which for a while exist together with its rows. `tiles`: of the operands, at most one for each entry, which is assumed
/// where they are not known; `output`: bytes of the entries of C.
/// @{
constexpr double device_tile_bytes(double tiles, std::int64_t operand_nvals, double output) {
    return tiles * device_bytes_a_tile + static_cast<double>(operand_nvals) * sizeof(double) + 2 * output;
}
constexpr double device_tile_bytes(std::int64_t operand_nvals, double output) {
    return device_tile_bytes(static_cast<double>(operand_nvals), operand_nvals, output);
}
/// @}

/// The number of panels that the rows are cut into so that their scratch memory fits: as few as possible, at most one a row.
constexpr std::int64_t panels_for(double temporary_bytes, double free_bytes, index rows) {
    if (temporary_bytes <= free_bytes || rows <= 1) return 1;
    const double wanted = free_bytes > 0 ? temporary_bytes / free_bytes + 1 : static_cast<double>(rows);
    return wanted < static_cast<double>(rows) ? static_cast<std::int64_t>(wanted) : rows;
}

}  // namespace graphblas_gpu::planner
