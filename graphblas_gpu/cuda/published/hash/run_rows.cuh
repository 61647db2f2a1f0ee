// Rows by two-level hash accumulators, for both phases.
//
// Idea: a group of lanes of a warp computes a row (kkSpGEMM's thread with its vector), and several rows make a team. If the
// first level, in shared memory, has no room for a key, the key goes to the second level, a chunk of global memory that is
// taken for the first such key. What is added, and what is done with a finished row, is defined by a Work:
//     using accumulator, term;
//     bool keeps_terms() const                         false: there are only keys
//     accumulator empty() const                        the initial value of sums
//     accumulator added(accumulator, term) const       if only one lane changes the sum
//     void add(accumulator*, term) const               if several lanes may change it
//     row_offset begin(r), end(r)                      the entries of row r of A
//     row_offset b_begin(p), b_end(p)                  the entries of the row of B that entry p of A names
//     column_index key(q)                              the key of entry q of B
//     term product(r, p, q) const
//     void finish(g, r, first, second) const           receives the tables of the finished row
// Source: kkSpGEMM (Deveci, Trott, Rajamanickam), section 3.1.
#pragma once

#include <graphblas_gpu/cuda/device/array.hpp>
#include <graphblas_gpu/cuda/device/for_each.cuh>
#include <graphblas_gpu/cuda/published/hash/linear_probing.cuh>
#include <graphblas_gpu/cuda/published/hash/options.hpp>
#include <graphblas_gpu/cuda/published/hash/pool.cuh>

#include <string>

namespace graphblas_gpu::cuda::paper {

/// What a kernel needs to know of its rows.
struct row_plan {
    index rows = 0;
    std::uint32_t rows_in_turn = 1;
    team_shape team;
    table_shape second;
    pool_view pool;
    const std::int64_t* multiplications = nullptr;  ///< for each row
    /// rows_kernel skips rows with at least this many multiplications; 0: it skips none
    std::int64_t long_row = 0;

    __device__ bool is_long(index r) const { return long_row > 0 && multiplications[r] >= long_row; }
};

/// Where a lane in Thread-Flat-Parallel finds the entry of B of a multiplication, for each of some entries of A.
struct flat_entry {
    long long end;    ///< the end of this entry's multiplications, which are numbered over the current entries of A
    long long shift;  ///< the index of an entry of B minus the number of its multiplication
};

/// The accumulator of one row, with both levels.
template <class Table, class Work>
class two_levels {
  public:
    __device__ two_levels(const lanes& g, const row_plan& plan, const Work& work, unsigned char* table, std::uint32_t* used)
        : g_(g), plan_(plan), work_(work), used_(used), first_(table, plan.team.first, work.keeps_terms(), used) {
        first_.make(g, work);
        empty_counts();
    }

    /// All lanes call this before they add keys that may equal earlier ones.
    __device__ void next_keys() { g_.sync(); }

    /// All lanes call; those with a key add a term to its sum.
    __device__ void add(bool has_key, column_index key, const typename Work::term& x) {
        const bool is_left = has_key && !first_.add(work_, key, x, false);
        if (plan_.pool.count == 0) return;
        if (!g_.any(is_left)) return;
        if (!has_chunk_) take_chunk();
        if (is_left) second_.add(work_, key, x, false);
    }

    __device__ void finish(index r) {
        g_.sync();
        work_.finish(g_, r, first_, second_);
        g_.sync();
        first_.clear(g_, work_);
        if (has_chunk_) {
            second_.clear(g_, work_);
            plan_.pool.give_back(g_, chunk_);
        }
        has_chunk_ = false;
        second_ = Table();
        g_.sync();
        empty_counts();
    }

  private:
    __device__ void empty_counts() {
        if (g_.lane < 2) used_[g_.lane] = 0;
        g_.sync();
    }
    __device__ void take_chunk() {
        chunk_ = plan_.pool.take(g_, (blockIdx.x * plan_.team.rows + threadIdx.x / g_.size));
        has_chunk_ = true;
        second_ = Table(plan_.pool.at(chunk_), plan_.second, work_.keeps_terms(), used_ + 1);
    }

