// The structure of a product under a mask, and the number of its entries.
#pragma once

#include <graphblas_gpu/cuda/masked/strategy.hpp>
#include <graphblas_gpu/cuda/product/types.hpp>

namespace graphblas_gpu::cuda {

/// The structure, and the number of entries, of a product under a mask that admits only its entries. No value is read.
/// `b_transposed`: as for masked_product.
/// @{
csr masked_structure(const engine_ptr& e, const product_rows& in, const csr_ref& b_transposed, const masked_strategy& how);
row_offset masked_nvals(const engine_ptr& e, const product_rows& in, const csr_ref& b_transposed, const masked_strategy& how);
/// @}

}  // namespace graphblas_gpu::cuda
