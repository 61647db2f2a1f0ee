// Rows of a product that are one row of B, each entry multiplied by the same entry of A; a warp for each row.
//
// Idea: the row needs no sums, and its columns are those of the row of B.
#pragma once

#include <graphblas_gpu/cuda/dense/sweep.cuh>

namespace graphblas_gpu::cuda::dense {

template <class K, pass mode>
__device__ void copy_row(const work& w, const K& k, const row_output& to, const item& it) {
    const index r = row_at(w, it.position), i = w.in.first_row + r;
    unsigned long long next = ~0ull;
    const segment<K> s = segment_of<K>(w, {i, 0, 0, true}, w.in.a.offsets[i], next);
    row_offset p = to.out.offsets[r] + simt::lane_id();
    batches(w, k, i, s, 0, [&](const auto& some) {
#pragma unroll
        for (const auto& one : some.items) {
            if (mode == pass::write && one.there) simt::write_once(to.out.columns + p, static_cast<column_index>(one.at));
            if constexpr (has_values<K>) {
                if (one.there) simt::write_once(static_cast<typename K::value*>(to.out.values) + p, one.x);
            }
            p += simt::warp_size;
        }
    });
}

template <class K, pass mode>
__global__ void __launch_bounds__(policy::copied_threads) copied_rows(work w, K k, row_output to) {
    constexpr unsigned warps = policy::copied_threads / simt::warp_size;
    for (index at = index{blockIdx.x} * warps + simt::warp_id(); at < w.count; at += index{gridDim.x} * warps)
        copy_row<K, mode>(w, k, to, w.items[at]);
}

/// Computes the items of the queue of copied rows.
template <class K, pass mode>
void run_copied(const engine_ptr& e, const work& w, const K& k, const row_output& to) {
    if (w.count == 0) return;
    constexpr index warps = policy::copied_threads / simt::warp_size;
    const index blocks =
        std::min((w.count + warps - 1) / warps, e->facts().multiprocessors * index{2048 / policy::copied_threads});
    simt::launch(e->stream(), static_cast<unsigned>(blocks), policy::copied_threads, 0, copied_rows<K, mode>, w, k, to);
}

}  // namespace graphblas_gpu::cuda::dense
