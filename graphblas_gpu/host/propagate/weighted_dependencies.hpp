// The dependencies of searches along edges of any positive length, each search on one thread of a team: see
// weighted_dependencies.cpp.
#pragma once

#include <graphblas_gpu/formats/csr.hpp>
#include <graphblas_gpu/host/threads/team.hpp>
#include <graphblas_gpu/progress.hpp>

#include <span>

namespace graphblas_gpu::host {

/// Adds to totals[v], for each source, the dependency of its search on v, for every vertex v but the source. lengths[p] > 0 is
/// the length of edge p; the sources are vertices. The totals are the same to the bit for any number of threads. `progress`, if
/// given, counts sources. O((nvals + n) log n) for each source. Throws invalid_value for a path that is longer than the largest
/// int64 or double, out_of_memory. Compiled for int32, int64, float and double.
template <class Length>
void accumulate_weighted_dependencies(team& team, const structure_view& outgoing, const Length* lengths,
                                      std::span<const index> sources, double* totals, progress_counters* progress);

}  // namespace graphblas_gpu::host
