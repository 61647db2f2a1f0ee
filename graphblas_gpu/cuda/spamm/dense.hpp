// Block matrices as dense arrays and back, for products by a library.
#pragma once

#include <graphblas_gpu/cuda/spamm/plan.hpp>

namespace graphblas_gpu::cuda::block_product {

/// The values of a matrix in a pool of `type`, row by row, in whole blocks: sides are rounded up to multiples of 32.
memory dense_array(const engine_ptr& e, const void* pool, block_type type, const int* at, index rows, index columns);
/// The blocks of C that `at` names, and their norms, from such an array of float or double, times `scale`; a pool of double may
/// be filled from floats. Without `at` all blocks are there, in the order of rows.
void fill_blocks(const engine_ptr& e, const void* dense, bool dense_is_double, const int* at, index rows, index columns,
                 double scale, blocks& c);

}  // namespace graphblas_gpu::cuda::block_product
