// The dense method on the device: sizes and structure of rows of a product. The values are in dense.cuh.
//
// Idea: a row is a bitmap in shared memory, with a bit for each column of the row's range; see windows.cuh and panels.cuh.
// Source: kkSpGEMM (Deveci, Trott, Rajamanickam), kkDENSE.
#pragma once

#include <graphblas_gpu/cuda/dense/cached_bits.hpp>
#include <graphblas_gpu/cuda/dense/rules.hpp>
#include <graphblas_gpu/cuda/shared/column_lists.hpp>
#include <graphblas_gpu/cuda/shared/types.hpp>

namespace graphblas_gpu::cuda::dense {

/// The default limits for sums of `sum_bytes` bytes (0: structure only, one bit a column) and `count` rows.
limits limits_for(const engine& e, const product_rows& in, std::size_t sum_bytes, index count);

/// Throws unsupported if the mask admits only its entries, since masked products have kernels of their own; invalid_value if
/// the multiplications of the rows are missing.
void check(const product_rows& in);

/// Computes the exact sizes of `count` rows of the product. `rows` (device) has their numbers in the panel; null: rows 0 ..
/// count - 1. `sizes` has an element for each row of the panel. Columns that a complemented mask forbids are not counted. Waits
/// once.
/// Cost: for each multiplication a bit is read, and set if it is not set. Memory: 16 bytes a row, and a table of where rows of
/// B cross panels, if it is no larger than B or 256 MB.
/// Throws what check() throws, and out_of_memory.
/// `lists`: receives the columns of rows in windows too. Returns whether all rows are in windows.
/// `bits`: receives the bits of the rows that large blocks will sum by rank in the numeric phase, except rows that blocks
/// share.
bool row_sizes(const engine_ptr& e, const product_rows& in, const limits& bounds, const std::uint32_t* rows, index count,
               row_offset* sizes, const hashing::column_list_writer& lists = {}, cached_bits* bits = nullptr);

/// Writes the columns of these rows, ascending, at out.offsets. Otherwise as row_sizes().
void structure(const engine_ptr& e, const product_rows& in, const limits& bounds, const product_output& out,
               const std::uint32_t* rows, index count);

}  // namespace graphblas_gpu::cuda::dense
