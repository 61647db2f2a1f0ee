// How a call that is running is ended from outside (context::cancel()).
//
// Idea: the calls of a context are numbered, and a request is the number of the call that it is about. So a request never
// reaches a later call, nothing has to be cleared, and a look is a comparison of two numbers. A call looks wherever it takes a
// piece of its work. The number is odd while a call runs. Only the thread that makes the call writes it, by a load and a store,
// because atomic additions would show in the time of a tiny call. If two threads make calls at the same time, which operations
// refuse, a request may get lost or end the wrong call.
#pragma once

#include <atomic>
#include <cstdint>

namespace graphblas_gpu::base {

class cancellation {
  public:
    cancellation() = default;
    cancellation(const cancellation&) = delete;
    cancellation& operator=(const cancellation&) = delete;

    /// Asks the call that is running to end; nothing happens if there is none. Any thread and any signal handler may call this.
    void request() noexcept;

    /// Whether the call that is running is to end. From the first `true` on it stays true until the call has ended, unless
    /// there is an `uninterrupted`.
    bool is_due() const noexcept {
        return requested_.load(std::memory_order_relaxed) >= call_.load(std::memory_order_relaxed) && is_due_now();
    }
    /// Throws cancelled if the call that is running is to end.
    void look() const {
        if (is_due()) [[unlikely]]
            throw_cancelled();
    }

    /// Lasts as long as a call. The calls that it is made of are part of it, and begin with a look.
    class running_call {
      public:
        explicit running_call(cancellation& token) : token_(token), number_(token.begin()) {}
        ~running_call() { token_.end(number_); }
        running_call(const running_call&) = delete;
        running_call& operator=(const running_call&) = delete;

      private:
        cancellation& token_;
        std::uint64_t number_;
    };

    /// While one of these exists no look finds anything: for the steps from the first write into an output on.
    class uninterrupted {
      public:
        explicit uninterrupted(cancellation& token) : token_(token), before_(token.is_deaf_.load(std::memory_order_relaxed)) {
            token_.is_deaf_.store(true, std::memory_order_relaxed);
        }
        ~uninterrupted() { token_.is_deaf_.store(before_, std::memory_order_relaxed); }
        uninterrupted(const uninterrupted&) = delete;
        uninterrupted& operator=(const uninterrupted&) = delete;

      private:
        cancellation& token_;
        bool before_;
    };

    /// For tests: look number `number`, counted from 1 over all calls from now on, finds a request. 0 counts only.
    void request_at_look(std::int64_t number) noexcept;
    /// Ends that; returns the number of looks.
    std::int64_t stop_counting() noexcept;

  private:
    static constexpr std::uint64_t no_call = 0;
    static constexpr std::uint64_t by_look = ~std::uint64_t{0};

    std::uint64_t begin() {
        const std::uint64_t before = call_.load(std::memory_order_relaxed);
        if (before % 2 != 0) {
            look();
            return no_call;
        }
        call_.store(before + 1, std::memory_order_relaxed);
        return before + 1;
    }
    void end(std::uint64_t number) noexcept {
        if (number != no_call) call_.store(number + 1, std::memory_order_relaxed);
    }
    bool is_due_now() const noexcept;
    [[noreturn]] static void throw_cancelled();

    std::atomic<std::uint64_t> call_{2};  ///< the number of the call that is running, or the even number behind the last one
    mutable std::atomic<std::uint64_t> requested_{0};  ///< the number of the call that is to end, or `by_look`
    std::atomic<bool> is_deaf_{false};
    std::int64_t at_look_ = 0;
    mutable std::atomic<std::int64_t> looks_{0};
};

/// Of the call that the operation of this thread belongs to (named_operation), for code that is not given the context. It costs
/// some nanoseconds. is_call_due() is cancellation::is_due(); look_at_call() throws cancelled if it is.
/// @{
bool is_call_due() noexcept;
void look_at_call();
/// @}

}  // namespace graphblas_gpu::base
