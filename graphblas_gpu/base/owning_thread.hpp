// The thread that owns an object for the time of an operation.
//
// Idea: one atomic pointer identifies the owning thread. This thread may enter again, because operations call other operations.
// Any other thread gets an exception, which is cheaper than a lock and shows that the program is wrong.
#pragma once

#include <atomic>

namespace graphblas_gpu::base {

class owning_thread {
  public:
    /// Makes this thread the owner. Throws invalid_context if another thread is the owner.
    void enter();
    /// Must be called once for each enter() that returned.
    void leave() noexcept;

    bool is_nobody() const noexcept { return owner_.load(std::memory_order_relaxed) == nullptr; }
    bool is_this_one() const noexcept;

    /// Enters when it is made and leaves when it is destroyed.
    class turn {
      public:
        explicit turn(owning_thread& owner) : owner_(owner) { owner_.enter(); }
        ~turn() { owner_.leave(); }
        turn(const turn&) = delete;
        turn& operator=(const turn&) = delete;

      private:
        owning_thread& owner_;
    };

  private:
    std::atomic<const void*> owner_{nullptr};
    int depth_ = 0;  // only the owner reads or writes it
};

/// Throws invalid_context: two threads use one context.
[[noreturn]] void refuse_second_thread();

}  // namespace graphblas_gpu::base
