// Idea: malloc and its kin are defined here and forward to the names that the GNU C library has for its own. A thread that
// cannot be started is a lack of memory too (its stack), so pthread_create is counted with them.
#include "allocations.hpp"

#include <dlfcn.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace {

std::atomic<bool> counts{false};
std::atomic<long> seen{0};
std::atomic<long> blocks{0};
long first_failing = 0;
long last_failing = 0;
bool (*is_left_out)() noexcept = nullptr;

void* counted(void* block) noexcept {
    if (block != nullptr) blocks.fetch_add(1, std::memory_order_relaxed);
    return block;
}

}  // namespace

namespace failing {

bool fails() noexcept {
    if (!counts.load(std::memory_order_acquire)) return false;
    if (is_left_out != nullptr && is_left_out()) return false;
    const long number = seen.fetch_add(1) + 1;
    if (number < first_failing || number > last_failing) return false;
    errno = ENOMEM;
    return true;
}

void leave_out(bool (*function)() noexcept) noexcept { is_left_out = function; }

void begin(long first, long last) noexcept {
    first_failing = first;
    last_failing = last;
    seen.store(0);
    counts.store(true, std::memory_order_release);
}

long end() noexcept {
    counts.store(false, std::memory_order_release);
    return seen.load();
}

long live() noexcept { return blocks.load(); }

}  // namespace failing

using failing::fails;

extern "C" {

void* __libc_malloc(std::size_t bytes);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* block, std::size_t bytes);
void* __libc_memalign(std::size_t alignment, std::size_t bytes);
void __libc_free(void* block);

void* malloc(std::size_t bytes) noexcept { return fails() ? nullptr : counted(__libc_malloc(bytes)); }
void* calloc(std::size_t count, std::size_t size) noexcept { return fails() ? nullptr : counted(__libc_calloc(count, size)); }
void free(void* block) noexcept {
    if (block != nullptr) blocks.fetch_sub(1, std::memory_order_relaxed);
    __libc_free(block);
}
void* realloc(void* block, std::size_t bytes) noexcept {
    if (block == nullptr) return malloc(bytes);
    if (bytes == 0) return free(block), nullptr;
    return fails() ? nullptr : __libc_realloc(block, bytes);
}
void* memalign(std::size_t alignment, std::size_t bytes) noexcept {
    return fails() ? nullptr : counted(__libc_memalign(alignment, bytes));
}
void* aligned_alloc(std::size_t alignment, std::size_t bytes) noexcept { return memalign(alignment, bytes); }
int posix_memalign(void** block, std::size_t alignment, std::size_t bytes) noexcept {
    void* const made = memalign(alignment, bytes);
    if (made == nullptr) return ENOMEM;
    *block = made;
    return 0;
}

void* mmap(void* address, std::size_t bytes, int protection, int flags, int file, off_t offset) noexcept {
    if ((flags & MAP_ANONYMOUS) != 0 && fails()) return MAP_FAILED;
    return reinterpret_cast<void*>(::syscall(SYS_mmap, address, bytes, protection, flags, file, offset));
}

int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*run)(void*), void* argument) noexcept {
    using create = int (*)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
    if (fails()) return EAGAIN;
    static const auto real = reinterpret_cast<create>(::dlsym(RTLD_NEXT, "pthread_create"));
    return real(thread, attributes, run, argument);
}

}  // extern "C"
