// Rows of a product with few entries in a wide range of columns, a block a row.
//
// Idea: in an array with a sum for each column of the range, most sums would stay empty. So the bits of the columns are set
// first. The number of set bits before a column is its rank, and sums are stored by rank, as densely as in the output. Products
// are visited twice, or once if the columns are known. A row with more entries than the block has slots is summed in parts; a
// part has as many panels of columns as fit.
#pragma once

#include <graphblas_gpu/cuda/dense/sweep.cuh>

namespace graphblas_gpu::cuda::dense {

template <class K>
GB_HD constexpr std::size_t rank_sums_bytes(const limits& bounds) {
    return static_cast<std::size_t>(bounds.rank_slots) * sizeof(typename K::accumulator);
}
/// The bytes of the sums, of the bits, of the number of bits before each word, and of the scratch.
template <class K>
GB_HD constexpr std::size_t rank_shared_bytes(const limits& bounds) {
    return rank_sums_bytes<K>(bounds) +
           static_cast<std::size_t>(bounds.rank_columns) / 32 * (sizeof(unsigned) + sizeof(unsigned short)) +
           policy::scratch_bytes;
}

template <class K, bool in_order>
struct rank_block {
    using accumulator = typename K::accumulator;
    using value = typename K::value;

    const work& w;
    const K& k;
    const row_output& to;
    block_state& state;
    accumulator* sums;
    unsigned* bits;
    unsigned short* before;  // set bits before each word, modulo 2^16
    unsigned char* scratch;

    __device__ void clear() const {
        for (unsigned c = threadIdx.x; c < w.bounds.rank_slots; c += blockDim.x) sums[c] = k.empty();
        for (unsigned c = threadIdx.x; c < w.bounds.rank_columns / 32; c += blockDim.x) bits[c] = 0;
    }

    /// Sets the bits of the known columns.
    __device__ void look_up_columns(row_offset begin, row_offset end, index from) const {
        for (row_offset p = begin + threadIdx.x; p < end; p += blockDim.x) {
            const auto at = static_cast<unsigned>(to.out.columns[p] - static_cast<column_index>(from));
            atomicOr(&bits[at >> 5], 1u << (at & 31u));
        }
        __syncthreads();
    }

    /// Copies the bits of `quads` times 128 columns that the symbolic phase has cached.
    __device__ void copy_cached(const unsigned* cached, unsigned quads) const {
        const auto* const from = reinterpret_cast<const uint4*>(cached);
        auto* const to_quads = reinterpret_cast<uint4*>(bits);
        for (unsigned c = threadIdx.x; c < quads; c += blockDim.x) to_quads[c] = simt::read_once(from + c);
        __syncthreads();
    }

    /// Computes the number of set bits before each word and each panel.
    __device__ void count_before(unsigned words) const {
        const counted n = count_bits(state, bits, words, false);
        const auto cell_words = static_cast<unsigned>(w.bounds.panel / 32);
        if (threadIdx.x == 0) state.cell_ranks[(words + cell_words - 1) / cell_words] = n.all;
        const auto* const quads = reinterpret_cast<const uint4*>(bits);
        const word_range mine = words_of_warp(words);
        unsigned sum = n.before;
        for (unsigned first = mine.begin / 4; first < mine.end / 4; first += simt::warp_size) {
            const unsigned c = first + simt::lane_id();
            const bool mine_too = c < mine.end / 4;
            const uint4 q = mine_too ? quads[c] : uint4{0, 0, 0, 0};
            const unsigned size = bits_of(q), lanes_before = sum_below_lane(size);
            if (mine_too) {
                const unsigned x = sum + lanes_before, y = x + static_cast<unsigned>(__popc(q.x));
                const unsigned z = y + static_cast<unsigned>(__popc(q.y)), last = z + static_cast<unsigned>(__popc(q.z));
                reinterpret_cast<uint2*>(before)[c] = uint2{(x & 0xffffu) | y << 16, (z & 0xffffu) | last << 16};
                if (c * 4 % cell_words == 0) state.cell_ranks[c * 4 / cell_words] = x;
            }
            sum += __shfl_sync(simt::full_warp, lanes_before + size, 31);
        }
        __syncthreads();
    }

