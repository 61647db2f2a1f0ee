// Thread-Flat-Parallel: a team computes a row, and all multiplications of the row are spread over its threads.
//
// Idea: the team lists as many entries of A as it has threads, with the numbers of their multiplications added up. Each thread
// finds the entry of its multiplication in this list. All threads add to one table with linear probing in shared memory. When
// half of its slots are in use it takes no new keys; these go to a chunk of the second level.
// Source: kkSpGEMM (Deveci, Trott, Rajamanickam), section 3.1.
#pragma once

#include <graphblas_gpu/cuda/published/hash/run_rows.cuh>

namespace graphblas_gpu::cuda::paper {

/// The accumulator of the row of a team, with both levels. All threads of the block call every function.
template <class Work>
class team_levels {
  public:
    using table = linear_probing<typename Work::accumulator>;

    /// `used`: two counters in shared memory; `chunk`: a number there.
    __device__ team_levels(const row_plan& plan, const Work& work, unsigned char* memory, std::uint32_t* used,
                           std::uint32_t* chunk)
        : plan_(plan), work_(work), used_(used), chunk_(chunk), first_(memory, plan.team.first, work.keeps_terms(), used) {
        if (is_first_warp()) first_.make(warp_, work);
        if (threadIdx.x < 2) used_[threadIdx.x] = 0;
        __syncthreads();
    }

    /// Adds the terms of the threads that have a key.
    __device__ void add(bool has_key, column_index key, const typename Work::term& x) {
        // No thread adds until all have looked, so that they agree whether the first level is closed.
        if (!closed_ && plan_.pool.count > 0) closed_ = __syncthreads_or(first_.is_full()) != 0;
        const bool is_left = has_key && !first_.add(work_, key, x, closed_);
        if (plan_.pool.count == 0) return;
        if (__syncthreads_or(is_left) == 0) return;
        if (!has_chunk_) take_chunk();
        if (is_left) second_.add(work_, key, x, false);
    }

    /// Hands the row to the work, and empties both levels.
    __device__ void finish(index r) {
        __syncthreads();
        if (is_first_warp()) {
            work_.finish(warp_, r, first_, second_);
            warp_.sync();
            first_.clear(warp_, work_);
            if (has_chunk_) {
                second_.clear(warp_, work_);
                plan_.pool.give_back(warp_, *chunk_);
            }
            warp_.sync();
            if (warp_.lane < 2) used_[warp_.lane] = 0;
        }
        __syncthreads();
        second_ = table();
        has_chunk_ = closed_ = false;
    }

  private:
    __device__ static bool is_first_warp() { return simt::warp_id() == 0; }
    __device__ void take_chunk() {
        if (is_first_warp()) {
            const std::uint32_t mine = plan_.pool.take(warp_, blockIdx.x);
            if (warp_.lane == 0) *chunk_ = mine;
        }
        __syncthreads();
        __threadfence();  // makes the emptied chunk visible to all warps
        has_chunk_ = true;
        second_ = table(plan_.pool.at(*chunk_), plan_.second, work_.keeps_terms(), used_ + 1);
    }

    const row_plan& plan_;
    const Work& work_;
    lanes warp_{warp_lanes};
    std::uint32_t* used_;
    std::uint32_t* chunk_;
    table first_;
    table second_;
    bool has_chunk_ = false;
    bool closed_ = false;
};

template <class Work>
__global__ void __launch_bounds__(team_threads) flat_rows_kernel(Work work, row_plan plan) {
    __shared__ std::uint32_t used[2], chunk;
    __shared__ flat_entry entries[team_threads];
    __shared__ long long of_warps[team_threads / warp_lanes];
    const lanes g(warp_lanes);
    team_levels<Work> sums(plan, work, simt::dynamic_shared<unsigned char>(), used, &chunk);
    for (std::uint32_t turn = 0; turn < plan.rows_in_turn; ++turn) {
        const index r = static_cast<index>(blockIdx.x) * plan.rows_in_turn + turn;
        if (r >= plan.rows) return;
        const row_offset end = work.end(r);
        for (row_offset base = work.begin(r); base < end; base += team_threads) {
            const row_offset mine = base + threadIdx.x;
            const long long b_begin = mine < end ? work.b_begin(mine) : 0;
            const long long size = mine < end ? work.b_end(mine) - b_begin : 0;
            long long up_to = g.sum_up_to(size);
            __syncthreads();  // the entries before are not read any more
            if (g.lane == warp_lanes - 1) of_warps[simt::warp_id()] = up_to;
            __syncthreads();
            long long total = 0;
            for (unsigned w = 0; w < team_threads / warp_lanes; ++w) {
                if (w < simt::warp_id()) up_to += of_warps[w];
                total += of_warps[w];
            }
            entries[threadIdx.x] = {up_to, b_begin - (up_to - size)};
            __syncthreads();
            unsigned entry = 0;
            for (long long first = 0; first < total; first += team_threads) {
                const long long n = first + threadIdx.x;
                const bool has_key = n < total;
                row_offset q = 0;
                if (has_key) {
                    while (n >= entries[entry].end) ++entry;
                    q = n + entries[entry].shift;
                }
                sums.add(has_key, has_key ? work.key(q) : 0,
                         has_key ? work.product(r, base + entry, q) : typename Work::term{});
            }
        }
        sums.finish(r);
    }
}

}  // namespace graphblas_gpu::cuda::paper
