// Idea: a linked list of slots that only grows. A slot has the name of one unfinished file, or none. There are as many slots as
// the largest number of files that were written at the same time. See unfinished_files.hpp.
#include <graphblas_gpu/io/unfinished_files.hpp>

#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <thread>
#include <utility>

namespace graphblas_gpu {

struct io::unfinished_file::slot {
    std::atomic<const char*> path{nullptr};
    std::atomic<pid_t> process{0};  ///< the one that writes the file; a child of fork() has a copy of the list
    std::atomic<bool> taken{true};
    slot* next = nullptr;
};

namespace {

using io::unfinished_file;
using slot = unfinished_file::slot;

static_assert(std::atomic<slot*>::is_always_lock_free && std::atomic<const char*>::is_always_lock_free &&
                  std::atomic<int>::is_always_lock_free && std::atomic<pid_t>::is_always_lock_free,
              "a signal handler must not wait for a lock");

std::atomic<slot*> first_slot{nullptr};
/// The number of threads that are in remove_unfinished_files(). Names must not be freed while there is one.
std::atomic<int> removing{0};

slot* take_slot() {
    for (slot* p = first_slot; p != nullptr; p = p->next) {
        bool taken = false;
        if (p->taken.compare_exchange_strong(taken, true)) return p;
    }
    auto* const added = new slot;  // never freed: a signal handler may be looking at it
    added->next = first_slot;
    while (!first_slot.compare_exchange_weak(added->next, added)) {
    }
    return added;
}

}  // namespace

void remove_unfinished_files() noexcept {
    const int error_number = errno;  // is restored for the code that the signal has interrupted
    ++removing;
    for (const slot* p = first_slot; p != nullptr; p = p->next)
        if (const char* const path = p->path; path != nullptr && p->process == ::getpid()) ::unlink(path);
    --removing;
    errno = error_number;
}

io::unfinished_file::unfinished_file(std::string path) : path_(std::move(path)), slot_(take_slot()) {
    slot_->process = ::getpid();
    slot_->path = path_.c_str();
}

io::unfinished_file::~unfinished_file() {
    slot_->path = nullptr;
    while (removing > 0) std::this_thread::yield();  // another thread's handler may still be reading the name
    slot_->taken = false;
}

}  // namespace graphblas_gpu
