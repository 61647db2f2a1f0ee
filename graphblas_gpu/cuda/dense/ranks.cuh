// Rows of a product with few entries in a wide range of columns, a block a row.
//
// Idea: a place for each column would be mostly empty. Bits are set first; the number of bits before a column is its place in
// the row, so the sums lie as densely as in the output, and no panel is needed. Products are gone through twice, once where the
// columns are known.
#pragma once

#include <graphblas_gpu/cuda/dense/sweep.cuh>

namespace graphblas_gpu::cuda::dense {

template <class K>
GB_HD constexpr std::size_t rank_sums_bytes(const limits& by) {
    return static_cast<std::size_t>(by.rank_places) * sizeof(typename K::place);
}
/// Sums, bits, for each word the bits before it, and the desk.
template <class K>
GB_HD constexpr std::size_t rank_shared_bytes(const limits& by) {
    return rank_sums_bytes<K>(by) +
           static_cast<std::size_t>(by.rank_columns) / 32 * (sizeof(unsigned) + sizeof(unsigned short)) + desk_bytes;
}

template <class K, pass mode>
struct rank_block {
    using place = typename K::place;
    using value = typename K::value;

    const work& w;
    const K& k;
    const row_output& to;
    block_state& state;
    place* sums;
    unsigned* bits;
    unsigned short* before;  // each word
    unsigned char* desk;

    __device__ void clear() const {
        for (unsigned c = threadIdx.x; c < w.by.rank_places; c += blockDim.x) sums[c] = k.empty();
        for (unsigned c = threadIdx.x; c < w.by.rank_columns / 32; c += blockDim.x) bits[c] = 0;
    }

    /// Sets the bits of the known columns.
    __device__ void look_up_columns(row_offset begin, row_offset end, index from) const {
        for (row_offset p = begin + threadIdx.x; p < end; p += blockDim.x) {
            const auto at = static_cast<unsigned>(to.out.columns[p] - static_cast<column_index>(from));
            atomicOr(&bits[at >> 5], 1u << (at & 31u));
        }
        __syncthreads();
    }

    /// Sums up bits word by word. Returns how many there are in the words of the warps before this one.
    __device__ unsigned count_before(unsigned words) const {
        const unsigned of_warps = count_bits(state, bits, words, false).before;
        const word_range mine = words_of_warp(words);
        unsigned sum = of_warps;
        for (unsigned first = mine.begin; first < mine.end; first += simt::warp_size) {
            const unsigned c = first + simt::lane_id();
            const unsigned n = c < mine.end ? static_cast<unsigned>(__popc(bits[c])) : 0;
            const unsigned lanes_before = sum_of_lanes_before(n);
            if (c < mine.end) before[c] = static_cast<unsigned short>(sum + lanes_before);
            sum += __shfl_sync(simt::full_warp, lanes_before + n, 31);
        }
        __syncthreads();
        return of_warps;
    }

    __device__ void accumulate(index i, index from, unsigned long_from) const {
        sweep<K>(w, state, reinterpret_cast<segment<K>*>(desk), i, 0, 0, true, long_from,
                 [&](const segment<K>& s, unsigned first, unsigned step) {
                     batches(w, k, i, s, first, step, from, [&](const batch<K>& some) {
#pragma unroll
                         for (int u = 0; u < products_at_once; ++u) {
                             if (!some.in[u]) continue;
                             const unsigned word = bits[some.at[u] >> 5], bit = some.at[u] & 31u;
                             if ((word >> bit & 1u) == 0) continue;  // the mask forbids it
                             const unsigned place_in_row =
                                 before[some.at[u] >> 5] + static_cast<unsigned>(__popc(word & bits_below(bit)));
                             k.add(&sums[place_in_row], some.x[u]);
                         }
                     });
                 });
        __syncthreads();
    }

    /// Makes item `at` of the queue, and draws the next one.
    __device__ void take(index at) const {
        const unsigned long long next = threadIdx.x == 0 ? atomicAdd(w.drawn, 1ull) : 0;
        const item it = w.items[at];
        const index r = row_at(w, it.place), i = w.in.first_row + r;
        const column_range range = w.ranges[it.place];
        const index from = range.low & ~index{31};
        const auto words = static_cast<unsigned>((range.high - from) / 32 + 1);
        const unsigned long_from = long_size(w.in.flops[i]);
        const row_offset begin = to.out.offsets[r], end = to.out.offsets[r + 1];
        if constexpr (mode == pass::refill)
            look_up_columns(begin, end, from);
        else
            find_columns(w, state, bits, desk, {r, from, index{range.high} + 1, true, long_from});
        if (threadIdx.x == 0) state.long_segments = 0;
        const unsigned of_warps = count_before(words);
        accumulate(i, from, long_from);
        const auto size = static_cast<unsigned>(end - begin);
        for (unsigned n = threadIdx.x; n < size; n += blockDim.x) {
            static_cast<value*>(to.out.values)[begin + n] = k.read(sums[n]);
            sums[n] = k.empty();
        }
        if constexpr (mode == pass::refill) {
            for (unsigned c = threadIdx.x; c < words; c += blockDim.x) bits[c] = 0;
        } else {
            take_bits(bits, words, desk, [&](unsigned n, unsigned column) {
                to.out.columns[begin + of_warps + n] = static_cast<column_index>(from) + column;
            });
        }
        if (threadIdx.x == 0) state.drawn = next;
        __syncthreads();
    }
};

template <class K, pass mode>
__global__ void __launch_bounds__(512, 2) rank_rows(work w, K k, row_output to) {
    __shared__ block_state state;
    unsigned char* const memory = simt::dynamic_shared<unsigned char>();
    unsigned char* const bits = memory + rank_sums_bytes<K>(w.by);
    unsigned char* const before = bits + w.by.rank_columns / 8;
    const rank_block<K, mode> block{w,
                                    k,
                                    to,
                                    state,
                                    reinterpret_cast<typename K::place*>(memory),
                                    reinterpret_cast<unsigned*>(bits),
                                    reinterpret_cast<unsigned short*>(before),
                                    before + w.by.rank_columns / 16};
    block.clear();
    if (threadIdx.x == 0) state.drawn = atomicAdd(w.drawn, 1ull);
    __syncthreads();
    for (;;) {
        const auto at = static_cast<index>(state.drawn);
        if (at >= w.count) return;
        block.take(at);
    }
}

/// Runs the queue of ranks. Every row of it has at most w.by.rank_places entries in w.by.rank_columns columns.
template <class K, pass mode>
void run_ranks(const engine_ptr& e, const work& w, const K& k, const row_output& to) {
    if (w.count == 0) return;
    const std::size_t bytes = rank_shared_bytes<K>(w.by);
    simt::launch(e->stream(), blocks_for(*e, w, bytes), w.by.threads, bytes, rank_rows<K, mode>, w, k, to);
}

}  // namespace graphblas_gpu::cuda::dense
