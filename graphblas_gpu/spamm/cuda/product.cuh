// The kernel of block products: a thread block for each tile of C, which walks the list of its ks.
//
// Idea: of each k, the blocks of A and of B are copied to shared memory by cp.async, some stages ahead of the products. Blocks
// keep their 32 x 32 shape there; the 16-byte chunks of a row are permuted, so that the rows of a fragment lie in different
// banks. Each warp has its part of the tile of C in registers and multiplies on tensor cores. A precision is a policy: how
// fragments are loaded from a block, and what multiplies them.
#pragma once

#include <graphblas_gpu/spamm/cuda/block_norm.cuh>
#include <graphblas_gpu/spamm/cuda/instructions.cuh>
#include <graphblas_gpu/spamm/cuda/product.hpp>

namespace graphblas_gpu::cuda::block_product {

inline constexpr unsigned side_of_block = 32;

/// How the tile of C is shared by the warps of a thread block.
template <unsigned side_, unsigned warp_rows_, unsigned warp_columns_, int stages_, int blocks_a_multiprocessor_>
struct tile_shape {
    static constexpr unsigned side = side_;            ///< of the tile of C
    static constexpr unsigned warp_rows = warp_rows_;  ///< of C, for each warp
    static constexpr unsigned warp_columns = warp_columns_;
    static constexpr int stages = stages_;
    static constexpr int blocks_a_multiprocessor = blocks_a_multiprocessor_;
    static constexpr unsigned warps = side / warp_rows * (side / warp_columns);
    static constexpr unsigned threads = warps * simt::warp_size;
    static constexpr unsigned blocks = side / side_of_block;  ///< of A, and of B, a slab
};

/// What the policies share: where the chunks of a row of a block are.
template <class T>
struct stored_rows {
    static constexpr unsigned chunk_bytes = 16, row_bytes = side_of_block * sizeof(T), block_bytes = side_of_block * row_bytes;
    static constexpr unsigned chunks = row_bytes / chunk_bytes;  ///< a row
};

/// 16-bit factors: m16n8k16.
template <bool bfloat>
struct half_policy : stored_rows<unsigned short> {
    using sum = float;
    static constexpr unsigned inner = 16, parts = 1;
    struct a_fragment {
        unsigned words[4];
    };
    struct b_fragment {
        unsigned words[2];
    };

    __device__ static unsigned swizzled(unsigned row, unsigned chunk, bool) { return chunk ^ (row / 2 % 4); }
    /// The address that a lane names to load_matrices for 16 rows and two chunks.
    __device__ static const unsigned char* row_of_lane(const unsigned char* block, unsigned row, unsigned chunk) {
        const unsigned lane = simt::lane_id();
        const unsigned r = row + lane % 16, c = chunk + lane / 16;
        return block + r * row_bytes + swizzled(r, c, false) * chunk_bytes;
    }
    __device__ static void load_a(a_fragment& to, const unsigned char* block, unsigned row, unsigned k) {
        load_matrices(to.words, row_of_lane(block, row, k / 8));
    }
    /// Two fragments, of columns column .. column + 15.
    __device__ static void load_b(b_fragment (&to)[2], const unsigned char* block, unsigned k, unsigned column) {
        unsigned words[4];
        load_transposed_matrices(words, row_of_lane(block, k, column / 8));
        to[0] = {{words[0], words[1]}};
        to[1] = {{words[2], words[3]}};
    }
    __device__ static void multiply(float (&sums)[4], const a_fragment& a, const b_fragment& b, unsigned) {
        if constexpr (bfloat)
            multiply_bf16(sums, a.words, b.words);
        else
            tensor::multiply_halves(sums, a.words, b.words);
    }
};

/// Factors of fp32: m16n8k8 of tf32, or three of them.
struct float_loads : stored_rows<float> {
    using sum = float;
    static constexpr unsigned inner = 8;

