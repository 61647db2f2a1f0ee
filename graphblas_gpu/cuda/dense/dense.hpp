// The dense method on the device: sizes and structure of rows of a product. dense.cuh has the values.
//
// Idea: bits in shared memory, one a column of the row's range; see windows.cuh and panels.cuh.
// Source: kkSpGEMM (Deveci, Trott, Rajamanickam), kkDENSE.
#pragma once

#include <graphblas_gpu/cuda/dense/kept_bits.hpp>
#include <graphblas_gpu/cuda/dense/rules.hpp>
#include <graphblas_gpu/cuda/hash/kept_lists.hpp>
#include <graphblas_gpu/cuda/product/types.hpp>

namespace graphblas_gpu::cuda {

namespace dense {

/// How rows are cut where a place takes `place_bytes` (0: structure alone, a bit a column).
/// `count`: the rows to make.
limits limits_for(const engine& e, const product_rows& in, std::size_t place_bytes, index count);

/// Throws unsupported if the mask admits only its entries (masked products have kernels of their own), invalid_value if the
/// multiplications of the rows are not at hand.
void check(const product_rows& in);

/// dense_row_sizes and dense_structure under given limits.
/// @{
bool row_sizes(const engine_ptr& e, const product_rows& in, const limits& by, const std::uint32_t* rows, index count,
               row_offset* sizes, const hashing::list_keeper& keep = {}, kept_bits* bits = nullptr);
void structure(const engine_ptr& e, const product_rows& in, const limits& by, const product_output& out,
               const std::uint32_t* rows, index count);
/// @}

}  // namespace dense

/// The exact sizes of `count` rows of the product, of which `rows` (device; null: 0 .. count - 1) has the numbers in the panel;
/// sizes has an element for each row of the panel. Columns of a complemented mask do not count. Waits once.
/// Cost: a bit that is looked at, and set where it is not, a multiplication. Memory: 16 bytes a row, and a table of where rows
/// of B cross panels, if it is no larger than B or 256 MB.
/// Throws unsupported (a mask that admits only its entries), invalid_value (no multiplications at hand), out_of_memory.
/// `keep`: gets the columns of rows in windows as well; false if there are others.
/// `bits`: gets the bits of rows that the numeric phase adds up by rank in large blocks, unless they are shared by blocks.
bool dense_row_sizes(const engine_ptr& e, const product_rows& in, const std::uint32_t* rows, index count, row_offset* sizes,
                     const hashing::list_keeper& keep = {}, dense::kept_bits* bits = nullptr);

/// The columns of these rows, ascending, where out.offsets says. Otherwise as dense_row_sizes.
void dense_structure(const engine_ptr& e, const product_rows& in, const product_output& out, const std::uint32_t* rows,
                     index count);

}  // namespace graphblas_gpu::cuda
