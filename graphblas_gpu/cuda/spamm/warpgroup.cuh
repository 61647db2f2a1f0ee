// Block products by the warpgroup instructions of compute capability 9.0, for tiles of 128 and all precisions but fp64.
//
// Idea: a warpgroup computes a tile of C. The instruction takes one operand from registers and the other one from shared memory,
// where k has to be the contiguous side. This holds for rows of A, but not for rows of B. Therefore the transposed product is
// computed, C' = B' A', with B' in registers and A in shared memory in its stored order. In fp32 each value is split into two
// parts of tf32: those of A are in shared memory, those of B in registers.
//
// A cluster of two thread blocks has a group of 2 x 2 tiles and walks one list. Each has a row of tiles, a warpgroup for each
// tile, and a third warpgroup, of which one warp copies: the rows of A to its own thread block, and half of the columns of B to
// both, so that the L2 cache delivers half of what single tiles need. Copies are awaited by a barrier for each stage; a second
// barrier tells both copying warps that all readers of a stage have finished.
// Source: PTX ISA, "Asynchronous Warpgroup Level Matrix Multiply-Accumulate Instructions", "cp.async.bulk.tensor", "mbarrier".
// Compiled for sm_90a alone.
#pragma once

#include <graphblas_gpu/cuda/spamm/product.cuh>
#include <graphblas_gpu/cuda/spamm/tensor_copies.cuh>

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

/// The descriptor of 128 rows that all lie in the same 128 bytes of `zeros`.
__device__ __forceinline__ std::uint64_t descriptor_of_zeros(const unsigned char* zeros) {
    return (static_cast<std::uint64_t>(__cvta_generic_to_shared(zeros)) & 0x3ffffu) >> 4;
}

/// Where the values of a slab of B are, or zeros if the mask is 0.
struct slab_of_b {
    const unsigned char* first;
    unsigned mask;
    __device__ const unsigned char* at(unsigned offset) const { return first + (offset & mask); }
};

