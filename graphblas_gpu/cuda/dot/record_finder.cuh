// Which of a warp's records a unit of work belongs to.
#pragma once

#include <graphblas_gpu/cuda/dot/walk.cuh>

namespace graphblas_gpu::cuda::masked {

/// Units of work are numbered, and each of up to 32 records has some that follow each other. `start` is the first unit of the
/// lane-th record, or 2^32 - 1. Finds the records of 32 units.
struct record_finder {
    std::uint32_t start;
    unsigned started;  // records with units before the next ones

    /// All lanes call.
    __device__ record_finder(std::uint32_t start, std::uint32_t first_unit) : start(start) {
        started = static_cast<unsigned>(__popc(__ballot_sync(simt::full_warp, start < first_unit)));
    }
    /// The record of unit first_unit + lane, for ascending multiples of 32 units. All lanes call.
    __device__ unsigned record_of_lane(std::uint32_t first_unit) {
        const std::uint32_t here = start - first_unit;
        const unsigned starts = __reduce_or_sync(simt::full_warp, here < 32 ? 1u << here : 0u);
        const unsigned record = started + static_cast<unsigned>(__popc(starts & lowest_bits(simt::lane_id() + 1))) - 1;
        started += static_cast<unsigned>(__popc(starts));
        return record;
    }
};

}  // namespace graphblas_gpu::cuda::masked
