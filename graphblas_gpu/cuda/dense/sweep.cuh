// Code that is shared by the kernels in which a block sums a row: visiting its products, counting bits, and reading bits in
// order.
//
// Idea: the rows of B that the row of A names are put into a work queue of the block, in shared memory, and cut into steps of
// 32 products. Every warp takes an equal share of consecutive steps, so that it searches for its first row only once. Beginning
// a row counts as a few more steps. (Tickets instead of equal shares cost more than they balance: R-MAT 16 squared 8.1 ms
// against 7.7 on an H200.) A warp reads 1024 bits at a time. If few of them are set, it first lists their columns in the
// block's scratch, so that all lanes have something to write.
#pragma once

#include <graphblas_gpu/cuda/dense/block.cuh>
#include <graphblas_gpu/cuda/shared/types.hpp>

namespace graphblas_gpu::cuda::dense {

inline constexpr unsigned max_warps = 32;  // of a block
inline constexpr unsigned batch_size = policy::products_at_once * simt::warp_size;

/// Variables of a block.
struct block_state {
    unsigned long long ticket;     // the next item
    // rows (high half) and steps in the queue; the two are used alternately; the first is 0 before a sweep
    unsigned long long queued[2];
    unsigned refilled;             // the number of values that were written
    unsigned cell_ranks[policy::max_rank_cells + 1];  // bits before each panel
    unsigned long long next_column;  // the next column after the panel; ~0: there is none
    unsigned sizes[max_warps];       // bits that each warp has counted
    row_offset mask_begin, mask_end;
    row_offset start;  // where a part of a shared row starts to write
};

/// The steps of a row of B with `size` entries.
__device__ inline unsigned steps_of(unsigned size) {
    return size == 0 ? 0 : size / simt::warp_size + (size % simt::warp_size != 0) + policy::steps_to_begin;
}

/// The work queue of a block: rows of B, or their segments in a range of columns. Their steps are summed in 32 bits, which
/// suffices: the rows are different, so they have at most as many entries as B, which has at most
/// max_entries_of_b.
template <class K>
struct segment_queue {
    segment<K> rows[policy::queue_rows];
    unsigned steps[policy::queue_rows];  // inclusive prefix sums over the rows
    static_assert(max_entries_of_b / simt::warp_size + policy::queue_rows * (1 + policy::steps_to_begin) < row_offset{1} << 32);
};

/// The part of a row of the product in a range of columns. `whole`: the row has no columns outside this range.
struct output_segment {
    index row;       // the row of A
    index from, to;  // columns from .. to - 1
    bool whole;
};

/// The segment of the row of B that entry p of A names, within the columns of `here`. If the first column of this row after the
/// segment is known, `next` becomes the minimum of itself and this column.
template <class K>
__device__ segment<K> segment_of(const work& w, const output_segment& here, row_offset p, unsigned long long& next) {
    const csr_ref &a = w.in.a, &b = w.in.b;
    segment<K> s;
    s.k = a.columns[p];
    s.x = value_at<K::reads_left>(static_cast<const typename K::left*>(a.values), p);
    s.begin = b.offsets[s.k];
    row_offset stop = b.offsets[s.k + index{1}];
    const row_offset end = stop;
    if (!here.whole) {
        clip(w, s.k, here.from, here.to, s.begin, stop);
        if (w.cross.counts == nullptr && stop < end && b.columns[stop] < next) next = b.columns[stop];
    }
    s.size = static_cast<unsigned>(stop - s.begin);
    return s;
}

/// Puts the segments of a warp into the queue, in any order; empty segments are dropped. All lanes call.
template <class K>
__device__ void enqueue(segment_queue<K>& queue, unsigned long long& queued, const segment<K>& mine) {
    const unsigned lane = simt::lane_id(), steps = steps_of(mine.size);
    const unsigned there = __ballot_sync(simt::full_warp, steps > 0);
    if (there == 0) return;
    const unsigned up_to = sum_below_lane(steps) + steps;
    unsigned long long before = 0;
    if (lane == simt::warp_size - 1) before = atomicAdd(&queued, static_cast<unsigned long long>(__popc(there)) << 32 | up_to);
    before = __shfl_sync(simt::full_warp, before, simt::warp_size - 1);
    if (steps == 0) return;
    const auto slot = static_cast<unsigned>(before >> 32) + static_cast<unsigned>(__popc(there & bits_below(lane)));
    queue.rows[slot] = mine;
    queue.steps[slot] = static_cast<unsigned>(before) + up_to;
}

/// Calls add(segment) for the steps in the calling warp's share. All lanes call.
template <class K, class Add>
__device__ void take_share(const segment_queue<K>& queue, unsigned long long queued, const Add& add) {
    const unsigned lane = simt::lane_id(), warps = blockDim.x / simt::warp_size;
    const auto rows = static_cast<unsigned>(queued >> 32), all = static_cast<unsigned>(queued);
    const unsigned share = (all + warps - 1) / warps, first = simt::warp_id() * share;
    if (first >= all) return;
    unsigned row = 0;  // the row in which the share begins: the number of rows that end before it
    for (unsigned some = simt::warp_size; some == simt::warp_size;) {
        const bool ends = row + lane < rows && queue.steps[row + lane] <= first;
        some = static_cast<unsigned>(__popc(__ballot_sync(simt::full_warp, ends)));
        row += some;
    }
    unsigned skipped = row == 0 ? first : first - queue.steps[row - 1];
    for (unsigned left = share < all - first ? share : all - first; left > 0; ++row) {
        segment<K> s = queue.rows[row];
        const unsigned steps = steps_of(s.size) - skipped;
        const row_offset done = row_offset{skipped} * simt::warp_size;  // may exceed 32 bits in a row of nearly 2^32 entries
        skipped = 0;
        s.begin += done;
        s.size = s.size > done ? static_cast<unsigned>(s.size - done) : 0;
        if (s.size / simt::warp_size >= left) s.size = left * simt::warp_size;
        left -= steps < left ? steps : left;
        if (s.size > 0) add(s);
    }
}

/// Calls add(segment) by whole warps for the products of a part of a row. state.queued[0] must be 0. All threads call. The
/// scratch may be used again after the next barrier.
template <class K, class Add>
__device__ void sweep(const work& w, block_state& state, unsigned char* memory, const output_segment& here, const Add& add) {
    auto& queue = *reinterpret_cast<segment_queue<K>*>(memory);
    static_assert(sizeof(queue) <= policy::scratch_bytes);
    const unsigned at_once = policy::queue_rows < blockDim.x ? policy::queue_rows : blockDim.x;
    const row_offset begin = w.in.a.offsets[here.row], end = w.in.a.offsets[here.row + 1];
    unsigned long long next = ~0ull;
    unsigned turn = 0;
    for (row_offset first = begin; first < end; first += at_once) {
        if (first > begin) __syncthreads();  // all warps are done with the queue
        if (threadIdx.x == 0) state.queued[turn ^ 1] = 0;
        if (threadIdx.x < at_once) {
            segment<K> mine;
            if (first + threadIdx.x < end) mine = segment_of<K>(w, here, first + threadIdx.x, next);
            enqueue(queue, state.queued[turn], mine);
        }
        __syncthreads();
        take_share(queue, state.queued[turn], add);
        turn ^= 1;
    }
    if (next != ~0ull) atomicMin(&state.next_column, next);
}

/// Products of a lane in some steps, and their columns.
template <class K, int steps>
struct batch {
    struct {
        bool there;
        unsigned at;
        typename K::value x;
    } items[steps];
};

/// The batch of the calling lane in the steps from entry q of B on. The segment has `rest` entries left, at least one, and
/// enough for all lanes in the first `full` steps. Columns are counted from `from`. A lane without a product reads the last one
/// of the segment, because a branch in each step would take longer.
template <int steps, int full, class K>
__device__ batch<K, steps> batch_at(const csr_ref& b, const K& k, index i, const segment<K>& s, row_offset q, unsigned rest,
                                    index from) {
    const column_index* const columns = b.columns + q;
    const bool reads = K::reads_right && b.values != nullptr;
    const auto* const values = reads ? b.values_as<typename K::right>() + q : nullptr;
    batch<K, steps> some;
#pragma unroll
    for (int u = 0; u < steps; ++u) {
        const unsigned n = simt::lane_id() + u * simt::warp_size;
        const bool there = u < full || n < rest;
        const unsigned p = there ? n : rest - 1;
        const column_index j = columns[p];
        some.items[u] = {there, static_cast<unsigned>(j - static_cast<column_index>(from)), {}};
        if constexpr (has_values<K>) some.items[u].x = k.product(s.x, reads ? values[p] : typename K::right{}, i, s.k, j);
    }
    return some;
}

/// Adds the products of a batch to sums in shared memory, to which other warps add at the same time. The products of a lane
/// have different columns. So a lane reads all sums before it replaces the first, and the accesses are in flight together;
/// atomicAdd is such a loop for each product. Lanes without a product read a sum, too, but leave it as it is.
template <class K, int steps>
__device__ void add_floats(const K& k, typename K::accumulator* sums, const batch<K, steps>& some) {
    typename K::accumulator seen[steps], before[steps];
#pragma unroll
    for (int u = 0; u < steps; ++u)
        seen[u] = before[u] = *const_cast<volatile typename K::accumulator*>(&sums[some.items[u].at]);
#pragma unroll
    for (int u = 0; u < steps; ++u) {
        const auto& one = some.items[u];
        if (one.there) before[u] = atomicCAS(&sums[one.at], seen[u], k.sum_into(seen[u], one.x));
    }
    bool again = false;
#pragma unroll
    for (int u = 0; u < steps; ++u) again |= before[u] != seen[u];
    if (!again) return;
#pragma unroll
    for (int u = 0; u < steps; ++u) {
        const auto& one = some.items[u];
        if (before[u] != seen[u]) atomicAdd(reinterpret_cast<typename K::value*>(&sums[one.at]), one.x);
    }
}

template <int steps>
__device__ void set_bits(unsigned* bits, const batch<structure_only, steps>& some) {
#pragma unroll
    for (int u = 0; u < steps; ++u) {
        if (some.items[u].there) set_bit(bits, some.items[u].at);
    }
}

/// Calls take(batch) for the entries of a segment. All lanes call.
template <class K, class Take>
__device__ void batches(const work& w, const K& k, index i, const segment<K>& s, index from, const Take& take) {
    row_offset q = s.begin;
    unsigned rest = s.size;
    for (; rest >= batch_size; rest -= batch_size) {
        take(batch_at<policy::products_at_once, policy::products_at_once>(w.in.b, k, i, s, q, rest, from));
        q += batch_size;
    }
    if (rest > batch_size / 2)
        take(batch_at<policy::products_at_once, policy::products_at_once / 2>(w.in.b, k, i, s, q, rest, from));
    else if (rest > 0) take(batch_at<policy::products_at_once / 2, 0>(w.in.b, k, i, s, q, rest, from));
}

/// A product of a lane, and its sum.
template <class K>
struct placed {
    bool there;
    unsigned at;  ///< its column, counted from that of the block's first sum
    typename K::value x;
};

/// Calls add(placed) for the products of a part of a row, one row of B after the other: all threads have added before the next
/// row begins. place(placed) turns the column into the number of its sum, and may leave a product out. A unit is as many
/// products of one row as the block has threads; the loads of `units` units are issued before the first of them is added.
/// Otherwise as sweep().
template <class K, unsigned units, class Place, class Add>
__device__ void sweep_in_order(const work& w, const K& k, block_state& state, unsigned char* memory, const output_segment& here,
                               index from, const Place& place, const Add& add) {
    auto* const rows = reinterpret_cast<segment<K>*>(memory);
    const unsigned at_once = policy::queue_rows < blockDim.x ? policy::queue_rows : blockDim.x;
    const unsigned lane = simt::lane_id(), warp = simt::warp_id();
    const row_offset begin = w.in.a.offsets[here.row], end = w.in.a.offsets[here.row + 1];
    const column_index* const columns = w.in.b.columns;
    const auto* const values = static_cast<const typename K::right*>(w.in.b.values);
    unsigned long long next = ~0ull;
    for (row_offset first = begin; first < end; first += at_once) {
        segment<K> mine;
        if (threadIdx.x < at_once && first + threadIdx.x < end) mine = segment_of<K>(w, here, first + threadIdx.x, next);
        // Segments are listed in the order of k; empty ones are dropped.
        const unsigned filled = __ballot_sync(simt::full_warp, mine.size > 0);
        if (lane == 0) state.sizes[warp] = static_cast<unsigned>(__popc(filled));
        __syncthreads();
        const unsigned of_warp = lane < blockDim.x / simt::warp_size ? state.sizes[lane] : 0;
        const unsigned all = __reduce_add_sync(simt::full_warp, of_warp);
        const unsigned before = __reduce_add_sync(simt::full_warp, lane < warp ? of_warp : 0);
        if (mine.size > 0) rows[before + static_cast<unsigned>(__popc(filled & bits_below(lane)))] = mine;
        __syncthreads();
        unsigned done = 0;  // products of this row in earlier units
        for (unsigned row = 0; row < all;) {
            placed<K> some[units];
            unsigned ends = 0;  // a bit for each unit: it is the last of its row
#pragma unroll
            for (unsigned u = 0; u < units; ++u) {
                some[u].there = false;
                if (row >= all) continue;
                const segment<K>& s = rows[row];
                const unsigned t = done + threadIdx.x;
                if (t < s.size) {
                    const column_index j = columns[s.begin + t];
                    const auto y = value_at<K::reads_right>(values, s.begin + t);
                    some[u] = {true, static_cast<unsigned>(j - static_cast<column_index>(from)),
                               k.product(s.x, y, here.row, s.k, j)};
                }
                done += blockDim.x;
                if (done < s.size) continue;
                ends |= 1u << u;
                ++row;
                done = 0;
            }
#pragma unroll
            for (unsigned u = 0; u < units; ++u) {
                if (some[u].there) place(some[u]);
            }
#pragma unroll
            for (unsigned u = 0; u < units; ++u) {
                if (some[u].there) add(some[u]);
                if ((ends >> u & 1u) != 0) __syncthreads();
            }
        }
    }
    if (next != ~0ull) atomicMin(&state.next_column, next);
}

/// Finds the entries of the mask in row r of the panel and columns from .. to - 1. One thread calls.
__device__ inline void find_forbidden(const work& w, block_state& state, index r, index from, index to) {
    const csr_ref& mask = w.in.mask.rows;
    const row_offset begin = mask.offsets[w.in.first_row + r], end = mask.offsets[w.in.first_row + r + 1];
    state.mask_begin = lower_bound(mask.columns, begin, end, static_cast<column_index>(from));
    state.mask_end = to > max_side ? end : lower_bound(mask.columns, state.mask_begin, end, static_cast<column_index>(to));
}

/// Sets the bits of the columns of a part of row r, except columns that the mask forbids. All threads call; it ends with a
/// barrier.
__device__ inline void find_columns(const work& w, block_state& state, unsigned* bits, unsigned char* scratch, index r,
                                    const output_segment& here) {
    if (threadIdx.x == 0) {
        state.queued[0] = 0;
        state.next_column = ~0ull;
        if (forbids(w)) find_forbidden(w, state, r, here.from, here.to);
    }
    __syncthreads();
    const structure_only none;
    sweep<structure_only>(w, state, scratch, here, [&](const segment<structure_only>& s) {
        batches(w, none, here.row, s, here.from, [&](const auto& some) { set_bits(bits, some); });
    });
    __syncthreads();
    if (!forbids(w)) return;
    for (row_offset p = state.mask_begin + threadIdx.x; p < state.mask_end; p += blockDim.x) {
        const auto at = static_cast<unsigned>(w.in.mask.rows.columns[p] - static_cast<column_index>(here.from));
        atomicAnd(&bits[at >> 5], ~(1u << (at & 31u)));
    }
    __syncthreads();
}

__device__ inline unsigned bits_of(const uint4& q) {
    return static_cast<unsigned>(__popc(q.x) + __popc(q.y) + __popc(q.z) + __popc(q.w));
}

/// The words of bits that a warp counts or reads. They begin at a multiple of 32. The number of all words is a multiple of 4.
struct word_range {
    unsigned begin, end;
};
__device__ inline word_range words_of_warp(unsigned words) {
    const unsigned warps = blockDim.x / simt::warp_size;
    const unsigned share = ((words + warps - 1) / warps + 31) / 32 * 32;
    const unsigned begin = simt::warp_id() * share;
    return {begin, begin + share < words ? begin + share : words};
}

/// The sum over all threads of a block, and the sum over the warps before the calling one.
struct counted {
    unsigned all, before;
};
/// Sums n over threads. All threads call.
__device__ inline counted sums_of_warps(block_state& state, unsigned n) {
    n = __reduce_add_sync(simt::full_warp, n);
    if (simt::lane_id() == 0) state.sizes[simt::warp_id()] = n;
    __syncthreads();
    const unsigned of_lane = simt::lane_id() < blockDim.x / simt::warp_size ? state.sizes[simt::lane_id()] : 0;
    return {__reduce_add_sync(simt::full_warp, of_lane),
            __reduce_add_sync(simt::full_warp, simt::lane_id() < simt::warp_id() ? of_lane : 0)};
}

/// Counts the bits of all words, and sets the words to 0 if `empty`. A lane takes four words at once. All threads call.
__device__ inline counted count_bits(block_state& state, unsigned* bits, unsigned words, bool empty) {
    auto* const quads = reinterpret_cast<uint4*>(bits);
    const unsigned lane = simt::lane_id();
    const word_range mine = words_of_warp(words);
    unsigned n = 0;
    for (unsigned c = mine.begin / 4 + lane; c < mine.end / 4; c += simt::warp_size) {
        n += bits_of(quads[c]);
        if (empty) quads[c] = uint4{0, 0, 0, 0};
    }
    return sums_of_warps(state, n);
}

/// Calls emit(n, at) for all n, where `at` is the n-th bit that is set in `mine`, over the warp; neighbouring lanes have
/// neighbouring n. Sets the words to 0. `staged`: scratch of the warp for `room` columns. All lanes call.
template <class Emit>
__device__ void take_bits(unsigned* bits, const word_range& mine, unsigned short* staged, unsigned room, const Emit& emit) {
    const unsigned lane = simt::lane_id();
    unsigned n = 0;
    for (unsigned first = mine.begin; first < mine.end; first += simt::warp_size) {
        unsigned word = first + lane < mine.end ? bits[first + lane] : 0;
        if (word != 0) bits[first + lane] = 0;
        unsigned before = sum_below_lane(static_cast<unsigned>(__popc(word)));
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
/// The same for all words, which the warps of a block share. All threads call.
template <class Emit>
__device__ void take_bits(unsigned* bits, unsigned words, unsigned char* scratch, const Emit& emit) {
    const unsigned room = policy::scratch_bytes / 2 / (blockDim.x / simt::warp_size);
    take_bits(bits, words_of_warp(words), reinterpret_cast<unsigned short*>(scratch) + simt::warp_id() * room, room, emit);
}

/// The number of blocks to launch for a queue of items.
inline unsigned blocks_for(const engine& e, const work& w, std::size_t shared_bytes) {
    const index fitting =
        e.facts().shared_bytes_per_multiprocessor / static_cast<index>(shared_bytes + 1024 + sizeof(block_state));
    const index resident = std::clamp<index>(fitting, 1, 2048 / w.bounds.threads);
    return static_cast<unsigned>(std::min(w.count, e.facts().multiprocessors * resident));
}

/// Clears the memory of a block, and computes items of its queue until none is left. block.take(at) computes item `at` and
/// leaves the next item of the block in state.ticket.
template <class Block>
__device__ void take_items(const Block& block) {
    block.clear();
    if (threadIdx.x == 0) block.state.ticket = atomicAdd(block.w.tickets, 1ull);
    __syncthreads();
    for (;;) {
        const auto at = static_cast<index>(block.state.ticket);
        if (at >= block.w.count) return;
        block.take(at);
    }
}

}  // namespace graphblas_gpu::cuda::dense
