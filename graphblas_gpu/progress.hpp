// Idea: two counters that a long call advances and another thread (a progress bar, a watchdog) may read at any time. The unit
// depends on the call (bytes, rows, products); only the quotient has a meaning. total == 0 means that the total is not known
// yet.
#pragma once

#include <atomic>
#include <cstdint>

namespace graphblas_gpu {

/// The progress of a long call: how much is done, and how much there is to do in total.
struct progress_counters {
    std::atomic<std::uint64_t> done{0};
    std::atomic<std::uint64_t> total{0};
};

}  // namespace graphblas_gpu
