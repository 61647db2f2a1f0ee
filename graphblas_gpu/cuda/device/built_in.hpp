// Whether this build of the library has the CUDA engine.
#pragma once

// Written by CMake, and installed with the headers. A file rather than a definition on every command line, so that a build folder
// that gets the engine later compiles again only what looks here.
#if __has_include(<graphblas_gpu/build_config.hpp>)
#include <graphblas_gpu/build_config.hpp>
#endif

namespace graphblas_gpu::cuda {

#ifdef GRAPHBLAS_GPU_HAS_CUDA
inline constexpr bool is_built_in = true;
#else
inline constexpr bool is_built_in = false;
#endif

}  // namespace graphblas_gpu::cuda
