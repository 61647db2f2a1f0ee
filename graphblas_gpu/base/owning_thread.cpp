#include <graphblas_gpu/base/owning_thread.hpp>

#include <graphblas_gpu/error.hpp>

namespace graphblas_gpu::base {

namespace {
/// An address that identifies this thread among all living threads.
const void* this_thread() noexcept {
    thread_local const char mark = 0;
    return &mark;
}
}  // namespace

void owning_thread::enter() {
    const void* const me = this_thread();
    // Only this thread writes its own address, so a relaxed load is enough to recognise it.
    if (owner_.load(std::memory_order_relaxed) != me) {
        const void* nobody = nullptr;
        if (!owner_.compare_exchange_strong(nobody, me, std::memory_order_acquire, std::memory_order_relaxed)) {
            refuse_second_thread();
        }
    }
    ++depth_;
}

void owning_thread::leave() noexcept {
    if (--depth_ == 0) owner_.store(nullptr, std::memory_order_release);
}

bool owning_thread::is_this_one() const noexcept { return owner_.load(std::memory_order_relaxed) == this_thread(); }

void refuse_second_thread() {
    throw invalid_context("context: another thread is using it at the moment; make a context for each thread");
}

}  // namespace graphblas_gpu::base
