// Tensor-core instructions: each adds A B to the sums. All lanes of a warp call.
//
// Idea: one function for each instruction, with its registers as arguments. mma.hpp says which element a register holds. The
// rehearsal computes the same products from the fragments of all lanes.
// Source: PTX ISA, sections "mma" and "cvt".
#pragma once

#include <graphblas_gpu/cuda/bitmap_tile/tensor/mma.hpp>
#include <graphblas_gpu/cuda/device/simt.cuh>

#ifdef GRAPHBLAS_GPU_REHEARSAL
#include "tensor_cores.hpp"
#endif

namespace graphblas_gpu::cuda::tensor {

/// Two numbers as fp16, to nearest even; `low` in the low bits.
__device__ __forceinline__ unsigned packed_halves(float low, float high) {
#ifdef GRAPHBLAS_GPU_REHEARSAL
    return rehearsal::packed_halves(low, high);
#else
    unsigned both;
    asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(high), "f"(low));
    return both;
#endif
}

/// A number rounded to fp16, to nearest even.
__device__ __forceinline__ float rounded_to_half(float x) {
#ifdef GRAPHBLAS_GPU_REHEARSAL
    return rehearsal::half_of(rehearsal::packed_halves(x, 0), 0);
#else
    unsigned short half;
    asm("cvt.rn.f16.f32 %0, %1;" : "=h"(half) : "f"(x));
    asm("cvt.f32.f16 %0, %1;" : "=f"(x) : "h"(half));
    return x;
#endif
}

/// m16n8k16, fp16 factors and fp32 sums.
__device__ __forceinline__ void multiply_halves(float (&sums)[4], const unsigned (&a)[4], const unsigned (&b)[2]) {
#ifdef GRAPHBLAS_GPU_REHEARSAL
    rehearsal::multiply_halves(sums, a, b);
#else
    asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+f"(sums[0]), "+f"(sums[1]), "+f"(sums[2]), "+f"(sums[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
#endif
}

/// m8n8k4, all in fp64.
__device__ __forceinline__ void multiply_doubles(double (&sums)[2], double a, double b) {
#ifdef GRAPHBLAS_GPU_REHEARSAL
    rehearsal::multiply_doubles(sums, a, b);
#else
    asm("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};"
        : "+d"(sums[0]), "+d"(sums[1])
        : "d"(a), "d"(b));
#endif
}

/// m8n8k128: the numbers of bits that a row of A and a column of B have in common.
__device__ __forceinline__ void count_common_bits(int (&sums)[2], unsigned a, unsigned b) {
#ifdef GRAPHBLAS_GPU_REHEARSAL
    rehearsal::count_common_bits(sums, a, b);
#else
    asm("mma.sync.aligned.m8n8k128.row.col.s32.b1.b1.s32.and.popc {%0, %1}, {%2}, {%3}, {%0, %1};"
        : "+r"(sums[0]), "+r"(sums[1])
        : "r"(a), "r"(b));
#endif
}

}  // namespace graphblas_gpu::cuda::tensor
