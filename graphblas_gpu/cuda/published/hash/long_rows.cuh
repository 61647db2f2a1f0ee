// Rows with so many multiplications that the lanes of one warp would still be busy when all other rows are finished.
//
// Idea: a team computes a row. All of its warps add to one table with linear probing, which is a chunk of the second level.
// Each warp takes its share of the multiplications of 32 entries of A at a time, so that no warp waits for another until the
// row is finished.
// Source: ours; it is kkSpGEMM's Thread-Flat-Parallel with a team instead of a thread.
#pragma once

#include <graphblas_gpu/cuda/published/hash/run_rows.cuh>

namespace graphblas_gpu::cuda::paper {

/// The accumulator of one row, to which many warps add.
template <class Work>
struct sums_of_team {
    const Work& work;
    linear_probing<typename Work::accumulator>& table;

    __device__ void next_keys() const {}
    __device__ void add(bool has_key, column_index key, const typename Work::term& x) {
        if (has_key) table.add(work, key, x, false);
    }
};

template <class Work>
__global__ void __launch_bounds__(long_row_threads) long_rows_kernel(Work work, row_plan plan, const index* rows) {
    using table_type = linear_probing<typename Work::accumulator>;
    __shared__ std::uint32_t used, chunk;
    __shared__ flat_entry entries[long_row_threads];
    const lanes g(warp_lanes);
    const index r = rows[blockIdx.x];
    if (simt::warp_id() == 0) {
        const std::uint32_t mine = plan.pool.take(g, blockIdx.x);
        if (g.lane == 0) {
            chunk = mine;
            used = 0;
        }
    }
    __syncthreads();
    __threadfence();  // makes the emptied chunk visible to all warps
    table_type table(plan.pool.at(chunk), plan.second, work.keeps_terms(), &used);
    sums_of_team<Work> sums{work, table};
    add_flat(g, work, r, sums, entries + simt::warp_id() * warp_lanes, simt::warp_id(), blockDim.x / warp_lanes);
    __syncthreads();
    if (simt::warp_id() != 0) return;
    work.finish(g, r, table_type(), table);
    g.sync();
    table.clear(g, work);
    plan.pool.give_back(g, chunk);
}

/// Computes the long rows of `plan`; returns their number. Waits for this number.
template <class Work>
std::int64_t run_long_rows(const engine_ptr& e, const Work& work, row_plan plan, std::int64_t multiplications,
                           std::int64_t largest_row, const options& wanted) {
    const std::int64_t most = std::min<std::int64_t>(plan.rows, multiplications / plan.long_row);
    const array<index> rows(e, static_cast<std::size_t>(most));
    const auto count = zeros<unsigned>(e, 1);
    index* const list = rows.data();
    unsigned* const listed = count.data();
    for_each(
        e, plan.rows, GB_DEVICE_LAMBDA(std::int64_t r) {
            if (plan.is_long(r)) list[atomicAdd(listed, 1u)] = r;
        });
    const auto found = static_cast<std::int64_t>(read_element(*e, count.data()));
    if (found == 0) return 0;
    plan.second = second_level(hash_variant::kklp, largest_row, work.keeps_terms() ? sizeof(typename Work::accumulator) : 0);
    const std::int64_t teams = e->facts().multiprocessors * std::int64_t{2048 / long_row_threads};
    const held_chunks chunks = empty_chunks(e, work, hash_variant::kklp, plan.second, found, teams, wanted);
    plan.pool = chunks.view;
    simt::launch(e->stream(), static_cast<unsigned>(found), long_row_threads, 0, long_rows_kernel<Work>, work, plan,
                 rows.data());
    return found;
}

}  // namespace graphblas_gpu::cuda::paper
