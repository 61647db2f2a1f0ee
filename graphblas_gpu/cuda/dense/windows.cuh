// Rows of a product whose columns lie close together, a warp for each row.
//
// Idea: a warp has a sum in shared memory for each column of its row's range. The columns of one row of B are different, so the
// lanes add its products without atomics, and all lanes go on to the next row of B together. The sums are read off in order.
// Source: kkSpGEMM (Deveci, Trott, Rajamanickam), kkDENSE; windows are ours.
#pragma once

#include <graphblas_gpu/cuda/dense/block.cuh>

namespace graphblas_gpu::cuda::dense {

/// Whether there is a byte for each column that tells whether the column has a product.
template <class K, pass mode>
inline constexpr bool has_flags = mode == pass::count || (mode == pass::write && !(has_values<K> && has_void<K>));

template <class K, pass mode>
GB_HD constexpr std::size_t window_bytes(std::size_t columns) {
    return columns * ((has_values<K> ? sizeof(typename K::accumulator) : 0) + (has_flags<K, mode> ? 1 : 0));
}

template <class K, pass mode>
struct window_warp {
    using accumulator = typename K::accumulator;
    using left = typename K::left;
    using right = typename K::right;
    using value = typename K::value;

    const work& w;
    const K& k;
    const row_output& to;
    unsigned lane;
    accumulator* sums;
    unsigned char* flags;

    __device__ void clear(unsigned columns) const {
        for (unsigned c = lane; c < columns; c += simt::warp_size) {
            if constexpr (has_values<K>) sums[c] = initial_word<K, mode>(k);
            if constexpr (has_flags<K, mode>) flags[c] = 0;
        }
        __syncwarp();
    }

    /// Adds up to `rounds` products a lane. They are of one row of B, so their columns are different. Only in the last round
    /// may a lane have no product.
    template <int rounds>
    __device__ void add(index i, const segment<K>& s, const column_index* columns, const right* values, unsigned rest,
                        column_index low) const {
        column_index j[rounds];
        right y[rounds];
        accumulator seen[rounds]{};
        const bool last = lane + (rounds - 1) * simt::warp_size < rest;
#pragma unroll
        for (int u = 0; u < rounds; ++u) {
            if (u == rounds - 1 && !last) continue;
            j[u] = columns[u * simt::warp_size];
            if constexpr (has_values<K>) y[u] = value_at<K::reads_right>(values, u * simt::warp_size);
        }
        if constexpr (has_values<K>) {
#pragma unroll
            for (int u = 0; u < rounds; ++u) {
                if (u < rounds - 1 || last) seen[u] = sums[j[u] - low];
            }
        }
#pragma unroll
        for (int u = 0; u < rounds; ++u) {
            if (u == rounds - 1 && !last) continue;
            if constexpr (has_values<K>) sums[j[u] - low] = word_after<K, mode>(k, seen[u], k.product(s.x, y[u], i, s.k, j[u]));
            if constexpr (has_flags<K, mode>) flags[j[u] - low] = 1;
        }
    }

    __device__ void add_segment(index i, const segment<K>& s, column_index low) const {
        const column_index* columns = w.in.b.columns + s.begin + lane;
        const right* values = static_cast<const right*>(w.in.b.values);
        if (K::reads_right && values != nullptr) values += s.begin + lane;
        constexpr unsigned most = 4 * simt::warp_size;
        unsigned rest = s.size;
        for (; rest >= most; rest -= most) {
            add<4>(i, s, columns, values, rest, low);
            columns += most;
            if (K::reads_right && values != nullptr) values += most;
        }
        if (rest > 3 * simt::warp_size)
            add<4>(i, s, columns, values, rest, low);
        else if (rest > 2 * simt::warp_size)
            add<3>(i, s, columns, values, rest, low);
        else if (rest > simt::warp_size)
            add<2>(i, s, columns, values, rest, low);
        else if (rest > 0)
            add<1>(i, s, columns, values, rest, low);
    }

    __device__ void accumulate(index i, column_index low) const {
        const csr_ref &a = w.in.a, &b = w.in.b;
        const row_offset end = a.offsets[i + 1];
        for (row_offset first = a.offsets[i]; first < end; first += simt::warp_size) {
            segment<K> mine;
            if (first + lane < end) {
                mine.k = a.columns[first + lane];
                mine.x = value_at<K::reads_left>(static_cast<const left*>(a.values), first + lane);
                mine.begin = b.offsets[mine.k];
                mine.size = static_cast<unsigned>(b.offsets[mine.k + index{1}] - mine.begin);
            }
            for (unsigned todo = __ballot_sync(simt::full_warp, mine.size > 0); todo != 0; todo &= todo - 1) {
                add_segment(i, shuffled_segment<K>(w, mine, __ffs(static_cast<int>(todo)) - 1), low);
                if constexpr (has_values<K>) __syncwarp();
            }
        }
        __syncwarp();
    }

