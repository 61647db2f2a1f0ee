// Sums, prefix sums, and offsets from sizes.
//
// Idea: these are compiled once. Nearly every operation scans, always numbers of 64 bits, and a source that includes this
// header need not read CUB's headers. A few numbers are summed by one block, which also tells the host the total: this takes
// one launch and one wait, whereas the general scan takes three launches, temporary memory and a copy.
#pragma once

#include <cstdint>
#include <memory>

#include <graphblas_gpu/base/types.hpp>
#include <graphblas_gpu/cuda/device/engine.hpp>

namespace graphblas_gpu::cuda {

/// out[i] = in[0] + .. + in[i - 1]; in and out may be the same array. Queued on the engine's stream.
void exclusive_scan(const std::shared_ptr<engine>& e, const std::int64_t* in, std::int64_t* out, std::int64_t n);

/// out[i] = in[0] + .. + in[i].
void inclusive_scan(const std::shared_ptr<engine>& e, const std::int64_t* in, std::int64_t* out, std::int64_t n);

/// in[0] + .. + in[n - 1]. Waits.
std::int64_t sum(const std::shared_ptr<engine>& e, const std::int64_t* in, std::int64_t n);

/// Turns n sizes (in an array of n + 1 elements) into n + 1 offsets, and returns the last offset. Waits.
row_offset sizes_to_offsets(const std::shared_ptr<engine>& e, row_offset* sizes, std::int64_t n);

}  // namespace graphblas_gpu::cuda
