// The library's semirings: rows by hash tables and windows.
#include <graphblas_gpu/cuda/hash/numeric.cuh>
#include <graphblas_gpu/cuda/kernels/compiled.cuh>

namespace graphblas_gpu::cuda {

#define GB_COMPILE(K) template void hash_rows(const engine_ptr&, const K&, const product_rows&, const product_output&);
#ifndef GB_INTERPRETED
GB_COMPILE(structural_semiring)
#endif
#include <graphblas_gpu/cuda/kernels/each_semiring.def>

}  // namespace graphblas_gpu::cuda
