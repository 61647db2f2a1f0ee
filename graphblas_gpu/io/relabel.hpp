// Needs: edges with the ids of the file.
// Idea: ids of any size are replaced by their positions in the sorted list of all ids.
#pragma once

#include <graphblas_gpu/formats/coordinates.hpp>
#include <graphblas_gpu/host/team.hpp>
#include <graphblas_gpu/io/edge_list_edges.hpp>

#include <cstdint>
#include <string>

namespace graphblas_gpu::io {

/// Writes the edges to the result, with ids renumbered to 0 .. n-1 in ascending order, and the ids to its report. Throws
/// io_error with the name of the file if there are too many ids.
void relabel(const std::string& file, const endpoint_lists<std::uint64_t>& read, host::team* team, coordinates& result);

}  // namespace graphblas_gpu::io
