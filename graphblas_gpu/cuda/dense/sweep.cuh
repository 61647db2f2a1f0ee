// What the kernels share in which a block takes a row: going through its products, counting bits, reading them off in order.
//
// Idea: the warps draw the rows of B that the row of A names, each lane one, and go through them one by one; long ones are put
// on a desk in shared memory and shared out in chunks. Bits are read off 1024 a warp: where they are few their columns
// are listed on the desk first, so that all lanes have something to write.
#pragma once

#include <graphblas_gpu/cuda/dense/block.cuh>

namespace graphblas_gpu::cuda::dense {

inline constexpr unsigned desk_bytes = 8192;
inline constexpr unsigned most_warps = 32;
inline constexpr int products_at_once = 4;  // of a lane
inline constexpr unsigned chunk_size = products_at_once * simt::warp_size;  // of a long row of B, for a warp

/// Variables of a block.
struct block_state {
    unsigned long long drawn;        // the next item
    unsigned long_segments;          // on the desk
    unsigned refilled;               // values written
    unsigned cell_ranks[most_rank_cells + 1];  // bits before each panel
    unsigned long long next_column;  // beyond the panel; ~0: none
    unsigned sizes[most_warps];      // bits that each warp has counted
    row_offset mask_begin, mask_end;
    row_offset start;  // of a part, from the chain
};

/// Entries from which on all warps help with a row of B: a fair share of `flops`, within limits.
__device__ inline unsigned long_size(std::int64_t flops) {
    const std::int64_t share = flops / (blockDim.x / simt::warp_size * 2);
    return share < chunk_size ? chunk_size : share > 4 * chunk_size ? 4 * chunk_size : static_cast<unsigned>(share);
}

/// add(segment) by a warp, for the products of row i whose columns are from .. to - 1 (`whole`: all are), some `flops`.
/// state.long_segments is 0 before. The desk is free again after the next barrier.
template <class K, class Add>
__device__ void sweep(const work& w, block_state& state, segment<K>* desk, index i, index from, index to, bool whole,
                      std::int64_t flops, const Add& add) {
    const csr_ref &a = w.in.a, &b = w.in.b;
    const unsigned lane = simt::lane_id(), warps = blockDim.x / simt::warp_size;
    constexpr unsigned desk_size = desk_bytes / sizeof(segment<K>);
    const unsigned long_from = long_size(flops);
    const row_offset end = a.offsets[i + 1];
    unsigned long long next = ~0ull;
    for (row_offset first = a.offsets[i] + simt::warp_id(); first < end; first += index{simt::warp_size} * warps) {
        const row_offset p = first + index{lane} * warps;
        segment<K> mine;
        if (p < end) {
            mine.k = a.columns[p];
            mine.x = value_at<K::reads_left>(static_cast<const typename K::left*>(a.values), p);
            row_offset begin = b.offsets[mine.k], stop = b.offsets[mine.k + index{1}];
            const row_offset row_end = stop;
            if (!whole) {
                clip(w, mine.k, from, to, begin, stop);
                if (w.cross.counts == nullptr && stop < row_end && b.columns[stop] < next) next = b.columns[stop];
            }
            mine.begin = begin;
            mine.size = static_cast<unsigned>(stop - begin);
            if (mine.size > long_from) {
                const unsigned slot = atomicAdd(&state.long_segments, 1u);
                if (slot < desk_size) {
                    desk[slot] = mine;
                    mine.size = 0;
                }
            }
        }
        for (unsigned todo = __ballot_sync(simt::full_warp, mine.size > 0); todo != 0; todo &= todo - 1) {
            add(shuffled_segment<K>(w, mine, __ffs(static_cast<int>(todo)) - 1));
        }
    }
    if (next != ~0ull) atomicMin(&state.next_column, next);
    __syncthreads();
    const unsigned many = state.long_segments < desk_size ? state.long_segments : desk_size;
    unsigned chunk = simt::warp_id();
    for (unsigned s = 0; s < many; ++s) {
        const unsigned size = desk[s].size, chunks = (size + chunk_size - 1) / chunk_size;
        for (; chunk < chunks; chunk += warps) {
            segment<K> part = desk[s];
            part.begin += chunk * chunk_size;
            part.size = size - chunk * chunk_size < chunk_size ? size - chunk * chunk_size : chunk_size;
            add(part);
        }
        chunk -= chunks;  // goes on where the other warps are
    }
}

/// Products that a lane has in hand, and the columns they are for.
template <class K>
struct batch {
    unsigned at[products_at_once];
    typename K::value x[products_at_once];
    bool in[products_at_once];
};

/// The batch at `q` of a segment, of which `rest` entries are left; `at` counts columns from `from`.
template <class K, bool full>
__device__ batch<K> batch_at(const work& w, const K& k, index i, const segment<K>& s, row_offset q, unsigned rest, index from) {
    using right = typename K::right;
    const column_index* const columns = w.in.b.columns + q;
    const right* values = static_cast<const right*>(w.in.b.values);
    if (K::reads_right && values != nullptr) values += q;
    batch<K> some;
#pragma unroll
    for (int u = 0; u < products_at_once; ++u) {
        const unsigned n = simt::lane_id() + u * simt::warp_size;
        some.in[u] = full || n < rest;
        if (!some.in[u]) continue;
        const column_index j = columns[n];
        some.at[u] = static_cast<unsigned>(j - static_cast<column_index>(from));
        if constexpr (has_values<K>) some.x[u] = k.product(s.x, value_at<K::reads_right>(values, n), i, s.k, j);
    }
    return some;
}

/// take(batch) for the entries of a segment, by a warp.
template <class K, class Take>
__device__ void batches(const work& w, const K& k, index i, const segment<K>& s, index from, const Take& take) {
    unsigned q = 0;
    for (; q + chunk_size <= s.size; q += chunk_size) {
        batch<K> some = batch_at<K, true>(w, k, i, s, s.begin + q, chunk_size, from);
        take(some);
    }
    if (q < s.size) {
        batch<K> some = batch_at<K, false>(w, k, i, s, s.begin + q, s.size - q, from);
        take(some);
    }
}

/// Columns from .. to - 1 of the mask's row of row r of the panel, as places in the mask. One thread calls it.
__device__ inline void find_forbidden(const work& w, block_state& state, index r, index from, index to) {
    const csr_ref& mask = w.in.mask.rows;
    const row_offset begin = mask.offsets[w.in.first_row + r], end = mask.offsets[w.in.first_row + r + 1];
    state.mask_begin = lower_bound(mask.columns, begin, end, static_cast<column_index>(from));
    state.mask_end = to > max_side ? end : lower_bound(mask.columns, state.mask_begin, end, static_cast<column_index>(to));
}

/// Columns from .. to - 1 of row r of the panel; `whole`: it has no others.
struct stretch {
    index row, from, to;
    bool whole;
    std::int64_t flops;
};

/// Sets the bits of the columns of a stretch, but for those that the mask forbids. All threads call it, and meet at its end.
__device__ inline void find_columns(const work& w, block_state& state, unsigned* bits, unsigned char* desk,
                                    const stretch& here) {
    if (threadIdx.x == 0) {
        state.long_segments = 0;
        state.next_column = ~0ull;
        if (forbids(w)) find_forbidden(w, state, here.row, here.from, here.to);
    }
    __syncthreads();
    const structure_only none;
    const index i = w.in.first_row + here.row;
    sweep<structure_only>(w, state, reinterpret_cast<segment<structure_only>*>(desk), i, here.from, here.to, here.whole,
                          here.flops, [&](const segment<structure_only>& s) {
                              batches(w, none, i, s, here.from, [&](const batch<structure_only>& some) {
                                  set_bits<products_at_once>(bits, some.at, some.in);
                              });
                          });
    __syncthreads();
    if (!forbids(w)) return;
    for (row_offset p = state.mask_begin + threadIdx.x; p < state.mask_end; p += blockDim.x) {
        const auto at = static_cast<unsigned>(w.in.mask.rows.columns[p] - static_cast<column_index>(here.from));
        atomicAnd(&bits[at >> 5], ~(1u << (at & 31u)));
    }
    __syncthreads();
}

/// The words of bits that a warp looks after: whole rounds of 32.
struct word_range {
    unsigned begin, end;
};
__device__ inline word_range words_of_warp(unsigned words) {
    const unsigned warps = blockDim.x / simt::warp_size;
    const unsigned share = ((words + warps - 1) / warps + 31) / 32 * 32;
    const unsigned begin = simt::warp_id() * share;
    return {begin, begin + share < words ? begin + share : words};
}

/// Bits of all warps, and of those before this one. All threads call it.
struct counted {
    unsigned all, before;
};
__device__ inline counted count_bits(block_state& state, unsigned* bits, unsigned words, bool empty) {
    const word_range mine = words_of_warp(words);
    unsigned n = 0;
    for (unsigned c = mine.begin + simt::lane_id(); c < mine.end; c += simt::warp_size) {
        n += static_cast<unsigned>(__popc(bits[c]));
        if (empty) bits[c] = 0;
    }
    n = __reduce_add_sync(simt::full_warp, n);
    if (simt::lane_id() == 0) state.sizes[simt::warp_id()] = n;
    __syncthreads();
    const unsigned of_lane = simt::lane_id() < blockDim.x / simt::warp_size ? state.sizes[simt::lane_id()] : 0;
    const unsigned before = sum_of_lanes_before(of_lane);
    return {__reduce_add_sync(simt::full_warp, of_lane),
            __shfl_sync(simt::full_warp, before, static_cast<int>(simt::warp_id()))};
}

/// emit(n, at) for the n-th bit of `mine`, which is at `at`, for all n; neighbouring lanes have neighbouring n. Empties the
/// words. A warp calls it, with room for `room` columns of its own.
template <class Emit>
__device__ void take_bits(unsigned* bits, const word_range& mine, unsigned short* staged, unsigned room, const Emit& emit) {
    const unsigned lane = simt::lane_id();
    unsigned n = 0;
    for (unsigned first = mine.begin; first < mine.end; first += simt::warp_size) {
        unsigned word = first + lane < mine.end ? bits[first + lane] : 0;
        if (word != 0) bits[first + lane] = 0;
        unsigned before = sum_of_lanes_before(static_cast<unsigned>(__popc(word)));
        const unsigned all = __shfl_sync(simt::full_warp, before + static_cast<unsigned>(__popc(word)), 31);
        if (all <= room) {
            for (; word != 0; word &= word - 1) {
                const unsigned bit = static_cast<unsigned>(__ffs(static_cast<int>(word))) - 1;
                staged[before++] = static_cast<unsigned short>(lane * 32 + bit);
            }
            __syncwarp();
            for (unsigned q = lane; q < all; q += simt::warp_size) emit(n + q, first * 32 + staged[q]);
            __syncwarp();
        } else {
            for (unsigned todo = __ballot_sync(simt::full_warp, word != 0); todo != 0; todo &= todo - 1) {
                const int source = __ffs(static_cast<int>(todo)) - 1;
                const unsigned set = __shfl_sync(simt::full_warp, word, source);
                const unsigned start = __shfl_sync(simt::full_warp, before, source);
                if ((set >> lane & 1u) == 0) continue;
                emit(n + start + static_cast<unsigned>(__popc(set & bits_below(lane))),
                     (first + static_cast<unsigned>(source)) * 32 + lane);
            }
        }
        n += all;
    }
}
/// The same of all words, shared out among the warps of a block.
template <class Emit>
__device__ void take_bits(unsigned* bits, unsigned words, unsigned char* desk, const Emit& emit) {
    const unsigned room = desk_bytes / 2 / (blockDim.x / simt::warp_size);
    take_bits(bits, words_of_warp(words), reinterpret_cast<unsigned short*>(desk) + simt::warp_id() * room, room, emit);
}

/// How many blocks go through a queue of items.
inline unsigned blocks_for(const engine& e, const work& w, std::size_t shared_bytes) {
    const index fitting =
        e.facts().shared_bytes_per_multiprocessor / static_cast<index>(shared_bytes + 1024 + sizeof(block_state));
    const index resident = std::clamp<index>(fitting, 1, 2048 / w.by.threads);
    return static_cast<unsigned>(std::min(w.count, e.facts().multiprocessors * resident));
}

}  // namespace graphblas_gpu::cuda::dense
