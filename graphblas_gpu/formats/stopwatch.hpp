// The time since an operation began.
#pragma once

#include <cstdint>

namespace graphblas_gpu::formats {

class stopwatch {
  public:
    stopwatch() noexcept;
    double milliseconds() const noexcept;

  private:
    std::int64_t started_;  ///< on a clock of its own, in nanoseconds
};

}  // namespace graphblas_gpu::formats
