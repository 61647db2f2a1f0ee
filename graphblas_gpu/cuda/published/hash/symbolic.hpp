// The symbolic phase of the paper's hash method: how many entries each row of a product has.
//
// Idea: the unions of rows of B are formed in two-level hash tables. The columns of B are packed into sets first if that saves
// enough. The sizes depend on the structure only, so they remain valid when values change, and rows() with columns_known then
// only computes values.
// Source: kkSpGEMM (Deveci, Trott, Rajamanickam), section 3.2.
#pragma once

#include <graphblas_gpu/cuda/published/hash/options.hpp>
#include <graphblas_gpu/cuda/shared/types.hpp>

namespace graphblas_gpu::cuda::paper {

/// sizes[r] (device) = the entries of row r of the panel, without a mask or under a complemented one. Packing B costs
/// O(nvals(B)) in every call. Memory: B in compressed form, and the second level. Waits for a few numbers. Throws unsupported
/// for a mask that admits only its entries; out_of_memory if there is no room for one chunk of the second level.
void row_sizes(const engine_ptr& e, const product_rows& p, const options& wanted, row_offset* sizes,
               symbolic_report& report);

}  // namespace graphblas_gpu::cuda::paper
