// Sums over all elements of an array under any operator. Scans are in scan.hpp, sorts in sort.hpp.
//
// Idea: CUB's reduction, queued on the engine's stream. Only few sources include this header, because reading CUB takes long.
#pragma once

#include <cstdint>

#include <graphblas_gpu/cuda/device/for_each.cuh>
#include <graphblas_gpu/cuda/primitives/with_temporary.cuh>

#ifdef __CUDACC__
#include <cub/device/device_reduce.cuh>
#else
#include <cub_rehearsal.hpp>  // the same calls on the host, in order (tests/rehearsal)
#endif

namespace graphblas_gpu::cuda {

/// The sum of n terms under op, starting with init. Waits.
template <class In, class T, class Op>
T reduce(const engine_ptr& e, In in, std::int64_t n, const T& init, const Op& op) {
    if (n <= 0) return init;
    const array<T> sum(e, 1);
    detail::with_temporary(e, "reduction", [&](void* temporary, std::size_t& bytes) {
        return CUB_NS_QUALIFIER::DeviceReduce::Reduce(temporary, bytes, in, sum.data(), n, op, init, e->stream());
    });
    return read_element(*e, sum.data());
}

}  // namespace graphblas_gpu::cuda
