#include <graphblas_gpu/base/cancellation.hpp>

#include <string>

#include <graphblas_gpu/base/memory_budget.hpp>
#include <graphblas_gpu/error.hpp>

namespace graphblas_gpu::base {

static_assert(std::atomic<std::uint64_t>::is_always_lock_free, "a signal handler may only use atomics without locks");

void cancellation::request() noexcept {
    const std::uint64_t call = call_.load(std::memory_order_relaxed);
    if (call % 2 == 0) return;
    // A request about a later call may have come in between, from another thread, and is kept.
    std::uint64_t known = requested_.load(std::memory_order_relaxed);
    while (known < call && !requested_.compare_exchange_weak(known, call, std::memory_order_relaxed)) {
    }
}

bool cancellation::is_due_now() const noexcept {
    const std::uint64_t call = call_.load(std::memory_order_relaxed);
    if (call % 2 == 0 || is_deaf_.load(std::memory_order_relaxed)) return false;
    if (requested_.load(std::memory_order_relaxed) != by_look) return true;
    if (looks_.fetch_add(1, std::memory_order_relaxed) + 1 != at_look_) return false;
    requested_.store(call, std::memory_order_relaxed);
    return true;
}

namespace {
const cancellation* call_of_thread() noexcept {
    const named_operation* const running = named_operation::current();
    return running == nullptr ? nullptr : running->call();
}
}  // namespace

bool is_call_due() noexcept {
    const cancellation* const call = call_of_thread();
    return call != nullptr && call->is_due();
}

void look_at_call() {
    if (const cancellation* const call = call_of_thread(); call != nullptr) call->look();
}

void cancellation::throw_cancelled() {
    const named_operation* const running = named_operation::current();
    throw cancelled(std::string(running == nullptr ? "context" : running->name()) + ": ended by context::cancel()");
}

void cancellation::request_at_look(std::int64_t number) noexcept {
    at_look_ = number;
    looks_.store(0, std::memory_order_relaxed);
    requested_.store(by_look, std::memory_order_relaxed);
}

std::int64_t cancellation::stop_counting() noexcept {
    requested_.store(0, std::memory_order_relaxed);
    return looks_.load(std::memory_order_relaxed);
}

}  // namespace graphblas_gpu::base