    /// Sums the products of a part of a row. Ranks are counted from `base`, columns from `from`. The mask may forbid columns,
    /// so the bit of each product's column is tested. The rank of a forbidden column may be the number of slots: the word that
    /// is read there is one of the bits, and is not changed.
    __device__ void accumulate(const output_segment& here, index from, unsigned base) const {
        const auto place = [&](auto& one) {
            const unsigned word = bits[one.at >> 5], bit = one.at & 31u;
            one.there = one.there && (word >> bit & 1u) != 0;
            one.at = before[one.at >> 5] + static_cast<unsigned>(__popc(word & bits_below(bit))) - base;
            one.at = static_cast<unsigned short>(one.at);
        };
        if constexpr (in_order) {
            sweep_in_order<K, policy::large_units_ahead>(w, k, state, scratch, here, from, place, [&](const auto& one) {
                sums[one.at] = sum_in_order(k, sums[one.at], one.x);
            });
        } else {
            sweep<K>(w, state, scratch, here, [&](const segment<K>& s) {
                batches(w, k, here.row, s, from, [&](auto some) {
#pragma unroll
                    for (auto& one : some.items) place(one);
                    if constexpr (sums_floats<K>) {
                        add_floats(k, sums, some);
                    } else {
#pragma unroll
                        for (const auto& one : some.items) {
                            if (one.there) k.add(&sums[one.at], one.x);
                        }
                    }
                });
            });
        }
        __syncthreads();
    }

    /// Calls emit(n, word of slot n) for n = 0 .. size - 1, four at once in each lane, and resets the slots. All threads call.
    template <class Emit>
    __device__ void take_slots(unsigned size, const Emit& emit) const {
        constexpr unsigned at_once = 4, step = at_once * simt::warp_size;
        const unsigned warps = blockDim.x / simt::warp_size;
        for (unsigned first = simt::warp_id() * step; first < size; first += warps * step) {
            const unsigned n = first + simt::lane_id();
            accumulator taken[at_once];
#pragma unroll
            for (unsigned u = 0; u < at_once; ++u) {
                if (n + u * simt::warp_size < size) taken[u] = sums[n + u * simt::warp_size];
            }
#pragma unroll
            for (unsigned u = 0; u < at_once; ++u) {
                if (n + u * simt::warp_size >= size) continue;
                emit(n + u * simt::warp_size, taken[u]);
                sums[n + u * simt::warp_size] = k.empty();
            }
        }
    }

    /// Writes the `size` columns of panels first .. last - 1 from offset p on; columns are counted from `from`. They are sorted
    /// in the memory of the sums: each column is first stored in the slot of its rank.
    __device__ void write_columns(index from, unsigned first, unsigned last, unsigned base, unsigned size, row_offset p) const {
        const auto cell_words = static_cast<unsigned>(w.bounds.panel / 32);
        for (unsigned c = first * cell_words + threadIdx.x; c < last * cell_words; c += blockDim.x) {
            unsigned word = bits[c];
            if (word == 0) continue;
            accumulator* at = sums + static_cast<unsigned short>(before[c] - base);
            for (; word != 0; word &= word - 1) *at++ = c * 32 + static_cast<unsigned>(__ffs(static_cast<int>(word))) - 1;
        }
        __syncthreads();
        column_index* const columns = to.out.columns + p;
        take_slots(size, [&](unsigned n, accumulator at) {
            simt::write_once(columns + n, static_cast<column_index>(from) + static_cast<column_index>(at));
        });
    }

