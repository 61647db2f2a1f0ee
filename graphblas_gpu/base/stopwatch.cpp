#include <graphblas_gpu/base/stopwatch.hpp>

#include <chrono>

namespace graphblas_gpu::base {
namespace {

std::int64_t now() noexcept {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

stopwatch::stopwatch() noexcept : started_(now()) {}

double stopwatch::milliseconds() const noexcept { return static_cast<double>(now() - started_) * 1e-6; }

}  // namespace graphblas_gpu::base
