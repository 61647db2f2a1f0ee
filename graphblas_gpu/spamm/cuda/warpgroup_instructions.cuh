// The instructions by which a warpgroup multiplies on compute capability 9.0, and which values each lane has of operands and
// sums.
//
// Idea: the instruction takes one operand from registers and the other one from shared memory, where k has to be the contiguous
// side. This holds for rows of A, but not for rows of B. Therefore the transposed product is computed, C' = B' A', with B' in
// registers and A in shared memory in its stored order.
// Source: PTX ISA, "Asynchronous Warpgroup Level Matrix Multiply-Accumulate Instructions". Compiled for sm_90a alone.
#pragma once

#include <graphblas_gpu/spamm/cuda/product.cuh>

namespace graphblas_gpu::cuda::block_product {

inline constexpr unsigned sums_a_lane = 64;  // of 64 x 128 sums, in each of 128 threads

/// Before the first instruction that uses registers that were written.
__device__ __forceinline__ void begin_products() { asm volatile("wgmma.fence.sync.aligned;" ::: "memory"); }
__device__ __forceinline__ void commit_products() { asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory"); }
/// Changes the number of registers that each thread of a warpgroup has.
/// @{
template <int count>
__device__ __forceinline__ void take_registers() {
    asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" ::"n"(count));
}
template <int count>
__device__ __forceinline__ void leave_registers() {
    asm volatile("setmaxnreg.dec.sync.aligned.u32 %0;" ::"n"(count));
}
/// @}
/// Waits until `threads` threads of the thread block have come to the barrier of this number.
__device__ __forceinline__ void wait_for_threads(unsigned barrier, unsigned threads) {
    asm volatile("bar.sync %0, %1;" ::"r"(barrier), "r"(threads) : "memory");
}
template <int pending>
__device__ __forceinline__ void wait_for_products() {
    asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(pending) : "memory");
}

/// Keeps the compiler from reading sums before the wait that stands before this call: it does not know that they change later.
__device__ __forceinline__ void use_sums_from_here(float (&sums)[2][sums_a_lane]) {
#pragma unroll
    for (unsigned n = 0; n < 2 * sums_a_lane; ++n) asm volatile("" : "+f"(sums[n / sums_a_lane][n % sums_a_lane])::"memory");
}

#define GB_EIGHT(d, n) \
    "+f"(d[n]), "+f"(d[n + 1]), "+f"(d[n + 2]), "+f"(d[n + 3]), "+f"(d[n + 4]), "+f"(d[n + 5]), "+f"(d[n + 6]), "+f"(d[n + 7])
#define GB_SUMS(d)                                                                                                       \
    GB_EIGHT(d, 0), GB_EIGHT(d, 8), GB_EIGHT(d, 16), GB_EIGHT(d, 24), GB_EIGHT(d, 32), GB_EIGHT(d, 40), GB_EIGHT(d, 48), \
        GB_EIGHT(d, 56)
#define GB_WARPGROUP_PRODUCT(shape, types, tail)                                                                              \
    asm volatile(                                                                                                             \
        "{\n .reg .pred p;\n setp.ne.b32 p, %69, 0;\n wgmma.mma_async.sync.aligned." shape ".f32." types                      \
        " {%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, %21, %22, %23, "    \
        "%24, %25, %26, %27, %28, %29, %30, %31, %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, " \
        "%47, %48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63}, {%64, %65, %66, %67}, "        \
        "%68, p, " tail ";\n}"                                                                                                \
        : GB_SUMS(sums)                                                                                                       \
        : "r"(left[0]), "r"(left[1]), "r"(left[2]), "r"(left[3]), "l"(right), "r"(adds))

/// sums = left right, or += if `adds` is not 0, 64 x 128. `left` are 64 rows in registers, `right` is a descriptor of 128 rows
/// in shared memory, along k.
/// @{
__device__ __forceinline__ void add_fp16(float (&sums)[sums_a_lane], const unsigned (&left)[4], std::uint64_t right,
                                         unsigned adds) {
    GB_WARPGROUP_PRODUCT("m64n128k16", "f16.f16", "1, 1, 0");
}
__device__ __forceinline__ void add_bf16(float (&sums)[sums_a_lane], const unsigned (&left)[4], std::uint64_t right,
                                         unsigned adds) {
    GB_WARPGROUP_PRODUCT("m64n128k16", "bf16.bf16", "1, 1, 0");
}
__device__ __forceinline__ void add_tf32(float (&sums)[sums_a_lane], const unsigned (&left)[4], std::uint64_t right,
                                         unsigned adds) {
    GB_WARPGROUP_PRODUCT("m64n128k8", "tf32.tf32", "1, 1");
}
/// @}
#undef GB_WARPGROUP_PRODUCT
#undef GB_SUMS
#undef GB_EIGHT

/// The descriptor of rows in shared memory that are `row_bytes` long, 64 or 128, with chunks permuted as the policies do it.
template <unsigned row_bytes>
__device__ __forceinline__ std::uint64_t descriptor(const unsigned char* at) {
    static_assert(row_bytes == 64 || row_bytes == 128);
    constexpr std::uint64_t eight_rows = 8 * row_bytes / 16, permutation = row_bytes == 128 ? 1 : 2;
    const auto address = static_cast<std::uint64_t>(__cvta_generic_to_shared(at));
    return (address & 0x3ffffu) >> 4 | std::uint64_t{1} << 16 | eight_rows << 32 | permutation << 62;
}

/// A lane's part of B' for both halves of the columns of a tile, and where its sums are: sums[h][4 i + q + 2 j] belong to row
/// 8 i + 2 (lane % 4) + q of the tile of C and to column column_of(warp, h, j). Warps are those of a warpgroup; each has the 32
/// columns of one block.
template <bool bfloat>
struct half_products : half_policy<bfloat> {
    using base = half_policy<bfloat>;
    static constexpr unsigned steps = side_of_block / base::inner, split = 1, slabs = 2;
    static constexpr bool has_four_columns = false;
    __device__ static unsigned column_of(unsigned warp, unsigned h, unsigned j) {
        return side_of_block * warp + 16 * h + 8 * j + simt::lane_id() / 4;
    }
    __device__ static void load(unsigned (&to)[2][steps][4], const unsigned char* slab, unsigned warp, unsigned) {
        const unsigned lane = simt::lane_id();
#pragma unroll
        for (unsigned h = 0; h < 2; ++h) {
            const unsigned chunk = 2 * h + lane / 8 % 2;
#pragma unroll
            for (unsigned step = 0; step < steps; ++step) {
                const unsigned row = step * base::inner + lane % 8 + lane / 16 * 8;
                load_transposed_matrices(to[h][step], slab + (warp * base::block_bytes + row * base::row_bytes +
                                                              base::swizzled(row, chunk, true) * base::chunk_bytes));
            }
        }
    }
    __device__ static void add(float (&sums)[sums_a_lane], const unsigned (&left)[4], std::uint64_t right, unsigned adds) {
        if constexpr (bfloat)
            add_bf16(sums, left, right, adds);
        else
            add_fp16(sums, left, right, adds);
    }
};
/// A lane reads four neighbours at a time, and which four it has is chosen so that the eight lanes that read together meet
/// different banks.
template <bool three>
struct float_products : stored_rows<float> {
    static constexpr unsigned inner = 8, steps = side_of_block / inner, split = three ? 2 : 1, slabs = 1;
    static constexpr bool has_four_columns = true;  ///< column_of(warp, 0, 0) and the next three
    __device__ static unsigned chunk_of_lane() { return simt::lane_id() / 4 % 2 * 4 + simt::lane_id() / 8; }
    __device__ static unsigned column_of(unsigned warp, unsigned h, unsigned j) {
        return side_of_block * warp + 4 * chunk_of_lane() + 2 * h + j;
    }
    template <unsigned count>
    __device__ static void load(unsigned (&to)[2][count][4], const unsigned char* slab, unsigned warp, unsigned first) {
#pragma unroll
        for (unsigned step = 0; step < count; ++step) {
#pragma unroll
            for (unsigned half = 0; half < 2; ++half) {
                const unsigned row = (first + step) * inner + 4 * half + simt::lane_id() % 4;
                const uint4 four = *reinterpret_cast<const uint4*>(
                    slab + (warp * block_bytes + row * row_bytes + (chunk_of_lane() ^ row % 8) * chunk_bytes));
                to[0][step][2 * half] = four.x, to[0][step][2 * half + 1] = four.y;
                to[1][step][2 * half] = four.z, to[1][step][2 * half + 1] = four.w;
            }
        }
    }
    __device__ static void add(float (&sums)[sums_a_lane], const unsigned (&left)[4], std::uint64_t right, unsigned adds) {
        add_tf32(sums, left, right, adds);
    }
};

}  // namespace graphblas_gpu::cuda::block_product