    /// Writes the columns and values of a row of `cells` panels from column `from` on, from offset `begin` on.
    __device__ void add_up(index i, index from, unsigned cells, row_offset begin) const {
        for (unsigned first = 0; first < cells;) {
            const unsigned base = state.cell_ranks[first];
            unsigned last = first + 1;
            while (last < cells && state.cell_ranks[last + 1] - base <= w.bounds.rank_slots) ++last;
            const unsigned size = state.cell_ranks[last] - base;
            if (!to.out.columns_known) write_columns(from, first, last, base, size, begin + base);
            if (threadIdx.x == 0) state.queued[0] = 0;
            __syncthreads();
            const output_segment here{i, from + first * w.bounds.panel, from + last * w.bounds.panel,
                                      first == 0 && last == cells};
            accumulate(here, from, base);
            value* const values = static_cast<value*>(to.out.values) + begin + base;
            take_slots(size, [&](unsigned n, accumulator sum) { simt::write_once(values + n, k.read(sum)); });
            __syncthreads();
            first = last;
        }
    }

    /// Computes item `at` of the queue, and takes the ticket for the block's next item.
    __device__ void take(index at) const {
        const unsigned long long next = threadIdx.x == 0 ? atomicAdd(w.tickets, 1ull) : 0;
        const item it = w.items[at];
        const index r = row_at(w, it.position), i = w.in.first_row + r;
        const column_range range = w.ranges[it.position];
        const index from = range.low & ~(w.bounds.panel - 1);
        const auto words = static_cast<unsigned>((range.high - from) / 128 + 1) * 4;
        const row_offset begin = to.out.offsets[r], end = to.out.offsets[r + 1];
        if (to.out.columns_known)
            look_up_columns(begin, end, from);
        else if (const unsigned* const cached = to.out.bits.bits_of(r); cached != nullptr)
            copy_cached(cached + from / 32, words / 4);
        else
            find_columns(w, state, bits, scratch, r, {i, from, index{range.high} + 1, true});
        count_before(words);
        add_up(i, from, static_cast<unsigned>((range.high - from) / w.bounds.panel + 1), begin);
        for (unsigned c = threadIdx.x; c < words / 4; c += blockDim.x) reinterpret_cast<uint4*>(bits)[c] = uint4{0, 0, 0, 0};
        if (threadIdx.x == 0) state.ticket = next;
        __syncthreads();
    }
};

template <class K, bool in_order>
__global__ void __launch_bounds__(in_order ? policy::large_threads_in_order : policy::large_threads, 1)
    rank_rows(work w, K k, row_output to) {
    __shared__ block_state state;
    unsigned char* const memory = simt::dynamic_shared<unsigned char>();
    unsigned char* const bits = memory + rank_sums_bytes<K>(w.bounds);
    unsigned char* const before = bits + w.bounds.rank_columns / 8;
    const rank_block<K, in_order> block{w,
                                        k,
                                        to,
                                        state,
                                        reinterpret_cast<typename K::accumulator*>(memory),
                                        reinterpret_cast<unsigned*>(bits),
                                        reinterpret_cast<unsigned short*>(before),
                                        before + w.bounds.rank_columns / 16};
    take_items(block);
}

/// Computes the items of a queue of ranks. A row in this queue has at most w.by.rank_slots entries, or a panel has at most that
/// many columns, so that each part of the row fits.
template <class K>
void run_ranks(const engine_ptr& e, const work& w, const K& k, const row_output& to) {
    if (w.count == 0) return;
    const std::size_t bytes = rank_shared_bytes<K>(w.bounds);
    const auto launch = [&](void (*kernel)(work, K, row_output)) {
        simt::launch(e->stream(), blocks_for(*e, w, bytes), w.bounds.threads, bytes, kernel, w, k, to);
    };
    if constexpr (may_depend_on_order<K>) {
        if (w.in.in_order) return launch(rank_rows<K, true>);
    }
    launch(rank_rows<K, false>);
}

}  // namespace graphblas_gpu::cuda::dense
