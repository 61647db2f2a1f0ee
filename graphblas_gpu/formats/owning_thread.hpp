// The thread that has an object to itself for the moment.
//
// Idea: one atomic pointer names the thread that is in. It may enter again, because operations are built from others; any
// other thread is refused by an exception, which is cheaper than a lock and says that the program is wrong.
#pragma once

#include <atomic>

namespace graphblas_gpu::formats {

class owning_thread {
  public:
    /// Throws invalid_context if another thread is in.
    void enter();
    /// Once for each enter() that returned.
    void leave() noexcept;

    bool is_nobody() const noexcept { return owner_.load(std::memory_order_relaxed) == nullptr; }
    bool is_this_one() const noexcept;

    /// Enters for its lifetime.
    class turn {
      public:
        explicit turn(owning_thread& of) : of_(of) { of_.enter(); }
        ~turn() { of_.leave(); }
        turn(const turn&) = delete;
        turn& operator=(const turn&) = delete;

      private:
        owning_thread& of_;
    };

  private:
    std::atomic<const void*> owner_{nullptr};
    int depth_ = 0;  // only the owner reads or writes it
};

/// Throws invalid_context: two threads use one context.
[[noreturn]] void refuse_second_thread();

}  // namespace graphblas_gpu::formats
