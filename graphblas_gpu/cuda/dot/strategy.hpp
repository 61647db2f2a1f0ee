// The structure of products under a mask that admits only its entries.
//
// The functions of masked products read and write their argument `strategy`. It is the caller's wish: `hash` is a push, `dot`
// takes dot products, `automatic` the one with less work. It becomes hash or dot, what was taken, unless the mask has no entry.
#pragma once

#include <graphblas_gpu/cuda/shared/types.hpp>
#include <graphblas_gpu/planner/method.hpp>

namespace graphblas_gpu::cuda {

/// The structure, and the number of entries, of a product under a mask that admits only its entries. No value is read.
/// `b_transposed`: as for masked_product.
/// @{
csr masked_structure(const engine_ptr& e, const product_rows& in, const csr_ref& b_transposed, method& strategy);
row_offset masked_nvals(const engine_ptr& e, const product_rows& in, const csr_ref& b_transposed, method& strategy);
/// @}

}  // namespace graphblas_gpu::cuda
