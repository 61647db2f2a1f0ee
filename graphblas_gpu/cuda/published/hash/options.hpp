// Options of the paper's hash method, and its report.
#pragma once

#include <graphblas_gpu/cuda/published/hash/rules.hpp>

namespace graphblas_gpu::cuda::paper {

struct options {
    hash_variant variant = hash_variant::kkspgemm;
    compression compress = compression::automatic;
    /// These replace the paper's rules if they are not 0.
    /// @{
    std::uint32_t lanes = 0;       ///< lanes of a row, for kkmem: 2, 4, 8, 16 or 32
    std::int64_t table_bytes = 0;  ///< shared memory for the first level of a row, in bytes
    std::int64_t chunks = 0;       ///< the most chunks of the second level
    std::int64_t long_row = 0;     ///< a row with at least this many multiplications has a team of its own
    /// @}
    /// Whether long rows have teams of their own, by long_row() in rules.hpp. false: no row has one, as in the paper. In kklp
    /// every row has a team.
    bool long_rows_by_team = true;
};

/// How the rows of one phase were computed.
struct phase_report {
    hash_variant variant = hash_variant::kkmem;
    team_shape team;
    std::int64_t largest_row = 0;  ///< the most keys that a row can have
    std::int64_t chunks = 0;       ///< chunks of the second level; 0 if the first level has room for every row
    std::int64_t chunk_bytes = 0;
    std::int64_t long_rows = 0;  ///< rows that were computed by teams of their own
};

struct symbolic_report {
    phase_report phase;
    bool compressed = false;
    std::int64_t multiplications = 0;
    std::int64_t compressed_multiplications = 0;  ///< 0 if they were not counted
};

}  // namespace graphblas_gpu::cuda::paper
