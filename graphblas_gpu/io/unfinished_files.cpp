// Needs: POSIX; atomics without locks.
// Idea: a list of places that only grows, each with the name of one file or none. It is as long as the most files that
// were ever written at once. See unfinished_files.hpp.
#include <graphblas_gpu/io/unfinished_files.hpp>

#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <thread>
#include <utility>

namespace graphblas_gpu {

struct io::unfinished_file::place {
    std::atomic<const char*> path{nullptr};
    std::atomic<bool> taken{true};
    place* next = nullptr;
};

namespace {

using io::unfinished_file;
using place = unfinished_file::place;

static_assert(std::atomic<place*>::is_always_lock_free && std::atomic<const char*>::is_always_lock_free &&
                  std::atomic<int>::is_always_lock_free,
              "a signal handler must not wait for a lock");

std::atomic<place*> first_place{nullptr};
/// How many threads are inside remove_unfinished_files(): while there is one, names must not be freed.
std::atomic<int> removing{0};

place* take_place() {
    for (place* p = first_place; p != nullptr; p = p->next) {
        bool taken = false;
        if (p->taken.compare_exchange_strong(taken, true)) return p;
    }
    auto* const added = new place;  // never freed: a signal handler may be looking at it
    added->next = first_place;
    while (!first_place.compare_exchange_weak(added->next, added)) {
    }
    return added;
}

}  // namespace

void remove_unfinished_files() noexcept {
    const int error_number = errno;  // of the code that the signal interrupted
    ++removing;
    for (const place* p = first_place; p != nullptr; p = p->next)
        if (const char* const path = p->path) ::unlink(path);
    --removing;
    errno = error_number;
}

io::unfinished_file::unfinished_file(std::string path) : path_(std::move(path)), place_(take_place()) {
    place_->path = path_.c_str();
}

io::unfinished_file::~unfinished_file() {
    place_->path = nullptr;
    while (removing > 0) std::this_thread::yield();  // another thread's handler may still be reading the name
    place_->taken = false;
}

}  // namespace graphblas_gpu
