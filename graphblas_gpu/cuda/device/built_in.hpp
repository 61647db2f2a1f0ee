// Whether this build of the library has the CUDA engine.
#pragma once

namespace graphblas_gpu::cuda {

#ifdef GRAPHBLAS_GPU_HAS_CUDA
inline constexpr bool is_built_in = true;
#else
inline constexpr bool is_built_in = false;
#endif

}  // namespace graphblas_gpu::cuda