    const lanes& g_;
    const row_plan& plan_;
    const Work& work_;
    std::uint32_t* used_;  // the numbers of keys in the two levels
    Table first_;
    Table second_;
    std::uint32_t chunk_ = 0;
    bool has_chunk_ = false;
};

/// Thread-Sequential: adds one row of B after the other; the columns of a row are different.
template <class Table, class Work>
__device__ void add_in_sequence(const lanes& g, const Work& work, index r, two_levels<Table, Work>& sums) {
    for (row_offset p = work.begin(r); p < work.end(r); ++p) {
        sums.next_keys();
        const row_offset end = work.b_end(p);
        for (row_offset base = work.b_begin(p); base < end; base += g.size) {
            const row_offset q = base + g.lane;
            const bool has_key = q < end;
            sums.add(has_key, has_key ? work.key(q) : 0, has_key ? work.product(r, p, q) : typename Work::term{});
        }
    }
}

/// Thread-Flat-Parallel: spreads the multiplications of as many entries of A as there are lanes over the lanes. These lanes
/// take share number `share` of `shares` equal shares.
template <class Work, class Sums>
__device__ void add_flat(const lanes& g, const Work& work, index r, Sums& sums, flat_entry* entries,
                         std::uint32_t share = 0, std::uint32_t shares = 1) {
    const row_offset end = work.end(r);
    for (row_offset base = work.begin(r); base < end; base += g.size) {
        const row_offset mine = base + g.lane;
        const long long b_begin = mine < end ? work.b_begin(mine) : 0;
        const long long size = mine < end ? work.b_end(mine) - b_begin : 0;
        const long long up_to = g.sum_up_to(size);
        const long long total = g.from(up_to, g.size - 1);
        g.sync();
        entries[g.lane] = {up_to, b_begin - (up_to - size)};
        g.sync();
        std::uint32_t entry = 0;
        for (long long first = static_cast<long long>(share) * g.size; first < total; first += shares * g.size) {
            sums.next_keys();
            const long long n = first + g.lane;
            const bool has_key = n < total;
            row_offset q = 0;
            if (has_key) {
                while (n >= entries[entry].end) ++entry;
                q = n + entries[entry].shift;
            }
            sums.add(has_key, has_key ? work.key(q) : 0, has_key ? work.product(r, base + entry, q) : typename Work::term{});
        }
    }
}

template <class Table, class Work>
__global__ void __launch_bounds__(team_threads) rows_kernel(Work work, row_plan plan) {
    unsigned char* shared = simt::dynamic_shared<unsigned char>();
    const lanes g(plan.team.lanes);
    const std::uint32_t group = threadIdx.x / g.size;
    unsigned char* table = shared + group * plan.team.table_bytes;
    unsigned char* working = shared + plan.team.rows * plan.team.table_bytes + group * plan.team.working_bytes;
    two_levels<Table, Work> sums(g, plan, work, table, reinterpret_cast<std::uint32_t*>(working));
    for (std::uint32_t turn = 0; turn < plan.rows_in_turn; ++turn) {
        const index r = (static_cast<index>(blockIdx.x) * plan.rows_in_turn + turn) * plan.team.rows + group;
        if (r >= plan.rows) return;
        if (plan.is_long(r)) continue;
        add_in_sequence(g, work, r, sums);
        sums.finish(r);
    }
}

/// The chunks of the second level; all of them are empty tables.
struct held_chunks {
    array<unsigned char> memory;
    array<unsigned> taken;
    pool_view view;
};

/// Makes as many chunks as rows that are being computed can use and memory allows; throws out_of_memory if that is none.
template <class Work>
held_chunks empty_chunks(const engine_ptr& e, const Work& work, hash_variant variant, const table_shape& shape,
                         index rows, std::int64_t rows_under_way, const options& wanted) {
    const std::int64_t free = e->free_bytes();
    std::int64_t count = chunk_count(rows, rows_under_way, shape.bytes, free);
    if (wanted.chunks != 0) count = std::min(count, wanted.chunks);
    if (count < 1) {
        throw out_of_memory("hash method: a row with up to " + std::to_string(shape.capacity) + " entries needs a table of " +
                            std::to_string(shape.bytes) + " bytes; " + std::to_string(free) +
                            " bytes are free, of which it may have " + std::to_string(free / 4 * 3) + "; " +
                            e->what_gives_memory());
    }
    held_chunks held;
    held.memory = array<unsigned char>(e, static_cast<std::size_t>(count * shape.bytes));
    held.taken = array<unsigned>(e, static_cast<std::size_t>(count));
    held.view = {held.memory.data(), held.taken.data(), static_cast<std::uint32_t>(count), shape.bytes};
    e->set_bytes(held.memory.data(), 0xff, held.memory.size());  // no list has a head, and no slot has a key
    e->set_bytes(held.taken.data(), 0, held.taken.size() * sizeof(unsigned));
    using accumulator = typename Work::accumulator;
    const accumulator nothing = work.empty();
    if (variant != hash_variant::kklp || !work.keeps_terms() || nothing == static_cast<accumulator>(~accumulator{0}))
        return held;
    const std::int64_t slots = std::int64_t{shape.mask} + 1;
    const pool_view pool = held.view;
    for_each(
        e, slots * count, GB_DEVICE_LAMBDA(std::int64_t n) {
            reinterpret_cast<accumulator*>(pool.chunks + n / slots * pool.chunk_bytes)[n % slots] = nothing;
        });
    return held;
}

}  // namespace graphblas_gpu::cuda::paper