    __device__ static unsigned swizzled(unsigned row, unsigned chunk, bool of_b) {
        return chunk ^ (of_b ? 2 * (row % 4) : row % 8);
    }
    __device__ static void load_a_words(unsigned (&words)[4], const unsigned char* block, unsigned row, unsigned k) {
        const unsigned lane = simt::lane_id(), r = row + lane % 16, c = k / 4 + lane / 16;
        load_matrices(words, block + r * row_bytes + swizzled(r, c, false) * chunk_bytes);
    }
    __device__ static void load_b_words(unsigned (&words)[2], const unsigned char* block, unsigned k, unsigned column) {
        const unsigned lane = simt::lane_id(), row = k + lane % 4, n = column + lane / 4;
        const unsigned char* const at =
            block + row * row_bytes + swizzled(row, n / 4, true) * chunk_bytes + n % 4 * sizeof(float);
        words[0] = *reinterpret_cast<const unsigned*>(at);
        words[1] = *reinterpret_cast<const unsigned*>(at + 4 * row_bytes);  // row + 4 has the same permutation
    }
};

/// Factors are not rounded: the instruction ignores the bits that tf32 does not have.
struct tf32_policy : float_loads {
    static constexpr unsigned parts = 1;
    struct a_fragment {
        unsigned words[4];
    };
    struct b_fragment {
        unsigned words[2];
    };
    __device__ static void load_a(a_fragment& to, const unsigned char* block, unsigned row, unsigned k) {
        load_a_words(to.words, block, row, k);
    }
    __device__ static void load_b(b_fragment (&to)[2], const unsigned char* block, unsigned k, unsigned column) {
        for (unsigned n = 0; n < 2; ++n) load_b_words(to[n].words, block, k, column + 8 * n);
    }
    __device__ static void multiply(float (&sums)[4], const a_fragment& a, const b_fragment& b, unsigned) {
        multiply_tf32(sums, a.words, b.words);
    }
};

/// 3xTF32: the small products first; that of both low parts is left out.
struct fp32_policy : float_loads {
    static constexpr unsigned parts = 3;
    struct a_fragment {
        unsigned high[4], low[4];
    };
    struct b_fragment {
        unsigned high[2], low[2];
    };
    __device__ static void load_a(a_fragment& to, const unsigned char* block, unsigned row, unsigned k) {
        load_a_words(to.high, block, row, k);
        for (unsigned n = 0; n < 4; ++n) to.low[n] = low_part(to.high[n]);
    }
    __device__ static void load_b(b_fragment (&to)[2], const unsigned char* block, unsigned k, unsigned column) {
        for (unsigned n = 0; n < 2; ++n) {
            load_b_words(to[n].high, block, k, column + 8 * n);
            for (unsigned m = 0; m < 2; ++m) to[n].low[m] = low_part(to[n].high[m]);
        }
    }
    __device__ static void multiply(float (&sums)[4], const a_fragment& a, const b_fragment& b, unsigned part) {
        multiply_tf32(sums, part == 0 ? a.low : a.high, part == 1 ? b.low : b.high);
    }
};

struct fp64_policy : stored_rows<double> {
    using sum = double;
    static constexpr unsigned inner = 16, parts = 1;
    struct a_fragment {
        double values[8];
    };
    struct b_fragment {
        double values[4];
    };

