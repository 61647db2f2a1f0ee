// What the emulated device allocates for itself, which a device would not.
//
// Idea: tests count allocations and let them fail. Those of the emulated device's own books, fibers and queues are left out;
// the calls of CUDA's runtime that allocate ask the test whether they fail (runtime.cpp, memory.cpp).
#pragma once

namespace rehearsal {

/// While such an object lives, the emulated device works for itself on this thread. They may be nested.
class own_work {
  public:
    own_work() noexcept;
    ~own_work();
    own_work(const own_work&) = delete;
    own_work& operator=(const own_work&) = delete;
};

/// Whether there is such an object on this thread.
bool is_own_work() noexcept;

/// From now on a call that allocates memory, a stream, an event or a pool fails if `fails` says so. Null: none does.
void fail_calls_by(bool (*fails)() noexcept) noexcept;
/// Asks that function.
bool call_fails() noexcept;

}  // namespace rehearsal
