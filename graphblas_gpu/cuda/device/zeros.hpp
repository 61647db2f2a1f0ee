// Zeroed counters on the device that are there before an operation begins.
#pragma once

#include <cstddef>

#include <graphblas_gpu/cuda/device/engine.hpp>

namespace graphblas_gpu::cuda {

inline constexpr std::size_t zeros_bytes = 256;
/// zeros_bytes of device memory that are zero for kernels on the engine's stream. A kernel that counts there sets them to zero again
/// before it ends, so that the next one needs no call that clears them. Throws out_of_memory.
void* zeros(engine& e);

}  // namespace graphblas_gpu::cuda
