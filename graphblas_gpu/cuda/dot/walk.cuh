// The kernels of all masked products. They look the columns of some rows up in another row, which is laid out, that is, stored
// in a table in shared memory (see pairs.hpp).
//
// Idea: a warp takes 32 pairs at a time. It reads long rows one by one, 32 columns at once. It reads the columns of all short
// rows as one sequence, so that every lane has work; bits that mark where rows start tell a lane which pair it is in. A visitor
// decides what is done with the columns that are found. An owner (the row in the table) that is short and has few look-ups is
// laid out by one warp, which does all of its look-ups. Any other owner is laid out by a block, whose warps take equal shares
// of the look-ups. When there are no more tasks for blocks, the warps of a block go on with tasks for single warps. Source: Hu,
// Guan, Zou, "TRUST: Triangle counting reloaded on GPUs" (TPDS 2021), for laying one row out in shared memory; Merrill,
// Garland, Grimshaw, "Scalable GPU graph traversal" (PPoPP 2012), for going through rows as one sequence.
#pragma once

#include <graphblas_gpu/cuda/device/simt.cuh>
#include <graphblas_gpu/cuda/dot/column_table.cuh>
#include <graphblas_gpu/cuda/dot/pairs.hpp>
#include <graphblas_gpu/cuda/primitives/warp_sums.cuh>

#include <algorithm>

namespace graphblas_gpu::cuda::masked {

/// The up to 32 pairs that a warp is going through, in shared memory. Pairs with short rows are in the first slots.
struct batch {
    row_offset origin[32];         // entry n of the sequence is entry origin + n of the matrix; of a long row: its first entry
    unsigned long long sum[32];    // the sums of a visitor that adds values, as words (K::accumulator)
    row_offset pair[32];
    std::uint32_t start[32];       // the offset in the sequence at which the row that walks begins
    column_index row[32];          // the row that walks
};

/// The owner whose row is laid out.
struct encounter {
    index owner_row = 0;       ///< its row, counted from the first of laid[is_second]
    row_offset laid_begin = 0; ///< its first entry in its matrix
    row_offset laid_length = 0;
    bool is_second = false;    ///< it is a row of laid[1], and rows of walking[1] walk through it
};

/// 32 consecutive columns, of one long row or of the sequence of the short ones.
struct chunk {
    std::uint32_t begin = 0;  ///< the first column's offset in the sequence; not used in a long row
    unsigned starts = 0;      ///< a bit for each lane at which a short row starts
    std::uint32_t slot = 0;   ///< the slot of the pair that the lane is in
    row_offset at = 0;        ///< the entry that the lane has
    bool is_there = false;    ///< whether the lane has an entry

