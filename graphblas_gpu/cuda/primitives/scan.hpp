// Sums of all elements, of all before each, and offsets from sizes.
//
// Idea: compiled once. Nearly everything scans, and nothing but 64-bit numbers; who only does that need not read CUB's headers.
// Few numbers are summed up by one block, which also tells the host the sum of all: one launch and one wait, where the general
// way takes three launches, temporary memory and a copy.
#pragma once

#include <cstdint>
#include <memory>

#include <graphblas_gpu/cuda/device/engine.hpp>
#include <graphblas_gpu/formats/types.hpp>

namespace graphblas_gpu::cuda {

/// out[i] = in[0] + .. + in[i - 1]; in and out may be one. Queued on the engine's stream.
void exclusive_scan(const std::shared_ptr<engine>& e, const std::int64_t* in, std::int64_t* out, std::int64_t n);

/// out[i] = in[0] + .. + in[i].
void inclusive_scan(const std::shared_ptr<engine>& e, const std::int64_t* in, std::int64_t* out, std::int64_t n);

/// in[0] + .. + in[n - 1]. Waits.
std::int64_t sum(const std::shared_ptr<engine>& e, const std::int64_t* in, std::int64_t n);

/// Turns n sizes (in an array of n + 1) into n + 1 offsets and returns the last one. Waits.
row_offset sizes_to_offsets(const std::shared_ptr<engine>& e, row_offset* sizes, std::int64_t n);

}  // namespace graphblas_gpu::cuda
