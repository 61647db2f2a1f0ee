#include <graphblas_gpu/formats/fork.hpp>

#include <pthread.h>

#include <atomic>
#include <new>

#include <graphblas_gpu/error.hpp>

namespace graphblas_gpu::formats {

namespace {

std::atomic<unsigned> number{0};

struct kept_object {
    void* object;
    kept_object* next;
};
std::atomic<kept_object*> kept_objects{nullptr};

bool count_forks() {
    if (pthread_atfork(nullptr, nullptr, [] { number.fetch_add(1, std::memory_order_relaxed); }) != 0) {
        throw out_of_memory("context: no memory to be told of fork()");
    }
    return true;
}

}  // namespace

unsigned process_number() {
    [[maybe_unused]] static const bool counted = count_forks();
    return number.load(std::memory_order_relaxed);
}

void keep_for_ever(void* object) noexcept {
    auto* const kept = new (std::nothrow) kept_object{object, nullptr};
    if (kept == nullptr) return;  // a leak checker may report the object; nothing else depends on it
    kept->next = kept_objects.load(std::memory_order_relaxed);
    while (!kept_objects.compare_exchange_weak(kept->next, kept, std::memory_order_release, std::memory_order_relaxed)) {}
}

}  // namespace graphblas_gpu::formats