    /// Whether all lanes are in one pair. The answer is the same in all lanes.
    __device__ bool is_one_pair() const { return (starts & ~1u) == 0; }
};

/// How many times 32 columns are loaded before the first is looked up: for long rows, for the rests of long rows, and for the
/// sequence of short rows. The loops are unrolled. A visitor with much code has 1 everywhere: its code is compiled once for
/// long rows and once for short ones, and the next 32 columns are loaded before the current ones are looked up.
struct look_ahead {
    int long_rows, rests, short_rows;
};

/// The functions that a visitor need not define. It defines visit(batch, chunk, column, table, my_start, my_end), which all
/// lanes of a warp call for 32 columns at a time; `positions`, whether its table finds positions; and `ahead`, a look_ahead.
struct visitor_base {
    __device__ void begin_owner(const encounter&) {}
    __device__ void begin_batch(batch&, unsigned /*pairs*/) {}
    __device__ void end_batch(const batch&, unsigned /*pairs*/, const pair_view&) {}
    /// Whether the visitor needs no more columns of the row that walks for the pair in `slot`.
    __device__ bool is_done(unsigned /*slot*/) const { return false; }
    /// Each thread calls it once, when all its columns have been visited.
    __device__ void finish() {}
};

/// A word whose lowest n bits are set, for n up to 32.
GB_HD constexpr unsigned lowest_bits(unsigned n) { return n > 31 ? ~0u : (1u << n) - 1; }

/// The last pair of first .. last - 1 that has at most `work` look-ups before it. All lanes call.
__device__ inline row_offset pair_at(const std::int64_t* before, row_offset first, row_offset last, std::int64_t work) {
    while (last - first > 1) {
        const row_offset step = (last - first + 31) / 32;
        const row_offset mine = first + static_cast<row_offset>(simt::lane_id()) * step;
        const unsigned below = __ballot_sync(simt::full_warp, mine < last && before[mine] <= work);
        const row_offset next = first + (__popc(below) - 1) * step;  // lane 0 is always among them
        last = next + step < last ? next + step : last;
        first = next;
    }
    return first;
}

/// A pair in the registers of a lane: the look-ups before and after it, the row that walks, and the row's first entry.
struct pair_head {
    std::int64_t before = 0;
    std::int64_t after = 0;
    column_index row = 0;
    row_offset begin = 0;
};

/// Loads the pairs pair .. pair + 31, one a lane, that are below last_pair.
__device__ inline pair_head head_of(const pair_view& pairs, const rows_view& walking, row_offset pair, row_offset last_pair) {
    pair_head h;
    const row_offset mine = pair + simt::lane_id();
    if (mine >= last_pair) return h;
    h.before = pairs.work[mine];
    h.after = pairs.work[mine + 1];
    h.row = pairs.rows == nullptr ? static_cast<column_index>(mine) : pairs.rows[mine];
    h.begin = walking.offsets[h.row];
    return h;
}

/// Visits n times 32 columns of one row from entry `first` on, at most `left`.
template <int n, bool all_there, class Table, class Visitor>
__device__ inline void visit_row(const rows_view& walking, row_offset first, row_offset left, std::uint32_t slot,
                                 const Table& table, batch& b, Visitor& visitor) {
    const unsigned lane = simt::lane_id();
    chunk c;
    c.slot = slot;
    column_index column[n];
#pragma unroll
    for (int u = 0; u < n; ++u) {
        column[u] = all_there || 32 * u + lane < left ? walking.columns[first + 32 * u + lane] : 0;
    }
#pragma unroll
    for (int u = 0; u < n; ++u) {
        if (!all_there && 32 * u >= left) break;
        c.is_there = all_there || 32 * u + lane < left;
        c.at = first + 32 * u + lane;
        visitor.visit(b, c, column[u], table, 0u, 0u);
    }
}

/// Visits a long row: `length` entries from `first` on.
template <class Table, class Visitor>
__device__ inline void walk_row(const rows_view& walking, row_offset first, row_offset length, std::uint32_t slot,
                                const Table& table, batch& b, Visitor& visitor) {
    constexpr int many = Visitor::ahead.long_rows, few = Visitor::ahead.rests;
    [[maybe_unused]] constexpr row_offset far = 32 * many, near = 32 * few;
    if constexpr (many == 1) {
        const row_offset end = first + length;
        chunk c;
        c.slot = slot;
        c.at = first + simt::lane_id();
        column_index next = c.at < end ? walking.columns[c.at] : 0;
        for (; first < end; first += 32, c.at += 32) {
            const column_index column = next;
            next = c.at + 32 < end ? walking.columns[c.at + 32] : 0;
            c.is_there = c.at < end;
            visitor.visit(b, c, column, table, 0u, 0u);
            if (visitor.is_done(slot)) return;
        }
    } else {
        for (; length >= far; first += far, length -= far) {
            visit_row<many, true>(walking, first, length, slot, table, b, visitor);
            // The visitor may need no more columns of this row.
            if (visitor.is_done(slot)) return;
        }
        for (; length > 0; first += near, length -= near) {
            visit_row<few, false>(walking, first, length, slot, table, b, visitor);
            if (visitor.is_done(slot)) return;
        }
    }
}

/// The 32 columns of the sequence from `begin` on; `started` rows start before them.
struct loaded_chunk {
    chunk where;
    column_index column = 0;

