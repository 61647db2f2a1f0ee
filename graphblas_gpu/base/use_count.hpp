// How often an object was used since it last changed.
#pragma once

#include <atomic>
#include <cstdint>

namespace graphblas_gpu::base {

/// A copy starts with the count of the original; an object that is about to change starts again. Several threads may count at
/// the same time.
class use_count {
  public:
    use_count() = default;
    use_count(const use_count& other) noexcept : uses_(other.uses_.load(std::memory_order_relaxed)) {}
    use_count& operator=(const use_count& other) noexcept {
        uses_.store(other.uses_.load(std::memory_order_relaxed), std::memory_order_relaxed);
        return *this;
    }

    /// Counts one more use, and returns all of them.
    std::int64_t add() const noexcept { return uses_.fetch_add(1, std::memory_order_relaxed) + 1; }
    void reset() noexcept { uses_.store(0, std::memory_order_relaxed); }

  private:
    mutable std::atomic<std::int64_t> uses_{0};
};

}  // namespace graphblas_gpu::base
