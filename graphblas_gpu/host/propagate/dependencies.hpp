// The dependencies of a breadth-first search on the threads of a team: see dependencies.cpp.
#pragma once

#include <graphblas_gpu/base/bits.hpp>
#include <graphblas_gpu/formats/csr.hpp>
#include <graphblas_gpu/host/threads/team.hpp>

#include <cstdint>

namespace graphblas_gpu::host {

/// A search from the vertices of level 0.
struct dependency_request {
    structure_view outgoing;                   ///< row i lists the vertices to which an edge leads from i
    structure_view incoming;                   ///< row j lists the vertices from which an edge leads to j
    const base::word* has_level = nullptr;     ///< a bit for each vertex
    const std::int32_t* levels = nullptr;      ///< of the vertices that have a bit; outside 0 .. n - 1: not reached
};

/// Adds to totals[v] the dependency of the search on v, for each vertex v whose level is at least 1. The totals are the same to
/// the bit for any number of threads. O(nvals + n). Throws out_of_memory.
void accumulate_dependencies(team& team, const dependency_request& request, double* totals);

}  // namespace graphblas_gpu::host
