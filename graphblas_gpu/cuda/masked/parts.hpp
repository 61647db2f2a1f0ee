// How a masked product comes apart: into parts whose entries fit 32 bits and memory, each with the way it goes.
#pragma once

#include <graphblas_gpu/cuda/masked/pairs.hpp>
#include <graphblas_gpu/cuda/masked/way.hpp>
#include <graphblas_gpu/cuda/product/types.hpp>

#include <vector>

namespace graphblas_gpu::cuda::masked {

/// The whole panel as one part: its entries count from the panel's first one.
part whole(const engine_ptr& e, const product_rows& in);

/// The panel as parts of at most `most` entries each, or of one row. Parts without entries are left out.
std::vector<part> cut(const engine_ptr& e, const part& all, row_offset most);

/// Entries that one part may have beside what is in use.
row_offset most_entries(const engine_ptr& e, const part& all);

/// A part with its plan.
struct planned_part {
    walk_plan plan;
    bool is_push = false;
    row_offset first_pair = 0;  ///< of a push: the entry of A that pair 0 is
};

/// Plans a part. `how`: hash pushes, dot does not, automatic counts. Throws unsupported for dot where B' is not at hand.
planned_part plan_part(const engine_ptr& e, const part& p, const product_rows& in, const csr_ref& b_transposed,
                       const masked_way& how);

}  // namespace graphblas_gpu::cuda::masked
