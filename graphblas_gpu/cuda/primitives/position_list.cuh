// Converting an array with an element for every position to the list of the positions that have an entry, by all blocks of a
// grid.
//
// Idea: every warp has a part of the positions and counts the entries in it. The counts of earlier parts tell where it writes
// its own.
#pragma once

#include <graphblas_gpu/base/types.hpp>
#include <graphblas_gpu/cuda/primitives/grid_barrier.cuh>

namespace graphblas_gpu::cuda {

struct position_list {
    static constexpr unsigned max_blocks = 1024;   ///< of the grid
    static constexpr unsigned max_threads = 1024;  ///< of a block

    index size;             ///< the number of positions
    column_index* columns;  ///< written: the positions with an entry, ascending
    row_offset* offsets;    ///< 2 elements, written: 0 and the number of entries
    unsigned* of_blocks;    ///< scratch for max_blocks counts
    std::int64_t* answer;   ///< receives the number of entries, for the host

    /// The whole grid calls. has_entry(v) tells whether position v has an entry; write_entry(v, at) writes what belongs to it
    /// at index `at`.
    template <class HasEntry, class Write>
    __device__ __forceinline__ void write(grid_barrier& barrier, const HasEntry& has_entry, const Write& write_entry) const {
        __shared__ unsigned of_warps[max_threads / simt::warp_size];
        constexpr unsigned full = simt::full_warp;
        const unsigned lane = simt::lane_id(), warps_here = blockDim.x / simt::warp_size;
        const index words = (size + simt::warp_size - 1) / simt::warp_size;
        const index part = (words + gridDim.x * warps_here - 1) / (gridDim.x * warps_here);
        const index first = (static_cast<index>(blockIdx.x) * warps_here + simt::warp_id()) * part;
        const index last = first + part < words ? first + part : words;

        unsigned count = 0;
        for (index w = first; w < last; ++w) {
            const index v = w * simt::warp_size + lane;
            count += v < size && has_entry(v) ? 1u : 0u;
        }
        count = __reduce_add_sync(full, count);
        if (lane == 0) of_warps[simt::warp_id()] = count;
        __syncthreads();
        if (threadIdx.x == 0) {
            unsigned sum = 0;
            for (unsigned w = 0; w < warps_here; ++w) sum += of_warps[w];
            of_blocks[blockIdx.x] = sum;
        }
        barrier.wait();

        unsigned to = 0, all = 0;
        for (unsigned b = lane; b < gridDim.x; b += simt::warp_size) {
            const unsigned here = of_blocks[b];
            all += here;
            if (b < blockIdx.x) to += here;
        }
        for (unsigned w = lane; w < simt::warp_id(); w += simt::warp_size) to += of_warps[w];
        to = __reduce_add_sync(full, to);
        all = __reduce_add_sync(full, all);
        if (blockIdx.x == 0 && threadIdx.x == 0) {
            offsets[0] = 0;
            offsets[1] = all;
            answer[0] = all;
        }
        for (index w = first; w < last; ++w) {
            const index v = w * simt::warp_size + lane;
            const bool is_entry = v < size && has_entry(v);
            const unsigned entries = __ballot_sync(full, is_entry);
            if (is_entry) {
                const unsigned at = to + simt::count_below(entries);
                columns[at] = static_cast<column_index>(v);
                write_entry(v, at);
            }
            to += static_cast<unsigned>(__popc(entries));
        }
    }
};

}  // namespace graphblas_gpu::cuda
