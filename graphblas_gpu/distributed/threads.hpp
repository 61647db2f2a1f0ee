// Threads of one process as ranks: for tests, and for programs that try a distributed program without starting MPI.
#pragma once

#include <graphblas_gpu/base/function_ref.hpp>
#include <graphblas_gpu/distributed/communicator.hpp>

#include <memory>

namespace graphblas_gpu::dist {

/// Calls body(communicator) on `ranks` threads at once and waits for them. If one throws, those that wait for it throw error
/// (code panic), and the first exception in the order of ranks that is no such consequence is thrown. Throws invalid_value if
/// `ranks` is not positive.
void on_threads(int ranks, base::function_ref<void(const std::shared_ptr<communicator>&)> body);

}  // namespace graphblas_gpu::dist
