// The methods as papers published them, with one semiring: what products are compared with.
//
// Idea: all that the planner, products and kernels of a semiring know of these methods is this interface and the names of the
// variants. They are compiled for plus_times on float and double; for the other semirings of the catalogue they look operators
// up.
#pragma once

#include <memory>

#include <graphblas_gpu/cuda/published/bitmap_tile/counting.hpp>
#include <graphblas_gpu/cuda/published/merge/rules.hpp>
#include <graphblas_gpu/cuda/shared/types.hpp>
#include <graphblas_gpu/planner/method.hpp>

namespace graphblas_gpu::cuda::published {

class kernels {
  public:
    virtual ~kernels() = default;

    /// Rows without a mask or under a complemented mask, whose sizes are known, by a variant of method hash: hash/numeric.cuh.
    virtual void hash_rows(const engine_ptr& e, const product_rows& rows, const product_output& out,
                           hash_variant variant) const = 0;
    /// Rows of C with values of this type, or their structure if the type is none, by bhsparse: merge/rows.cuh. `use` receives
    /// the memory that they took.
    virtual csr merged_rows(const engine_ptr& e, const product_rows& rows, type_code type,
                            merge_paper::memory_use& use) const = 0;
    /// The values of C, whose tiles are known, from a list of the pairs of tiles for each of them: bitmap_tile/values.cuh.
    virtual void tile_values(const engine_ptr& e, const tiles_ref& a, const tiles_ref& b, const tiles_ref& c,
                             const tile_paper::tasks_ref& tasks, void* values) const = 0;
};

/// Defined for K that look operators up, and for direct<plus_times> on float and double.
template <class K>
std::shared_ptr<const kernels> kernels_of(const K& k);

/// Those of products without values.
std::shared_ptr<const kernels> structural_kernels();

}  // namespace graphblas_gpu::cuda::published
