// The maximal independent set of a graph on the threads of a team; formats/independent_set.hpp defines which set is computed.
#pragma once

#include <graphblas_gpu/formats/csr.hpp>

#include <cstdint>

namespace graphblas_gpu::host {

class team;

/// The members of the set, as a row. A must be symmetric. O(nvals + nrows) a round; the number of rounds is about the logarithm
/// of nrows.
csr<void> independent_set(team& team, const structure_view& a, std::uint64_t seed);

}  // namespace graphblas_gpu::host
