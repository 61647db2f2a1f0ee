// The library's semirings: products with vectors, and values of products whose structure is known.
#include <graphblas_gpu/cuda/bitmap_tile/values.cuh>
#include <graphblas_gpu/cuda/dot/vector_product.cuh>
#include <graphblas_gpu/cuda/gather/gathered.cuh>
#include <graphblas_gpu/cuda/kernels/compiled.cuh>
#include <graphblas_gpu/cuda/merge/values.cuh>

namespace graphblas_gpu::cuda {

#define GB_VECTORS(K)                                                                                                    \
    template csr vector_product(const engine_ptr&, const K&, const csr_ref&, const csr_ref&, bool, const mask_ref&, bool, \
                                index, bool);
#define GB_COMPILE(K)                                                                                                         \
    GB_VECTORS(K)                                                                                                             \
    template void gather_values(const engine_ptr&, const K&, const csr_ref&, const csr_ref&, const gather_lists&, K::value*); \
    template void merged_values(const engine_ptr&, const K&, const csr_ref&, const csr_ref&, const merged_rows&, K::value*);  \
    template void tile_values(const engine_ptr&, const K&, const tiles_ref&, const tiles_ref&, const tiles_ref&, K::value*);  \
    template void tile_values_by_slices(const engine_ptr&, const K&, const tiles_ref&, const tiles_ref&, const tiles_ref&,    \
                                        K::value*, unsigned);
#ifndef GB_INTERPRETED
GB_VECTORS(structural_semiring)
#endif
#include <graphblas_gpu/cuda/kernels/each_semiring.def>

}  // namespace graphblas_gpu::cuda
