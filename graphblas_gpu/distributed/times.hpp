// What the operations of a dist::context have taken.
#pragma once

#include <graphblas_gpu/distributed/communicator.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace graphblas_gpu::dist {

/// What the calls of one operation have taken in one rank, or the most that they have taken in any.
struct operation_times {
    std::string operation;
    std::int64_t steps = 0;      ///< after each of which all ranks agree
    double compute_seconds = 0;  ///< work of the rank itself
    traffic exchanged;           ///< entries; its seconds include waiting for slower ranks
    traffic agreed;              ///< errors, numbers and sums; likewise

    /// The sum of all three.
    double seconds() const noexcept { return compute_seconds + exchanged.seconds + agreed.seconds; }
};

/// A table of them for a reader, the longest first: a line each.
std::string table_of(std::vector<operation_times> times);

}  // namespace graphblas_gpu::dist
