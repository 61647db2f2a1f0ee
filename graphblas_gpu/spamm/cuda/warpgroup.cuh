// The kernel of block products on compute capability 9.0, for tiles of 128 and all precisions but fp64: what its warps copy,
// await and store. Their instructions are in warpgroup_instructions.cuh.
//
// Idea: a warpgroup computes a tile of C. A cluster of two thread blocks has a group of 2 x 2 tiles and walks one list. Each
// has a row of tiles, a warpgroup for each tile, and a third warpgroup, which copies: the rows of A to its own thread block,
// and half of the columns of B to both, so that the L2 cache delivers half of what single tiles need. In fp32 each value is
// split into two parts of tf32: those of A are in shared memory, those of B in registers.
//
// Protocol. Each thread block has a ring of stages, and each stage has two barriers, `full` and `read`.
//
// A phase of `full` ends with one arrival, of the copying thread that says how many bytes come, and with these bytes, which
// come from both thread blocks. Those of the other thread block may come before the arrival, but not in a phase before, because
// it waits for a barrier `read` of its own, at which the same warps arrive.
//
// A phase of `read` ends with an arrival of each warp that multiplies, of both thread blocks, because both write to the stage.
// A warp arrives at both barriers when its instructions have read their operands (wait_for_products) and all of its lanes have
// read what they need (__syncwarp).
//
// Nobody waits for the last stages to be given back. A thread block has awaited all copies into its memory before
// it stores its sums, which does not use shared memory. It stays until the other one has made its last arrivals.
//
// compute-sanitizer --tool racecheck reports that `tiles` is written while it is read. The write is after a wait for `read`,
// and the reads are before the arrivals that this wait needs (docs/spamm.md).
// Source: PTX ISA, "cp.async.bulk.tensor", "mbarrier". Compiled for sm_90a alone.
#pragma once

#include <graphblas_gpu/spamm/cuda/tensor_copies.cuh>
#include <graphblas_gpu/spamm/cuda/warpgroup_instructions.cuh>

namespace graphblas_gpu::cuda::block_product {

inline constexpr unsigned alignment = 1024;                            // of permuted rows
inline constexpr unsigned blocks_of_tile = 4, threads_of_group = 128;  // a tile of C has 128 rows and columns
inline constexpr unsigned cluster_size = 2, multiplying_groups = 2,
                          cluster_threads = (multiplying_groups + 1) * threads_of_group;
inline constexpr unsigned multiplying_threads = multiplying_groups * threads_of_group;
inline constexpr unsigned max_shared_bytes = 225 * 1024;

/// The shared memory of a thread block: stages of one or two slabs, each of A and then of both tiles of B; a slab of zeros; in
/// fp32 low parts of two slabs of A.
template <class P>
struct cluster_memory {
    static constexpr unsigned slab_bytes = blocks_of_tile * P::block_bytes, low_slabs = P::split == 2 ? 2 : 0;
    static constexpr unsigned slabs_bytes = (1 + multiplying_groups) * slab_bytes, stage_bytes = P::slabs * slabs_bytes;
    static constexpr unsigned stages = (max_shared_bytes - alignment - (1 + low_slabs) * slab_bytes) / stage_bytes;
    static constexpr unsigned zeros = stages * stage_bytes, first_low = zeros + slab_bytes;
    static constexpr unsigned bytes = first_low + low_slabs * slab_bytes + alignment;
};

/// What the warps of a thread block tell each other.
template <class P>
struct cluster_state {
    static constexpr unsigned stages = cluster_memory<P>::stages;
    std::uint64_t full[stages], read[stages];  ///< barriers: a stage is there; all its readers have finished
    unsigned tiles[stages];                    ///< for each slab four bits: which tiles of the group have a product at its k
};

/// Where a warp is in the ring of stages, and the parity of the phase that it waits for there.
template <unsigned stages>
struct place_in_ring {
    unsigned stage = 0, parity;
    __device__ void advance() {
        stage = stage + 1 == stages ? 0 : stage + 1;
        if (stage == 0) parity ^= 1;
    }
};

/// The list of a group, and the tile of C in it that a warpgroup has.
struct tile_of_group {
    const column_index* ks;
    int length;
    index tile_row, tile_column;

