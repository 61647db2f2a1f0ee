// Block products by the warpgroup instructions of compute capability 9.0, for tiles of 128 and all precisions but fp64.
//
// Idea: a thread block is one warpgroup and has a tile of C, as in product.cuh, and the copies are the same. The instruction
// takes one operand from registers and the other one from shared memory, where k has to be the contiguous side. Rows of A have
// that, rows of B have not: therefore the transposed product is computed, C' = B' A', with B' in registers and A in shared
// memory as it lies. In fp32 A is split into two parts of tf32 in shared memory, B in registers. Source: PTX ISA, "Asynchronous
// Warpgroup Level Matrix Multiply-Accumulate Instructions". Compiled for sm_90a alone.
#pragma once

#include <graphblas_gpu/cuda/spamm/product.cuh>

namespace graphblas_gpu::cuda::block_product {

inline constexpr unsigned sums_a_lane = 64;  // of 64 x 128 sums, in each of 128 threads

/// Makes writes to shared memory visible to the instructions that read operands there.
__device__ __forceinline__ void publish_shared() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }
/// Before the first instruction that uses registers that were written.
__device__ __forceinline__ void begin_products() { asm volatile("wgmma.fence.sync.aligned;" ::: "memory"); }
__device__ __forceinline__ void commit_products() { asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory"); }
template <int pending>
__device__ __forceinline__ void wait_for_products() {
    asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(pending) : "memory");
}

#define GB_EIGHT(d, n) \
    "+f"(d[n]), "+f"(d[n + 1]), "+f"(d[n + 2]), "+f"(d[n + 3]), "+f"(d[n + 4]), "+f"(d[n + 5]), "+f"(d[n + 6]), "+f"(d[n + 7])
#define GB_SUMS(d)                                                                                                       \
    GB_EIGHT(d, 0), GB_EIGHT(d, 8), GB_EIGHT(d, 16), GB_EIGHT(d, 24), GB_EIGHT(d, 32), GB_EIGHT(d, 40), GB_EIGHT(d, 48), \
        GB_EIGHT(d, 56)
#define GB_WARPGROUP_PRODUCT(shape, types, tail)                                                                              \
    asm volatile(                                                                                                             \
        "wgmma.mma_async.sync.aligned." shape ".f32." types                                                                   \
        " {%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, %21, %22, %23, "    \
        "%24, %25, %26, %27, %28, %29, %30, %31, %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, " \
        "%47, %48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63}, {%64, %65, %66, %67}, "        \
        "%68, " tail ";"                                                                                                      \
        : GB_SUMS(sums)                                                                                                       \
        : "r"(left[0]), "r"(left[1]), "r"(left[2]), "r"(left[3]), "l"(right))

