// Counters in device memory that are zero before every kernel, so that a small product need not clear any.
#pragma once

#include <cstddef>

#include <graphblas_gpu/cuda/device/engine.hpp>

namespace graphblas_gpu::cuda {

inline constexpr std::size_t zeroed_counters_bytes = 256;
/// zeroed_counters_bytes of device memory that are zero for kernels on the engine's stream. A kernel that counts there sets
/// them to zero again before it ends, so that the next one needs no call that clears them. One kernel uses them at a time. They
/// are not counted as memory of the engine. Throws out_of_memory.
void* zeroed_counters(engine& e);

}  // namespace graphblas_gpu::cuda
