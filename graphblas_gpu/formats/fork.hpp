// What a child of fork() has to know about objects of its parent.
//
// Idea: of all threads only the one that called fork() exists in the child, and a CUDA context does not work there. An object
// that has threads or device memory remembers the process that made it, and in another one it is neither used nor destroyed.
#pragma once

#include <atomic>

namespace graphblas_gpu::formats {

/// Counts forks from here on. Throws out_of_memory if the first call finds no memory.
void count_forks();

/// Written in children of fork() alone, before anything else of theirs runs.
extern std::atomic<unsigned> forks_before;

/// A number that differs between a process that has called count_forks() and the children that fork() makes of it.
inline unsigned process_number() noexcept { return forks_before.load(std::memory_order_relaxed); }

/// Keeps an object that is never destroyed reachable, so that leak checkers do not take it for lost.
void keep_for_ever(void* object) noexcept;

/// Of a shared_ptr: deletes the object in the process that made it, and in no other.
template <class T>
class delete_where_made {
  public:
    delete_where_made() { count_forks(); }

    void operator()(T* object) const noexcept {
        if (made_in_ == process_number()) delete object;
        else keep_for_ever(object);
    }

  private:
    unsigned made_in_ = process_number();
};

}  // namespace graphblas_gpu::formats
