// Many searches at once on the device: see searches.cuh.
#pragma once

#include <graphblas_gpu/cuda/device/csr.hpp>

#include <cstdint>

namespace graphblas_gpu::cuda {

/// The arguments of up to 64 searches along the same edges. Everything is on the same device.
struct searches_request {
    csr_ref push;     ///< row k lists the positions that position k reaches
    csr_ref pull;     ///< row j lists the positions that reach position j; without offsets, no round pulls
    csr_ref given;    ///< row s lists the positions from which search s starts; only the structure is read
    index first = 0;  ///< the first row of `given` that starts a search, and the number of rows
    index count = 0;
    std::int32_t most_rounds = 0;
};

struct searches_answer {
    csr rounds;                   ///< row s: the round (int32) in which search s has reached each position; 0 at its start
    std::int32_t last_round = 0;  ///< the last round in which a search has reached a position
    std::int32_t pushed = 0;      ///< the number of rounds that pushed, including a last round that found nothing
    std::int32_t pulled = 0;
};

/// The most searches that one call should have so that all `count` rows of results fit the memory that is free, at most
/// 64; 0 if one search after the other should be made instead, because there are few, or little memory.
index searches_that_fit(const engine_ptr& e, const csr_ref& rows, index count);

/// Each round reaches, in all searches, what their frontiers reach. Waits for the device twice. O(entries of the rows that are
/// read + side x count). Throws out_of_memory.
searches_answer run_searches(const engine_ptr& e, const searches_request& request);

}  // namespace graphblas_gpu::cuda
