// The library's popular semirings: small products by one kernel. The others have one if it is specialised (specialised.hpp),
// and are multiplied as large products are until then.
#include <graphblas_gpu/cuda/kernels/compiled.cuh>
#include <graphblas_gpu/cuda/small/small_product.cuh>

namespace graphblas_gpu::cuda {

#define GB_COMPILE(K) template void small_product(const engine_ptr&, const K&, const small::task&, unsigned, std::size_t);
GB_COMPILE(structural_semiring)
#include <graphblas_gpu/cuda/kernels/each_semiring.def>

}  // namespace graphblas_gpu::cuda
