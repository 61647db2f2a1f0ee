// Two matrices of one shape merged, under a mask: union, intersection, and what write_back.hpp makes of it.
//
// Idea: every entry of either side looks for its partner in the other's row and says whether it stays; the rank of a result
// is the number of entries of both sides that stay before it. No row is walked by a single thread.
#pragma once

#include <graphblas_gpu/cuda/device/csr.hpp>
#include <graphblas_gpu/cuda/elementwise/function_codes.hpp>

namespace graphblas_gpu::cuda {

/// Which positions the merged matrix has. Where both sides have an entry and the mask admits it, there is one: op(left, right).
struct merge_rule {
    bool left_alone = true;    ///< entries that only the left has stay where the mask admits them
    bool right_alone = true;   ///< the same of the right
    bool left_outside = true;  ///< entries of the left stay as they are where the mask does not admit them
};

/// The merged matrix with values of op.result (which may be none). Values are cast to op.type before anything else. Entries of
/// a matrix without values read as 1. Waits; O(nvals log(row size)). Where there is no mask, and one side is a row with an entry at every
/// position, it does not wait; O(nvals).
csr merged(const engine_ptr& e, const csr_ref& left, const csr_ref& right, const mask_ref& mask, const merge_rule& rule,
           const binary_function& op);

/// The union: op where both have an entry. The intersection: op where both have one.
/// @{
csr unite(const engine_ptr& e, const csr_ref& a, const csr_ref& b, const binary_function& op);
csr meet(const engine_ptr& e, const csr_ref& a, const csr_ref& b, const binary_function& op);
/// @}

}  // namespace graphblas_gpu::cuda
