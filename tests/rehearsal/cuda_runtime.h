// Stands in for NVIDIA's header of this name where kernels are compiled by a plain C++ compiler and run without a device.
//
// Idea: the keywords of CUDA mean nothing or little here (a shared variable is a static one, since one block runs at a time);
// the threads of a block are fibers (machine.hpp), warp functions and atomics are functions that know the running fiber
// (intrinsics.hpp), and the runtime's calls act at once on ordinary memory (runtime.hpp).
#pragma once

#define GRAPHBLAS_GPU_REHEARSAL 1

#define __global__
#define __device__
#define __host__
#define __constant__
#define __shared__ static
#define __forceinline__ inline __attribute__((always_inline))
#define __align__(bytes) __attribute__((aligned(bytes)))
#define __launch_bounds__(...)

#include "intrinsics.hpp"
#include "machine.hpp"
#include "runtime.hpp"
#include "vector_types.hpp"