    __device__ static unsigned swizzled(unsigned row, unsigned chunk, bool) { return chunk ^ (2 * (row % 4)); }
    __device__ static double value(const unsigned char* block, unsigned row, unsigned column) {
        return *reinterpret_cast<const double*>(block + row * row_bytes + swizzled(row, column / 2, false) * chunk_bytes +
                                                column % 2 * sizeof(double));
    }
    __device__ static void load_a(a_fragment& to, const unsigned char* block, unsigned row, unsigned k) {
        const unsigned lane = simt::lane_id();
        for (unsigned n = 0; n < 8; ++n) to.values[n] = value(block, row + lane / 4 + 8 * (n % 2), k + lane % 4 + 4 * (n / 2));
    }
    __device__ static void load_b(b_fragment (&to)[2], const unsigned char* block, unsigned k, unsigned column) {
        const unsigned lane = simt::lane_id();
        for (unsigned n = 0; n < 8; ++n)
            to[n / 4].values[n % 4] = value(block, k + lane % 4 + 4 * (n % 4), column + lane / 4 + 8 * (n / 4));
    }
    __device__ static void multiply(double (&sums)[4], const a_fragment& a, const b_fragment& b, unsigned) {
        multiply_fp64(sums, a.values, b.values);
    }
};

/// Copies the blocks of slabs of k to stages of shared memory: those of A and then those of B, 16 bytes a thread at a time.
/// What a thread copies next lies a fixed distance behind what it copies now, in the block and in the stage, because the
/// permutation of chunks repeats within this distance.
template <class P, class S>
struct slab_copier {
    static constexpr unsigned step = S::threads * P::chunk_bytes;
    static_assert(P::block_bytes % step == 0 && step % (8 * P::row_bytes) == 0);
    const unsigned char* from_a;
    const unsigned char* from_b;
    unsigned to_a, to_b;

    __device__ explicit slab_copier(const lists_of_tiles& lists) {
        const unsigned row = threadIdx.x / P::chunks, chunk = threadIdx.x % P::chunks;
        from_a = static_cast<const unsigned char*>(lists.a) + threadIdx.x * P::chunk_bytes;
        from_b = static_cast<const unsigned char*>(lists.b) + threadIdx.x * P::chunk_bytes;
        to_a = row * P::row_bytes + P::swizzled(row, chunk, false) * P::chunk_bytes;
        to_b = row * P::row_bytes + P::swizzled(row, chunk, true) * P::chunk_bytes;
    }
    /// Copies blocks first .. last - 1 of a slab. Lane n < 2 * blocks of each warp has the position of block n.
    __device__ __forceinline__ void copy(unsigned char* stage, int position, unsigned first, unsigned last) const {
#pragma unroll
        for (unsigned block = first; block < last; ++block) {
            const int p = __shfl_sync(simt::full_warp, position, static_cast<int>(block));
            const bool of_b = block >= S::blocks;
            const unsigned char* const from =
                (of_b ? from_b : from_a) + static_cast<std::size_t>(p < 0 ? 0 : p) * P::block_bytes;
            unsigned char* const to = stage + (of_b ? to_b : to_a) + block * P::block_bytes;
#pragma unroll
            for (unsigned at = 0; at < P::block_bytes; at += step) copy_chunk(to + at, from + at, p >= 0);
        }
    }
};

/// The position of the block that the calling lane looks up, for a k.
template <class S>
__device__ __forceinline__ int position_for(const lists_of_tiles& lists, index tile_row, index tile_column, column_index k) {
    const unsigned lane = simt::lane_id();
    const bool of_b = lane >= S::blocks;
    const index side = (of_b ? tile_column : tile_row) * S::blocks + lane % S::blocks;
    if (lane >= 2 * S::blocks || side >= (of_b ? lists.columns : lists.rows)) return -1;
    return of_b ? lists.b_at[index{k} * lists.columns + side] : lists.a_at[side * lists.inner + k];
}

/// A walk along the list of a tile of C. The k after the next one is loaded early, because its blocks are looked up with it.
template <class P, class S>
struct list_walk {
    const lists_of_tiles& lists;
    index tile_row, tile_column;
    const column_index* ks;
    int length, next = 0;
    slab_copier<P, S> copier;
    column_index k = 0;
    int position;

