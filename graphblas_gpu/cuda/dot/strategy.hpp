// The structure of products under a mask that admits only its entries.
//
// The functions of masked products read and write their argument `strategy`. It is the caller's wish: `hash` is a push, `dot`
// takes dot products, `automatic` the one with less work. It becomes hash or dot, what was taken, unless the mask has no entry.
#pragma once

#include <graphblas_gpu/cuda/dot/cost.hpp>
#include <graphblas_gpu/cuda/shared/types.hpp>
#include <graphblas_gpu/planner/method.hpp>

namespace graphblas_gpu::cuda {

namespace masked {

/// Whether a thread pushes each row without a plan (short_rows.cuh). If so, `strategy` becomes hash.
inline bool takes_short_rows(const product_rows& in, method& strategy) {
    // No other push adds in ascending k.
    if (!in.in_order && (strategy == method::dot || !short_pushes_are_profitable(in.count(), in.total_flops, in.max_flops)))
        return false;
    strategy = method::hash;
    return true;
}

}  // namespace masked

/// The structure, and the number of entries, of a product under a mask that admits only its entries. No value is read.
/// `b_transposed`: as for masked_product.
/// @{
csr masked_structure(const engine_ptr& e, const product_rows& in, const csr_ref& b_transposed, method& strategy);
row_offset masked_nvals(const engine_ptr& e, const product_rows& in, const csr_ref& b_transposed, method& strategy);
/// @}

}  // namespace graphblas_gpu::cuda
