// Rows of a product in panels of columns, a block a row or a part of one.
//
// Idea: a block has a panel of sums and bits in shared memory. The bits tell the size of the row, the order of the columns, and
// which sums to reset. Those of floating-point sums are set when all products have been added: a sum has a product if it is not
// -0, its initial value. Only a product that is -0 itself sets its bit at once. Rows are in a queue, the longest first. Blocks
// share a row with very many multiplications: each sums a panel of it, and tells the next block where its part ends.
// Source: kkSpGEMM (Deveci, Trott, Rajamanickam), kkDENSE; chained ends: Merrill, Garland, "Single-pass Parallel Prefix Scan
// with Decoupled Look-back" (2016).
#pragma once

#include <graphblas_gpu/cuda/dense/sweep.cuh>

namespace graphblas_gpu::cuda::dense {

template <class K, pass mode>
GB_HD constexpr std::size_t panel_sums_bytes(index columns) {
    return has_values<K> ? static_cast<std::size_t>(columns) * sizeof(typename K::accumulator) : 0;
}
template <class K, pass mode>
GB_HD constexpr std::size_t panel_shared_bytes(index columns) {
    return panel_sums_bytes<K, mode>(columns) + (mode == pass::refill ? 0 : static_cast<std::size_t>(columns / 8)) +
           policy::scratch_bytes;
}

template <class K, pass mode, bool in_order>
struct panel_block {
    using accumulator = typename K::accumulator;
    using value = typename K::value;

    const work& w;
    const K& k;
    const row_output& to;
    block_state& state;
    accumulator* sums;
    unsigned* bits;
    unsigned char* scratch;

    /// Sets all sums and bits of the block to their initial values.
    __device__ void clear() const {
        const auto columns = static_cast<unsigned>(w.bounds.panel);
        if constexpr (has_values<K>) {
            for (unsigned c = threadIdx.x; c < columns; c += blockDim.x) sums[c] = empty_in_panel<K, mode>(k);
        }
        if constexpr (mode != pass::refill) {
            for (unsigned c = threadIdx.x; c < columns / 32; c += blockDim.x) bits[c] = 0;
        }
    }

    template <int steps>
    __device__ void add(const batch<K, steps>& some) const {
        if constexpr (sums_floats<K>) {
            add_floats(k, sums, some);
            if constexpr (mode == pass::write) mark_minus_zeros(some);
        } else if constexpr (has_values<K>) {
#pragma unroll
            for (const auto& one : some.items) {
                if (one.there) add_shared<K, mode>(k, sums, bits, one.at, one.x);
            }
        } else {
            set_bits(bits, some);
        }
    }

    /// Sets the bits of products that are -0. All other products change the sum from its initial value -0 for good.
    template <int steps>
    __device__ void mark_minus_zeros(const batch<K, steps>& some) const {
        bool any = false;
#pragma unroll
        for (const auto& one : some.items) any |= one.there && k.write(one.x) == empty_in_panel<K, mode>(k);
        if (!any) return;
#pragma unroll
        for (const auto& one : some.items) {
            if (one.there && k.write(one.x) == empty_in_panel<K, mode>(k)) atomicOr(&bits[one.at >> 5], 1u << (one.at & 31u));
        }
    }

    /// Sets the bits of all sums that differ from their initial value, and counts all bits. All threads call.
    __device__ counted count_sums() const {
        const unsigned lane = simt::lane_id();
        const word_range mine = words_of_warp(static_cast<unsigned>(w.bounds.panel / 32));
        unsigned n = 0;
        for (unsigned first = mine.begin; first < mine.end; first += simt::warp_size) {
            unsigned word = bits[first + lane];
#pragma unroll 8
            for (unsigned c = 0; c < simt::warp_size; ++c) {
                const accumulator sum = sums[(first + c) * 32 + lane];
                const unsigned set = __ballot_sync(simt::full_warp, sum != empty_in_panel<K, mode>(k));
                if (lane == c) word |= set;
            }
            bits[first + lane] = word;
            n += static_cast<unsigned>(__popc(word));
        }
        return sums_of_warps(state, n);
    }

    __device__ void accumulate(const output_segment& here) const {
        if constexpr (in_order) {
            sweep_in_order<K, policy::units_ahead>(
                w, k, state, scratch, here, here.from, [](const auto&) {},
                [&](const auto& one) { add_alone<K, mode>(k, sums, bits, one.at, one.x); });
        } else {
            sweep<K>(w, state, scratch, here,
                     [&](const segment<K>& s) { batches(w, k, here.row, s, here.from, [&](const auto& some) { add(some); }); });
        }
    }

    /// Counts the columns of the panel. Their bits are set afterwards, or all bits are 0 if only sizes are wanted.
    __device__ counted counted_columns() const {
        if constexpr (begins_with_minus_zero<K, mode>) return count_sums();
        else return count_bits(state, bits, static_cast<unsigned>(w.bounds.panel / 32), mode == pass::count);
    }

