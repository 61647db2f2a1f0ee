// Numbers that a kernel gives the host before it ends.
//
// Idea: a host that waits for the stream goes on some microseconds after the kernel has ended, which is long beside a small
// product. So the host looks at the answer itself: it writes a number there that is no answer, and waits until the kernel has
// replaced it. What the host queues then runs after the kernel, as everything in a stream does.
#pragma once

#include <graphblas_gpu/cuda/device/engine.hpp>

namespace graphblas_gpu::cuda {

/// Where the next kernel that is queued writes `count` numbers for the host, at most 16, in any order. None of them is the
/// least of its type. await_early() is called before the next call of this. If the host then reads anything else that kernels
/// have written to engine::answer(), the kernel calls __threadfence_system() before it writes here.
std::int64_t* ask_early(const engine& e, int count);

/// Returns the numbers when they are there. The stream may still be busy with the kernel. Throws the errors of kernels.
const std::int64_t* await_early(engine& e, int count);

}  // namespace graphblas_gpu::cuda
