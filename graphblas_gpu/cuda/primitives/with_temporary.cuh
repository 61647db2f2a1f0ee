// Calls of CUB, with temporary memory from the engine.
//
// Idea: CUB's headers take longer to read than most kernels to compile, so that few sources include them: scan.cu, sort.cu, and
// sources that include sums.cuh.
#pragma once

#include <graphblas_gpu/cuda/device/array.hpp>
#include <graphblas_gpu/cuda/device/simt.cuh>

namespace graphblas_gpu::cuda::detail {

/// Runs a call of CUB twice: first to get the size of its temporary memory, then with this memory.
template <class Call>
void with_temporary(const std::shared_ptr<engine>& e, const char* what, const Call& call) {
    std::size_t bytes = 0;
    simt::check(call(nullptr, bytes), what);
    const memory temporary(e, bytes > 0 ? bytes : 1);
    simt::check(call(temporary.data(), bytes), what);
}

}  // namespace graphblas_gpu::cuda::detail
