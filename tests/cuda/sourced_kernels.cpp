#include <tests/cuda/sourced_kernels.hpp>

#include <graphblas_gpu/own_semiring.hpp>

namespace graphblas_gpu::host {

#define GB_COMPILE(S) template struct kernels<S>;
GB_FOR_EACH_SOURCED_SEMIRING(GB_COMPILE)

}  // namespace graphblas_gpu::host
