// Masked products that only count, compiled once for all types.
#pragma once

#include <graphblas_gpu/cuda/masked/parts.hpp>

namespace graphblas_gpu::cuda::masked {

/// How many products meet at each entry of the panel's mask.
array<std::uint32_t> count_products(const engine_ptr& e, const part& all, const product_rows& in, const csr_ref& b_transposed,
                                    const masked_way& how);

/// How many meet at all of them together.
std::int64_t count_all_products(const engine_ptr& e, const part& all, const product_rows& in, const csr_ref& b_transposed,
                                const masked_way& how);

}  // namespace graphblas_gpu::cuda::masked