    __device__ tile_of_group(const lists_of_tiles& lists, unsigned row, unsigned column) {
        const unsigned group = lists.order[blockIdx.x / cluster_size];
        const index columns = (lists.tile_columns + 1) / 2;
        ks = lists.ks + group * lists.room;
        length = static_cast<int>(lists.lengths[group]);
        tile_row = group / columns * 2 + row;
        tile_column = group % columns * 2 + column;
    }
    /// Entries first .. last - 1 of the list begin with the first product of a tile of the group and end with its last one.
    struct part {
        int first, last;
    };
    __device__ part part_of_tile(unsigned tile) const {
        int first = length, last = 0;
        for (int n = static_cast<int>(simt::lane_id()); n < length; n += static_cast<int>(simt::warp_size)) {
            if ((static_cast<unsigned>(ks[n]) >> (k_bits + tile) & 1) == 0) continue;
            first = min(first, n);
            last = n + 1;
        }
        return {__reduce_min_sync(simt::full_warp, first), __reduce_max_sync(simt::full_warp, last)};
    }
};

/// Copies all slabs of a list, as soon as their stages have no readers; waits for the cluster before the first one. Each warp
/// of a warpgroup looks up two blocks of 32 slabs at a time, early, and copies them: one of A in the rows of the thread block,
/// and one of B in the columns of one tile, which both thread blocks read.
template <class P>
__device__ void copy_slabs(const lists_of_tiles& lists, const tile_of_group& own, unsigned rank, const CUtensorMap* a_pool,
                           const CUtensorMap* b_pool, unsigned char* shared, cluster_state<P>& state) {
    using memory = cluster_memory<P>;
    place_in_ring<memory::stages> place{0, 1};  // the first use of a stage does not wait
    const unsigned lane = simt::lane_id(), warp = simt::warp_id() % blocks_of_tile;
    const index row = own.tile_row * blocks_of_tile + warp, column = own.tile_column * blocks_of_tile + warp;
    const unsigned slab_of_lane = lane / 2 % P::slabs;
    const bool of_b = lane % 2 != 0;
    unsigned char* const to =
        shared + slab_of_lane * memory::slabs_bytes + (of_b ? (1 + rank) * memory::slab_bytes : 0) + warp * P::block_bytes;
    const auto readers = static_cast<std::uint16_t>(of_b ? 3u : 1u << rank);
    struct {
        unsigned entry;
        int at_a, at_b;
    } here, next;
    const auto look_up = [&](int first) {
        next = {0, -1, -1};
        const int n = first + static_cast<int>(lane);
        if (n >= own.length) return;
        next.entry = static_cast<unsigned>(own.ks[n]);
        const index k = next.entry & ((1u << k_bits) - 1);
        if (row < lists.rows) next.at_a = lists.a_at[row * lists.inner + k];
        if (column < lists.columns) next.at_b = lists.b_at[k * lists.columns + column];
    };
    look_up(0);
    __syncwarp();
    wait_for_cluster();
    for (int first = 0; first < own.length; first += simt::warp_size) {
        here = next;
        look_up(first + static_cast<int>(simt::warp_size));
        const int slabs = min(static_cast<int>(simt::warp_size), own.length - first);
        for (int slab = 0; slab < slabs; slab += static_cast<int>(P::slabs)) {
            unsigned tiles = 0;
#pragma unroll
            for (int n = 0; n < static_cast<int>(P::slabs); ++n)
                tiles |= __shfl_sync(simt::full_warp, here.entry >> k_bits, slab + n) << (4 * n);
            const int from = slab + static_cast<int>(slab_of_lane);
            const int from_a = __shfl_sync(simt::full_warp, here.at_a, from),
                      from_b = __shfl_sync(simt::full_warp, here.at_b, from);
            wait_for_barrier(state.read + place.stage, place.parity);
            if (warp == 0 && lane == 0) {
                state.tiles[place.stage] = tiles;
                expect_bytes(state.full + place.stage, memory::stage_bytes);
            }
            // The rows of position -1 lie outside of the tensor: they are filled with zeros.
            if (lane < 2 * P::slabs)
                copy_to_cluster(to + place.stage * memory::stage_bytes, of_b ? b_pool : a_pool,
                                (of_b ? from_b : from_a) * static_cast<int>(side_of_block), state.full + place.stage, readers);
            place.advance();
        }
    }
}

/// C = or += the sums of a tile. Each warp has a column of blocks, whose positions are `blocks`.
template <class P, bool adds, class T>
__device__ __forceinline__ void store_sums(T* c, const int (&blocks)[blocks_of_tile], const float (&sums)[2][sums_a_lane],
                                           double scale) {
    const unsigned lane = simt::lane_id(), warp = simt::warp_id() % blocks_of_tile;
#pragma unroll
    for (unsigned n = 0; n < 32; ++n) {
        if (blocks[n / 8] < 0) continue;
        const unsigned first = 4 * (n / 2) + n % 2, row = 8 * (n / 2) % side_of_block + 2 * (lane % 4) + n % 2;
        T* const to = c + std::int64_t{blocks[n / 8]} * formats::block_values + row * side_of_block;
        if constexpr (P::has_four_columns && !adds && sizeof(T) == sizeof(float)) {
            *reinterpret_cast<float4*>(to + P::column_of(warp, 0, 0) % side_of_block) =
                float4{sums[0][first], sums[0][first + 2], sums[1][first], sums[1][first + 2]};
        } else {
#pragma unroll
            for (unsigned m = 0; m < 4; ++m) {
                T& element = to[P::column_of(warp, m / 2, m % 2) % side_of_block];
                T sum = sums[m / 2][first + m % 2 * 2];
                if constexpr (sizeof(T) == sizeof(double)) sum *= scale;
                element = adds ? element + sum : sum;
            }
        }
    }
}

/// The norms of the blocks of a warp, from their sums.
__device__ __forceinline__ void store_norms(double* norms, const int (&blocks)[blocks_of_tile],
                                            const float (&sums)[2][sums_a_lane]) {
    constexpr unsigned sums_a_block = sums_a_lane / blocks_of_tile;  // in a lane, of each half
#pragma unroll
    for (unsigned row = 0; row < blocks_of_tile; ++row) {
        if (blocks[row] < 0) continue;
        const double norm = norm_of_block<false>([&](const auto& take) {
#pragma unroll
            for (unsigned n = 0; n < 2 * sums_a_block; ++n)
                take(static_cast<double>(sums[n / sums_a_block][row * sums_a_block + n % sums_a_block]));
        });
        if (simt::lane_id() == 0) norms[blocks[row]] = norm;
    }
}

/// The positions of the blocks of C that a warp has, -1 where there is none.
__device__ __forceinline__ void find_blocks(int (&blocks)[blocks_of_tile], const lists_of_tiles& lists,
                                            const tile_of_group& own) {
    const index block_column = own.tile_column * blocks_of_tile + simt::warp_id() % blocks_of_tile;
#pragma unroll
    for (unsigned row = 0; row < blocks_of_tile; ++row) {
        const index block_row = own.tile_row * blocks_of_tile + row;
        const bool exists = block_row < lists.rows && block_column < lists.columns;
        blocks[row] = exists ? lists.c_at[block_row * lists.columns + block_column] : -1;
    }
}

/// C = or += the sums of a tile, and the norms of its blocks where they are wanted.
template <class P>
__device__ void store_tile(const lists_of_tiles& lists, const int (&blocks)[blocks_of_tile], float (&sums)[2][sums_a_lane]) {
    if (lists.c_is_double) {
        auto* const c = static_cast<double*>(lists.c);
        return lists.adds ? store_sums<P, true>(c, blocks, sums, lists.unscale)
                          : store_sums<P, false>(c, blocks, sums, lists.unscale);
    }
    if (lists.unscale != 1) {
#pragma unroll
        for (unsigned n = 0; n < 2 * sums_a_lane; ++n) {
            float& sum = sums[n / sums_a_lane][n % sums_a_lane];
            sum = static_cast<float>(sum * lists.unscale);
        }
    }
    auto* const c = static_cast<float*>(lists.c);
    if (lists.adds) return store_sums<P, true>(c, blocks, sums, 1);
    store_sums<P, false>(c, blocks, sums, 1);
    if (lists.c_norms != nullptr) store_norms(lists.c_norms, blocks, sums);
}

/// sums = the products of a tile, in both halves of its columns, by a warpgroup.
template <class P>
__device__ void multiply_tile(const tile_of_group& own, unsigned rank, unsigned column, unsigned char* shared,
                              cluster_state<P>& state, float (&sums)[2][sums_a_lane]) {
    using memory = cluster_memory<P>;
    const unsigned lane = simt::lane_id(), warp = simt::warp_id() % blocks_of_tile;
    const unsigned char* const zeros = shared + memory::zeros;
    // B' of a part of a stage, and in fp32 its low parts. The products of one part are under way while the next one is loaded.
    constexpr unsigned parts = P::split, steps = P::steps / parts;
    using operand = unsigned[P::split][P::slabs][2][steps][4];
    // Where the tile has no product, zeros are multiplied: the compiler waits for each of these instructions if one of them
    // stands in a branch.
    const auto begin_part = [&](operand& left, unsigned stage, unsigned tiles, int slab, unsigned part) {
        const unsigned char* a[P::slabs];
#pragma unroll
        for (unsigned n = 0; n < P::slabs; ++n) {
            const bool multiplies = (tiles >> (4 * n + 2 * rank + column) & 1u) != 0;
            const unsigned char* const there = shared + stage * memory::stage_bytes + n * memory::slabs_bytes;
            a[n] = multiplies ? there : zeros;
            P::load(left[0][n], multiplies ? there + (1 + column) * memory::slab_bytes : zeros, warp, part * steps);
        }
        const unsigned char* const low = a[0] == zeros ? zeros : shared + memory::first_low + slab % 2 * memory::slab_bytes;
        if constexpr (P::split == 2) {
#pragma unroll
            for (unsigned n = 0; n < 2 * steps * 4; ++n)
                left[1][0][n / 4 / steps][n / 4 % steps][n % 4] = low_part(left[0][0][n / 4 / steps][n / 4 % steps][n % 4]);
        }
        const auto rows = [&](const unsigned char* slab_of_a, unsigned step) {
            return descriptor<P::row_bytes>(slab_of_a + (part * steps + step) * 32);
        };
        begin_products();
#pragma unroll
        for (unsigned n = 0; n < P::slabs; ++n) {
#pragma unroll
            for (unsigned step = 0; step < steps; ++step) {
#pragma unroll
                for (unsigned h = 0; h < 2; ++h) {
                    const unsigned adds = slab > 0 || part + n + step > 0;  // sums are not defined before the first instruction
                    if constexpr (P::split == 2) {
                        P::add(sums[h], left[1][n][h][step], rows(a[n], step), adds);
                        P::add(sums[h], left[0][n][h][step], rows(low, step), 1);
                    }
                    P::add(sums[h], left[0][n][h][step], rows(a[n], step), P::split == 2 ? 1 : adds);
                }
            }
        }
        commit_products();
    };
    const auto release = [&](unsigned stage) {
        __syncwarp();
        if (lane < cluster_size) arrive_at(state.read + stage, lane);
    };
    operand left[2];
    place_in_ring<memory::stages> place{0, 0};
    unsigned before = 0;  // the stage before
    const auto await_stage = [&] { wait_for_barrier(state.full + place.stage, place.parity); };
    if constexpr (P::split == 1) {
        const auto multiply = [&](int n, operand& own_left) {
            await_stage();
            begin_part(own_left, place.stage, state.tiles[place.stage], n, 0);
            wait_for_products<1>();
            if (n > 0) release(before);
            before = place.stage;
            place.advance();
        };
        const auto pass_over = [&](int stages) {
            for (; stages > 0; --stages) {
                await_stage();
                release(place.stage);
                place.advance();
            }
        };
        // Neighbouring tiles begin and end at different k. Stages before and behind the products of this tile are passed over.
        constexpr int slabs = P::slabs;
        const int stages = (own.length + slabs - 1) / slabs;
        int first = 0, last = stages;
        if constexpr (slabs == 1) {  // in 16 bits this takes longer than it saves
            const auto part = own.part_of_tile(2 * rank + column);
            first = part.first, last = part.last;
        }
        pass_over(first);
        for (int n = 0; n < last - first; n += 2) {
            multiply(n, left[0]);
            if (n + 1 >= last - first) break;
            multiply(n + 1, left[1]);
        }
        wait_for_products<0>();
        if (first < last) release(before);
        pass_over(stages - ::max(first, last));
    } else {
        // The low parts of A are written one slab ahead, by both warpgroups for both.
        const auto split_a = [&](unsigned of_stage, int slab) {
            const uint4* const from = reinterpret_cast<const uint4*>(shared + of_stage * memory::stage_bytes);
            uint4* const to = reinterpret_cast<uint4*>(shared + memory::first_low + slab % 2 * memory::slab_bytes);
#pragma unroll 1
            for (unsigned n = threadIdx.x; n < memory::slab_bytes / sizeof(uint4); n += multiplying_threads) {
                const uint4 chunk = from[n];
                to[n] = uint4{low_part(chunk.x), low_part(chunk.y), low_part(chunk.z), low_part(chunk.w)};
            }
            publish_shared();
        };
        await_stage();
        split_a(place.stage, 0);
        for (int slab = 0; slab < own.length; ++slab) {
            const unsigned stage = place.stage, tiles = state.tiles[stage];
            wait_for_threads(1, multiplying_threads);  // the low parts of this slab are there
            begin_part(left[0], stage, tiles, slab, 0);
            wait_for_products<1>();
            if (slab > 0) release(before);
            wait_for_threads(2, multiplying_threads);  // all readers of the low parts of the previous slab have finished
            before = stage;
            place.advance();
            if (slab + 1 < own.length) {
                await_stage();
                split_a(place.stage, slab + 1);
            }
            begin_part(left[1], stage, tiles, slab, 1);
            wait_for_products<1>();
        }
    }
    wait_for_products<0>();
    use_sums_from_here(sums);
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
    const bool multiplies = threadIdx.x < multiplying_threads;
    const unsigned column = multiplies ? threadIdx.x / threads_of_group : rank;
    const tile_of_group own(lists, rank, column);
    for (unsigned n = threadIdx.x; n < memory::slab_bytes / sizeof(uint4); n += cluster_threads)
        reinterpret_cast<uint4*>(shared + memory::zeros)[n] = uint4{0, 0, 0, 0};
    publish_shared();
    if (threadIdx.x == 0) {
        for (unsigned s = 0; s < memory::stages; ++s) {
            begin_barrier(state.full + s, 1);
            begin_barrier(state.read + s, cluster_size * multiplying_threads / simt::warp_size);
        }
        publish_barriers();
    }
    if (multiplies) {
        take_registers<232>();
        int blocks[blocks_of_tile];
        find_blocks(blocks, lists, own);
        wait_for_cluster();
        float sums[2][sums_a_lane];
        multiply_tile<P>(own, rank, column, shared, state, sums);
        store_tile<P>(lists, blocks, sums);
    } else {
        leave_registers<40>();
        copy_slabs<P>(lists, own, rank, &a_pool, &b_pool, shared, state);
    }
    __syncwarp();
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
