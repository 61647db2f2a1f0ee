// Calls of CUB and their temporary memory, which comes from the engine.
//
// Idea: CUB's headers take longer to read than most kernels to compile, so that few sources include them: scan.cu, sort.cu, and
// primitives.cuh.
#pragma once

#include <graphblas_gpu/cuda/device/array.hpp>
#include <graphblas_gpu/cuda/device/simt.cuh>

namespace graphblas_gpu::cuda::detail {

/// Runs a call of CUB twice: for the size of its temporary memory, and with it.
template <class Call>
void with_temporary(const std::shared_ptr<engine>& e, const char* what, const Call& call) {
    std::size_t bytes = 0;
    simt::check(call(nullptr, bytes), what);
    const memory temporary(e, bytes > 0 ? bytes : 1);
    simt::check(call(temporary.data(), bytes), what);
}

}  // namespace graphblas_gpu::cuda::detail
