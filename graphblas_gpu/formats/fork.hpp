// What a child of fork() has to know about objects of its parent.
//
// Idea: of all threads only the one that called fork() exists in the child, and a CUDA context does not work there. An object
// that has threads or device memory remembers the process that made it, and in another one it is neither used nor destroyed.
#pragma once

namespace graphblas_gpu::formats {

/// A number that differs between a process and the children that fork() makes of it. Throws out_of_memory if the first call
/// finds no memory.
unsigned process_number();

/// Keeps an object that is never destroyed reachable, so that leak checkers do not take it for lost.
void keep_for_ever(void* object) noexcept;

/// Of a shared_ptr: deletes the object in the process that made it, and in no other.
template <class T>
class delete_where_made {
  public:
    void operator()(T* object) const noexcept {
        if (made_in_ == process_number()) delete object;
        else keep_for_ever(object);
    }

  private:
    unsigned made_in_ = process_number();
};

}  // namespace graphblas_gpu::formats