    /// Removes the columns that the mask forbids.
    __device__ void forbid(index from) const {
        for (row_offset p = state.mask_begin + threadIdx.x; p < state.mask_end; p += blockDim.x) {
            const auto at = static_cast<unsigned>(w.in.mask.rows.columns[p] - static_cast<column_index>(from));
            if constexpr (has_values<K>) sums[at] = empty_in_panel<K, mode>(k);
            if constexpr (mode != pass::refill) atomicAnd(&bits[at >> 5], ~(1u << (at & 31u)));
        }
        __syncthreads();
    }

    /// Writes the columns whose bits the calling warp reads, from offset p on, and resets these bits and their sums.
    __device__ void write(row_offset p, index from) const {
        take_bits(bits, static_cast<unsigned>(w.bounds.panel / 32), scratch, [&](unsigned n, unsigned at) {
            simt::write_once(&to.out.columns[p + n], static_cast<column_index>(from) + at);
            if constexpr (has_values<K>) {
                simt::write_once(static_cast<value*>(to.out.values) + p + n, k.read(sums[at]));
                sums[at] = empty_in_panel<K, mode>(k);
            }
        });
    }

    /// Writes the values of the known columns of the panel, which begin at offset p and end at `end` or before. Returns the
    /// offset of their end.
    __device__ row_offset refill(row_offset p, row_offset end, index from, index end_column) const {
        unsigned mine = 0;
        for (row_offset q = p + threadIdx.x; q < end; q += blockDim.x) {
            const column_index j = to.out.columns[q];
            if (j >= end_column) break;
            const auto at = static_cast<unsigned>(j - static_cast<column_index>(from));
            simt::write_once(static_cast<value*>(to.out.values) + q, k.read(sums[at]));
            sums[at] = empty_in_panel<K, mode>(k);
            ++mine;
        }
        mine = __reduce_add_sync(simt::full_warp, mine);
        if (simt::lane_id() == 0 && mine > 0) atomicAdd(&state.refilled, mine);
        __syncthreads();
        return p + state.refilled;
    }

    /// Prepares the block's variables for the panel of row r that begins at column `from`.
    __device__ void begin(index r, index from, index span) const {
        if (threadIdx.x == 0) {
            state.queued[0] = 0;
            state.refilled = 0;
            state.next_column = ~0ull;
            if (forbids(w)) find_forbidden(w, state, r, from, from + span);
        }
        __syncthreads();
    }

    /// Counts a row whose columns are all in the panel from column 0 on, and caches its bits if the numeric phase will need
    /// them.
    __device__ void count_and_cache(index r, const column_range& range, std::int64_t flops, unsigned long long next) const {
        const index i = w.in.first_row + r;
        begin(r, 0, w.bounds.panel);
        accumulate({i, 0, w.bounds.panel, true});
        __syncthreads();
        if (forbids(w)) forbid(0);
        const counted n = count_bits(state, bits, static_cast<unsigned>(w.bounds.panel / 32), false);
        cache_bits(r, range, flops, n.all);
        if (threadIdx.x == 0) {
            to.sizes[r] = n.all;
            state.ticket = next;
        }
        __syncthreads();
    }

    /// Writes the columns of row r from its cached bits.
    __device__ void write_cached(index r, const unsigned* cached, unsigned long long next) const {
        const auto* const from = reinterpret_cast<const uint4*>(cached);
        auto* const quads = reinterpret_cast<uint4*>(bits);
        for (unsigned c = threadIdx.x; c < to.out.bits.words_of_slot / 4; c += blockDim.x) quads[c] = simt::read_once(from + c);
        __syncthreads();
        const counted n = count_bits(state, bits, static_cast<unsigned>(w.bounds.panel / 32), false);
        write(to.out.offsets[r] + n.before, 0);
        if (threadIdx.x == 0) state.ticket = next;
        __syncthreads();
    }

    /// Caches the bits of a row with `size` entries if the next phase will need them, and resets them.
    __device__ void cache_bits(index r, const column_range& range, std::int64_t flops, unsigned size) const {
        const row_bits& cached = to.out.bits;
        if (threadIdx.x == 0) {
            state.start = row_bits::none;
            const index i = w.in.first_row + r;
            const row_facts row{range, flops, w.in.a.offsets[i + 1] - w.in.a.offsets[i], size};
            const bool is_structure = to.numeric.panel == 0;
            if (is_structure ? flops > cached.words_of_slot : classify(row, to.numeric) == row_class::large_ranks) {
                const unsigned slot = atomicAdd(cached.used, 1u);
                if (slot < cached.max_slots) state.start = cached.slots[r] = slot;
            }
        }
        __syncthreads();
        const bool caches = state.start != row_bits::none;
        auto* const from = reinterpret_cast<uint4*>(bits);
        auto* const slot = reinterpret_cast<uint4*>(cached.words + state.start * cached.words_of_slot);
        for (unsigned c = threadIdx.x; c < static_cast<unsigned>(w.bounds.panel / 128); c += blockDim.x) {
            if (caches && c < cached.words_of_slot / 4) slot[c] = from[c];
            from[c] = uint4{0, 0, 0, 0};
        }
    }

