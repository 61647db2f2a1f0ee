// The time since an operation began.
#pragma once

#include <cstdint>

namespace graphblas_gpu::base {

class stopwatch {
  public:
    stopwatch() noexcept;
    double milliseconds() const noexcept;
    /// What the steady clock shows, which is never 0.
    static std::int64_t nanoseconds() noexcept;

  private:
    std::int64_t started_;  ///< in nanoseconds of the steady clock
};

}  // namespace graphblas_gpu::base
