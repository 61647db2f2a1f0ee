// One update of a vector by a product on either engine: w<m, replace> = accum(w, u A), and the entries of w that changed.
// Compiled once.
#pragma once

#include <graphblas_gpu/host/vector/vector_update.hpp>
#include <graphblas_gpu/operations/vector_run.hpp>

namespace graphblas_gpu::operations {

/// The vector that gets the entries that changed.
struct changed_output {
    any_vector* vector = nullptr;
    value_conversion values;  ///< of the type of w to that of `vector`
};

/// See vxm_update.hpp. Throws dimension_mismatch, and invalid_value if both outputs are one vector.
void update_vector(const context& ctx, const host::vector_call& call, const any_output& out, const changed_output& changed,
                   const host::vector_update_loops& loops);

}  // namespace graphblas_gpu::operations
