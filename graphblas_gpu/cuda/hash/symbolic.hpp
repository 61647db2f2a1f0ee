// Sizes of the rows of a product on the device.
#pragma once

#include <graphblas_gpu/cuda/product_types.hpp>

namespace graphblas_gpu::cuda {

/// sizes[r] = entries of row in.first_row + r of A B, without those that a complemented mask forbids; r < in.count().
/// An admitting mask is not looked at. Time: one pass over the products' columns. Memory: 13 bytes a row, 8 a row of B.
/// Waits at most once.
void hash_row_sizes(const engine_ptr& e, const product_rows& in, row_offset* sizes);

}  // namespace graphblas_gpu::cuda
