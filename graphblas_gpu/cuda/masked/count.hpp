// Masked products that only count, compiled once for all types.
#pragma once

#include <graphblas_gpu/cuda/masked/parts.hpp>

namespace graphblas_gpu::cuda::masked {

/// The number of products of each entry of the panel's mask.
array<std::uint32_t> count_products(const engine_ptr& e, const part& all, const product_rows& in, const csr_ref& b_transposed,
                                    const masked_strategy& how);

/// The number of products of all entries together.
std::int64_t count_all_products(const engine_ptr& e, const part& all, const product_rows& in, const csr_ref& b_transposed,
                                const masked_strategy& how);

}  // namespace graphblas_gpu::cuda::masked