/// A lane's part of B' for both halves of the columns of a tile, and where its sums are: sums[h][4 i + q + 2 j] belong to row
/// 8 i + 2 (lane % 4) + q of the tile of C and to column column_of(warp, h, j). Warps are those of a warpgroup.
template <bool bfloat>
struct half_products : half_policy<bfloat> {
    using base = half_policy<bfloat>;
    static constexpr unsigned steps = side_of_block / base::inner, split = 1;
    static constexpr bool has_four_columns = false;
    __device__ static unsigned column_of(unsigned warp, unsigned h, unsigned j) {
        return 64 * h + 16 * warp + 8 * j + simt::lane_id() / 4;
    }
    __device__ static void load(unsigned (&to)[2][steps][4], const slab_of_b& slab, unsigned warp, unsigned) {
        const unsigned lane = simt::lane_id();
#pragma unroll
        for (unsigned h = 0; h < 2; ++h) {
            const unsigned column = 64 * h + 16 * warp;
            const unsigned block = column / side_of_block * base::block_bytes;
            const unsigned chunk = column % side_of_block / 8 + lane / 8 % 2;
#pragma unroll
            for (unsigned step = 0; step < steps; ++step) {
                const unsigned row = step * base::inner + lane % 8 + lane / 16 * 8;
                load_transposed_matrices(
                    to[h][step], slab.at(block + row * base::row_bytes + base::swizzled(row, chunk, true) * base::chunk_bytes));
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
/// A warp has the 32 columns of one block. A lane reads four neighbours at a time, and which four it has is chosen so that the
/// eight lanes that read together meet different banks.
template <bool three>
struct float_products : stored_rows<float> {
    static constexpr unsigned inner = 8, steps = side_of_block / inner, split = three ? 2 : 1;
    static constexpr bool has_four_columns = true;  ///< column_of(warp, 0, 0) and the next three
    __device__ static unsigned chunk_of_lane() { return simt::lane_id() / 4 % 2 * 4 + simt::lane_id() / 8; }
    __device__ static unsigned column_of(unsigned warp, unsigned h, unsigned j) {
        return side_of_block * warp + 4 * chunk_of_lane() + 2 * h + j;
    }
    template <unsigned count>
    __device__ static void load(unsigned (&to)[2][count][4], const slab_of_b& slab, unsigned warp, unsigned first) {
#pragma unroll
        for (unsigned step = 0; step < count; ++step) {
#pragma unroll
            for (unsigned half = 0; half < 2; ++half) {
                const unsigned row = (first + step) * inner + 4 * half + simt::lane_id() % 4;
                const uint4 four = *reinterpret_cast<const uint4*>(
                    slab.at(warp * block_bytes + row * row_bytes + (chunk_of_lane() ^ row % 8) * chunk_bytes));
                to[0][step][2 * half] = four.x, to[0][step][2 * half + 1] = four.y;
                to[1][step][2 * half] = four.z, to[1][step][2 * half + 1] = four.w;
            }
        }
    }
    __device__ static void add(float (&sums)[sums_a_lane], const unsigned (&left)[4], std::uint64_t right, unsigned adds) {
        add_tf32(sums, left, right, adds);
    }
};

inline constexpr unsigned alignment = 1024;                            // of permuted rows
inline constexpr unsigned blocks_of_tile = 4, threads_of_group = 128;  // a tile of C has 128 rows and columns
inline constexpr unsigned cluster_size = 2, multiplying_groups = 2,
                          cluster_threads = (multiplying_groups + 1) * threads_of_group;
inline constexpr unsigned multiplying_threads = multiplying_groups * threads_of_group;
inline constexpr unsigned most_shared_bytes = 225 * 1024;

/// The shared memory of a thread block: stages of a slab of A and then two of B; in fp32 low parts of two slabs of A.
template <class P>
struct cluster_memory {
    static constexpr unsigned slab_bytes = blocks_of_tile * P::block_bytes;
    static constexpr unsigned stage_bytes = (1 + multiplying_groups) * slab_bytes;
    static constexpr unsigned low_bytes = P::split == 2 ? 2 * slab_bytes : 0;
    static constexpr unsigned stages = (most_shared_bytes - alignment - low_bytes) / stage_bytes;
    static constexpr unsigned bytes = stages * stage_bytes + low_bytes + alignment;
};

/// What the warps of a thread block tell each other.
template <class P>
struct cluster_state {
    static constexpr unsigned stages = cluster_memory<P>::stages, at_once = simt::warp_size, copied = 2 * blocks_of_tile;
    std::uint64_t full[stages], read[stages];  ///< barriers: a stage is there; all its readers have finished
    alignas(128) unsigned char zeros[128];
    unsigned tiles[stages];              ///< of the group: which have a product at the k of the stage
    int positions[copied][at_once + 1];  ///< of the blocks that are copied, for some slabs
};

/// The list of a group, and the tile of C in it that a warpgroup has.
struct tile_of_group {
    const column_index* ks;
    int length;
    index tile_row, tile_column;

    __device__ tile_of_group(const lists_of_tiles& lists, unsigned row, unsigned column) {
        const unsigned group = lists.order[blockIdx.x / cluster_size];
        const index columns = (lists.tile_columns + 1) / 2;
        ks = lists.ks + lists.offsets[group];
        length = static_cast<int>(lists.offsets[group + 1] - lists.offsets[group]);
        tile_row = group / columns * 2 + row;
        tile_column = group % columns * 2 + column;
    }
};

/// Copies all slabs of a list, as soon as their stages have no readers. One warp calls. It looks up the blocks of 32 slabs at a
/// time. Each of its first lanes copies a block: those of A in the rows of the thread block, and those of B in the columns of
/// one tile, which both thread blocks read.
template <class P>
__device__ void copy_slabs(const lists_of_tiles& lists, unsigned rank, const CUtensorMap* a_pool, const CUtensorMap* b_pool,
                           unsigned char* shared, cluster_state<P>& state) {
    using memory = cluster_memory<P>;
    constexpr unsigned at_once = cluster_state<P>::at_once, copied = cluster_state<P>::copied;
    const tile_of_group own(lists, rank, rank);
    const unsigned lane = simt::lane_id();
    const index first_row = own.tile_row * blocks_of_tile, first_column = own.tile_column * blocks_of_tile;
    const bool of_b = lane >= blocks_of_tile;
    const unsigned offset = (of_b ? (1 + rank) * memory::slab_bytes : 0) + lane % blocks_of_tile * P::block_bytes;
    const auto readers = static_cast<std::uint16_t>(of_b ? 3u : 1u << rank);
    unsigned stage = 0, parity = 1;  // the first use of a stage does not wait
    for (int first = 0; first < own.length; first += at_once) {
        const unsigned entry =
            first + static_cast<int>(lane) < own.length ? static_cast<unsigned>(own.ks[first + static_cast<int>(lane)]) : 0;
        const index k = entry & ((1u << k_bits) - 1);
        __syncwarp();
#pragma unroll
        for (unsigned n = 0; n < blocks_of_tile; ++n) {
            const index row = first_row + n, column = first_column + n;
            state.positions[n][lane] = row < lists.rows ? lists.a_at[row * lists.inner + k] : -1;
            state.positions[blocks_of_tile + n][lane] = column < lists.columns ? lists.b_at[k * lists.columns + column] : -1;
        }
        __syncwarp();
        for (int slab = first; slab < own.length && slab < first + static_cast<int>(at_once); ++slab) {
            const unsigned tiles = __shfl_sync(simt::full_warp, entry >> k_bits, slab - first);
            wait_for_barrier(state.read + stage, parity);
            if (lane == 0) {
                state.tiles[stage] = tiles;
                expect_bytes(state.full + stage, memory::stage_bytes);
            }
            // The rows of position -1 lie outside of the tensor: they are filled with zeros.
            if (lane < copied)
                copy_to_cluster(shared + stage * memory::stage_bytes + offset, of_b ? b_pool : a_pool,
                                state.positions[lane][slab - first] * static_cast<int>(side_of_block), state.full + stage,
                                readers);
            stage = stage + 1 == memory::stages ? 0 : stage + 1;
            if (stage == 0) parity ^= 1;
        }
    }
    __syncwarp();
}

/// C = or += the sums of a tile.
template <class P>
__device__ void store_tile(const lists_of_tiles& lists, const tile_of_group& own, const float (&sums)[2][sums_a_lane]) {
    const unsigned lane = simt::lane_id(), warp = simt::warp_id() % (threads_of_group / simt::warp_size);
    constexpr unsigned block_columns = P::has_four_columns ? 1 : 2;  // in which a lane has sums
    int blocks[blocks_of_tile][block_columns];
#pragma unroll
    for (unsigned row = 0; row < blocks_of_tile; ++row) {
#pragma unroll
        for (unsigned h = 0; h < block_columns; ++h) {
            const index block_row = own.tile_row * blocks_of_tile + row,
                        block_column = own.tile_column * blocks_of_tile + P::column_of(warp, h, 0) / side_of_block;
            const bool exists = block_row < lists.rows && block_column < lists.columns;
            blocks[row][h] = exists ? lists.c_at[block_row * lists.columns + block_column] : -1;
        }
    }
    const auto scaled = [&](float sum) { return static_cast<double>(sum) * lists.unscale; };
    const auto store = [&](std::int64_t at, float sum) {
        if (lists.c_is_double) {
            double* const to = static_cast<double*>(lists.c) + at;
            *to = (lists.adds ? *to : 0) + scaled(sum);
        } else {
            float* const to = static_cast<float*>(lists.c) + at;
            *to = (lists.adds ? *to : 0) + static_cast<float>(scaled(sum));
        }
    };
#pragma unroll
    for (unsigned n = 0; n < 32; ++n) {
        const unsigned first = 4 * (n / 2) + n % 2, row = 8 * (n / 2) % side_of_block + 2 * (lane % 4) + n % 2;
        const auto place = [&](unsigned h, unsigned column) {
            return std::int64_t{blocks[n / 8][h]} * formats::block_values + row * side_of_block + column % side_of_block;
        };
        if constexpr (P::has_four_columns) {
            if (blocks[n / 8][0] < 0) continue;
            const std::int64_t at = place(0, P::column_of(warp, 0, 0));
            if (lists.c_is_double || lists.adds) {
#pragma unroll
                for (unsigned m = 0; m < 4; ++m) store(at + m, sums[m / 2][first + m % 2 * 2]);
            } else {
                *reinterpret_cast<float4*>(static_cast<float*>(lists.c) + at) =
                    float4{static_cast<float>(scaled(sums[0][first])), static_cast<float>(scaled(sums[0][first + 2])),
                           static_cast<float>(scaled(sums[1][first])), static_cast<float>(scaled(sums[1][first + 2]))};
            }
        } else {
#pragma unroll
            for (unsigned m = 0; m < 4; ++m) {
                if (blocks[n / 8][m / 2] >= 0)
                    store(place(m / 2, P::column_of(warp, m / 2, m % 2)), sums[m / 2][first + m % 2 * 2]);
            }
        }
    }
}

/// The products of a tile, by a warpgroup.
template <class P>
__device__ void multiply_tile(const lists_of_tiles& lists, unsigned rank, unsigned char* shared, cluster_state<P>& state) {
    using memory = cluster_memory<P>;
    const unsigned lane = simt::lane_id(), warp = simt::warp_id() % (threads_of_group / simt::warp_size);
    const unsigned column = simt::warp_id() / (threads_of_group / simt::warp_size);
    const tile_of_group own(lists, rank, column);
    unsigned char* const low_of_a = shared + memory::stages * memory::stage_bytes;  // fp32 alone

    float sums[2][sums_a_lane];  // of both halves of the columns
    // B' of a part of a slab, and in fp32 its low parts. The products of one part are under way while the next one is loaded.
    constexpr unsigned parts = P::split, steps = P::steps / parts;
    using operand = unsigned[P::split][2][steps][4];
    // Where the tile has no product, zeros are multiplied: the compiler waits for each of these instructions if one of them
    // stands in a branch. The zeros are loaded like other operands, because registers of products under way must not be set.
    const auto begin_part = [&](bool multiplies, operand& left, unsigned stage, int slab, unsigned part) {
        const unsigned char* const a = shared + stage * memory::stage_bytes;
        const unsigned char* const low = low_of_a + slab % 2 * memory::slab_bytes;
        P::load(left[0], multiplies ? slab_of_b{a + (1 + column) * memory::slab_bytes, ~0u} : slab_of_b{state.zeros, 0}, warp,
                part * steps);
        if constexpr (P::split == 2) {
#pragma unroll
            for (unsigned n = 0; n < 2 * steps * 4; ++n)
                left[1][n / 4 / steps][n / 4 % steps][n % 4] = low_part(left[0][n / 4 / steps][n / 4 % steps][n % 4]);
        }
        const auto rows = [&](const unsigned char* slab_of_a, unsigned step) {
            const std::uint64_t there = descriptor<P::row_bytes>(slab_of_a + (part * steps + step) * 32);
            return multiplies ? there : descriptor_of_zeros(state.zeros);
        };
        begin_products();
#pragma unroll
        for (unsigned step = 0; step < steps; ++step) {
#pragma unroll
            for (unsigned h = 0; h < 2; ++h) {
                const unsigned adds = slab > 0 || part > 0 || step > 0;  // sums are not defined before the first instruction
                if constexpr (P::split == 2) {
                    P::add(sums[h], left[1][h][step], rows(a, step), adds);
                    P::add(sums[h], left[0][h][step], rows(low, step), 1);
                }
                P::add(sums[h], left[0][h][step], rows(a, step), P::split == 2 ? 1 : adds);
            }
        }
        commit_products();
    };
    const auto release = [&](unsigned stage) {
        if (lane < cluster_size) arrive_at(state.read + stage, lane);
    };
    const auto is_own = [&](unsigned stage) {
        return (__shfl_sync(simt::full_warp, state.tiles[stage], 0) >> (2 * rank + column) & 1u) != 0;
    };
    unsigned stage = 0, parity = 0, before = 0;
    const auto await_slab = [&] { wait_for_barrier(state.full + stage, parity); };
    const auto go_on = [&] {
        before = stage;
        stage = stage + 1 == memory::stages ? 0 : stage + 1;
        if (stage == 0) parity ^= 1;
    };
    operand left[2];
    if constexpr (P::split == 1) {
        const auto multiply = [&](int slab, operand& own_left) {
            const bool exists = slab < own.length;  // there may be one after the last, of zeros
            if (exists) await_slab();
            begin_part(exists && is_own(stage), own_left, stage, slab, 0);
            wait_for_products<1>();
            if (slab > 0) release(before);
            go_on();
        };
        for (int slab = 0; slab < own.length; slab += 2) {
            multiply(slab, left[0]);
            multiply(slab + 1, left[1]);
        }
    } else {
        // The low parts of A are written one slab ahead, by both warpgroups for both.
        const auto split_a = [&](unsigned of_stage, int slab) {
            const uint4* const from = reinterpret_cast<const uint4*>(shared + of_stage * memory::stage_bytes);
            uint4* const to = reinterpret_cast<uint4*>(low_of_a + slab % 2 * memory::slab_bytes);
#pragma unroll 1
            for (unsigned n = threadIdx.x; n < memory::slab_bytes / sizeof(uint4); n += multiplying_threads) {
                const uint4 chunk = from[n];
                to[n] = uint4{low_part(chunk.x), low_part(chunk.y), low_part(chunk.z), low_part(chunk.w)};
            }
            publish_shared();
        };
        await_slab();
        split_a(stage, 0);
        for (int slab = 0; slab < own.length; ++slab) {
            const unsigned of_stage = stage;
            const bool multiplies = is_own(of_stage);
            wait_for_threads(1, multiplying_threads);  // the low parts of this slab are there
            begin_part(multiplies, left[0], of_stage, slab, 0);
            wait_for_products<1>();
            if (slab > 0) release(before);
            wait_for_threads(2, multiplying_threads);  // all readers of the low parts of the previous slab have finished
            go_on();
            if (slab + 1 < own.length) {
                await_slab();
                split_a(stage, slab + 1);
            }
            begin_part(multiplies, left[1], of_stage, slab, 1);
            wait_for_products<1>();
        }
    }
    wait_for_products<0>();
    use_sums_from_here(sums);
    store_tile<P>(lists, own, sums);
    __syncwarp();
}

template <class P>
__global__ void __cluster_dims__(cluster_size, 1, 1) __launch_bounds__(cluster_threads, 1)
    warpgroup_kernel(const __grid_constant__ CUtensorMap a_pool, const __grid_constant__ CUtensorMap b_pool,
                     lists_of_tiles lists) {
#ifdef __CUDA_ARCH_FEAT_SM90_ALL
    using memory = cluster_memory<P>;
    __shared__ cluster_state<P> state;
    unsigned char* const start = simt::dynamic_shared<unsigned char>();
    unsigned char* const shared = start + (alignment - __cvta_generic_to_shared(start) % alignment) % alignment;
    const unsigned rank = blockIdx.x % cluster_size;
    if (threadIdx.x < sizeof(state.zeros)) state.zeros[threadIdx.x] = 0;
    publish_shared();
    if (threadIdx.x == 0) {
        for (unsigned s = 0; s < memory::stages; ++s) {
            begin_barrier(state.full + s, 1);
            begin_barrier(state.read + s, cluster_size * multiplying_threads / simt::warp_size);
        }
        publish_barriers();
    }
    wait_for_cluster();
    if (threadIdx.x < multiplying_threads) {
        take_registers<232>();
        multiply_tile<P>(lists, rank, shared, state);
    } else {
        leave_registers<40>();
        if (simt::warp_id() == multiplying_threads / simt::warp_size)
            copy_slabs<P>(lists, rank, &a_pool, &b_pool, shared, state);
    }
    wait_for_cluster();  // until then the other thread block may arrive at the barriers of this one
#else
    __trap();  // launched on compute capability 9.0 alone, for which there is the code above
#endif
}

template <class P>
void launch_warpgroups(const std::shared_ptr<engine>& e, std::int64_t groups, const lists_of_tiles& lists) {
    simt::launch(e->stream(), static_cast<unsigned>(groups * cluster_size), cluster_threads, cluster_memory<P>::bytes,
                 warpgroup_kernel<P>, pool_of_rows(lists.a, lists.a_count * side_of_block, P::row_bytes),
                 pool_of_rows(lists.b, lists.b_count * side_of_block, P::row_bytes), lists);
}

}  // namespace graphblas_gpu::cuda::block_product
