#include <graphblas_gpu/base/stopwatch.hpp>

#include <chrono>

namespace graphblas_gpu::base {

std::int64_t stopwatch::nanoseconds() noexcept {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

stopwatch::stopwatch() noexcept : started_(nanoseconds()) {}

double stopwatch::milliseconds() const noexcept { return static_cast<double>(nanoseconds() - started_) * 1e-6; }

}  // namespace graphblas_gpu::base