    /// Removes the columns that the mask forbids.
    __device__ void forbid(index i, const column_range& range) const {
        const csr_ref& rows = w.in.mask.rows;
        const row_offset end = rows.offsets[i + 1];
        row_offset p = lower_bound(rows.columns, rows.offsets[i], end, range.low) + lane;
        for (; p < end && rows.columns[p] <= range.high; p += simt::warp_size) {
            const unsigned at = rows.columns[p] - range.low;
            if constexpr (has_values<K>) sums[at] = initial_word<K, mode>(k);
            if constexpr (has_flags<K, mode>) flags[at] = 0;
        }
        __syncwarp();
    }

    /// Writes the columns that have a product.
    __device__ void list(column_index* to, const column_range& range) const {
        const auto size = static_cast<unsigned>(range.size());
        for (unsigned first = 0; first < size; first += simt::warp_size) {
            const unsigned at = first + lane;
            const bool taken = at < size && flags[at] != 0;
            const unsigned set = __ballot_sync(simt::full_warp, taken);
            if (taken) to[__popc(set & bits_below(lane))] = range.low + at;
            to += __popc(set);
        }
    }

    __device__ void count(index r, const column_range& range) const {
        const index size = range.size();
        auto* const words = reinterpret_cast<unsigned*>(flags);
        unsigned mine = 0;
        for (unsigned c = lane; c < (size + 3) / 4; c += simt::warp_size) mine += static_cast<unsigned>(__popc(words[c]));
        mine = __reduce_add_sync(simt::full_warp, mine);
        if (lane == 0) to.sizes[r] = mine;
        if (to.lists.columns != nullptr) {
            column_index* const room = hashing::team_room_for_list<simt::warp_size>(to.lists, r, mine);
            if (room != nullptr) list(room, range);
            __syncwarp();
        }
        for (unsigned c = lane; c < (size + 3) / 4; c += simt::warp_size) words[c] = 0;
    }

    __device__ void write(row_offset p, const column_range& range) const {
        const auto size = static_cast<unsigned>(range.size());
        for (unsigned first = 0; first < size; first += simt::warp_size) {
            const unsigned at = first + lane;
            accumulator seen{};
            bool taken = at < size;
            if (taken) {
                if constexpr (has_values<K>) {
                    seen = sums[at];
                    sums[at] = initial_word<K, mode>(k);
                }
                if constexpr (has_flags<K, mode>) {
                    taken = flags[at] != 0;
                    flags[at] = 0;
                } else {
                    taken = seen != void_word<K>;
                }
            }
            const unsigned set = __ballot_sync(simt::full_warp, taken);
            if (taken) {
                const row_offset here = p + __popc(set & bits_below(lane));
                to.out.columns[here] = range.low + at;
                if constexpr (has_values<K>) static_cast<value*>(to.out.values)[here] = k.read(seen);
            }
            p += __popc(set);
        }
    }

    __device__ void refill(row_offset p, row_offset end, column_index low) const {
        for (p += lane; p < end; p += simt::warp_size) {
            const unsigned at = to.out.columns[p] - low;
            static_cast<value*>(to.out.values)[p] = k.read(sums[at]);
            sums[at] = initial_word<K, mode>(k);
        }
    }

    __device__ void take(const item& it) const {
        const index r = row_at(w, it.position), i = w.in.first_row + r;
        const column_range range = w.ranges[it.position];
        accumulate(i, range.low);
        if (forbids(w)) forbid(i, range);
        if constexpr (mode == pass::count)
            count(r, range);
        else if constexpr (mode == pass::write)
            write(to.out.offsets[r], range);
        else
            refill(to.out.offsets[r], to.out.offsets[r + 1], range.low);
        __syncwarp();
    }
};

/// Computes rows in windows. Each warp has memory for `columns` columns.
template <class K, pass mode>
__global__ void __launch_bounds__(policy::window_threads) window_rows(work w, K k, row_output to, unsigned columns) {
    const unsigned warps = blockDim.x / simt::warp_size;
    unsigned char* const memory = simt::dynamic_shared<unsigned char>() + simt::warp_id() * window_bytes<K, mode>(columns);
    unsigned char* const flags = memory + (has_values<K> ? columns * sizeof(typename K::accumulator) : 0);
    const window_warp<K, mode> warp{w, k, to, simt::lane_id(), reinterpret_cast<typename K::accumulator*>(memory), flags};
    warp.clear(columns);
    for (index at = index{blockIdx.x} * warps + simt::warp_id(); at < w.count; at += index{gridDim.x} * warps)
        warp.take(w.items[at]);
}

/// Computes the items of a queue of windows of up to `columns` columns.
template <class K, pass mode>
void run_windows(const engine_ptr& e, const work& w, const K& k, const row_output& to, index columns) {
    if (w.count == 0) return;
    constexpr index warps = policy::window_threads / simt::warp_size;
    const std::size_t bytes = warps * window_bytes<K, mode>(static_cast<std::size_t>(columns));
    const index fitting = e->facts().shared_bytes_per_multiprocessor / static_cast<index>(bytes + 1024);
    const index resident = std::clamp<index>(fitting, 1, 2048 / policy::window_threads);
    const index blocks = std::min((w.count + warps - 1) / warps, e->facts().multiprocessors * resident * 4);
    simt::launch(e->stream(), static_cast<unsigned>(blocks), policy::window_threads, bytes, window_rows<K, mode>, w, k, to,
                 static_cast<unsigned>(columns));
}

}  // namespace graphblas_gpu::cuda::dense
