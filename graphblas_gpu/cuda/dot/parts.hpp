// Cutting a masked product into parts, so that the entries of each part can be numbered in 32 bits and fit into memory. All
// parts of a product have one strategy. The counts of products are compiled once for all types.
#pragma once

#include <graphblas_gpu/cuda/dot/pairs.hpp>
#include <graphblas_gpu/cuda/dot/strategy.hpp>
#include <graphblas_gpu/cuda/shared/types.hpp>

#include <vector>

namespace graphblas_gpu::cuda::masked {

/// The whole panel as one part: its entries count from the panel's first one.
part whole(const engine_ptr& e, const product_rows& in);

/// The panel as parts of at most `most` entries each, or of one row. Parts without entries are left out.
std::vector<part> cut(const engine_ptr& e, const part& all, row_offset most);

/// The most entries that one part may have, from the device's free memory.
row_offset max_entries(const engine_ptr& e, const part& all);

/// A part with its plan.
struct planned_part {
    walk_plan plan;
    bool is_push = false;
    row_offset first_pair = 0;  ///< for a push: the entry of A that is pair 0
};

/// Plans a part by the strategy; `automatic` counts the work of both first, and becomes the one with less. Throws unsupported
/// for dot if B' is not available.
planned_part plan_part(const engine_ptr& e, const part& p, const product_rows& in, const csr_ref& b_transposed,
                       method& strategy);

/// The number of products of each entry of the panel's mask.
array<std::uint32_t> count_products(const engine_ptr& e, const part& all, const product_rows& in, const csr_ref& b_transposed,
                                    method& strategy);

/// The number of products of all entries together.
std::int64_t count_all_products(const engine_ptr& e, const part& all, const product_rows& in, const csr_ref& b_transposed,
                                method& strategy);

}  // namespace graphblas_gpu::cuda::masked
