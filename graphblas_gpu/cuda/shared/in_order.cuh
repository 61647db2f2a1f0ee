// Additions whose order is known: the terms of an entry in ascending k, each product rounded, so that sums are the host's.
#pragma once

#include <graphblas_gpu/cuda/shared/kernel_semiring.cuh>

namespace graphblas_gpu::cuda {

/// Whether sums over K may depend on the order of their terms, so that kernels which keep it are compiled.
template <class K>
inline constexpr bool may_depend_on_order = !std::is_integral_v<typename K::value>;

/// An accumulator that only one thread uses, after x has been added. The compiler does not contract a product x and this sum to
/// one operation, which would round once.
template <class K>
__device__ __forceinline__ typename K::accumulator sum_in_order(const K& k, typename K::accumulator before,
                                                                const typename K::value& x) {
#ifndef GRAPHBLAS_GPU_REHEARSAL
    if constexpr (K::is_sum && std::is_same_v<typename K::value, float>) return k.write(__fadd_rn(k.read(before), x));
    else if constexpr (K::is_sum && std::is_same_v<typename K::value, double>) return k.write(__dadd_rn(k.read(before), x));
    else return k.sum_into(before, x);
#else
    return k.sum_into(before, x);
#endif
}

}  // namespace graphblas_gpu::cuda
