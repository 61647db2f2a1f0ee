// Products under a mask that admits only its entries: whether they push or take dot products, and their structure.
#pragma once

#include <graphblas_gpu/cuda/product/types.hpp>
#include <graphblas_gpu/planner/method.hpp>

namespace graphblas_gpu::cuda {

/// The strategy that the caller wants: `hash` is a push, `dot` takes dot products, `automatic` takes the one with less work.
/// `taken` (may be null) receives the strategy that was taken, hash or dot; if the product was cut into parts, that of the last
/// part.
struct masked_strategy {
    masked_strategy(method m, method* to = nullptr) : wanted(m), taken(to) {}  // NOLINT: converts from a method

    void take(method m) const {
        if (taken != nullptr) *taken = m;
    }

    method wanted;
    method* taken;
};

/// The structure, and the number of entries, of a product under a mask that admits only its entries. No value is read.
/// `b_transposed`: as for masked_product.
/// @{
csr masked_structure(const engine_ptr& e, const product_rows& in, const csr_ref& b_transposed, const masked_strategy& how);
row_offset masked_nvals(const engine_ptr& e, const product_rows& in, const csr_ref& b_transposed, const masked_strategy& how);
/// @}

}  // namespace graphblas_gpu::cuda
