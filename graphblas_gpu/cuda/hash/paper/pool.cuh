// The chunks of the second level, shared by all rows under way.
//
// Idea: a chunk is taken by whoever needs one and given back empty when the row is done ("many to many"). There may be
// fewer chunks than rows under way: a row holds at most one, so that those that wait get one in the end. Source:
// kkSpGEMM (Deveci, Trott, Rajamanickam), section 3.1.3.
#pragma once

#include <graphblas_gpu/cuda/hash/paper/lanes.cuh>

namespace graphblas_gpu::cuda::paper {

struct pool_view {
    unsigned char* chunks = nullptr;
    unsigned* taken = nullptr;  ///< 0 or 1 a chunk
    std::uint32_t count = 0;
    std::int64_t chunk_bytes = 0;

    /// A chunk for these lanes; waits until there is one. `hint` spreads where the search begins.
    __device__ std::uint32_t take(const lanes& g, std::uint32_t hint) const {
        std::uint32_t mine = 0;
        if (g.lane == 0) {
            mine = hint % count;
            while (atomicCAS(&taken[mine], 0u, 1u) != 0) {
                mine = mine + 1 < count ? mine + 1 : 0;
                if (mine == hint % count) __nanosleep(200);
            }
        }
        mine = g.from(mine, 0);
        // What the owner before has emptied is seen by every lane.
        __threadfence();
        return mine;
    }

    __device__ unsigned char* at(std::uint32_t chunk) const { return chunks + chunk * chunk_bytes; }

    __device__ void give_back(const lanes& g, std::uint32_t chunk) const {
        __threadfence();
        g.sync();
        if (g.lane == 0) atomicExch(&taken[chunk], 0u);
    }
};

}  // namespace graphblas_gpu::cuda::paper