    __device__ loaded_chunk(const rows_view& walking, const batch& b, std::uint32_t begin, std::uint32_t total,
                            std::uint32_t& started, std::uint32_t my_start) {
        const unsigned lane = simt::lane_id();
        const std::uint32_t here = my_start - begin;
        where.begin = begin;
        where.starts = __reduce_or_sync(simt::full_warp, here < 32 ? 1u << here : 0u);
        where.slot = started + static_cast<unsigned>(__popc(where.starts & lowest_bits(lane + 1))) - 1;
        started += static_cast<unsigned>(__popc(where.starts));
        where.is_there = begin + lane < total;
        if (!where.is_there) return;
        where.at = b.origin[where.slot] + begin + lane;
        column = walking.columns[where.at];
    }
};

/// Visits the `total` columns of the sequence of short rows.
template <class Table, class Visitor>
__device__ inline void walk_sequence(const rows_view& walking, std::uint32_t total, const Table& table, batch& b,
                                     Visitor& visitor, std::uint32_t my_start, std::uint32_t my_end) {
    constexpr int n = Visitor::ahead.short_rows;
    std::uint32_t started = 0;
    const auto load = [&](std::uint32_t begin) { return loaded_chunk(walking, b, begin, total, started, my_start); };
    if constexpr (n == 1) {
        loaded_chunk next = load(0);
        for (std::uint32_t begin = 0; begin < total; begin += 32) {
            const loaded_chunk now = next;
            next = load(begin + 32);
            visitor.visit(b, now.where, now.column, table, my_start, my_end);
        }
    } else {
        for (std::uint32_t begin = 0; begin < total; begin += 32 * n) {
            chunk c[n];
            column_index column[n];
#pragma unroll
            for (int u = 0; u < n; ++u) {
                const loaded_chunk loaded = load(begin + 32u * u);
                c[u] = loaded.where;
                column[u] = loaded.column;
            }
#pragma unroll
            for (int u = 0; u < n; ++u) {
                if (c[u].begin < total) visitor.visit(b, c[u], column[u], table, my_start, my_end);
            }
        }
    }
}

/// Visits the look-ups from .. to - 1 of the pairs from `pair` on. `head`: the first 32 of them. All lanes call.
template <class Table, class Visitor>
__device__ void walk(const pair_view& pairs, const rows_view& walking, row_offset pair, row_offset last_pair, std::int64_t from,
                     std::int64_t to, pair_head head, const Table& table, batch& b, Visitor& visitor) {
    const unsigned lane = simt::lane_id();
    while (pair < last_pair) {
        const std::int64_t low = head.before > from ? head.before : from, high = head.after < to ? head.after : to;
        const std::int64_t batch_from = __shfl_sync(simt::full_warp, low, 0);
        if (batch_from >= to) return;
        const row_offset length = low < high ? high - low : 0, first = head.begin + (low - head.before);
        unsigned long_rows = __ballot_sync(simt::full_warp, length >= policy::long_from);
        const unsigned filled = __ballot_sync(simt::full_warp, length > 0);
        const unsigned count = static_cast<unsigned>(__popc(filled));
        if (count == 0) {
            // All 32 pairs are empty, and many more may be empty: search for the next pair that has look-ups.
            if (pair + 32 >= last_pair) return;
            pair = pair_at(pairs.work, pair + 31, last_pair, batch_from);
            if (pairs.work[pair + 1] <= batch_from) return;
            head = head_of(pairs, walking, pair, last_pair);
            continue;
        }
        const unsigned short_rows = filled & ~long_rows, short_count = static_cast<unsigned>(__popc(short_rows));
        const bool is_short = (short_rows >> lane & 1u) != 0;
        const std::uint32_t start = sum_below_lane(is_short ? static_cast<std::uint32_t>(length) : 0);
        const std::uint32_t total =
            __shfl_sync(simt::full_warp, start + (is_short ? static_cast<std::uint32_t>(length) : 0), 31);
        if (length > 0) {
            const unsigned same = is_short ? short_rows : long_rows;
            const unsigned slot = (is_short ? 0 : short_count) + simt::count_below(same);
            b.origin[slot] = is_short ? first - start : first;
            b.start[slot] = start;
            b.row[slot] = head.row;
            b.pair[slot] = pair + lane;
        }
        __syncwarp();
        pair += 32;
        head = head_of(pairs, walking, pair, last_pair);
        visitor.begin_batch(b, count);
        for (unsigned slot = short_count; long_rows != 0; long_rows &= long_rows - 1, ++slot) {
            const unsigned owner = simt::lowest_bit(long_rows);
            walk_row(walking, b.origin[slot], __shfl_sync(simt::full_warp, length, owner), slot, table, b, visitor);
        }
        const std::uint32_t my_start = lane < short_count ? b.start[lane] : 0xffffffffu;
        const std::uint32_t my_end = lane + 1 < short_count ? b.start[lane + 1] : total;
        walk_sequence(walking, total, table, b, visitor, my_start, my_end);
        visitor.end_batch(b, count, pairs);
        __syncwarp();
    }
}

__device__ inline encounter encounter_of(const walk_view& w, const owner_record& r) {
    encounter e;
    e.is_second = r.owner >= w.split;
    e.owner_row = e.is_second ? r.owner - w.split : r.owner;
    e.laid_begin = r.laid_begin;
    e.laid_length = r.laid_length;
    return e;
}

/// The bytes of the table of a warp that lays an owner out for itself.
template <class Visitor>
inline constexpr unsigned warp_table_bytes = policy::warp_slots*(Visitor::positions ? 8 : 4);

/// Does a task with one warp.
template <class Visitor>
__device__ void walk_by_warp(const walk_view& w, const task& t, void* table_memory, batch& b, Visitor& visitor) {
    const unsigned lane = simt::lane_id();
    const encounter e = encounter_of(w, t.row);
    const rows_view& walking = w.walking[e.is_second];
    const pair_head head = head_of(w.pairs, walking, t.row.first_pair, t.row.last_pair);
    // The smallest power of 2 that is at least 4 times the length, which is not 0.
    std::uint32_t slots = 2u << (31 - __clz(static_cast<int>(e.laid_length) * 4 - 1));
    slots = slots < 32 ? 32 : slots > policy::warp_slots ? policy::warp_slots : slots;
    column_table<Visitor::positions> table(table_memory, {table_kind::hash, slots});
    table.clear(lane, 32);
    __syncwarp();
    table.insert(w.laid[e.is_second].columns + e.laid_begin, e.laid_length, lane, 32);
    __syncwarp();
    visitor.begin_owner(e);
    walk(w.pairs, walking, t.row.first_pair, t.row.last_pair, t.from, t.to, head, table, b, visitor);
    __syncwarp();
}

/// Does a task with all warps of a block. `next` is called by one thread while the block lays the row out.
template <class Visitor, class Next>
__device__ void walk_by_block(const walk_view& w, const task& t, unsigned char* shared, std::uint64_t table_bytes, batch& b,
                              Visitor& visitor, const Next& next) {
    const unsigned warps = blockDim.x / 32;
    const encounter e = encounter_of(w, t.row);
    const rows_view& walking = w.walking[e.is_second];
    const std::int64_t share = (t.to - t.from + warps - 1) / warps;
    const std::int64_t from = t.from + share * simt::warp_id();
    const std::int64_t to = from + share < t.to ? from + share : t.to;
    const row_offset pair = from < to ? pair_at(w.pairs.work, t.row.first_pair, t.row.last_pair, from) : t.row.last_pair;
    const pair_head head = head_of(w.pairs, walking, pair, t.row.last_pair);
    column_table<Visitor::positions> table(
        shared, shape_for(static_cast<std::uint64_t>(e.laid_length), static_cast<std::uint64_t>(w.ncols), table_bytes,
                          Visitor::positions));
    table.clear(threadIdx.x, blockDim.x);
    __syncthreads();
    table.insert(w.laid[e.is_second].columns + e.laid_begin, e.laid_length, threadIdx.x, blockDim.x);
    if (threadIdx.x == 0) next();
    __syncthreads();
    visitor.begin_owner(e);
    walk(w.pairs, walking, pair, t.row.last_pair, from, to, head, table, b, visitor);
    __syncthreads();
}

/// Does the tasks of single warps, several at a time, until all of them have been taken.
template <class Visitor>
__device__ void walk_owners_of_warps(const walk_view& w, void* table_memory, batch& b, Visitor& visitor) {
    const std::uint64_t all = w.counts[static_cast<int>(team::warp)];
    const std::uint64_t share = all / (std::uint64_t{gridDim.x} * blockDim.x / 32 * 8);
    const std::uint64_t several = share < 1 ? 1 : share > 8 ? 8 : share;
    const auto take = [&] {
        unsigned long long first = 0;
        if (simt::lane_id() == 0) first = atomicAdd(&w.counts[teams + static_cast<int>(team::warp)], several);
        return first;
    };
    std::uint64_t n = __shfl_sync(simt::full_warp, take(), 0);
    while (n < all) {
        const unsigned long long following = take();  // taken early, and used only when this task is finished
        const std::uint64_t last = n + several < all ? n + several : all;
        task next = w.warp_tasks[n];
        while (n < last) {
            const task t = next;
            if (++n < last) next = w.warp_tasks[n];
            walk_by_warp(w, t, table_memory, b, visitor);
        }
        n = __shfl_sync(simt::full_warp, following, 0);
    }
}

/// Does the tasks of a kind of block; each block takes the next task that is free. Then, if `with_warp_tasks`, its warps do
/// the tasks of single warps.
template <class Visitor>
__global__ void __launch_bounds__(policy::large_threads, 1)
    walk_kernel(walk_view w, const task* tasks, int who, std::uint64_t table_bytes, bool with_warp_tasks, Visitor visitor) {
    __shared__ unsigned long long taken[2];
    unsigned char* shared = simt::dynamic_shared<unsigned char>();
    const unsigned warp = simt::warp_id(), warps = blockDim.x / 32;
    batch& b = reinterpret_cast<batch*>(shared)[warp];
    unsigned char* const tables = shared + warps * sizeof(batch);
    const auto take = [&] { return atomicAdd(&w.counts[teams + who], 1ull); };
    if (threadIdx.x == 0) taken[0] = take();
    __syncthreads();
    for (unsigned round = 0; taken[round % 2] < w.counts[who]; ++round) {
        const task t = tasks[taken[round % 2]];
        walk_by_block(w, t, tables, table_bytes, b, visitor, [&] { taken[(round + 1) % 2] = take(); });
    }
    if (with_warp_tasks) walk_owners_of_warps(w, tables + warp * warp_table_bytes<Visitor>, b, visitor);
    visitor.finish();
}

/// Visits all look-ups of a plan. The visitor is copied to every thread.
template <class Visitor>
void run(const engine_ptr& e, const walk_plan& plan, const Visitor& visitor) {
    const device_facts& facts = e->facts();
    const auto columns = static_cast<std::uint64_t>(plan.view.ncols);
    const auto most = [&](team who) { return plan.max_tasks[static_cast<int>(who)]; };
    if (columns > policy::bits_at_most_columns) {
        constexpr std::uint64_t batches = policy::large_threads / 32 * sizeof(batch);
        const std::uint64_t table_bytes = (static_cast<std::uint64_t>(facts.shared_bytes_per_block) - 1024 - batches) / 16 * 16;
        const auto grid = static_cast<unsigned>(std::min<std::int64_t>(most(team::large_block), facts.multiprocessors));
        simt::launch(e->stream(), grid, policy::large_threads, batches + table_bytes, walk_kernel<Visitor>, plan.view,
                     plan.view.large_tasks, static_cast<int>(team::large_block), table_bytes, false, visitor);
    }
    constexpr std::uint64_t batches = policy::small_threads / 32 * sizeof(batch),
                            warp_tables = policy::small_threads / 32 * warp_table_bytes<Visitor>;
    const std::uint64_t table_bytes = small_block_bytes(columns, Visitor::positions);
    const std::uint64_t bytes = batches + std::max(table_bytes, warp_tables);
    const std::int64_t resident = std::min<std::int64_t>(
        policy::small_blocks,
        std::max<std::int64_t>(1, facts.shared_bytes_per_multiprocessor / static_cast<std::int64_t>(bytes + 1040)));
    const std::int64_t wanted = most(team::small_block) + (most(team::warp) + 7) / 8;
    simt::launch(e->stream(), static_cast<unsigned>(std::min(wanted, facts.multiprocessors * resident)), policy::small_threads,
                 bytes, walk_kernel<Visitor>, plan.view, plan.view.small_tasks, static_cast<int>(team::small_block),
                 table_bytes, true, visitor);
}

}  // namespace graphblas_gpu::cuda::masked