    __device__ list_walk(const lists_of_tiles& l, unsigned tile)
        : lists(l),
          tile_row(tile / l.tile_columns),
          tile_column(tile % l.tile_columns),
          ks(l.ks + tile * l.room),
          length(static_cast<int>(l.lengths[tile])),
          copier(l),
          position(position_for<S>(l, tile_row, tile_column, ks[0])) {
        if (length > 1) k = ks[1];
    }
    /// Copies a part of the next slab, if there is one, and ends the group of copies with the last part.
    __device__ __forceinline__ void copy_next(unsigned char* stage, unsigned part = 0, unsigned parts = 1) {
        constexpr unsigned blocks = 2 * S::blocks;
        if (next < length) copier.copy(stage, position, part * blocks / parts, (part + 1) * blocks / parts);
        if (part + 1 < parts) return;
        if (next < length) {
            ++next;
            if (next < length) position = position_for<S>(lists, tile_row, tile_column, k);
            if (next + 1 < length) k = ks[next + 1];
        }
        commit_copies();
    }
};

template <class P, class S>
__global__ void __launch_bounds__(S::threads, S::blocks_a_multiprocessor) product_kernel(lists_of_tiles lists) {
    constexpr unsigned stage_bytes = 2 * S::blocks * P::block_bytes;
    constexpr unsigned row_parts = S::warp_rows / 16, column_parts = S::warp_columns / 8;
    unsigned char* const shared = simt::dynamic_shared<unsigned char>();

    list_walk<P, S> walk(lists, lists.order[blockIdx.x]);
    const unsigned warp = simt::warp_id();
    const unsigned first_row = warp / (S::side / S::warp_columns) * S::warp_rows;
    const unsigned first_column = warp % (S::side / S::warp_columns) * S::warp_columns;

    typename P::sum sums[row_parts][column_parts][4];
#pragma unroll
    for (unsigned i = 0; i < row_parts; ++i) {
#pragma unroll
        for (unsigned j = 0; j < column_parts; ++j) {
#pragma unroll
            for (unsigned n = 0; n < 4; ++n) sums[i][j][n] = 0;
        }
    }

    for (int s = 0; s < S::stages - 1; ++s) walk.copy_next(shared + s * stage_bytes);

    int stage = 0;
    for (int slab = 0; slab < walk.length; ++slab) {
        wait_for_copies<S::stages - 2>();
        __syncthreads();  // all chunks of this slab are there, and nobody reads the stage that is written next
        unsigned char* const to = shared + (stage == 0 ? S::stages - 1 : stage - 1) * stage_bytes;
        const unsigned char* const of_a = shared + stage * stage_bytes;
        const unsigned char* const of_b = of_a + S::blocks * P::block_bytes;
#pragma unroll
        for (unsigned k = 0; k < side_of_block; k += P::inner) {
            typename P::a_fragment a[row_parts];
#pragma unroll
            for (unsigned i = 0; i < row_parts; ++i) {
                const unsigned row = first_row + 16 * i;
                P::load_a(a[i], of_a + row / side_of_block * P::block_bytes, row % side_of_block, k);
            }
#pragma unroll
            for (unsigned j = 0; j < column_parts; j += 2) {
                // Copies are begun between products, which are under way meanwhile.
                walk.copy_next(to, (k / P::inner * column_parts + j) / 2, side_of_block / P::inner * column_parts / 2);
                const unsigned column = first_column + 8 * j;
                typename P::b_fragment b[2];
                P::load_b(b, of_b + column / side_of_block * P::block_bytes, k, column % side_of_block);
#pragma unroll
                for (unsigned part = 0; part < P::parts; ++part) {  // instructions that add to the same sums are not neighbours
#pragma unroll
                    for (unsigned i = 0; i < row_parts; ++i) {
                        P::multiply(sums[i][j], a[i], b[0], part);
                        P::multiply(sums[i][j + 1], a[i], b[1], part);
                    }
                }
            }
        }
        stage = stage + 1 == S::stages ? 0 : stage + 1;
    }

    const unsigned lane = simt::lane_id();
#pragma unroll
    for (unsigned i = 0; i < row_parts; ++i) {
#pragma unroll
        for (unsigned j = 0; j < column_parts; ++j) {
            const unsigned row = first_row + 16 * i + lane / 4, column = first_column + 8 * j + 2 * (lane % 4);
            const index block_row = walk.tile_row * S::blocks + row / side_of_block;
            const index block_column = walk.tile_column * S::blocks + column / side_of_block;
            if (block_row >= lists.rows || block_column >= lists.columns) continue;
            const std::size_t at =
                static_cast<std::size_t>(lists.c_at[block_row * lists.columns + block_column]) * formats::block_values +
                row % side_of_block * side_of_block + column % side_of_block;
#pragma unroll
            for (unsigned n = 0; n < 4; n += 2) {
                const std::size_t here = at + (n / 2) * 8 * side_of_block;
                const double x = static_cast<double>(sums[i][j][n]) * lists.unscale;
                const double y = static_cast<double>(sums[i][j][n + 1]) * lists.unscale;
                if (lists.c_is_double) {
                    auto* const to = reinterpret_cast<double2*>(static_cast<double*>(lists.c) + here);
                    const double2 old = lists.adds ? *to : double2{0, 0};
                    *to = double2{old.x + x, old.y + y};
                } else {
                    auto* const to = reinterpret_cast<float2*>(static_cast<float*>(lists.c) + here);
                    const float2 old = lists.adds ? *to : float2{0, 0};
                    *to = float2{old.x + static_cast<float>(x), old.y + static_cast<float>(y)};
                }
            }
        }
    }

    if constexpr (sizeof(typename P::sum) == sizeof(double)) {
        if (lists.c_norms == nullptr) return;
        // A warp has whole blocks.
        static_assert(S::warp_rows % side_of_block == 0 && S::warp_columns % side_of_block == 0);
        constexpr unsigned row_parts_of_block = side_of_block / 16, column_parts_of_block = side_of_block / 8;
#pragma unroll
        for (unsigned i = 0; i < row_parts; i += row_parts_of_block) {
#pragma unroll
            for (unsigned j = 0; j < column_parts; j += column_parts_of_block) {
                const index block_row = walk.tile_row * S::blocks + (first_row + 16 * i) / side_of_block;
                const index block_column = walk.tile_column * S::blocks + (first_column + 8 * j) / side_of_block;
                if (block_row >= lists.rows || block_column >= lists.columns) continue;
                const double norm = norm_of_block<true>([&](const auto& take) {
#pragma unroll
                    for (unsigned n = 0; n < row_parts_of_block * column_parts_of_block * 4; ++n) {
                        const double sum = sums[i + n / 4 / column_parts_of_block][j + n / 4 % column_parts_of_block][n % 4];
                        take(lists.c_is_double ? sum : static_cast<double>(static_cast<float>(sum)));
                    }
                });
                if (lane == 0) lists.c_norms[lists.c_at[block_row * lists.columns + block_column]] = norm;
            }
        }
    }
}

template <class P, class S>
void launch_tiles(const std::shared_ptr<engine>& e, std::int64_t tiles, const lists_of_tiles& lists) {
    constexpr std::size_t shared_bytes = std::size_t{S::stages} * 2 * S::blocks * P::block_bytes;
    simt::launch(e->stream(), static_cast<unsigned>(tiles), S::threads, shared_bytes, product_kernel<P, S>, lists);
}
/// With the shape of tiles of side 128, or of side 64.
template <class P, class Large, class Small>
void launch_product(const std::shared_ptr<engine>& e, index side, std::int64_t tiles, const lists_of_tiles& lists) {
    if (side == 128) launch_tiles<P, Large>(e, tiles, lists);
    else launch_tiles<P, Small>(e, tiles, lists);
}

}  // namespace graphblas_gpu::cuda::block_product
