// The result of a masked product, from the sums that are stored beside the entries of the mask.
//
// Idea: there is a sum for each entry of the mask. The sums that received a product are compacted, in order. The value type is
// a run-time code: values are copied by their size, or computed from counts, which costs little compared with reading them.
#pragma once

#include <graphblas_gpu/cuda/dot/pairs.hpp>

namespace graphblas_gpu::cuda::masked {

/// The sums of the entries of a mask. Either `counts` is set, and every product is `term`, or `is_hit` and `words` are set.
struct sums_view {
    const std::uint32_t* counts = nullptr;
    base::scalar_value term;
    const std::uint8_t* is_hit = nullptr;  ///< 0 or 1; aligned to 16 bytes, as `counts` is
    const void* words = nullptr;  ///< the sums as words of 4 bytes, of 8 for types of 8 bytes (K::accumulator)
};

/// The entries of the part's mask that received a product, as rows 0 .. last - first. A mask without arrays stands for one full
/// row. Values are of `type`; none: structure alone. Waits for the number of entries. O(entries + rows).
csr emit(const engine_ptr& e, const part& p, const sums_view& sums, type_code type);

/// The number of entries that emit() would return. Waits.
row_offset count_hits(const engine_ptr& e, const part& p, const sums_view& sums);

}  // namespace graphblas_gpu::cuda::masked
