// Two matrices of the same shape merged under a mask: union, intersection, and the last step of every operation,
// C<M, replace> = accum(C, T).
//
// Idea: every entry of either side looks for an entry at its position in the other side (its partner) and decides whether it
// stays. The index of an entry in the result is the number of staying entries of both sides before it. No row is walked by a
// single thread.
// Source: GraphBLAS C API 2.1, section 2.3 ("mask and accumulate").
#pragma once

#include <graphblas_gpu/cuda/device/csr.hpp>
#include <graphblas_gpu/cuda/elementwise/function_codes.hpp>

namespace graphblas_gpu::cuda {

/// Which positions the merged matrix has. Where both sides have an entry and the mask admits it, the result has op(left,
/// right).
struct merge_rule {
    bool left_alone = true;    ///< entries that only the left side has stay where the mask admits them
    bool right_alone = true;   ///< entries that only the right side has stay where the mask admits them
    bool left_outside = true;  ///< entries of the left side stay unchanged where the mask does not admit them
};

/// The merged matrix with values of type op.result (may be none). Values are cast to op.type first. Entries of a matrix without
/// values read as 1. Waits; O(nvals log(row size)). If there is no mask and one side is a row with an entry at every position,
/// it does not wait; O(nvals).
csr merge_entries(const engine_ptr& e, const csr_ref& left, const csr_ref& right, const mask_ref& mask, const merge_rule& rule,
                  const binary_function& op);

/// Union: op is applied where both sides have an entry. Intersection: only positions where both sides have one.
/// @{
csr union_of(const engine_ptr& e, const csr_ref& a, const csr_ref& b, const binary_function& op);
csr intersection_of(const engine_ptr& e, const csr_ref& a, const csr_ref& b, const binary_function& op);
/// @}

/// The new content of C, with values of C's type. T is cast to this type first, and the accumulator computes in it; entries of
/// a T without values read as 1. `t_is_masked`: T has no entry outside the mask. Waits unless T itself is the result. The
/// result shares no array with c or the mask, so these may be parts of the output. O((nvals(C) + nvals(T)) log(row size) +
/// nrows).
csr write_back(const engine_ptr& e, const csr_ref& c, csr&& t, const mask_ref& mask, std::optional<binary_code> accum,
               bool replace, bool t_is_masked);

/// The same for a T that the caller needs afterwards.
csr write_back(const engine_ptr& e, const csr_ref& c, const csr_ref& t, const mask_ref& mask, std::optional<binary_code> accum,
               bool replace, bool t_is_masked);

}  // namespace graphblas_gpu::cuda
