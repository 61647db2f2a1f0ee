// The symbolic phase of the paper's hash method: how many entries each row of a product has.
//
// Idea: unions of rows of B by two-level hash tables, on B with its columns packed into sets where that saves enough.
// Sizes depend on structure alone: they stay good when values change, and `rows` with columns_known then computes only
// values. Source: kkSpGEMM (Deveci, Trott, Rajamanickam), section 3.2.
#pragma once

#include <graphblas_gpu/cuda/hash/paper/options.hpp>
#include <graphblas_gpu/cuda/product/types.hpp>

namespace graphblas_gpu::cuda::paper {

/// sizes[r] (device): entries of row r of the panel, under a complemented mask or none. Packing B costs O(nvals(B))
/// once a call (options.packed_b saves that); memory: B in compressed form, and the second level. Waits for a few
/// numbers. Errors: unsupported for a mask that admits only its entries; out_of_memory if no chunk of the second level
/// can be had.
void row_sizes(const engine_ptr& e, const product_rows& p, const options& wanted, row_offset* sizes,
               symbolic_report& report);

}  // namespace graphblas_gpu::cuda::paper