/// sums += left right, 64 x 128. `left` are 64 rows in registers, `right` is a descriptor of 128 rows in shared memory, along
/// k.
/// @{
__device__ __forceinline__ void add_fp16(float (&sums)[sums_a_lane], const unsigned (&left)[4], std::uint64_t right) {
    GB_WARPGROUP_PRODUCT("m64n128k16", "f16.f16", "1, 1, 1, 0");
}
__device__ __forceinline__ void add_bf16(float (&sums)[sums_a_lane], const unsigned (&left)[4], std::uint64_t right) {
    GB_WARPGROUP_PRODUCT("m64n128k16", "bf16.bf16", "1, 1, 1, 0");
}
__device__ __forceinline__ void add_tf32(float (&sums)[sums_a_lane], const unsigned (&left)[4], std::uint64_t right) {
    GB_WARPGROUP_PRODUCT("m64n128k8", "tf32.tf32", "1, 1, 1");
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

/// 16 columns of B, beginning with `column`, and the ks of an instruction, as a lane's part of 16 rows of B'.
template <bool bfloat>
struct half_products : half_policy<bfloat> {
    using base = half_policy<bfloat>;
    static constexpr unsigned steps = side_of_block / base::inner, split = 1;
    __device__ static void load(unsigned (&to)[4], const unsigned char* block, unsigned k, unsigned column) {
        const unsigned lane = simt::lane_id(), row = k + lane % 8 + lane / 16 * 8, chunk = column / 8 + lane / 8 % 2;
        load_transposed_matrices(to, block + row * base::row_bytes + base::swizzled(row, chunk, true) * base::chunk_bytes);
    }
    __device__ static void add(float (&sums)[sums_a_lane], const unsigned (&left)[4], std::uint64_t right) {
        if constexpr (bfloat)
            add_bf16(sums, left, right);
        else
            add_fp16(sums, left, right);
    }
};
template <bool three>
struct float_products : float_loads {
    static constexpr unsigned steps = side_of_block / inner, split = three ? 2 : 1;
    __device__ static void load(unsigned (&to)[4], const unsigned char* block, unsigned k, unsigned column) {
        unsigned words[2];
        for (unsigned n = 0; n < 2; ++n) {
            load_b_words(words, block, k, column + 8 * n);
            to[n] = words[0];
            to[n + 2] = words[1];
        }
    }
    __device__ static void add(float (&sums)[sums_a_lane], const unsigned (&left)[4], std::uint64_t right) {
        add_tf32(sums, left, right);
    }
};

template <unsigned stages_>
struct warpgroup_shape {
    static constexpr unsigned side = 128, blocks = side / side_of_block, threads = 128;
    static constexpr int stages = stages_;
};

inline constexpr unsigned alignment = 1024;  // of permuted rows

template <class P, class S>
__global__ void __launch_bounds__(S::threads, 2) warpgroup_kernel(lists_of_tiles lists) {
#ifdef __CUDA_ARCH_FEAT_SM90_ALL
    constexpr unsigned of_a = S::blocks * P::block_bytes, stage_bytes = 2 * of_a;
    unsigned char* const start = simt::dynamic_shared<unsigned char>();
    unsigned char* const shared = start + (alignment - __cvta_generic_to_shared(start) % alignment) % alignment;
    unsigned char* const low_of_a = shared + S::stages * stage_bytes;  // fp32 alone

    list_walk<P, S> walk(lists, lists.order[blockIdx.x]);
    const unsigned lane = simt::lane_id(), warp = simt::warp_id();

    float sums[2][sums_a_lane];  // of columns 0 .. 63 and 64 .. 127 of the tile of C
#pragma unroll
    for (unsigned h = 0; h < 2; ++h) {
#pragma unroll
        for (unsigned n = 0; n < sums_a_lane; ++n) sums[h][n] = 0;
    }

    for (int s = 0; s < S::stages - 1; ++s) walk.copy_next(shared + s * stage_bytes);

    unsigned left[P::split][2][P::steps][4];  // B' of a slab
    int stage = 0;
    for (int slab = 0; slab < walk.length; ++slab) {
        wait_for_copies<S::stages - 2>();
        publish_shared();
        __syncthreads();
        const unsigned char* const a = shared + stage * stage_bytes;
        const unsigned char* const b = a + of_a;
        if constexpr (P::split == 2) {
            constexpr unsigned chunks = of_a / 16;
#pragma unroll
            for (unsigned n = threadIdx.x; n < chunks; n += S::threads) {
                uint4 chunk = reinterpret_cast<const uint4*>(a)[n];
                chunk = uint4{low_part(chunk.x), low_part(chunk.y), low_part(chunk.z), low_part(chunk.w)};
                reinterpret_cast<uint4*>(low_of_a)[n] = chunk;
            }
            publish_shared();
        }
#pragma unroll
        for (unsigned h = 0; h < 2; ++h) {
            const unsigned column = 64 * h + 16 * warp;
            const unsigned char* const block = b + column / side_of_block * P::block_bytes;
#pragma unroll
            for (unsigned step = 0; step < P::steps; ++step) {
                P::load(left[0][h][step], block, step * P::inner, column % side_of_block);
                if constexpr (P::split == 2) {
#pragma unroll
                    for (unsigned n = 0; n < 4; ++n) left[1][h][step][n] = low_part(left[0][h][step][n]);
                }
            }
        }
        if constexpr (P::split == 2) __syncthreads();
        begin_products();
#pragma unroll
        for (unsigned step = 0; step < P::steps; ++step) {
            const std::uint64_t right = descriptor<P::row_bytes>(a + step * 32);
#pragma unroll
            for (unsigned h = 0; h < 2; ++h) {
                if constexpr (P::split == 2) {
                    P::add(sums[h], left[1][h][step], right);
                    P::add(sums[h], left[0][h][step], descriptor<P::row_bytes>(low_of_a + step * 32));
                }
                P::add(sums[h], left[0][h][step], right);
            }
        }
        commit_products();
        walk.copy_next(shared + (stage == 0 ? S::stages - 1 : stage - 1) * stage_bytes);
        wait_for_products<0>();  // the other thread block of the multiprocessor has the tensor cores while this one loads
        stage = stage + 1 == S::stages ? 0 : stage + 1;
    }

#pragma unroll
    for (unsigned h = 0; h < 2; ++h) {
#pragma unroll
        for (unsigned n = 0; n < sums_a_lane; ++n) {
            const unsigned column = 64 * h + 16 * warp + lane / 4 + 8 * (n / 2 % 2), row = 8 * (n / 4) + 2 * (lane % 4) + n % 2;
            const index block_row = walk.tile_row * S::blocks + row / side_of_block,
                        block_column = walk.tile_column * S::blocks + column / side_of_block;
            if (block_row >= lists.rows || block_column >= lists.columns) continue;
            const std::size_t at =
                static_cast<std::size_t>(lists.c_at[block_row * lists.columns + block_column]) * formats::block_values +
                row % side_of_block * side_of_block + column % side_of_block;
            const double x = static_cast<double>(sums[h][n]) * lists.unscale;
            if (lists.c_is_double) {
                double* const to = static_cast<double*>(lists.c) + at;
                *to = (lists.adds ? *to : 0) + x;
            } else {
                float* const to = static_cast<float*>(lists.c) + at;
                *to = (lists.adds ? *to : 0) + static_cast<float>(x);
            }
        }
    }
#else
    __trap();  // launched on compute capability 9.0 alone, for which there is the code above
#endif
}

template <class P, class S>
void launch_warpgroups(const std::shared_ptr<engine>& e, std::int64_t tiles, const lists_of_tiles& lists) {
    constexpr std::size_t of_a = std::size_t{S::blocks} * P::block_bytes;
    constexpr std::size_t shared_bytes = std::size_t{S::stages} * 2 * of_a + (P::split == 2 ? of_a : 0) + alignment;
    simt::launch(e->stream(), static_cast<unsigned>(tiles), S::threads, shared_bytes, warpgroup_kernel<P, S>, lists);
}

}  // namespace graphblas_gpu::cuda::block_product
