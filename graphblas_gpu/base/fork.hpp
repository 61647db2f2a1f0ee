// Recognising objects of the parent process in a child of fork().
//
// Idea: in the child only the thread exists that has called fork(), and a CUDA context does not work. So an object with threads
// or device memory remembers the process that made it; in any other process it is neither used nor destroyed.
#pragma once

#include <atomic>

namespace graphblas_gpu::base {

/// Counts the forks of this process from the first call on. That call throws out_of_memory if there is no memory.
void count_forks();

/// The number of forks between the first call of count_forks() and this process. It changes only in a child of fork(), before
/// any other code of the child runs.
extern std::atomic<unsigned> forks_before;

/// A number that differs between a process that has called count_forks() and its children.
inline unsigned process_number() noexcept { return forks_before.load(std::memory_order_relaxed); }

/// Keeps a pointer to an object that is never destroyed, so that leak checkers do not report it.
void keep_for_ever(void* object) noexcept;

/// A deleter for shared_ptr: deletes the object only in the process that made it.
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

}  // namespace graphblas_gpu::base
