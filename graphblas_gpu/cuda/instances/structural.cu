// The kernels of products without values.
#include <graphblas_gpu/cuda/instances/compiled.cuh>

namespace graphblas_gpu::cuda {

std::shared_ptr<const product_kernels> structural_kernels() { return compiled_directly(any_pair<bool>); }

}  // namespace graphblas_gpu::cuda
