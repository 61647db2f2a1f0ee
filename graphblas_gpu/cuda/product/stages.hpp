// The stages of a product on a device, in the order in which product.cpp calls them. Each is in the source that is named here.
#pragma once

#include <graphblas_gpu/cuda/product/product.hpp>
#include <graphblas_gpu/cuda/product/product_sample.hpp>

namespace graphblas_gpu::cuda {
struct counted_rows;
}

namespace graphblas_gpu::cuda::stages {

// Operands: operands.cpp.

/// Casts the values of A and B to the types that the semiring reads.
void take_values(product& p);
/// B', if the method reads it or may read it; otherwise a reference without offsets.
csr_ref b_transposed(product& p, bool with_values);
/// The arguments of kernels for these rows.
product_rows rows_of(const product& p, row_range r);
/// Rows of a matrix from r.first on, as a matrix of their own.
csr_ref rows_from(const csr_ref& a, row_range r);

// Work: work.cpp.

/// Counts the multiplications of every row. May draw the sample of rows at the same time, or make a small product.
void count_work(product& p);
/// Whether a sample of rows is worth its time.
bool sample_is_profitable(double multiplications, index nrows);
/// The sample of rows. It is drawn now if it was not drawn while the work was counted.
device_sample sampled(const product& p);

// Choice: choice.cpp.

/// Chooses the method and estimates memory. For a small product, whose kernels need neither, this is done when the last of them
/// is queued, so that they do not wait for the host.
void decide(product& p);
/// The same for a product whose structure is known.
void decide_for_known(product& p);
/// Whether times are predicted: the method is free and its costs for this semiring are known.
bool is_predicted(const product& p);
/// The sizes that are known without a sample.
planner::device_product_facts sizes(const product& p);
/// The panels that so many rows are cut into at first.
std::int64_t first_pieces(const product& p, index rows);

// Symbolic and numeric phase.

/// Rows r of C by the chosen method, with values as kernels write them: finish_rows() makes those of the recipe. Structure
/// alone if the type is none. product.cpp.
csr rows_by_method(product& p, row_range r, type_code type);

/// The symbolic and the numeric phase of methods hash and dense: two_phases.cpp.
/// @{
csr rows_in_two_phases(product& p, row_range r, type_code type);
/// Counts the entries of each row. `counted`: what the symbolic phase leaves for the numeric phase, or null.
void count_rows(product& p, row_range r, row_offset* sizes, counted_rows* counted = nullptr);
/// Writes the columns and values of C, whose offsets are known.
void write_rows(product& p, csr& c, row_range r, bool columns_known, const counted_rows* counted = nullptr);
/// Throws out_of_memory, with what is missing.
void allocate_entries(const product& p, csr& c, row_offset nvals, type_code type);
/// @}

/// Methods that find sizes, columns and values in one pass: one_pass.cpp. If memory does not suffice, rows are counted first
/// and made in panels of whole units; a unit is a row, or for tiles a row of tiles.
/// @{
csr rows_in_one_pass(product& p, row_range r, type_code type);
/// The structure by method hash, then the values by dot products under it.
csr rows_by_dot(product& p, row_range r, type_code type);
row_offset count_in_one_pass(product& p);
row_range units_of(const product& p, row_range rows);
row_range rows_of_units(const product& p, row_range units);
/// @}

/// Method bitmap_tile: tiles.cpp. Ranges of rows are whole rows of tiles.
/// @{
void take_tiles(product& p);
void take_mask_tiles(product& p);
/// The multiplications of an average pair of the operands' tiles.
double products_of_average(const tiles& a, const tiles& b);
tiles structure_in_tiles(product& p, row_range r);
csr rows_from_tiles(product& p, row_range r, type_code type);
/// @}
/// The values of a C in tiles, by tensor cores if they are faster: tile_values.cpp.
/// @{
void write_tile_values(product& p, const tiles_ref& a, const tiles_ref& c, void* values);
/// Whether values are computed from whole tiles, not from slices.
bool reads_whole_tiles(const product& p, const tiles& a, const tiles& b);
void choose_exponents(product& p);
/// @}
/// Method bitmap_tile with lists of pairs of tiles, as in the papers: tile_lists.cpp.
/// @{
/// Counts the pairs of tiles; returns the memory that a list of all of them takes. Waits.
double count_list_bytes(product& p);
row_offset count_by_list(product& p, row_range r);
csr rows_from_list(product& p, row_range r, type_code type);
/// @}

/// All rows of a product whose structure is known: planned.cpp.
csr rows_of_known(product& p, type_code type);

// Store: finish.cpp.

/// C with the values that the recipe wants, from those that kernels have written.
csr finish_rows(product& p, csr&& made, row_range r);

}  // namespace graphblas_gpu::cuda::stages
