// How the paper's hash method is asked for, and what it says it did.
#pragma once

#include <graphblas_gpu/cuda/structure/compressed.hpp>
#include <graphblas_gpu/cuda/hash/paper/rules.hpp>

namespace graphblas_gpu::cuda::paper {

struct options {
    hash_variant variant = hash_variant::automatic_paper;
    compression compress = compression::automatic;
    /// B in compressed form, if it is at hand: it is used unless compression is off, and nothing is compressed.
    const compressed* packed_b = nullptr;
    /// Instead of the rules, where not 0.
    /// @{
    std::uint32_t lanes = 0;       ///< of a row: 2, 4, 8, 16 or 32
    std::int64_t table_bytes = 0;  ///< of shared memory for the first level, a row
    std::int64_t chunks = 0;       ///< the most of the second level
    std::int64_t long_row = 0;     ///< multiplications from which a row has a team of its own
    /// @}
    /// Rows have teams of their own where the rule says so; false: as in the paper, no row has.
    bool long_rows_by_team = true;
};

/// How the rows of one phase were computed.
struct phase_report {
    hash_variant variant = hash_variant::kkmem;
    team_shape team;
    std::int64_t largest_row = 0;  ///< keys that a row can have
    std::int64_t chunks = 0;       ///< of the second level; 0 if the first holds every row
    std::int64_t chunk_bytes = 0;
    std::int64_t long_rows = 0;  ///< computed by teams of their own
};

struct symbolic_report {
    phase_report phase;
    bool compressed = false;
    std::int64_t multiplications = 0;
    std::int64_t compressed_multiplications = 0;  ///< 0 if they were not counted
};

}  // namespace graphblas_gpu::cuda::paper
