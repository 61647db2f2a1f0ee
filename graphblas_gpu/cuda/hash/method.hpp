// What method hash computes with a semiring K (shared/kernel_semiring.cuh): declarations without a kernel. numeric.cuh defines
// it.
#pragma once

#include <graphblas_gpu/cuda/shared/types.hpp>

namespace graphblas_gpu::cuda {

/// Writes columns (ascending) and values of the rows of A B, whose sizes are known: hash/numeric.cuh. Time: one pass over the
/// products, or two for ranked windows and wide rows. Memory: 13 bytes a row, and 8 bytes a row of B. Waits at most once.
template <class K>
void hash_rows(const engine_ptr& e, const K& k, const product_rows& in, const product_output& out);

}  // namespace graphblas_gpu::cuda
