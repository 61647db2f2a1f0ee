// What the methods as papers published them compute with a semiring K (shared/kernel_semiring.cuh): declarations without a
// kernel. Each one names the header that defines it.
#pragma once

#include <graphblas_gpu/cuda/published/bitmap_tile/counting.hpp>
#include <graphblas_gpu/cuda/published/hash/options.hpp>
#include <graphblas_gpu/cuda/published/merge/rules.hpp>
#include <graphblas_gpu/cuda/shared/types.hpp>

namespace graphblas_gpu::cuda {

namespace merge_paper {

/// Rows of C with values of this type, or their structure if the type is none, under any mask: merge/rows.cuh. Terms are
/// added in ascending k, the first one first. Memory: upper bounds of rows of up to 512 multiplications, and the lists of
/// longer rows. Waits. Throws out_of_memory, also where the rows have more than max_left_entries entries of A; unsupported if
/// one row alone has more.
template <class K>
csr rows(const engine_ptr& e, const K& k, const product_rows& in, type_code type, memory_use& use);

}  // namespace merge_paper

namespace tile_paper {

/// The values of C's tiles, in their order: bitmap_tile/values.cuh. Values of A and B have the semiring's types, or are null if
/// it does not read them.
template <class K>
void tile_values(const engine_ptr& e, const K& k, const tiles_ref& a, const tiles_ref& b, const tiles_ref& c,
                 const tasks_ref& tasks, typename K::value* values);

}  // namespace tile_paper

namespace paper {

/// Writes the rows of the panel to `out`: hash/numeric.cuh. Without columns_known it needs memory for two copies of the
/// panel's entries. Throws unsupported for a mask that admits only its entries; out_of_memory.
template <class K>
void rows(const engine_ptr& e, const K& k, const product_rows& p, const product_output& out, const options& wanted,
          phase_report* report = nullptr);

}  // namespace paper
}  // namespace graphblas_gpu::cuda
