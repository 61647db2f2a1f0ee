// What method dense computes with a semiring K (shared/kernel_semiring.cuh): declarations without a kernel. dense.cuh defines
// it.
#pragma once

#include <graphblas_gpu/cuda/dense/rules.hpp>
#include <graphblas_gpu/cuda/shared/types.hpp>

namespace graphblas_gpu::cuda {

/// Writes columns and values of `count` rows of the product at out.offsets: dense/dense.cuh. `rows` (device) has their numbers
/// in the panel; null: 0 .. count - 1. Only values are written if out.columns_known, and only columns if out.values is null.
/// Waits once. Cost: a compare-and-swap in shared memory for each multiplication, and a bit in addition for ranks; in windows a
/// load and a store. Memory and errors as for dense::row_sizes.
template <class K>
void dense_rows(const engine_ptr& e, const K& k, const product_rows& in, const product_output& out, const std::uint32_t* rows,
                index count);

namespace dense {

/// dense_rows under given limits.
template <class K>
void rows_with_values(const engine_ptr& e, const K& k, const product_rows& in, const limits& bounds, const product_output& out,
                      const std::uint32_t* rows, index count);

}  // namespace dense

}  // namespace graphblas_gpu::cuda
