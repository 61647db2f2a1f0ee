// The result of a masked product, from what lies beside the entries of the mask.
//
// Idea: sums were made where the mask has entries; those that some product hit are copied together, in order. The value type is
// a number here: values are moved, or made of counts, which is little beside reading them.
#pragma once

#include <graphblas_gpu/cuda/masked/pairs.hpp>

namespace graphblas_gpu::cuda::masked {

/// What there is for every entry of the mask. Either counts, of products that are all `term`, or flags and places.
struct sums_view {
    const std::uint32_t* counts = nullptr;
    formats::scalar_value term;
    const std::uint8_t* is_hit = nullptr;
    const void* places = nullptr;  ///< of 4 bytes, or of 8 for types of 8 bytes
};

/// The entries of the part's mask that were hit, as rows 0 .. last - first; a mask without arrays is one full row. Values are
/// of `type`; none: structure alone. Waits for the number of entries. O(entries + rows).
csr emit(const engine_ptr& e, const part& p, const sums_view& sums, type_code type);

/// Only how many there are.
row_offset count_hits(const engine_ptr& e, const part& p, const sums_view& sums);

}  // namespace graphblas_gpu::cuda::masked
