// What the block products are written with: asynchronous copies into shared memory, loads of fragments, and tensor-core
// instructions. All lanes of a warp call, but for the copies.
//
// Source: PTX ISA, sections "cp.async", "ldmatrix", "mma" and "Matrix fragments for mma". The rehearsal computes the same from
// the registers of all lanes.
#pragma once

#include <graphblas_gpu/cuda/bitmap_tile/tensor/mma.cuh>


#ifdef GRAPHBLAS_GPU_REHEARSAL
#include "tensor_fragments.hpp"
#endif

namespace graphblas_gpu::cuda::block_product {

/// Copies 16 bytes to shared memory, zeros unless they are `valid`. Waited for by wait_for_copies.
__device__ __forceinline__ void copy_chunk(void* to, const void* from, bool valid) {
#ifdef GRAPHBLAS_GPU_REHEARSAL
    rehearsal::copy_chunk(to, valid ? from : nullptr);
#else
    const auto at = static_cast<unsigned>(__cvta_generic_to_shared(to));
    const unsigned bytes = valid ? 16 : 0;
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(at), "l"(from), "r"(bytes) : "memory");
#endif
}
/// Ends a group of copies, which may be empty.
__device__ __forceinline__ void commit_copies() {
#ifndef GRAPHBLAS_GPU_REHEARSAL
    asm volatile("cp.async.commit_group;" ::: "memory");
#endif
}
/// Waits until at most `pending` of the calling thread's groups are under way.
template <int pending>
__device__ __forceinline__ void wait_for_copies() {
#ifndef GRAPHBLAS_GPU_REHEARSAL
    asm volatile("cp.async.wait_group %0;" ::"n"(pending) : "memory");
#endif
}

/// Four 8 x 8 matrices of 16-bit numbers; row r of matrix m is the 16 bytes that lane 8 m + r names.
__device__ __forceinline__ void load_matrices(unsigned (&to)[4], const void* row) {
#ifdef GRAPHBLAS_GPU_REHEARSAL
    rehearsal::load_matrices(to, row, false);
#else
    const auto at = static_cast<unsigned>(__cvta_generic_to_shared(row));
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3])
                 : "r"(at)
                 : "memory");
#endif
}
/// The same, each matrix transposed.
__device__ __forceinline__ void load_transposed_matrices(unsigned (&to)[4], const void* row) {
#ifdef GRAPHBLAS_GPU_REHEARSAL
    rehearsal::load_matrices(to, row, true);
#else
    const auto at = static_cast<unsigned>(__cvta_generic_to_shared(row));
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3])
                 : "r"(at)
                 : "memory");
#endif
}

/// m16n8k16, bf16 factors and fp32 sums; the layout of fp16.
__device__ __forceinline__ void multiply_bf16(float (&sums)[4], const unsigned (&a)[4], const unsigned (&b)[2]) {
#ifdef GRAPHBLAS_GPU_REHEARSAL
    rehearsal::multiply_bf16(sums, a, b);
#else
    asm("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+f"(sums[0]), "+f"(sums[1]), "+f"(sums[2]), "+f"(sums[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
#endif
}

/// m16n8k8, factors of fp32 of which the instruction ignores the low 13 bits, fp32 sums. Element n of A is in row lane / 4 + 8
/// (n % 2), column lane % 4 + 4 (n / 2); element n of B in row lane % 4 + 4 n, column lane / 4.
__device__ __forceinline__ void multiply_tf32(float (&sums)[4], const unsigned (&a)[4], const unsigned (&b)[2]) {
#ifdef GRAPHBLAS_GPU_REHEARSAL
    rehearsal::multiply_tf32(sums, a, b);
#else
    asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+f"(sums[0]), "+f"(sums[1]), "+f"(sums[2]), "+f"(sums[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
#endif
}

/// m16n8k16, all in fp64. Element n of A is in row lane / 4 + 8 (n % 2), column lane % 4 + 4 (n / 2); element n of B in row
/// lane % 4 + 4 n, column lane / 4. Eight of m8n8k4 on devices before compute capability 9.0.
__device__ __forceinline__ void multiply_fp64(double (&sums)[4], const double (&a)[8], const double (&b)[4]) {
#ifdef GRAPHBLAS_GPU_REHEARSAL
    rehearsal::multiply_fp64(sums, a, b);
#elif __CUDA_ARCH__ >= 900
    asm("mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5, %6, %7, %8, %9, %10, %11}, {%12, %13, "
        "%14, %15}, "
        "{%0, %1, %2, %3};"
        : "+d"(sums[0]), "+d"(sums[1]), "+d"(sums[2]), "+d"(sums[3])
        : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(a[4]), "d"(a[5]), "d"(a[6]), "d"(a[7]), "d"(b[0]), "d"(b[1]),
          "d"(b[2]), "d"(b[3]));
#else
    double upper[2] = {sums[0], sums[1]}, lower[2] = {sums[2], sums[3]};
    for (unsigned n = 0; n < 4; ++n) {
        tensor::multiply_doubles(upper, a[2 * n], b[n]);
        tensor::multiply_doubles(lower, a[2 * n + 1], b[n]);
    }
    sums[0] = upper[0], sums[1] = upper[1], sums[2] = lower[0], sums[3] = lower[1];
#endif
}

/// x = high + low. Instructions ignore the bits that tf32 does not have, so that x stands for its high part; of the low part
/// what they use is all but 2^-20 |x|. The low part of an infinity is a NaN.
__device__ __forceinline__ unsigned low_part(unsigned bits) {
    constexpr unsigned ignored = 0x1fffu;
    return __float_as_uint(__uint_as_float(bits) - __uint_as_float(bits & ~ignored));
}

/// 16-bit numbers, from and to float.
/// @{
__device__ __forceinline__ float float_of_half(unsigned short x) {
#ifdef GRAPHBLAS_GPU_REHEARSAL
    return rehearsal::half_of(x, 0);
#else
    float out;
    asm("cvt.f32.f16 %0, %1;" : "=f"(out) : "h"(x));
    return out;
#endif
}
__device__ __forceinline__ float float_of_bfloat(unsigned short x) { return __uint_as_float(static_cast<unsigned>(x) << 16); }
__device__ __forceinline__ unsigned short bfloat_of(float x) {
    const unsigned bits = __float_as_uint(x);
    if ((bits & 0x7fffffffu) > 0x7f800000u) return static_cast<unsigned short>(bits >> 16 | 0x40u);
    return static_cast<unsigned short>((bits + 0x7fffu + (bits >> 16 & 1u)) >> 16);
}
/// @}

}  // namespace graphblas_gpu::cuda::block_product
