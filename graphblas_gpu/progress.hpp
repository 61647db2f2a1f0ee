// Needs: nothing.
// Idea: two counters that a long call advances and another thread (a progress bar, a watchdog) may read at any time.
// The unit is the call's own (bytes, rows, products); only the quotient means something. total == 0: not known yet.
#pragma once

#include <atomic>
#include <cstdint>

namespace graphblas_gpu {

/// How far a long call has come, of how much; see above for the unit.
struct progress_counters {
    std::atomic<std::uint64_t> done{0};
    std::atomic<std::uint64_t> total{0};
};

}  // namespace graphblas_gpu
