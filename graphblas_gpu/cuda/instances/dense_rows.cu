// The library's semirings: rows by the dense method.
#include <graphblas_gpu/cuda/dense/dense.cuh>
#include <graphblas_gpu/cuda/kernels/compiled.cuh>

namespace graphblas_gpu::cuda {

#define GB_COMPILE(K)                                                                                                       \
    template void dense_rows(const engine_ptr&, const K&, const product_rows&, const product_output&, const std::uint32_t*, \
                             index);                                                                                        \
    template void dense::rows_with_values(const engine_ptr&, const K&, const product_rows&, const dense::limits&,           \
                                          const product_output&, const std::uint32_t*, index);
#ifndef GB_INTERPRETED
GB_COMPILE(structural_semiring)
#endif
#include <graphblas_gpu/cuda/kernels/each_semiring.def>

}  // namespace graphblas_gpu::cuda
