// The kernel of all products with one vector: it looks the columns of rows up in a vector, or in a mask.
//
// Idea: as in walk.cuh, but the table is in device memory, where all warps can read it. The look-ups are cut into even slices,
// so that many warps share a long row. A pull looks the positions of u up; a push asks whether the mask admits the output.
// Source: push and pull after Beamer, Asanovic, Patterson, "Direction-optimizing breadth-first search" (SC 2012), and Yang,
// Buluc, Owens, "Implementing push-pull efficiently in GraphBLAS" (ICPP 2018).
#pragma once

#include <graphblas_gpu/cuda/dot/vector_parts.hpp>
#include <graphblas_gpu/cuda/dot/walk.cuh>
#include <graphblas_gpu/cuda/primitives/filter.cuh>

namespace graphblas_gpu::cuda::masked {

/// A dense vector: bits by position. The value of position j is at index j.
struct vector_table {
    const std::uint32_t* bits;
    __device__ bool has(column_index j) const { return (__ldg(bits + j / 32) >> j % 32 & 1u) != 0; }
    __device__ std::uint32_t find(column_index j) const { return has(j) ? j : absent; }
};

/// The outputs that the mask admits.
struct output_table {
    position_filter filter;
    __device__ bool has(column_index j) const {
        if (filter.bits != nullptr) return ((__ldg(filter.bits + j / 32) >> j % 32 & 1u) != 0) != filter.complement;
        return filter.list.offsets == nullptr || holds(filter.list, 0, j) != filter.complement;
    }
    __device__ std::uint32_t find(column_index j) const { return has(j) ? j : absent; }
};

template <class Table, class Visitor>
__global__ void __launch_bounds__(policy::vector_walk_threads, 4)
    vector_walk_kernel(pair_view pairs, row_offset count, rows_view walking, Table table, encounter all, Visitor visitor) {
    constexpr unsigned warps = policy::vector_walk_threads / 32;
    __shared__ batch batches[warps];
    const unsigned warp = simt::warp_id();
    const std::int64_t first_work = pairs.work[0], work = pairs.work[count] - first_work;
    const std::int64_t everyone = static_cast<std::int64_t>(gridDim.x) * warps;
    // A slice is so long that finding its first row pays, and so short that every warp gets some.
    const std::int64_t even = (work / everyone + 128) / 128 * 128;
    const std::int64_t slice = even < 4096 ? even : 4096;
    visitor.begin_owner(all);
    for (std::int64_t s = static_cast<std::int64_t>(blockIdx.x) * warps + warp; s * slice < work; s += everyone) {
        const std::int64_t from = first_work + s * slice;
        const std::int64_t to = from + slice < first_work + work ? from + slice : first_work + work;
        const row_offset pair = pair_at(pairs.work, 0, count, from);
        walk(pairs, walking, pair, count, from, to, head_of(pairs, walking, pair, count), table, batches[warp], visitor);
        __syncwarp();
    }
    visitor.finish();
}

template <class Table, class Visitor>
void run_sequence(const engine_ptr& e, const row_sequence& s, const csr_ref& rows, const Table& table, const encounter& all,
                  const Visitor& visitor) {
    if (s.pairs == 0 || rows.nvals == 0) return;
    // There are at most as many look-ups as entries of `rows`: no mask and no vector lists a row twice.
    const std::int64_t wanted = (rows.nvals + 128 * 8 - 1) / (128 * 8);
    const std::int64_t most = static_cast<std::int64_t>(e->facts().multiprocessors) * 8;
    simt::launch(e->stream(), static_cast<unsigned>(wanted < most ? wanted : most), policy::vector_walk_threads, 0,
                 vector_walk_kernel<Table, Visitor>, s.view, s.pairs, rows_from(rows), table, all, visitor);
}

}  // namespace graphblas_gpu::cuda::masked
