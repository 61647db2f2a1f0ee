// The chunks of the second level, which are shared by all rows that are being computed.
//
// Idea: a row takes a chunk when it needs one and gives it back, emptied, when it is finished ("many to many"). There may be
// fewer chunks than rows that are being computed: a row has at most one chunk, so rows that wait will get one.
// Source: kkSpGEMM (Deveci, Trott, Rajamanickam), section 3.1.3.
#pragma once

#include <graphblas_gpu/cuda/published/hash/lanes.cuh>

namespace graphblas_gpu::cuda::paper {

struct pool_view {
    unsigned char* chunks = nullptr;
    unsigned* taken = nullptr;  ///< a flag for each chunk: 0 or 1
    std::uint32_t count = 0;
    std::int64_t chunk_bytes = 0;

    /// Takes a chunk for these lanes; waits until one is free. `hint` makes rows begin their search at different chunks.
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
        // makes the emptied chunk of its previous owner visible to every lane
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
