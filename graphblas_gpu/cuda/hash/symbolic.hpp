// Sizes of the rows of a product on the device.
#pragma once

#include <graphblas_gpu/cuda/dense/cached_bits.hpp>
#include <graphblas_gpu/cuda/hash/kept_rows.hpp>
#include <graphblas_gpu/cuda/product/types.hpp>

namespace graphblas_gpu::cuda {

/// sizes[r] = entries of row in.first_row + r of A B, without those that a complemented mask forbids; r < in.count().
/// An admitting mask is not looked at. Time: one pass over the products' columns. Memory: 13 bytes a row, 8 a row of B.
/// Waits at most once.
/// `keep`: gets the columns of the rows as well, as far as there is room. Throws out_of_memory then.
/// `bits`: gets those of rows that the dense method will ask for.
void hash_row_sizes(const engine_ptr& e, const product_rows& in, row_offset* sizes, kept_rows* keep = nullptr,
                    dense::cached_bits* bits = nullptr);

}  // namespace graphblas_gpu::cuda