    /// Returns where part `it` of a shared row starts to write. All threads call.
    __device__ row_offset chained(index at, const item& it, index r, unsigned size) const {
        if (threadIdx.x == 0) state.start = start_of_part(w, at, it, to.out.offsets[r], size);
        __syncthreads();
        return state.start;
    }

    /// Computes item `at` of the queue, and takes the ticket for the block's next item.
    __device__ void take(index at) const {
        const unsigned long long next = threadIdx.x == 0 ? atomicAdd(w.tickets, 1ull) : 0;
        const item it = w.items[at];
        const index r = row_at(w, it.position), i = w.in.first_row + r;
        const column_range range = w.ranges[it.position];
        const std::int64_t flops = w.in.flops[i];
        const cut c = cut_row(range, flops, w.bounds);
        const bool whole = c.parts == 1 && range.high < c.start + c.span;
        if constexpr (mode == pass::count && !has_values<K>) {
            const bool may_cache = to.out.bits.words != nullptr && flops > to.numeric.rank_slots;
            if (may_cache && c.parts == 1 && range.high < w.bounds.panel) return count_and_cache(r, range, flops, next);
        }
        if constexpr (mode == pass::write && !has_values<K>) {
            if (const unsigned* const cached = to.out.bits.bits_of(r); cached != nullptr) return write_cached(r, cached, next);
        }
        const bool jumps = !whole && c.parts == 1 && w.cross.counts == nullptr;
        row_offset written = mode == pass::count ? 0 : to.out.offsets[r];
        if (mode == pass::refill && it.part > 0) {
            const auto first_column = static_cast<column_index>(c.start + it.part * c.span);
            written = lower_bound(to.out.columns, written, to.out.offsets[r + 1], first_column);
        }
        const index last = c.parts == 1 ? range.high : c.start + (it.part + 1) * c.span - 1;
        for (index from = c.start + it.part * c.span; from <= last;) {
            begin(r, from, c.span);
            accumulate({i, from, from + c.span, whole});
            __syncthreads();
            if (forbids(w)) forbid(from);
            if constexpr (mode == pass::refill) {
                written = refill(written, to.out.offsets[r + 1], from, from + c.span);
            } else {
                const counted n = counted_columns();
                if constexpr (mode == pass::write) write((c.parts == 1 ? written : chained(at, it, r, n.all)) + n.before, from);
                written += n.all;
            }
            if (!jumps)
                from += c.span;
            else
                from = state.next_column < max_side ? static_cast<index>(state.next_column) : max_side;
            if (threadIdx.x == 0) state.ticket = next;
            __syncthreads();
        }
        if (mode == pass::count && threadIdx.x == 0) {
            atomicAdd(reinterpret_cast<unsigned long long*>(to.sizes + r), static_cast<unsigned long long>(written));
        }
    }
};

template <class K, pass mode, bool in_order>
__global__ void __launch_bounds__(in_order ? policy::threads_in_order : policy::threads, 3)
    panel_rows(work w, K k, row_output to) {
    __shared__ block_state state;
    unsigned char* const memory = simt::dynamic_shared<unsigned char>();
    const panel_block<K, mode, in_order> block{w,
                                               k,
                                               to,
                                               state,
                                               reinterpret_cast<typename K::accumulator*>(memory),
                                               reinterpret_cast<unsigned*>(memory + panel_sums_bytes<K, mode>(w.bounds.panel)),
                                               memory + panel_shared_bytes<K, mode>(w.bounds.panel) - policy::scratch_bytes};
    take_items(block);
}

/// Computes the items of the queue of panels.
template <class K, pass mode>
void run_panels(const engine_ptr& e, const work& w, const K& k, const row_output& to) {
    if (w.count == 0) return;
    const std::size_t bytes = panel_shared_bytes<K, mode>(w.bounds.panel);
    const auto launch = [&](void (*kernel)(work, K, row_output)) {
        simt::launch(e->stream(), blocks_for(*e, w, bytes), w.bounds.threads, bytes, kernel, w, k, to);
    };
    if constexpr (has_values<K> && may_depend_on_order<K>) {
        if (w.in.in_order) return launch(panel_rows<K, mode, true>);
    }
    launch(panel_rows<K, mode, false>);
}

}  // namespace graphblas_gpu::cuda::dense
