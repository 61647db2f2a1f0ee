#include <graphblas_gpu/base/fork.hpp>

#include <pthread.h>

#include <atomic>
#include <new>

#include <graphblas_gpu/error.hpp>

namespace graphblas_gpu::base {

constinit std::atomic<unsigned> forks_before{0};

namespace {

struct never_freed_object {
    void* object;
    never_freed_object* next;
};
std::atomic<never_freed_object*> never_freed_objects{nullptr};

bool register_count() {
    if (pthread_atfork(nullptr, nullptr, [] { forks_before.fetch_add(1, std::memory_order_relaxed); }) != 0) {
        throw out_of_memory("context: no memory to be told of fork()");
    }
    return true;
}

}  // namespace

void count_forks() { [[maybe_unused]] static const bool is_registered = register_count(); }

void keep_for_ever(void* object) noexcept {
    auto* const node = new (std::nothrow) never_freed_object{object, nullptr};
    if (node == nullptr) return;  // a leak checker may report the object; nothing else depends on it
    node->next = never_freed_objects.load(std::memory_order_relaxed);
    while (!never_freed_objects.compare_exchange_weak(node->next, node, std::memory_order_release, std::memory_order_relaxed)) {
    }
}

}  // namespace graphblas_gpu::base
