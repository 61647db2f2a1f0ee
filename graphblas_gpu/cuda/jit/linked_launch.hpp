// Launches of kernels whose calls are linked at run time.
#pragma once

#include <graphblas_gpu/cuda/jit/linked_program.hpp>

#include <memory>

namespace graphblas_gpu::cuda {

/// While it lives, launches of this thread take the kernels with open calls from a program, for the device of an engine.
/// Kernels are compiled when they are launched first.
class linked_scope {
  public:
    linked_scope(const engine& e, linked_program& program);
    ~linked_scope();
    linked_scope(const linked_scope&) = delete;
    linked_scope& operator=(const linked_scope&) = delete;

  private:
    struct finder;
    std::unique_ptr<finder> finder_;
};

/// Whether the specialised kernels of a group, over words of this size, can be launched on the device of an engine; see
/// linked_program::are_loaded. Always in a rehearsal, in which every kernel is whole.
bool are_specialised(const engine& e, linked_program& program, kernel_group group, int word_bytes);

}  // namespace graphblas_gpu::cuda
